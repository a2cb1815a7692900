//! When the heap may be walked: recording must not cost more than its share of the time, nor stop the program for too long.

use std::collections::VecDeque;
use std::sync::OnceLock;
use std::time::Duration;

use crate::options::Detail;

/// What the first walk is expected to take besides its objects: classes are named, and code runs for the first time.
const START: Duration = Duration::from_millis(20);

/// Nanoseconds per byte of heap that the first look of a kind is expected to take; until two looks have told, a further byte is expected
/// to take no more. Objects of 50 bytes with two references each take 15; large arrays next to nothing.
const FIRST_WALK: f64 = 8.0;
/// The same for the work of a copy of the process, of which the program loses its share of the processors: where it reads the heap
/// itself, and where the JVM shows it.
const FIRST_READ: f64 = 6.0;
const FIRST_COPY: f64 = 30.0;

/// The same for the first count of all objects, which reads the heap from front to end.
const FIRST_COUNT: f64 = 1.0;
/// The same where the collector finds objects only by marking them.
const FIRST_MARKING: f64 = 2.0;

/// A copy may work so long in any case: less than that says nothing about a heap.
const LEAST_COPY: Duration = Duration::from_secs(2);

/// Bounds for what two looks tell of the cost of a further byte, relative to what was expected at first: a program that moved on
/// meanwhile, or another one beside it, may make nonsense of it.
const SLOPES: (f64, f64) = (0.05, 4.0);

/// After a fork that stopped the program for too long there is none for so many times as long, and for twice as long after each further
/// one, up to so many doublings: stacks may be deep, or the machine busy, for a while only. On a machine that others use one in ten
/// may take too long although the next ones do not.
const REST: u32 = 10;
const MOST_DOUBLINGS: u32 = 6;

/// Where less than this part is to be copied of what took too long, as a collection has just left little, nobody rests.
const MUCH_LESS: f64 = 0.5;

/// Nanoseconds per byte of the process that a fork takes before there was one: 15 ms per GB, for the tables of pages.
const FIRST_FORK: f64 = 0.015;

/// What a program loses to its first walk whatever the share: without one a recording of a short program shows nothing.
const GRACE: Duration = Duration::from_millis(300);

/// How many times its share the first walk may take: most programs go on for longer than they have run.
const AHEAD: f64 = 2.0;

/// How much longer than the share a walk may take before it is given up.
const TOLERANCE: f64 = 1.2;

/// Collections after which the heap was smallest when most of its garbage was gone: most leave some of it.
const RECENT: usize = 6;

/// What a collection takes longer for every tagged object: between 12 (G1) and 19 (Parallel) nanoseconds at 5.4 million tags.
const PER_TAG: Duration = Duration::from_nanos(15);

/// A walk within the program that is expected to stop it no longer than this, and than half of what it may, is made for the sake of
/// what only it tells: which object is the same as before. Tags of so many objects cost later collections little. A server that is
/// looked at every few seconds answers fewer than one in a hundred of its requests later for it. While nobody knows how long a walk
/// takes, it may be expected to take twice as long.
const SHORT: Duration = Duration::from_millis(50);

/// Where the program may be stopped for as long as it takes, it must not seem to hang for ever.
const MOST_STACK_TIME: Duration = Duration::from_secs(10);

/// After stacks that could hold the program up for longer than that there is no look for so long: a program that goes so deep does so
/// within a moment, perhaps that between a check and the stop.
const REST_OF_STACKS: Duration = Duration::from_secs(5);

/// How many processors there are. Asked once: the system reads files to answer, and whoever asks may be the program.
pub(crate) fn processors() -> u32 {
    static COUNT: OnceLock<u32> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, |count| count.get() as u32))
}

/// How long a walk may take before it is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit {
    /// The program stands still so long.
    pub(crate) time: Duration,
    /// A walk that has met so many bytes by then may go on for as long again: giving it up would cost more than ending it.
    pub(crate) enough: Option<u64>,
}

/// A way to look at the heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The program stands still meanwhile.
    InPlace,
    /// In a copy of the process.
    Copied,
}

/// What looks of a kind cost, by the bytes in use.
#[derive(Debug, Clone, Copy)]
struct Forecast {
    /// Nanoseconds per byte, before there was one.
    first: f64,
    /// Nanoseconds for a further byte.
    slope: f64,
    /// What the last one took, and the bytes in use then.
    last: Option<(Duration, u64)>,
    /// There was one only. Code runs for the first time then, and the machine is busy with the start of the program: the next one is
    /// expected to take the geometric mean of what the first one took and of what it was expected to take, if that was less.
    is_single: bool,
}

