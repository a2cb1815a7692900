//! Who owns much of one heap state, and what is wasted in it.
//!
//! Told are, as far as they make up a tenth of the live heap and nobody told before frees the same objects:
//!
//! 1. static fields of application classes;
//! 2. application classes whose instances retain much together. The fields that hold the instances are those of a smallest
//!    cut: if there are several, they are *shared owners*, of which no dominator tree shows anything, and which are told even
//!    if one field that holds them all was told before;
//! 3. single objects, by their retained size: the top of the dominator tree;
//! 4. class loaders of the application, by what loader, classes and instances retain together;
//! 5. *accumulation points*: from a top-level object down the dominator tree as long as one child retains 70 % of its
//!    parent. The object where this ends is one if at least ten children of one class retain half of it; classes are none,
//!    because what they own their static fields hold.
//!
//! There is one number for one owner: what its cut frees, or where there is nothing to cut, what it retains.
//!
//! What the platform holds for itself (its tables and caches, with nothing of the program in them) stands behind what the program
//! holds unless it is much larger, and arrays of the platform that an unknown root of the JVM holds, or nothing that has a name, stand
//! last.
//!
//! A single heap state is suspicious if one static field or accumulation point has half of it. That is no proof: whether
//! it keeps growing, only a series tells. Of a series only the first kind is told.

use std::cmp::Reverse;

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::dominance::{Accumulation, Dominance};
use super::field_cut::{FieldCut, classes_of};
use super::findings::{Cut, Evidence, Finding, FindingKind, Keeper, Severity, WasteTotals};
use super::growing::buffer::doubling_begins;
use super::held_heap::HeldHeap;
use super::holders::{CLASS, FieldHolderKind, field_of, is_application, is_in_code, root_name};
use super::loaders::is_of_platform;
use super::series::LeakFinder;
use super::waste::Waste;
use crate::base::digits::grouped;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex, TypeIndex};
use crate::base::progress::Progress;
use crate::find::told::{LEAST_PARTS, MOST_GROUPS, OWN_OBJECTS_SHARE, ToldLeaks, cut_of, keepers, key_of, root_kind};
use crate::find::waste::found::{Found, WasteDetector, Wasted};
use crate::heap::{HeapState, RootKind, Rules};
use crate::keepers::ownership::{ObjectGroups, retained_by_group};
use crate::over_time::growth::Growth;
use crate::trees::memory_tree::NodeTotals;

/// An owner of this share of the heap is worth a line; with the second one a single dump is suspicious.
pub(super) const BIG_SHARE: f64 = 0.1;
const SUSPICIOUS_SHARE: f64 = 0.5;
/// Waste of this share of the heap is worth a line.
const WASTE_SHARE: f64 = 0.01;
const MOST_FIELDS: usize = 5;
const MOST_CLASSES: usize = 3;
const MOST_OBJECTS: usize = 3;
pub(super) const MOST_POINTS: usize = 3;
/// Class candidates whose retained objects are marked.
const MOST_MARKED: usize = 8;
/// Fields that are named as those who hold waste.
const MOST_WASTERS: usize = 5;
/// What the platform holds for itself is told before what the program holds if it is so many times as large.
const MUCH_LARGER: f64 = 4.0;
/// What is to be said of tables of the JVM.
const OF_JVM: &str = "The JVM keeps this for itself; nothing of the program is in it";

/// The kinds of owners.
pub(super) const KINDS: [FindingKind; 3] = [BIG_OWNER, SHARED_OWNERS, ACCUMULATION_POINT];
pub(super) const BIG_OWNER: FindingKind =
    FindingKind::new("big_owner", "Big owner", "Something holds a tenth of the heap or more. It is no leak unless it keeps growing.");
