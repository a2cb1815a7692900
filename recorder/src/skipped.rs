//! Looks at the heap that were not made or not ended, and what would have helped: who reads the trace must not take few states for a
//! quiet program.

use std::collections::BTreeMap;

use crate::options::Options;

/// Counts of looks that came to nothing.
#[derive(Debug, Default)]
pub(crate) struct Skipped {
    budget: u32,
    pause: u32,
    memory: u32,
    virtual_threads: u32,
    deep_stacks: u32,
    full_heap: u32,
    too_long: u32,
    unreadable: u32,
    failures: BTreeMap<String, u32>,
}

impl Skipped {
    /// A collection without a look, as that would have cost too much.
    pub(crate) fn no_budget(&mut self) {
        self.budget += 1;
    }

    /// The program would have stood still for too long.
    pub(crate) fn no_pause(&mut self) {
        self.pause += 1;
    }

    /// There was too little memory for a copy.
    pub(crate) fn no_memory(&mut self) {
        self.memory += 1;
    }

    /// There were virtual threads, and there could be no copy.
    pub(crate) fn virtual_threads(&mut self) {
        self.virtual_threads += 1;
    }

    /// The JVM could have worked on stacks for too long.
    pub(crate) fn deep_stacks(&mut self) {
        self.deep_stacks += 1;
    }

    /// There was hardly any room left in a heap that is collected beside the program.
    pub(crate) fn full_heap(&mut self) {
        self.full_heap += 1;
    }

    /// A walk was given up: it took longer than it may.
    pub(crate) fn too_long(&mut self) {
        self.too_long += 1;
    }

    /// In a copy there was something that only the JVM can read.
    pub(crate) fn unreadable(&mut self) {
        self.unreadable += 1;
    }

    /// A copy failed.
    pub(crate) fn failed(&mut self, why: &str) {
        *self.failures.entry(why.to_owned()).or_default() += 1;
    }

    /// One line per reason, with what helps. `is_short` if there are fewer states than it takes to see what grows.
    pub(crate) fn lines(&self, options: &Options, is_short: bool) -> Vec<String> {
        let percent = options.budget.unwrap_or_default();
        let pause = options.max_pause.map_or(0, |pause| pause.as_millis());
        let mut lines = Vec::new();
        let mut line = |count: u32, text: String| {
            if count > 0 {
                lines.push(format!("{count} {}: {text}", if count == 1 { "look at the heap" } else { "looks at the heap" }));
            }
        };
        if is_short {
            line(
                self.budget,
                format!(
                    "not begun, they would have cost more than {percent} % of the run time by then (--budget; --at-exit and --every look whatever it costs)"
                ),
            );
        }
        line(self.pause, format!("not begun, each would have stopped the program for more than {pause} ms (--max-pause)"));
        line(self.memory, "not begun or given up, a copy of the process needs more memory than is free".to_owned());
        line(
            self.virtual_threads,
            "given up, the JVM could fail at virtual threads that are being made, and the heap of this collector cannot be copied (another \
             collector, such as G1, helps)"
                .to_owned(),
        );
        line(
            self.deep_stacks,
            "not begun, threads were thousands of calls deep, or had been a moment ago, for which the JVM could have stopped the program longer \
             than it may (--max-pause)"
                .to_owned(),
        );
        line(
            self.full_heap,
            "not begun, the heap was nearly full, and the collector works beside the program: what a look takes in hand it keeps, garbage too, \
             until its next cycle, and there might have been no room until then (-Xmx helps)"
                .to_owned(),
        );
        line(self.too_long, "given up, they took longer than the budget or --max-pause allow".to_owned());
        line(
            self.unreadable,
            "given up, something was in the heap that only the JVM can read, such as the stack of a virtual thread that waits".to_owned(),
        );
        for (why, &count) in &self.failures {
            line(count, format!("failed in a copy of the process, {why}"));
        }
        lines
    }
}
