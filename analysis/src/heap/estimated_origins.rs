//! Sites, threads and births of objects whose allocations were not seen, estimated from those that were.
//!
//! A trace that samples allocations sees an object of `b` bytes with probability `1 - exp(-b / interval)`, whatever its site. So
//! among objects of one type and nearly one size the seen ones are a fair sample, and each other object takes the origin of
//! the *nearest* seen one: nearest by identity, which is the order of allocation, because what is allocated together mostly
//! comes from one place. Objects born before the same collection go first. Such a set of objects is a *stratum*; where it
//! holds no seen object, all births of that type and size are one stratum instead, and where these hold none, origins stay
//! unknown: better no site than one of objects that were seen for their size.
//!
//! What nobody could see is not estimated: objects that were born before the first seen one.
//!
//! Where objects were numbered for this state alone, numbers tell nothing about their allocation. Then each seen one speaks for
//! `1 / (1 - exp(-b / interval))` objects of its stratum (Horvitz and Thompson 1952), itself among them, and the others take the origins
//! of seen ones in these shares. Where there are clearly more objects than that, by four and a half standard errors, the rest was there before
//! the recording, and stays unknown; how many these are is sure up to one of these standard errors. So many, because few seen ones make the
//! standard error small as well as the sum, and because the first buffer of a thread is filled before anything is sampled.
//!
//! # The error of an estimate
//!
//! Of the `N` objects of a stratum, `m` were seen, and `n` are estimated to be in a group. The standard error of `n` is taken as
//!
//! ```text
//! N * sqrt(1.5 * p * (1 - p) / (m + 4) * (1 - m / N))        p = (m * n / N + 2) / (m + 4)
//! ```
//!
//! the error of a proportion, with the two successes and two failures of Agresti and Coull, so that a handful of objects of
//! one site is no certainty; with the correction for finite populations, so that where all were seen there is no error; and
//! times 1.5, because each seen object speaks for the stretch around it, and stretches between random points differ so much
//! in length (the mean square of the length of such a cell is 1.5 times the square of its mean, for points on a line). That
//! factor is right where sites are mixed at random; where they come in runs, the error is smaller than said.
//! Strata are independent, so their squares add up.

use roaring::RoaringBitmap;
use rustc_hash::FxHashMap;

use super::HeapState;
use crate::base::error::Result;
use crate::base::ids::ObjectIndex;
use crate::base::progress::Progress;
use crate::heap::origins::probability;

/// How unevenly seen objects are spread: see above.
const UNEVENNESS: f64 = 1.5;

/// Successes and failures that are added (Agresti and Coull 1998).
const ADDED: f64 = 2.0;

/// Standard errors by which there are more objects than the seen ones speak for, before some are taken to be older than the recording.
const CLEARLY: f64 = 4.5;

/// Factors that spread the numbers of objects, each in its own way: which ones belong to a stratum, and which seen one speaks for them.
const OF_STRATA: u32 = 0x85eb_ca6b;
const OF_SEEN: u32 = 0x9e37_79b9;

/// Objects between two looks at whether the user cancelled.
const STRETCH: u32 = 1 << 16;

/// Stands for objects whose origin cannot be estimated.
const NO_STRATUM: u32 = u32::MAX;

/// Added to the number of a stratum for those of its objects that were there before the recording.
const OLDER: u32 = 1 << 31;

/// Objects that are estimated from the same seen ones.
#[derive(Debug, Default)]
pub(crate) struct Strata {
    /// By object its stratum; those that cannot be estimated are in one of their own, and so are those of a stratum that were there before
    /// the recording. Memory: 4 bytes per object.
    pub(crate) of: Vec<u32>,
    /// The seen objects of each stratum, ascending.
    seen: Vec<Vec<u32>>,
    /// Where numbers of objects tell nothing about when they were allocated: for how many others the seen ones of each stratum speak, up
    /// to each of them. Empty elsewhere.
    others: Vec<Vec<f64>>,
    /// Of each stratum, the variance of the number of its objects that were not there before the recording; 0 where all of them were not.
    parted: Vec<f64>,
}

/// Type and magnitude of the size.
type Kind = (u32, u32);