pub(super) const SHARED_OWNERS: FindingKind = FindingKind::new(
    "shared_owners",
    "Shared owners",
    "Several fields hold a tenth of the heap or more together. No single one of them frees it.",
);
pub(super) const ACCUMULATION_POINT: FindingKind =
    FindingKind::new("accumulation_point", "Accumulation point", "One object owns very many objects of one class.");

/// What the search for owners looks at.
pub(super) struct Owners<'a, 'h> {
    pub(super) held: &'a HeldHeap<'h>,
    pub(super) finder: &'a LeakFinder,
    /// By holder: the number of its way.
    pub(super) numbers: &'a [u32],
    /// What is told of one heap state only: none of a series that is long enough to tell growth.
    pub(super) of_one_state: Option<&'a (Dominance, Waste)>,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct OwnersFound {
    pub(super) findings: Vec<Finding>,
    pub(super) waste: Vec<WasteTotals>,
    pub(super) is_suspicious: bool,
}

/// Whose an owner is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Program,
    Platform,
    /// An array that an unknown root holds, or classes of the platform alone: nobody can tell anything of it.
    Table,
}

/// Owners in the order in which they are told.
struct Told {
    findings: Vec<(Standing, Finding)>,
    /// What the cuts so far free.
    freed: RoaringBitmap,
}

/// A group of objects that is worth a line if nobody told before owns it.
struct Owned<'a> {
    /// What `title` says of the group: `3 app.Cart`.
    what: String,
    /// The group with all that it retains.
    retained: &'a RoaringBitmap,
    /// An object to name the way to.
    sample: Option<ObjectIndex>,
    kind: FindingKind,
}

impl Owners<'_, '_> {
    /// Looks for owners and waste; leaks are told already.
    pub(super) fn find(&self, leaks: ToldLeaks, progress: &Progress) -> Result<OwnersFound> {
        let mut owners = Told { findings: Vec::new(), freed: leaks.freed };
        self.fields(&leaks.fields, &mut owners, progress)?;
        owners.sort();
        let Some((dominance, waste)) = self.of_one_state else {
            let findings = owners.findings.into_iter().map(|told| told.1).collect();
            return Ok(OwnersFound { findings, ..OwnersFound::default() });
        };
        self.classes(dominance, &mut owners, progress)?;
        self.objects(dominance, &mut owners, progress)?;
        self.loaders(&mut owners, progress)?;
        let points = self.accumulation_points(dominance, progress)?;
        owners.findings.extend(points);
        let is_suspicious = owners.findings.iter().filter(|told| told.0 != Standing::Table).any(|(_, finding)| {
            let kept_by_static = !finding.cut.fields.is_empty() && finding.keepers.iter().any(|keeper| keeper.root_kind == "static field");
            finding.evidence.share_of_heap >= SUSPICIOUS_SHARE && (kept_by_static || finding.kind == ACCUMULATION_POINT)
        });
        owners.sort();
        let live = self.finder.heap_bytes();
        let worth_a_line = waste.kinds.iter().filter(|(_, found)| found.wasted as f64 >= WASTE_SHARE * live as f64);
        let (tables, owners): (Vec<_>, Vec<_>) = owners.findings.into_iter().partition(|told| told.0 == Standing::Table);
        let mut findings: Vec<Finding> = owners.into_iter().map(|told| told.1).collect();
        for (detector, found) in worth_a_line {
            findings.push(self.waste(detector, found, progress)?);
        }
        findings.extend(tables.into_iter().map(|told| Finding { next: OF_JVM.to_owned(), ..told.1 }));
        let waste =
            waste.kinds.iter().map(|(detector, found)| WasteTotals { kind: detector.kind, objects: found.objects, bytes: found.wasted });
        Ok(OwnersFound { findings, waste: waste.filter(|kind| kind.objects > 0).collect(), is_suspicious })
    }

    fn heap(&self) -> &HeapState {
        self.held.closures.heap()
    }

    fn class_name(&self, object: ObjectIndex) -> &str {
        &self.heap().type_info(self.heap().type_of(object)).name
    }

