//! What is alive although somebody marked it as not needed: whether it grows or not, it is a finding.

use roaring::RoaringBitmap;

use super::findings::{Evidence, Finding, FindingKind, Severity};
use super::held_heap::HeldHeap;
use super::holders::field_of;
use super::marks::{MarkKind, Marks, Place, is_named};
use super::told::{MOST_GROUPS, ToldLeaks, cut_of, keepers, key_of};
use crate::base::digits::grouped;
use crate::base::error::Result;
use crate::base::ids::{NO_OBJECT, ObjectIndex};
use crate::base::progress::Progress;
use crate::find::field_cut::classes_of;
use crate::trees::memory_tree::NodeTotals;

/// More marks than this are looked for no further: each needs a search of its own.
const MOST_MARKS: usize = 20;

/// The kind of findings about what is marked as not needed.
pub const UNNEEDED: FindingKind = FindingKind::new(
    "not_needed",
    "Not needed, and alive",
    "Somebody has marked it as not needed, and yet it is kept alive. The cut tells which fields must let go.",
);

/// A finding for each place that is marked as not needed, has live objects, and is not told already.
pub(super) fn unneeded(
    held: &HeldHeap<'_>,
    marks: &Marks,
    told: &mut ToldLeaks,
    heap_bytes: u64,
    progress: &Progress,
) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let places = marks.iter().filter(|mark| mark.need == MarkKind::NotNeeded).map(|mark| &mark.place);
    for place in places.take(MOST_MARKS) {
        let group = objects_at(held, place, progress)?;
        let totals = held.closures.totals(&group);
        let untold = held.closures.totals(&(&group - &told.freed));
        if untold.objects == 0 {
            continue;
        }
        let Some(holder) = held.holder_of_most(&held.map, &group, progress)? else { continue };
        let cut = held.cut(&group, holder, group.min().map(ObjectIndex), progress)?;
        let NodeTotals { objects, bytes } = totals;
        let classes = classes_of(&held.closures, &group);
        let finding = Finding {
            kind: UNNEEDED,
            severity: Severity::Leak,
            title: format!("{place} is marked as not needed, and {} alive", if objects == 1 { "1 object is" } else { "its objects are" }),
            why: format!("{} objects with {} bytes are alive at the last point", grouped(objects), grouped(bytes)),
            evidence: Evidence {
                first_objects: objects,
                last_objects: objects,
                first_bytes: bytes,
                last_bytes: bytes,
                share_of_heap: bytes as f64 / heap_bytes.max(1) as f64,
                only_together_bytes: held.only_together(&cut, progress)?,
                ..Evidence::default()
            },
            groups: classes.iter().take(MOST_GROUPS).map(|class| key_of(&class.0)).collect(),
            keepers: keepers(held, &group, &cut.fields),
            cut: cut_of(held, &cut),
            next: "Clear the reference, or take the objects out of the container; or mark it as needed if it is".to_owned(),
        };
        told.freed |= &cut.freed;
        told.fields.extend(finding.cut.fields.iter().cloned());
        findings.push(finding);
    }
    Ok(findings)
}

/// The live objects of a place: of a class or a package, or what a field holds; below the fields that the place names.
fn objects_at(held: &HeldHeap<'_>, place: &Place, progress: &Progress) -> Result<RoaringBitmap> {
    let (heap, map) = (held.closures.heap(), &held.map);
    let name = place.name();
    let holders_by = |is_meant: &dyn Fn(&str) -> bool| -> Vec<u32> {
        let meant = map.holders.iter().enumerate().filter(|(_, info)| is_meant(field_of(&info.name)));
        meant.map(|(at, _)| at as u32).collect()
    };
    let mut group = held.held_by_any_of(&holders_by(&|field| is_named(field, name)));
    if group.is_empty() {
        let is_meant: Vec<bool> = heap.types.iter().map(|of_type| is_named(&of_type.name, name)).collect();
        let alive = (0..).map(ObjectIndex).zip(&map.holder_of).filter(|&(_, &holder)| holder != NO_OBJECT);
        progress.for_each(alive, |(object, _)| {
            if is_meant[heap.type_of(object).at()] && !heap.is_class_object(object) {
                group.insert(object.0);
            }
        })?;
    }
    for owner in place.owners() {
        let owners = holders_by(&|field| is_named(field, owner));
        if !owners.is_empty() {
            group &= held.held_by_any_of(&owners);
        }
    }
    Ok(group)
}
