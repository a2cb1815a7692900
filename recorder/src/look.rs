//! Looks at the whole heap: which way fits now, and what it has cost.

use std::time::Instant;

use trace_format::{Histogram, WalkReason};

use crate::budget::Way;
use crate::copies::NoCopy;
use crate::jvm::{Jvm, WalkEnd, thread_time};
use crate::options::Detail;
use crate::trace::Trace;
use crate::walker::{Walked, Walker};

/// Of a heap that is collected concurrently no more may be in use for a look: see [`crate::signals::Signals::settled`].
const FULL: f64 = 0.875;

impl Walker {
    /// Looks at the whole heap, as closely as was asked for, in the way that fits; or notes why none does. What is ordered is done
    /// whatever it costs, but not whatever the pause.
    pub(crate) fn look(&mut self, trace: &Trace, jvm: Jvm<'_>, reason: WalkReason, is_ordered: bool) {
        let now = trace.now();
        if self.budget.meets_garbage()
            && let Some((used, _)) = jvm.heap_use()
        {
            self.budget.see_use(used);
        }
        if !is_ordered && !self.budget.stacks_may_be_shallow(now) {
            self.skipped.deep_stacks();
            return;
        }
        if !is_ordered && ![Way::InPlace, Way::Copied].iter().any(|&way| self.budget.allows(way, now)) {
            self.skipped.no_budget();
            return;
        }
        // What the JVM is asked must not be asked with that lock held: its collector waits for it.
        let is_concurrent = trace.signals.is_concurrent();
        let takes_samples = trace.options.detail != Detail::Counts && is_concurrent;
        if takes_samples && !jvm.is_ending() && jvm.heap_share().is_some_and(|share| share > FULL) {
            self.skipped.full_heap();
            return;
        }
        let way = self.way(trace, jvm);
        if is_ordered {
            // Where no way fits, the clock waits for its next time.
            trace.signals.note_look();
        }
        let Some((way, detail)) = way else { return };
        if !is_ordered && !self.budget.allows(way, now) {
            self.skipped.no_budget();
            return;
        }
        if way == Way::Copied {
            self.walk_in_copy(trace, jvm, reason, (!is_ordered).then_some(now));
            trace.signals.note_look();
            return;
        }
        let limit = if is_ordered { self.budget.pause_limit() } else { self.budget.limit(now) };
        let begin = thread_time();
        let Walked { pause, worked, end, met } = match detail {
            Detail::Counts => self.count(trace, jvm),
            Detail::States | Detail::Full => self.walk(trace, jvm, reason, limit),
        };
        trace.signals.note_look();
        // While the program stood still, all of the time was lost; else what a processor has worked.
        let rest = thread_time().saturating_sub(begin).saturating_sub(worked);
        match end {
            WalkEnd::Complete => self.budget.spend_on_look(Way::InPlace, pause + rest),
            WalkEnd::TooLong => {
                self.skipped.too_long();
                self.budget.spend_in_vain(Way::InPlace, pause + rest, Some(met));
            }
            WalkEnd::DeepStacks => {
                self.skipped.deep_stacks();
                self.budget.see_deep_stacks(trace.now());
                self.budget.spend(pause + rest);
            }
            WalkEnd::VirtualThread => {
                self.budget.spend(pause + rest);
                self.has_virtual_threads = true;
                self.look(trace, jvm, reason, is_ordered);
            }
        }
    }

    /// How the heap is to be looked at, and how closely; `None` where no way fits.
    fn way(&mut self, trace: &Trace, jvm: Jvm<'_>) -> Option<(Way, Detail)> {
        let detail = trace.options.detail;
        if detail != Detail::Counts {
            if !self.has_virtual_threads && self.budget.stop_is_short() {
                return Some((Way::InPlace, detail));
            }
            match self.may_copy(jvm, trace.now()) {
                Ok(()) => return Some((Way::Copied, detail)),
                Err(_) if self.has_virtual_threads => {
                    self.skipped.virtual_threads();
                    return self.budget.allows_count().then_some((Way::InPlace, Detail::Counts));
                }
                Err(_) if self.budget.allows_stop() => {}
                Err(NoCopy::Memory) => self.skipped.no_memory(),
                Err(NoCopy::Pause | NoCopy::Never) => self.skipped.no_pause(),
            }
            return self.budget.allows_stop().then_some((Way::InPlace, detail));
        }
        let fits = self.budget.allows_count();
        if !fits {
            self.skipped.no_pause();
        }
        fits.then_some((Way::InPlace, detail))
    }

    fn count(&mut self, trace: &Trace, jvm: Jvm<'_>) -> Walked {
        self.name_classes(trace, jvm);
        let (collections, nanos) = (trace.collections(), trace.now().as_nanos() as u64);
        if jvm.stack_time() > self.budget.stack_time() {
            return Walked { end: WalkEnd::DeepStacks, ..Walked::default() };
        }
        let (pause, worked) = (Instant::now(), thread_time());
        let rows = trace.classes.histogram(self.budget.count_limit());
        let (pause, worked) = (pause.elapsed(), thread_time().saturating_sub(worked));
        match rows {
            Err(error) => self.limits.push(error),
            Ok(Err(met)) => return Walked { pause, worked, end: WalkEnd::TooLong, met },
            Ok(Ok(rows)) => {
                let pause_nanos = pause.as_nanos() as u64;
                // ZGC and Shenandoah, which stop the program for moments only, show nobody what nothing keeps alive.
                let with_unreachable = !trace.signals.is_concurrent();
                trace.put_new_names();
                trace.output.put(Histogram { collections, nanos, pause_nanos, with_unreachable, rows });
                self.histograms += 1;
            }
        }
        Walked { pause, worked, ..Walked::default() }
    }
}