    fn next(&self) -> &'static str {
        if self.of_one_state.is_none() {
            "It does not keep growing; see whether it may be smaller"
        } else {
            "Compare with dumps taken later: only growth tells a leak"
        }
    }

    /// Static fields of the application that hold much.
    fn fields(&self, told: &[String], owners: &mut Told, progress: &Progress) -> Result<()> {
        let live = self.finder.heap_bytes();
        let is_candidate = |name: &str| is_application(name) && is_in_code(name) && !told.iter().any(|told| told == name);
        let holders =
            self.held.map.holders.iter().enumerate().filter(|(_, info)| info.kind == FieldHolderKind::Static && is_candidate(&info.name));
        let mut fields: Vec<(Evidence, u32)> = holders.map(|(at, _)| (self.finder.evidence(&[self.numbers[at]]), at as u32)).collect();
        fields.retain(|(evidence, _)| evidence.last_bytes as f64 >= BIG_SHARE * live as f64);
        fields.sort_by_key(|(evidence, holder)| (Reverse(evidence.last_bytes), *holder));
        fields.truncate(MOST_FIELDS);
        for (evidence, holder) in fields {
            let name = &self.held.map.holders[holder as usize].name;
            // The other half of shared owners was told with the first.
            if owners.findings.iter().any(|(_, finding)| finding.cut.fields.contains(name)) {
                continue;
            }
            let group = self.held.held_by(holder);
            let classes = classes_of(&self.held.closures, &group);
            let sample = self.sample(&group, &classes);
            let cut = self.held.cut(&group, holder, sample, progress)?;
            let untold = self.held.closures.totals(&(&cut.freed - &owners.freed)).bytes;
            if (untold as f64) < BIG_SHARE * live as f64 {
                continue;
            }
            let totals = self.held.closures.totals(&cut.freed);
            let next = if self.of_one_state.is_some() {
                self.next()
            } else if untold < totals.bytes - totals.bytes / 10 {
                "What grows in it is told above; see whether the rest may be smaller"
            } else if Growth::of(&evidence.bytes_over_time, &self.finder.clock()).keeps_growing()
                || doubling_begins(&evidence.bytes_over_time, &evidence.objects_over_time).is_some()
            {
                "It grows, but hardly; see whether it may be smaller"
            } else {
                self.next()
            };
            owners.freed |= &cut.freed;
            let share_of_heap = totals.bytes as f64 / live.max(1) as f64;
            let told = self.held.told_holders(&cut.fields, holder);
            let ways: Vec<u32> = told.iter().map(|&holder| self.numbers[holder as usize]).collect();
            let group = if told == [holder] { group } else { self.held.held_by_any_of(&told) };
            let evidence = Evidence {
                only_together_bytes: self.held.only_together(&cut, progress)?,
                share_of_heap,
                ..if self.of_one_state.is_none() { self.finder.evidence(&ways) } else { one_point(totals, share_of_heap) }
            };
            let names = fields_of(&cut);
            let finding = Finding {
                kind: if names.len() > 1 { SHARED_OWNERS } else { BIG_OWNER },
                severity: Severity::Owner,
                title: format!("{} {} of the heap", hold(&names), percent(share_of_heap)),
                why: garbage_without(totals, &cut),
                evidence,
                groups: self.groups(sample, &classes),
                keepers: keepers(self.held, &group, &cut.fields),
                cut: cut_of(self.held, &cut),
                next: next.to_owned(),
            };
            owners.findings.push((Standing::Program, finding));
        }
        Ok(())
    }

    /// An object of the class that piles up in a group: of the application's classes the one with most objects, if it is
    /// no single service in a heap of data, else the class with most bytes.
    fn sample(&self, group: &RoaringBitmap, classes: &[(String, NodeTotals)]) -> Option<ObjectIndex> {
        let is_own = |class: &&(String, NodeTotals)| is_application(&class.0) && class.1.objects >= (group.len() / LEAST_PARTS).max(1);
        let own = classes.iter().filter(is_own).max_by_key(|class| (class.1.objects, class.1.bytes));
        let class = &own.or(classes.first())?.0;
        let mut objects = group.iter().map(ObjectIndex).filter(|&object| self.class_name(object) == class);
        // Many arrays of bytes are no group; most bytes are in the largest.
        if own.is_some() { objects.next() } else { objects.max_by_key(|&object| (self.heap().bytes_of(object), Reverse(object))) }
    }

    /// Tells an owner unless what it retains is told already; `again` if several fields share it, even then.
    fn tell(&self, owned: &Owned<'_>, group: &RoaringBitmap, again: bool, owners: &mut Told, progress: &Progress) -> Result<bool> {
        let closures = &self.held.closures;
        let live = self.finder.heap_bytes().max(1);
        let retained = closures.totals(owned.retained);
        let is_told = closures.totals(&(owned.retained - &owners.freed)).bytes as f64 <= BIG_SHARE * live as f64;
        if is_told && !again {
            return Ok(false);
        }
        let Some(holder) = self.held.holder_of_most(&self.held.map, group, progress)? else { return Ok(false) };
        let mut cut = self.held.cut(group, holder, owned.sample, progress)?;
        let way = self.held.map.way(holder);
        let root = &self.held.map.holders[way[0] as usize].name;
        // Fields that free little of it are not what holds it; what the way begins with is.
        // What a single object or a few of a class retain is what they are told for.
        let mut chains = keepers(self.held, owned.retained, &cut.fields);
        if 2 * closures.totals(&(owned.retained & &cut.freed)).bytes < retained.bytes {
            cut = FieldCut { fields: Vec::new(), freed: RoaringBitmap::new(), smallest: false, also_held_by: None };
            chains.truncate(1);
            chains.iter_mut().for_each(|keeper| keeper.holder.clone_from(root));
        }
        let names = fields_of(&cut);
        let several = names.len() > 1;
        let is_told_by = |finding: &Finding| names.iter().all(|name| finding.cut.fields.iter().any(|told| told == name));
        if is_told && (!several || owners.findings.iter().any(|(_, finding)| is_told_by(finding))) {
            return Ok(false);
        }
        let totals = if names.is_empty() { retained } else { closures.totals(&cut.freed) };
        let share = totals.bytes as f64 / live as f64;
        let classes = classes_of(closures, owned.retained);
        let (what, instances) = (&owned.what, group.len());
        let finding = Finding {
            kind: if several { SHARED_OWNERS } else { owned.kind },
            severity: Severity::Owner,
            title: if names.is_empty() {
                // A thread is a root itself.
                let by = if what == root { String::new() } else { format!(", held by {root}") };
                format!("{what} retain{} {} of the heap{by}", if instances == 1 { "s" } else { "" }, percent(share))
            } else {
                format!("{} {} of the heap: {what}", hold(&names), percent(share))
            },
            why: garbage_without(totals, &cut),
            evidence: Evidence { only_together_bytes: self.held.only_together(&cut, progress)?, ..one_point(totals, share) },
            groups: self.groups(owned.sample, &classes),
            keepers: chains,
            cut: cut_of(self.held, &cut),
            next: if several {
                format!("All of {} must let go: each alone keeps it alive", names.join(", "))
            } else {
                self.next().to_owned()
            },
        };
        owners.findings.push((self.standing(Some(holder), owned.retained, owned.sample, progress)?, finding));
        owners.freed |= &cut.freed;
        owners.freed |= owned.retained;
        Ok(true)
    }

    /// Whose a group is: the program's, if objects of its classes are in it, or if a field of its classes or a variable of its
    /// methods leads to it.
    fn standing(
        &self,
        holder: Option<u32>,
        retained: &RoaringBitmap,
        sample: Option<ObjectIndex>,
        progress: &Progress,
    ) -> Result<Standing> {
        let classes = classes_of(&self.held.closures, retained);
        let own: u64 = classes.iter().filter(|class| is_application(&class.0)).map(|class| class.1.objects).sum();
        let way = holder.map_or_else(Vec::new, |holder| self.held.map.way(holder));
        let infos = || way.iter().map(|&at| &self.held.map.holders[at as usize]);
        let has_own_field = || infos().any(|info| info.kind.is_field() && is_application(&info.name));
        let has_own_variable = || -> Result<bool> {
            let variables = holder.map(|holder| self.held.bytes_by_variable(holder, retained, None, progress)).transpose()?;
            Ok(variables.flatten().into_iter().flatten().any(|of_one| self.held.is_in_method_of_application(of_one.0)))
        };
        if own as f64 >= OWN_OBJECTS_SHARE * retained.len() as f64 || has_own_field() || has_own_variable()? {
            return Ok(Standing::Program);
        }
        let is_unknown =
            infos().next().is_none_or(|root| root.kind == FieldHolderKind::OtherRoot && root.name == root_name(RootKind::Unknown));
        let is_array = sample.is_some_and(|object| self.class_name(object).ends_with("[]"));
        Ok(if is_unknown && is_array { Standing::Table } else { Standing::Platform })
    }

    fn groups(&self, sample: Option<ObjectIndex>, classes: &[(String, NodeTotals)]) -> Vec<String> {
        let first = sample.map(|sample| self.class_name(sample)).filter(|class| *class != CLASS);
        let others = classes.iter().map(|class| class.0.as_str()).filter(|class| Some(*class) != first);
        first.into_iter().chain(others).take(MOST_GROUPS).map(key_of).collect()
    }

    /// Application classes whose instances retain much.
    fn classes(&self, dominance: &Dominance, owners: &mut Told, progress: &Progress) -> Result<()> {
        let heap = self.heap();
        let live = self.finder.heap_bytes();
        let mut sums: Vec<(u64, TypeIndex)> = dominance.retained_by_class.iter().copied().zip((0..).map(TypeIndex)).collect();
        sums.retain(|&(bytes, class)| bytes as f64 >= BIG_SHARE * live as f64 && is_application(&heap.type_info(class).name));
        // The innermost classes first: what holds them is nearest to the cause.
        sums.sort_unstable();
        let mut told = 0;
        for &(_, class) in sums.iter().take(MOST_MARKED) {
            let mut instances = RoaringBitmap::new();
            progress.for_each(heap.kept_objects(), |object| instances.extend((heap.type_of(object) == class).then_some(object.0)))?;
            let retained = self.held.closures.marked_gc_closure(&instances, progress)?;
            let what = format!("{} {}", grouped(instances.len()), heap.type_info(class).name);
            let owned = Owned { what, retained: &retained, sample: instances.min().map(ObjectIndex), kind: BIG_OWNER };
            told += usize::from(self.tell(&owned, &instances, true, owners, progress)?);
            if told == MOST_CLASSES {
                break;
            }
        }
        Ok(())
    }

    /// Objects at the top of the dominator tree that retain much.
    fn objects(&self, dominance: &Dominance, owners: &mut Told, progress: &Progress) -> Result<()> {
        // Classes live by their loaders, and their static fields were told.
        let is_class_or_loader = |object: ObjectIndex| self.heap().is_class_object(object) || is_of_platform(self.class_name(object));
        for object in dominance.top_objects.iter().copied().filter(|&object| !is_class_or_loader(object)).take(MOST_OBJECTS) {
            let group: RoaringBitmap = [object.0].into_iter().collect();
            let retained = self.held.closures.marked_gc_closure(&group, progress)?;
            let what = self.object_name(object);
            let owned = Owned { what, retained: &retained, sample: Some(object), kind: BIG_OWNER };
            self.tell(&owned, &group, false, owners, progress)?;
        }
        Ok(())
    }

    /// `java.util.HashMap at 0x7f001230`, in traces, which have numbers and no addresses, `java.util.HashMap object 0x2a`;
    /// `class app.Main`, `thread main`.
    fn object_name(&self, object: ObjectIndex) -> String {
        let heap = self.heap();
        if let Some(class) = heap.described_type(object) {
            return format!("class {}", heap.type_info(class).name);
        }
        match heap.threads.iter().find(|thread| thread.object == Some(object)) {
            Some(thread) => format!("thread {}", thread.name),
            None => {
                let what = if heap.origins.is_some() { "object" } else { "at" };
                format!("{} {what} {:#x}", self.class_name(object), heap.address_of(object))
            }
        }
    }

    /// Loaders that the application made, with all that lives by them.
    fn loaders(&self, owners: &mut Told, progress: &Progress) -> Result<()> {
        let heap = self.heap();
        let is_own = |loader: &ObjectIndex| !is_of_platform(self.class_name(*loader));
        let loader_of = |class: TypeIndex| heap.type_info(class).class_loader.filter(is_own);
        let mut loaders: Vec<ObjectIndex> = (0..heap.types.len() as u32).filter_map(|class| loader_of(TypeIndex(class))).collect();
        loaders.sort_unstable();
        loaders.dedup();
        if loaders.is_empty() {
            return Ok(());
        }
        // Label 0 is everything else; loaders, their classes and the instances of these share a label.
        let numbers: FxHashMap<ObjectIndex, u32> = loaders.iter().copied().zip(1..).collect();
        let label_of_class = |class: u32| loader_of(TypeIndex(class)).and_then(|loader| numbers.get(&loader).copied()).unwrap_or(0);
        let labels: Vec<u32> = (0..heap.types.len() as u32).map(label_of_class).collect();
        let mut has_loaders = vec![false; heap.types.len()];
        loaders.iter().for_each(|&loader| has_loaders[heap.type_of(loader).at()] = true);
        let label_of = |object: ObjectIndex| {
            let own_type = heap.type_of(object);
            let number = if has_loaders[own_type.at()] { numbers.get(&object).copied() } else { None };
            number.unwrap_or_else(|| labels[heap.described_type(object).unwrap_or(own_type).at()])
        };
        let group_of = |label: u32| -> Result<RoaringBitmap> {
            let mut group = RoaringBitmap::new();
            progress.for_each(heap.kept_objects(), |object| group.extend((label_of(object) == label).then_some(object.0)))?;
            Ok(group)
        };
        let is_marked_alike = heap.policy.rules == Rules::EclipseMat && !heap.policy.keep_unreachable;
        let mut largest: Vec<(u64, u32)> = if loaders.len() == 1 && is_marked_alike {
            // What it retains is marked below, and too little of it is not told.
            vec![(u64::MAX, 1)]
        } else {
            let groups_of_label: Vec<Vec<u32>> =
                std::iter::once(Vec::new()).chain((0..loaders.len() as u32).map(|group| vec![group])).collect();
            let sums = retained_by_group(heap, &ObjectGroups { label_of: &label_of, groups_of_label: &groups_of_label }, progress)?;
            sums.iter().map(|sum| sum.bytes).zip(1..).collect()
        };
        largest.sort_by_key(|&(bytes, label)| (Reverse(bytes), label));
        let least = BIG_SHARE * self.finder.heap_bytes() as f64;
        for &(_, label) in largest.iter().take_while(|largest| largest.0 as f64 >= least).take(MOST_OBJECTS) {
            let loader = loaders[label as usize - 1];
            let group = group_of(label)?;
            let retained = self.held.closures.marked_gc_closure(&group, progress)?;
            let classes = group.iter().filter(|&object| heap.is_class_object(ObjectIndex(object))).count();
            let what = format!("class loader {} with {classes} classes and their instances", self.object_name(loader));
            let owned = Owned { what, retained: &retained, sample: Some(loader), kind: BIG_OWNER };
            self.tell(&owned, &[loader.0].into_iter().collect(), false, owners, progress)?;
        }
        Ok(())
    }

    /// Objects that own very many of a kind.
    fn accumulation_points(&self, dominance: &Dominance, progress: &Progress) -> Result<Vec<(Standing, Finding)>> {
        let mut found: Vec<(Standing, Finding)> = Vec::new();
        for &Accumulation { point, class, children, bytes } in &dominance.accumulations {
            let group = self.held.closures.marked_gc_closure(&[point.0].into_iter().collect(), progress)?;
            let mut totals = self.held.closures.totals(&group);
            let class = &*self.heap().type_info(class).name;
            let holder = self.held.map.holder_of[point.at()];
            let standing = self.standing(Some(holder).filter(|&holder| holder != NO_OBJECT), &group, Some(point), progress)?;
            let (mut keepers_of_point, mut cut) = (Vec::new(), Cut::default());
            if holder != NO_OBJECT {
                let fields = self.held.cut(&group, holder, Some(point), progress)?;
                (keepers_of_point, cut) = (keepers(self.held, &group, &fields.fields), cut_of(self.held, &fields));
                if !cut.fields.is_empty() && group.intersection_len(&fields.freed) * 2 > group.len() {
                    totals = self.held.closures.totals(&fields.freed);
                }
            }
            let share = totals.bytes as f64 / self.finder.heap_bytes().max(1) as f64;
            let by = keepers_of_point.first().map_or_else(String::new, |keeper| format!(", held by {}", keeper.holder));
            let finding = Finding {
                kind: ACCUMULATION_POINT,
                severity: Severity::Owner,
                title: format!(
                    "{} {class} accumulate in {}{by}: {} of the heap",
                    grouped(children),
                    self.object_name(point),
                    percent(share)
                ),
                why: format!("It owns each of them, {} bytes with all that they own", grouped(bytes)),
                evidence: one_point(totals, share),
                groups: std::iter::once(key_of(class))
                    .chain((self.class_name(point) != class).then(|| key_of(self.class_name(point))))
                    .collect(),
                keepers: keepers_of_point,
                cut,
                next: self.next().to_owned(),
            };
            found.push((standing, finding));
        }
        Ok(found)
    }

    /// Waste of one kind as a finding.
    fn waste(&self, detector: &WasteDetector, waste: &Found, progress: &Progress) -> Result<Finding> {
        let heap = self.heap();
        let live = self.finder.heap_bytes();
        let totals = NodeTotals { objects: waste.objects, bytes: waste.wasted };
        let share = waste.wasted as f64 / live.max(1) as f64;
        let mut classes: Vec<(TypeIndex, Wasted)> = waste.by_class.iter().map(|(&class, &sum)| (class, sum)).collect();
        classes.sort_by_key(|(class, sum)| (Reverse(sum.bytes), *class));
        let wasters = self.wasters(waste, progress)?;
        let top_class = classes.first().map_or("objects", |class| &*heap.type_info(class.0).name);
        let WasteDetector { kind, title, advice, .. } = detector;
        // Only fields of the application are places where somebody can do something.
        let is_place =
            |(kind, keeper): &&(FieldHolderKind, Keeper)| kind.is_field() && is_application(&keeper.holder) && is_in_code(&keeper.holder);
        let next = match wasters.iter().find(is_place) {
            Some((_, keeper)) => format!("Look where {} is filled: {advice}", keeper.holder),
            None => advice[..1].to_uppercase() + &advice[1..],
        };
        Ok(Finding {
            kind: *kind,
            severity: Severity::Waste,
            title: match waste.objects {
                1 => format!("{}: 1 {top_class}, {} of the heap", kind.name, percent(share)),
                objects => format!("{}: {} of the heap", title(&grouped(objects), top_class), percent(share)),
            },
            why: [format!("{} bytes could be saved", grouped(waste.wasted)), waste.detail.clone()].join(if waste.detail.is_empty() {
                ""
            } else {
                ". "
            }),
            evidence: Evidence {
                wasted_bytes: Some(waste.wasted),
                of_objects: waste.of_objects,
                different: waste.different,
                most_repeated: waste.most_repeated,
                ..one_point(totals, share)
            },
            groups: classes.iter().take(MOST_GROUPS).map(|class| key_of(&heap.type_info(class.0).name)).collect(),
            keepers: wasters.into_iter().map(|(_, keeper)| keeper).collect(),
            cut: Cut::default(),
            next,
        })
    }

    /// The fields that hold most of some waste.
    fn wasters(&self, waste: &Found, progress: &Progress) -> Result<Vec<(FieldHolderKind, Keeper)>> {
        let map = &self.held.map;
        // Ways with the same last name are one place in the program.
        let mut by_name: FxHashMap<&str, (Wasted, FieldHolderKind)> = FxHashMap::default();
        let mut parts: Vec<(u32, &Wasted)> =
            waste.by_holder.iter().filter(|&(&holder, _)| holder != NO_OBJECT).map(|(&holder, sum)| (holder, sum)).collect();
        parts.sort_unstable_by_key(|part| part.0);
        for (holder, sum) in parts {
            let info = &map.holders[holder as usize];
            let (all, _) = by_name.entry(&info.name).or_insert((Wasted { objects: 0, bytes: 0, worst: sum.worst }, info.kind));
            all.objects += sum.objects;
            all.bytes += sum.bytes;
            if sum.worst.0 > all.worst.0 {
                all.worst = sum.worst;
            }
        }
        let mut names: Vec<(&str, (Wasted, FieldHolderKind))> = by_name.into_iter().collect();
        names.sort_by_key(|(name, (sum, _))| (Reverse(sum.bytes), *name));
        let keeper = |(name, (sum, kind)): (&str, (Wasted, FieldHolderKind))| {
            let chain = self.held.chain(map, sum.worst.1, progress)?;
            let root_kind = root_kind(kind, &chain).to_owned();
            Ok((kind, Keeper { root_kind, holder: field_of(name).to_owned(), objects: sum.objects, bytes: sum.bytes, chain, faulty: None }))
        };
        names.into_iter().take(MOST_WASTERS).map(keeper).collect()
    }
}