impl Forecast {
    fn new(first: f64) -> Self {
        Self { first, slope: first, last: None, is_single: false }
    }

    fn cost(&self, used: u64) -> Duration {
        let nanos = |bytes: u64, per_byte: f64| Duration::from_nanos((bytes as f64 * per_byte) as u64);
        let expected = |used: u64| START + nanos(used, self.first);
        let last = self.last.map(|(cost, before)| match expected(before) {
            less if self.is_single && less < cost => (Duration::from_secs_f64((less.as_secs_f64() * cost.as_secs_f64()).sqrt()), before),
            _ => (cost, before),
        });
        match last {
            None => expected(used),
            Some((cost, before)) if used >= before => cost + nanos(used - before, self.slope),
            Some((cost, before)) => cost.mul_f64((used as f64 / before.max(1) as f64).max(0.5)),
        }
    }

    fn learn(&mut self, cost: Duration, used: u64) {
        if let Some((cost_before, before)) = self.last
            && used > before + before / 8
        {
            let slope = (cost.as_secs_f64() - cost_before.as_secs_f64()) * 1e9 / (used - before) as f64;
            self.slope = (self.slope + slope.clamp(self.first * SLOPES.0, self.first * SLOPES.1)) / 2.0;
        }
        self.is_single = self.last.is_none();
        if self.is_single {
            // Garbage that had not gone yet is bytes in use and costs nothing.
            self.slope = self.slope.min(cost.as_secs_f64() * 1e9 / used.max(1) as f64);
        }
        self.last = Some((cost, used));
    }
}

/// Keeps account of what recording costs.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    /// Allowed share of the time; without one everything is.
    share: Option<f64>,
    /// How long the program may be stopped at once; without one as long as it takes.
    max_pause: Option<Duration>,
    spent: Duration,
    /// Bytes in use after the last collections.
    used: VecDeque<u64>,
    /// Looks meet garbage, too, all that there is at the moment.
    meets_garbage: bool,
    /// Counts mark all objects, which nobody can end.
    counts_mark: bool,
    in_place: Forecast,
    copied: Forecast,
    /// Copies to which the JVM shows their heap.
    shown: Forecast,
    copies_are_shown: bool,
    /// What the last fork took, and the bytes of the process then.
    last_fork: Option<(Duration, u64)>,
    /// How many forks in a row stopped the program for too long.
    long_forks: u32,
    /// There is none before this time.
    next_fork: Duration,
    /// Stacks were too deep, see [`Budget::stack_time`]: no look before this time.
    next_look: Duration,
}

impl Budget {
    /// `percent` of the time for looks at the heap, each stopping the program no longer than `max_pause`; `None` is no limit.
    #[must_use]
    pub(crate) fn new(percent: Option<f64>, max_pause: Option<Duration>, detail: Detail) -> Self {
        Self {
            share: percent.map(|percent| percent / 100.0),
            max_pause,
            spent: Duration::ZERO,
            used: VecDeque::new(),
            meets_garbage: detail == Detail::Counts,
            counts_mark: false,
            in_place: Forecast::new(if detail == Detail::Counts { FIRST_COUNT } else { FIRST_WALK }),
            copied: Forecast::new(FIRST_READ / f64::from(processors())),
            shown: Forecast::new(FIRST_COPY / f64::from(processors())),
            copies_are_shown: false,
            last_fork: None,
            long_forks: 0,
            next_fork: Duration::ZERO,
            next_look: Duration::ZERO,
        }
    }

    /// The collector works beside the program: it finds all objects only by marking them.
    pub(crate) fn expect_marking(&mut self) {
        self.in_place = Forecast::new(self.in_place.first.max(FIRST_MARKING));
        (self.meets_garbage, self.counts_mark) = (false, true);
    }

    /// What was spent so far.
    #[must_use]
    pub(crate) fn spent(&self) -> Duration {
        self.spent
    }

    /// Adds a cost.
    pub(crate) fn spend(&mut self, cost: Duration) {
        self.spent += cost;
    }