impl Strata {
    /// The strata of a heap state of which `recorded` were seen.
    pub(crate) fn new(heap: &HeapState, recorded: &RoaringBitmap, progress: &Progress) -> Result<Self> {
        let Some(origins) = &heap.origins else { return Ok(Self::default()) };
        let kind = |object: u32| -> Kind {
            let object = ObjectIndex(object);
            (heap.type_of(object).0, heap.bytes_of(object).max(1).ilog2())
        };
        let born = |object: u32| origins.born.get(object as usize).copied().unwrap_or(0);
        let mut strata = Self::default();
        let mut of_kind: FxHashMap<Kind, u32> = FxHashMap::default();
        let mut of_birth: FxHashMap<(Kind, u32), u32> = FxHashMap::default();
        let objects = heap.len().min(origins.sites.len()) as u32;
        progress.for_each(recorded.iter().take_while(|&object| object < objects), |object| {
            let seen = &mut strata.seen;
            let mut add = |number: u32| match seen.get_mut(number as usize) {
                Some(objects) => objects.push(object),
                None => seen.push(vec![object]),
            };
            let next = (of_kind.len() + of_birth.len()) as u32;
            add(*of_kind.entry(kind(object)).or_insert(next));
            let next = (of_kind.len() + of_birth.len()) as u32;
            add(*of_birth.entry((kind(object), born(object))).or_insert(next));
        })?;
        let first_birth = recorded.iter().take_while(|&object| object < objects).map(born).min().unwrap_or(u32::MAX);
        strata.of = vec![NO_STRATUM; heap.len()];
        for object in 0..objects {
            if object % STRETCH == 0 {
                progress.check()?;
            }
            if born(object) >= first_birth {
                let kind = kind(object);
                let stratum = of_birth.get(&(kind, born(object))).or_else(|| of_kind.get(&kind));
                strata.of[object as usize] = stratum.copied().unwrap_or(NO_STRATUM);
            }
        }
        if origins.is_numbered_anew {
            strata.take_out_what_was_there_before(heap, recorded, |object| origins.distance_of(object), progress)?;
        }
        Ok(strata)
    }

    /// Counts for how many objects the seen ones speak, and takes the rest out of their strata.
    fn take_out_what_was_there_before(
        &mut self,
        heap: &HeapState,
        recorded: &RoaringBitmap,
        interval: impl Fn(ObjectIndex) -> u64,
        progress: &Progress,
    ) -> Result<()> {
        let mut unseen = vec![0_u64; self.seen.len()];
        let strata = (0_u32..).zip(self.of.iter().copied());
        let objects: Vec<(u32, u32)> = strata.filter(|&(object, stratum)| stratum != NO_STRATUM && !recorded.contains(object)).collect();
        objects.iter().for_each(|&(_, stratum)| unseen[stratum as usize] += 1);
        let mut kept = Vec::with_capacity(self.seen.len());
        for (seen, &unseen) in self.seen.iter().zip(&unseen) {
            let (mut sum, mut variance) = (0.0, 0.0);
            let mut others = Vec::with_capacity(seen.len());
            for object in seen.iter().copied().map(ObjectIndex) {
                let weight = 1.0 / probability(heap.bytes_of(object), interval(object));
                sum += weight - 1.0;
                variance += weight * (weight - 1.0);
                others.push(sum);
            }
            let has_older = unseen as f64 > sum + CLEARLY * variance.sqrt();
            kept.push(if has_older { sum / unseen as f64 } else { 1.0 });
            self.parted.push(if has_older { variance } else { 0.0 });
            self.others.push(others);
        }
        progress.for_each(objects, |(object, stratum)| {
            if spread(object, OF_STRATA) >= kept[stratum as usize] {
                self.of[object as usize] = OLDER + stratum;
            }
        })
    }

    /// The variance of an estimated number of objects: `in_group` of a stratum of `objects`.
    pub(crate) fn variance(&self, stratum: u32, in_group: u64, objects: u64) -> f64 {
        if stratum == NO_STRATUM {
            return 0.0;
        }
        let parted = self.parted.get((stratum & !OLDER) as usize).copied().unwrap_or(0.0);
        let share = in_group as f64 / objects.max(1) as f64;
        // What nothing keeps alive was seen, too.
        let seen = self.seen.get(stratum as usize).map_or(objects, |seen| objects.min(seen.len() as u64));
        variance(in_group, objects, seen) + share * share * parted
    }