impl Told {
    /// The largest first, as far as they are of one standing.
    fn sort(&mut self) {
        let weight = |(standing, finding): &(Standing, Finding)| {
            let share = finding.evidence.share_of_heap;
            if *standing == Standing::Program { share } else { share / MUCH_LARGER }
        };
        self.findings.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    }
}

fn one_point(totals: NodeTotals, share: f64) -> Evidence {
    Evidence {
        first_objects: totals.objects,
        last_objects: totals.objects,
        first_bytes: totals.bytes,
        last_bytes: totals.bytes,
        share_of_heap: share,
        ..Evidence::default()
    }
}

/// The fields of a cut, without threads.
fn fields_of(cut: &FieldCut) -> Vec<&str> {
    cut.fields.iter().filter(|field| field.kind.is_field()).map(|field| field_of(&field.name)).collect()
}

/// `app.A.a and app.B.b hold`
fn hold(names: &[&str]) -> String {
    format!("{} hold{}", names.join(" and "), if names.len() == 1 { "s" } else { "" })
}

fn garbage_without(totals: NodeTotals, cut: &FieldCut) -> String {
    let them = if cut.fields.len() > 1 { "all of them" } else { "it" };
    format!("{} objects with {} bytes would be garbage without {them}", grouped(totals.objects), grouped(totals.bytes))
}

fn percent(share: f64) -> String {
    if share < 0.1 { format!("{:.1} %", 100.0 * share) } else { format!("{:.0} %", 100.0 * share) }
}