    /// Adds what `collections` took longer because so many objects were tagged.
    pub(crate) fn spend_on_tags(&mut self, tags: u64, collections: usize) {
        let tags = u32::try_from(tags.saturating_mul(collections as u64)).unwrap_or(u32::MAX);
        self.spend(PER_TAG.saturating_mul(tags));
    }

    /// Whether a look costs as much as there is in use at the moment, with all garbage.
    pub(crate) fn meets_garbage(&self) -> bool {
        self.meets_garbage
    }

    /// So many bytes were in use after a collection, or are now.
    pub(crate) fn see_use(&mut self, used: u64) {
        self.used.truncate(RECENT - 1);
        self.used.push_front(used);
    }

    /// Bytes in use, with as little garbage as can be told, unless looks meet all of it.
    pub(crate) fn in_use(&self) -> u64 {
        let last = self.used.front().copied().filter(|_| self.meets_garbage);
        last.or_else(|| self.used.iter().copied().min()).unwrap_or_default()
    }

    fn forecast(&mut self, way: Way) -> &mut Forecast {
        match way {
            Way::InPlace => &mut self.in_place,
            Way::Copied if self.copies_are_shown => &mut self.shown,
            Way::Copied => &mut self.copied,
        }
    }

    /// Adds the cost of a look.
    pub(crate) fn spend_on_look(&mut self, way: Way, cost: Duration) {
        self.spend(cost);
        let used = self.in_use();
        self.forecast(way).learn(cost, used);
    }

    /// Adds the cost of a walk that was given up when it had met `met` bytes, where that is known. Some of the heap may be garbage, so
    /// the walk may have been nearer to its end than the numbers say.
    pub(crate) fn spend_in_vain(&mut self, way: Way, cost: Duration, met: Option<u64>) {
        self.spend(cost);
        let used = self.in_use();
        let rest = met.map_or(2.0, |met| used as f64 / met.max(1) as f64);
        self.forecast(way).learn(cost.mul_f64(rest.clamp(1.5, 5.0)), used);
    }