    /// The seen object that is nearest by identity; of two the older one. Where identities tell nothing, one of those that speak for it.
    fn nearest(&self, object: u32) -> Option<u32> {
        let stratum = self.of[object as usize] as usize;
        let seen = self.seen.get(stratum)?;
        if let Some(others) = self.others.get(stratum) {
            let place = spread(object, OF_SEEN) * others.last()?;
            return seen.get(others.partition_point(|&end| end <= place).min(seen.len() - 1)).copied();
        }
        let after = seen.partition_point(|&other| other < object);
        let before = after.checked_sub(1).map(|at| seen[at]);
        match (before, seen.get(after).copied()) {
            (Some(before), Some(after)) => Some(if object - before <= after - object { before } else { after }),
            (before, after) => before.or(after),
        }
    }
}

/// A number from 0 to 1 that has nothing to do with the order of the objects: Fibonacci hashing.
fn spread(object: u32, factor: u32) -> f64 {
    f64::from(object.wrapping_mul(factor)) / f64::from(u32::MAX)
}

/// The variance of an estimated number of objects: `in_group` of a stratum of `objects`, of which `seen` were seen.
fn variance(in_group: u64, objects: u64, seen: u64) -> f64 {
    if objects == 0 || seen >= objects {
        return 0.0;
    }
    let (in_group, objects, seen) = (in_group as f64, objects as f64, seen as f64);
    let tries = seen + 2.0 * ADDED;
    let share = (seen * in_group / objects + ADDED) / tries;
    objects * objects * UNEVENNESS * share * (1.0 - share) / tries * (1.0 - seen / objects)
}