    /// What is left of the share `elapsed` after the start; `None` is no limit.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let share = self.share.filter(|&share| share < 1.0)?;
        Some(elapsed.mul_f64(share).saturating_sub(self.spent).div_f64(1.0 - share))
    }

    /// How long a walk may stop the program `elapsed` after the start; `None` is no limit. A little more than the share: a walk that
    /// is given up has cost as much as one that is not. The first one may take twice as long if it is about half through by then, as
    /// nobody knew what it would cost: a third of the bytes in use, some of which are garbage.
    #[must_use]
    pub(crate) fn limit(&self, elapsed: Duration) -> Option<Limit> {
        let Some(left) = self.left(elapsed) else { return self.pause_limit() };
        let time = left.mul_f64(TOLERANCE).max(self.grace(elapsed));
        let enough = Some(self.in_use() / 3).filter(|&third| third > 0 && self.is_first());
        match self.max_pause {
            Some(most) if time * 2 > most => Some(Limit { time: time.min(most), enough: None }),
            _ => Some(Limit { time, enough }),
        }
    }

    /// The same for walks that are made whatever they cost.
    pub(crate) fn pause_limit(&self) -> Option<Limit> {
        self.max_pause.map(|time| Limit { time, enough: None })
    }

    /// How long a count of all objects may take until it is given up, which does not end it at once: half of the time that the program may
    /// be stopped while nobody knows how long one takes.
    pub(crate) fn count_limit(&self) -> Option<Duration> {
        self.max_pause.map(|most| if self.in_place.last.is_some() { most } else { most / 2 })
    }

    /// How long stacks may hold the program up, in the worst case, for which a moment with shallower ones can be waited for.
    pub(crate) fn stack_time(&self) -> Duration {
        self.max_pause.unwrap_or(MOST_STACK_TIME)
    }

    /// `elapsed` after the start stacks were too deep.
    pub(crate) fn see_deep_stacks(&mut self, elapsed: Duration) {
        self.next_look = elapsed + REST_OF_STACKS;
    }

    /// Whether that is a while ago.
    pub(crate) fn stacks_may_be_shallow(&self, elapsed: Duration) -> bool {
        elapsed >= self.next_look
    }

    /// How long a copy may work `elapsed` after the start before it is given up; `None` is no limit. Twice its share: the program does
    /// not wait for it, and the next one has to wait for as much longer.
    pub(crate) fn copy_limit(&self, elapsed: Duration) -> Option<Duration> {
        let most = self.left(elapsed)?.max(self.grace(elapsed)).max(self.cost(Way::Copied));
        Some(most.saturating_mul(2 * processors()).max(LEAST_COPY))
    }

    /// How long the end of the program may be held up for a copy.
    pub(crate) fn patience(&self, elapsed: Duration) -> Duration {
        self.left(elapsed).map_or(Duration::MAX, |left| left.max(GRACE))
    }

    fn is_first(&self) -> bool {
        [&self.in_place, &self.copied, &self.shown].iter().all(|forecast| forecast.last.is_none())
    }

    fn grace(&self, elapsed: Duration) -> Duration {
        match self.share {
            Some(share) if self.is_first() => GRACE.max(elapsed.mul_f64(AHEAD * share)),
            _ => Duration::ZERO,
        }
    }

    /// Whether the program may be stopped for the time that a walk in place is expected to take.
    pub(crate) fn allows_stop(&self) -> bool {
        self.max_pause.is_none_or(|most| self.in_place.cost(self.in_use()) <= most)
    }

    /// The same for a count of all objects: where it cannot be ended, it may take twice as long as expected.
    pub(crate) fn allows_count(&self) -> bool {
        let times = if self.counts_mark { 2 } else { 1 };
        self.max_pause.is_none_or(|most| self.in_place.cost(self.in_use()) * times <= most)
    }

    /// Whether a walk in place is expected to stop the program for a short time.
    pub(crate) fn stop_is_short(&self) -> bool {
        let short = if self.in_place.last.is_some() { SHORT } else { 2 * SHORT };
        self.max_pause.is_none_or(|most| self.in_place.cost(self.in_use()) <= short.min(most / 2))
    }

    /// Whether the program may be stopped `elapsed` after the start for the time that it is expected to take to copy a process of so
    /// many bytes.
    pub(crate) fn allows_fork(&self, bytes: u64, elapsed: Duration) -> bool {
        // The last one may have had to wait for a program that was slow to stop, or for others on the machine.
        let (cost, before) = self.last_fork.unwrap_or_default();
        let more = Duration::from_nanos((bytes.saturating_sub(before) as f64 * FIRST_FORK) as u64);
        let has_rested = elapsed >= self.next_fork || (bytes as f64) < before as f64 * MUCH_LESS;
        has_rested && self.max_pause.is_none_or(|most| (cost / 2).min(most / 2) + more <= most)
    }

    /// Whether the next copies do not read their heap themselves, but have it shown by the JVM, which takes several times as long.
    pub(crate) fn expect_slow_copies(&mut self, are_slow: bool) {
        self.copies_are_shown = are_slow;
    }

    /// A process of so many bytes was copied, or was to be, which stopped the program until `elapsed` after the start.
    pub(crate) fn learn_fork(&mut self, pause: Duration, bytes: u64, elapsed: Duration) {
        self.last_fork = Some((pause, bytes));
        if self.max_pause.is_some_and(|most| pause > most) {
            self.next_fork = elapsed + pause * (REST << self.long_forks.min(MOST_DOUBLINGS));
            self.long_forks += 1;
        } else {
            self.long_forks = 0;
        }
    }

    /// What a look is expected to cost.
    #[must_use]
    pub(crate) fn cost(&self, way: Way) -> Duration {
        let forecast = match way {
            Way::InPlace => &self.in_place,
            Way::Copied if self.copies_are_shown => &self.shown,
            Way::Copied => &self.copied,
        };
        forecast.cost(self.in_use())
    }

    /// Whether a look is allowed `elapsed` after the start: what was spent and what the look will cost must be within the share of the
    /// time that will then have passed. One look that is quick in itself always is.
    #[must_use]
    pub(crate) fn allows(&self, way: Way, elapsed: Duration) -> bool {
        let Some(share) = self.share else { return true };
        let cost = self.cost(way);
        let allowed = (elapsed + cost).mul_f64(share);
        share > 0.0 && self.spent + cost <= allowed.max(self.grace(elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// `percent` for looks at a heap that has `used` bytes after each collection.
    fn budget(percent: Option<f64>, max_pause: Option<Duration>, used: u64) -> Budget {
        let mut budget = Budget::new(percent, max_pause, Detail::States);
        // As on two processors.
        budget.copied = Forecast::new(FIRST_READ / 2.0);
        budget.see_use(used);
        budget
    }

    /// Looks at a heap every 10 ms where the budget allows it. Returns when looks began, in milliseconds.
    fn run(budget: &mut Budget, length: u64, mut used: impl FnMut(u64) -> u64, cost: impl Fn(u64) -> u64) -> Vec<u64> {
        let (mut now, mut looks) = (0, Vec::new());
        while now < length {
            now += 10;
            (0..RECENT).for_each(|_| budget.see_use(used(now)));
            if budget.allows(Way::Copied, millis(now)) {
                looks.push(now);
                let cost = cost(used(now));
                budget.spend_on_look(Way::Copied, millis(cost));
                now += cost;
                // Nobody knows what the first one costs, and the second may cost as much although that was not believed.
                assert!(looks.len() < 3 || budget.spent() <= millis(now).mul_f64(0.1 * TOLERANCE), "{:?} of {now}", budget.spent());
            }
        }
        looks
    }

    #[test]
    fn looks_are_spaced_so_that_all_of_them_stay_within_the_share() {
        let looks = run(&mut budget(Some(10.0), None, 10_000_000), 100_000, |_| 10_000_000, |_| 400);
        assert!((23..=25).contains(&looks.len()), "{}", looks.len());
    }

    /// A bus that grows to 100 MB in 22 seconds, whose first look, at a tiny heap, took 0.55 s because the machine was busy. Its cost is
    /// no measure for that of a large heap: looks of 10 ns per byte, and of 0.4 s for a full heap, are made to the end.
    #[test]
    fn a_dear_first_look_does_not_end_all_others() {
        let mut budget = budget(Some(10.0), None, 2_000_000);
        budget.spend_on_look(Way::Copied, millis(550));
        let looks = run(&mut budget, 22_000, |now| 2_000_000 + now * 4500, |used| 10 + used / 250_000);
        // 2.2 s may be spent, 0.55 s are, and further ones cost 0.2 to 0.4 s.
        assert!(looks.len() >= 5 && looks[0] < 9000, "{looks:?}");
        assert!(looks.last().is_some_and(|&last| last > 22_000 * 8 / 10), "{looks:?}");
        assert!(budget.spent() >= millis(22_000).mul_f64(0.05), "half of the budget is used: {:?}", budget.spent());
    }

    #[test]
    fn a_small_heap_is_looked_at_once_even_if_the_program_is_short() {
        let mut small = budget(Some(10.0), None, 10_000_000);
        assert!(small.allows(Way::InPlace, millis(100)) && !budget(Some(10.0), None, 100_000_000).allows(Way::InPlace, millis(100)));
        small.spend_on_look(Way::InPlace, millis(50));
        assert!(!small.allows(Way::InPlace, millis(200)));
        assert!(!budget(Some(0.0), None, 1000).allows(Way::InPlace, millis(100)));
        assert!(budget(None, None, 1 << 40).allows(Way::InPlace, Duration::ZERO));
    }

    /// A script leaves 26 MB after each collection, and has made 900 MB of garbage since the last one when it ends.
    #[test]
    fn counts_meet_all_the_garbage_that_there_is() {
        for (detail, is_allowed) in [(Detail::Counts, false), (Detail::States, true)] {
            let mut budget = Budget::new(None, Some(millis(300)), detail);
            (0..3).for_each(|_| budget.see_use(26_000_000));
            budget.see_use(900_000_000);
            assert_eq!((budget.allows_stop(), budget.allows_count()), (is_allowed, is_allowed), "{detail:?}");
            budget.expect_marking();
            assert!(budget.allows_stop(), "garbage is not marked");
            assert_eq!(budget.allows_count(), detail == Detail::Counts, "what cannot be ended may take twice as long");
        }
    }

    #[test]
    fn after_deep_stacks_there_is_no_look_for_a_while() {
        let mut budget = budget(None, Some(millis(200)), 1000);
        assert!(budget.stacks_may_be_shallow(Duration::ZERO) && budget.stack_time() == millis(200));
        budget.see_deep_stacks(millis(3000));
        assert_eq!([3000, 7999, 8000].map(|now| budget.stacks_may_be_shallow(millis(now))), [false, false, true]);
    }

    #[test]
    fn no_walk_may_stop_the_program_for_longer_than_it_may() {
        let most = millis(200);
        // 8 ns per byte: 5 MB are short, 20 MB fit, 30 MB do not.
        let stops = |used: u64| {
            let budget = budget(Some(10.0), Some(most), used);
            (budget.stop_is_short(), budget.allows_stop())
        };
        assert_eq!([5_000_000, 20_000_000, 30_000_000].map(stops), [(true, true), (false, true), (false, false)]);
        // One that took 60 ms is not made again, one of 40 ms is.
        let is_repeated = |took: u64| {
            let mut budget = budget(Some(10.0), Some(most), 5_000_000);
            (0..2).for_each(|_| budget.spend_on_look(Way::InPlace, millis(took)));
            budget.stop_is_short()
        };
        assert_eq!([40, 60].map(is_repeated), [true, false]);
        for elapsed in [0, 1, 1000, 1_000_000] {
            let limit = budget(Some(10.0), Some(most), 20_000_000).limit(millis(elapsed)).expect("there is one");
            assert!(limit.time <= most && (limit.enough.is_none() || limit.time * 2 <= most), "{limit:?}");
        }
        assert_eq!(budget(None, Some(most), 1).limit(millis(5)), Some(Limit { time: most, enough: None }));
        assert_eq!(budget(None, None, 1).limit(millis(5)), None);
        let mut counting = budget(None, Some(most), 1);
        assert_eq!(counting.count_limit(), Some(most / 2));
        counting.spend_on_look(Way::InPlace, millis(10));
        assert_eq!(counting.count_limit(), Some(most));
        // A fork takes 15 ms per GB.
        let budget = budget(None, Some(millis(20)), 1);
        assert!(budget.allows_fork(1_000_000_000, Duration::ZERO) && !budget.allows_fork(2_000_000_000, Duration::ZERO));
    }

    #[test]
    fn a_program_that_was_stopped_for_too_long_is_left_alone_for_longer_and_longer() {
        let mut budget = budget(None, Some(millis(100)), 1);
        let (mut now, mut stops) = (0, Vec::new());
        while now < 60_000 {
            if budget.allows_fork(1000, millis(now)) {
                stops.push(now);
                now += 110;
                budget.learn_fork(millis(110), 1000, millis(now));
            }
            now += 10;
        }
        assert_eq!(stops, [0, 1210, 3520, 8030, 16_940, 34_650]);
        assert!(budget.allows_fork(499, millis(now)) && !budget.allows_fork(500, millis(now)), "but for much less");
        budget.learn_fork(millis(90), 1000, millis(now));
        assert!(budget.allows_fork(1000, Duration::from_secs(500)), "one that was short enough makes good for all");
    }

    #[test]
    fn what_a_look_costs_is_learnt_from_those_before() {
        let mut budget = budget(Some(10.0), None, 25_000_000);
        assert_eq!(budget.cost(Way::InPlace), START + millis(200));
        budget.spend_on_look(Way::InPlace, millis(100));
        let see = |budget: &mut Budget, used: u64| (0..RECENT).for_each(|_| budget.see_use(used));
        see(&mut budget, 50_000_000);
        assert_eq!(budget.cost(Way::InPlace), millis(200), "25 MB more at the 4 ns per byte of the first look");
        budget.spend_on_look(Way::InPlace, millis(150));
        see(&mut budget, 75_000_000);
        // The last 25 MB took 2 ns per byte; the mean of that and 4 is 3.
        assert_eq!(budget.cost(Way::InPlace), millis(225));
        budget.see_use(100_000_000);
        assert_eq!(budget.cost(Way::InPlace), millis(225), "most of what one collection left more may be garbage");
        see(&mut budget, 25_000_000);
        assert_eq!(budget.cost(Way::InPlace), millis(75), "a heap that shrank costs less, but not next to nothing");
    }

    #[test]
    fn tags_and_walks_that_were_given_up_are_paid_for() {
        let mut budget = budget(Some(10.0), None, 50_000_000);
        budget.spend_on_tags(1_000_000, 10);
        assert_eq!(budget.spent(), millis(150));
        budget.spend_in_vain(Way::InPlace, millis(100), Some(25_000_000));
        assert_eq!((budget.spent(), budget.cost(Way::InPlace)), (millis(250), millis(200)), "it was half through");
        budget.spend_in_vain(Way::Copied, millis(100), None);
        let expected = budget.cost(Way::Copied);
        assert!((millis(100)..=millis(200)).contains(&expected), "half through, if the first one is to be believed: {expected:?}");
    }
}