impl HeapState {
    /// Gives every object whose allocation was not seen the site, thread and birth of the nearest one like it that was, and marks those
    /// that were. Without effect on heap states in which no allocation or every one was seen, and where it was done before.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`] only.
    pub fn estimate_origins(&mut self, progress: &Progress) -> Result<()> {
        let Some(origins) = self.origins.as_ref().filter(|origins| origins.recorded.is_none()) else { return Ok(()) };
        if origins.sampling_interval.is_none_or(|interval| interval == 0) {
            return Ok(());
        }
        let sites = (0_u32..).zip(&origins.sites);
        let recorded: RoaringBitmap = sites.filter(|&(_, &site)| site != 0).map(|(object, _)| object).collect();
        let strata = Strata::new(self, &recorded, progress)?;
        let nearest = |object: u32| (!recorded.contains(object)).then(|| strata.nearest(object)).flatten();
        let mut found: Vec<(u32, u32)> = Vec::new();
        for stretch in progress.stretches(strata.of.len()) {
            found.extend(stretch?.filter_map(|object| Some((object, nearest(object)?))));
        }
        let Some(origins) = &mut self.origins else { return Ok(()) };
        progress.for_each(found, |(object, like)| {
            origins.sites[object as usize] = origins.sites[like as usize];
            let born = origins.likely_born.get(like as usize).copied();
            // A walk has met it, so it was not born later, and the walk before had not, so it was not born before: what was seen of
            // another one may not fit. Then all that is known is when it was met.
            let met = origins.born.get(object as usize).copied().unwrap_or(0);
            let born = born.filter(|born| (origins.not_born_at(met)..=met).contains(born));
            if let (Some(born), Some(place)) = (born, origins.likely_born.get_mut(object as usize)) {
                *place = born;
            }
            let thread = origins.threads.get(like as usize).copied();
            if let (Some(thread), Some(place)) = (thread, origins.threads.get_mut(object as usize)) {
                *place = thread;
            }
        })?;
        origins.recorded = Some(recorded);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::heap;

    #[test]
    fn objects_take_the_origin_of_the_nearest_one_like_them() {
        let mut heap = heap(
            "gc 3 sampled 64
             root jni -> a1 a2 a3 a4 a5 l1 b1 old
             old: A 16
             a1, a2, a3, a4, a5: A 16
             l1: A 40
             b1: B 16
             origin old: gc 0
             origin a1, a4: gc 1, thread one, app.X.one
             origin a5, a2: gc 2, thread two, app.X.two
             origin a3: gc 2
             origin l1, b1: gc 1",
        );
        // Only a1 and a5 were seen: take the others' origins away.
        for name in ["a2", "a4"] {
            let object = heap.object(name).at();
            let origins = heap.state.origins.as_mut().expect("is as from a trace");
            (origins.sites[object], origins.threads[object]) = (0, 0);
        }
        heap.state.estimate_origins(&Progress::new()).expect("nobody cancels");
        let origins = heap.origins.as_ref().expect("is as from a trace");
        let site = |name: &str| {
            let site = origins.site_of(heap.object(name))?;
            Some(origins.call_stacks[site as usize].frames[0].method.clone())
        };
        // a2 and a3 were born with a5, a4 with a1, though others are nearer.
        let sites = ["a1", "a2", "a3", "a4", "a5"].map(|name| site(name).unwrap_or_default());
        assert_eq!(sites, ["one", "two", "two", "one", "two"]);
        assert_eq!(site("l1"), None, "much larger");
        assert_eq!(site("b1"), None, "another type");
        assert_eq!(site("old"), None, "born before anything was seen");
        assert_eq!(&*origins.thread_names[origins.thread_of(heap.object("a3")).expect("is estimated") as usize], "two");
        assert!(
            origins.is_estimate(heap.object("a3")) && !origins.is_estimate(heap.object("a1")) && !origins.is_estimate(heap.object("l1"))
        );
    }

    #[test]
    fn objects_that_were_numbered_for_one_state_take_the_origins_of_seen_ones_in_turn() {
        let names: Vec<String> = (0..900).map(|at| format!("u{at}")).collect();
        let text = format!(
            "gc 3 sampled 4096
             root jni -> a1 a2 a3 {0}
             a1, a2, a3, {1}: A 16
             origin a1, a2, a3, {1}: gc 3
             origin a1, a2: gc 1, thread one, app.X.one
             origin a3: gc 2, thread two, app.X.two",
            names.join(" "),
            names.join(", "),
        );
        let methods = |distances: &[(&str, u64)]| {
            let mut heap = heap(&text);
            let distances = distances.iter().map(|&(name, distance)| (heap.object(name).0, distance)).collect();
            let origins = heap.state.origins.as_mut().expect("is as from a trace");
            (origins.is_numbered_anew, origins.distances) = (true, distances);
            heap.state.estimate_origins(&Progress::new()).expect("nobody cancels");
            let origins = heap.origins.as_ref().expect("is as from a trace");
            let method = |name: &String| {
                let site = origins.site_of(heap.object(name))?;
                Some(origins.call_stacks[site as usize].frames[0].method.clone())
            };
            let methods: Vec<Option<String>> = names.iter().map(method).collect();
            ["one", "two"].map(|of| methods.iter().flatten().filter(|method| *method == of).count())
        };
        // Each speaks for 256 others: two of three that were seen.
        let [one, two] = methods(&[]);
        assert!((590..=610).contains(&one) && one + two == 900, "{one} {two}");
        // One that was seen with a smaller chance speaks for more of them.
        let [one, two] = methods(&[("a1", 2048), ("a2", 2048)]);
        assert!((440..=460).contains(&one) && one + two == 900, "{one} {two}");
        // Three that were seen at such distances speak for no 900.
        let [one, two] = methods(&[("a1", 64), ("a2", 64), ("a3", 64)]);
        assert!((5..=9).contains(&one) && (2..=5).contains(&two), "{one} {two}");
    }

    #[test]
    fn what_was_seen_wholly_or_not_at_all_stays_as_it_is() {
        for line in ["gc 1", "gc 1 sampled 8"] {
            let mut heap = heap(&format!("{line}\nroot jni -> a b\na, b: A 16"));
            heap.state.estimate_origins(&Progress::new()).expect("nobody cancels");
            assert_eq!(heap.origins.as_ref().and_then(|origins| origins.site_of(heap.object("a"))), None);
        }
    }

    #[test]
    fn the_error_shrinks_with_what_was_seen_and_is_none_where_all_was() {
        let errors = [1, 10, 100, 999].map(|seen| variance(500, 1000, seen).sqrt());
        assert!(errors.windows(2).all(|pair| pair[0] > pair[1]), "{errors:?}");
        assert_eq!(variance(500, 1000, 1000), 0.0);
        // sqrt(1.5 * 0.25 / 104 * 0.9) of 1000
        assert!((errors[2] - 56.97).abs() < 0.01, "{errors:?}");
        // One object of one site does not mean that all are: (1 + 2) / 5 of 1000.
        assert!(variance(1000, 1000, 1).sqrt() > 250.0);
        assert_eq!(variance(0, 0, 0), 0.0);
    }
}
