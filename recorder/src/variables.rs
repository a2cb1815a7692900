//! Names of local variables: taken from class files as the JVM loads them, asked for where a frame holds an object.
//!
//! The JVM itself would tell names (`GetLocalVariableTable`), but once it may be asked it keeps variables alive that the
//! program will not read any more, and so changes what is recorded.
//!
//! A method is known by its class, name, descriptor and bytecodes, as a hash. With the bytecodes a name is never told of
//! another method than that whose class file was read: not of a class of the same name from another loader, nor of one
//! that was defined anew or changed by an agent on its way into the JVM, where slots and places may mean something else.
//! Where two class files agree in all that but name their variables differently, no name is told. Two different methods
//! have the same hash with a probability of about 2^-64.
//!
//! Memory: 12 bytes per entry of a table of local variables of reference types, 20 per method that has any, and every name
//! once with 80 bytes beside it; twice that at most, with the room that tables grow into. A method has at most 65,535
//! entries per table, and in practice one per variable. Beyond 64 MiB no more names are kept. Classes without any table
//! leave nothing.
//!
//! Time: a few percent of a program that does nothing but start, as the JVM shows each class file; `scripts/bench.sh recording`
//! tells it for `javac`.

use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::class_file::{MethodVariables, Variable, methods_with_variables};
use crate::jvm::{Jvm, thread_time};

/// Bytes in use, without room to grow: tables may have as much again. Hundreds of thousands of methods.
const MOST_BYTES: usize = 32 << 20;

/// Bytes of a method's place in a hash table.
const METHOD_BYTES: usize = 20;
/// Bytes beside a name.
const NAME_BYTES: usize = 80;

/// Names of local variables of all classes that were loaded since the recording began.
#[derive(Default)]
pub(crate) struct VariableNames {
    table: Mutex<Table>,
    is_full: AtomicBool,
    cost_nanos: AtomicU64,
}

/// A method, as [`VariableNames`] knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MethodKey(u64);

/// What a slot holds for some bytecodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range {
    name: u32,
    start: u16,
    length: u16,
    slot: u16,
}

#[derive(Default)]
struct Table {
    /// Where in `ranges` those of a method begin, and how many they are: 0 where class files disagree.
    methods: FxHashMap<MethodKey, (u32, u32)>,
    ranges: Vec<Range>,
    names: Vec<Arc<str>>,
    numbers: FxHashMap<Arc<str>, u32>,
    name_bytes: usize,
}

impl VariableNames {
    /// The JVM is about to load a class from this file. Runs in the thread that needs the class.
    pub(crate) fn class_loads(&self, file: &[u8]) {
        if self.is_full() {
            return;
        }
        let begin = thread_time();
        let methods: Vec<(MethodKey, MethodVariables<'_>)> =
            methods_with_variables(file).into_iter().map(|method| (MethodKey::of(&method), method)).collect();
        if !methods.is_empty() && !self.table().add(&methods, MOST_BYTES) {
            self.is_full.store(true, Ordering::Relaxed);
        }
        self.cost_nanos.fetch_add(thread_time().saturating_sub(begin).as_nanos() as u64, Ordering::Relaxed);
    }

    /// The variable that a slot holds at a bytecode.
    pub(crate) fn name(&self, method: MethodKey, slot: u32, location: i64) -> Option<Arc<str>> {
        self.table().name(method, slot, location)
    }

    /// Whether no class with names was loaded.
    pub(crate) fn is_empty(&self) -> bool {
        self.table().methods.is_empty()
    }

    /// Whether there were more names than are kept.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// How long processors have read class files for threads of the program since the last call.
    pub(crate) fn take_cost(&self) -> Duration {
        Duration::from_nanos(self.cost_nanos.swap(0, Ordering::Relaxed))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MethodKey {
    fn new(class: &[u8], name: &[u8], descriptor: &[u8], code: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        (class, name, descriptor, code).hash(&mut hasher);
        Self(hasher.finish())
    }

    fn of(method: &MethodVariables<'_>) -> Self {
        Self::new(method.class, method.name, method.descriptor, method.code)
    }

    /// The key of a method by what the JVM calls it; `None` if its class is gone.
    pub(crate) fn of_loaded(jvm: Jvm<'_>, method: usize) -> Option<Self> {
        let code = jvm.bytecodes(method)?;
        let facts = jvm.method(method)?;
        let class = facts.class.strip_prefix('L')?.strip_suffix(';')?;
        Some(Self::new(class.as_bytes(), facts.name.as_bytes(), facts.signature.as_bytes(), &code))
    }
}

impl Table {
    /// Whether all of it could be added within so many bytes.
    fn add(&mut self, methods: &[(MethodKey, MethodVariables<'_>)], most_bytes: usize) -> bool {
        for (key, method) in methods {
            if self.bytes() + METHOD_BYTES + method.variables.len() * size_of::<Range>() > most_bytes {
                return false;
            }
            self.add_method(*key, &method.variables);
        }
        true
    }

    fn add_method(&mut self, key: MethodKey, variables: &[Variable<'_>]) {
        let first = self.ranges.len();
        for &Variable { start, length, slot, name } in variables {
            let name = self.number(name);
            self.ranges.push(Range { name, start, length, slot });
        }
        match self.methods.entry(key) {
            Entry::Vacant(vacant) => {
                vacant.insert((first as u32, variables.len() as u32));
            }
            // Mostly the same class file again: from another loader, or from a thread that was not quick enough.
            Entry::Occupied(mut known) => {
                let (at, count) = *known.get();
                if self.ranges[at as usize..][..count as usize] != self.ranges[first..] {
                    known.insert((at, 0));
                }
                self.ranges.truncate(first);
            }
        }
    }

    fn name(&self, method: MethodKey, slot: u32, location: i64) -> Option<Arc<str>> {
        let &(at, count) = self.methods.get(&method)?;
        let holds = |range: &&Range| {
            let (start, length) = (i64::from(range.start), i64::from(range.length));
            u32::from(range.slot) == slot && (start..start + length).contains(&location)
        };
        let mut names = self.ranges[at as usize..][..count as usize].iter().filter(holds).map(|range| range.name);
        let name = names.next()?;
        names.all(|other| other == name).then(|| Arc::clone(&self.names[name as usize]))
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let (name, number): (Arc<str>, _) = (name.into(), self.names.len() as u32);
        self.name_bytes += name.len();
        self.names.push(Arc::clone(&name));
        self.numbers.insert(name, number);
        number
    }

    fn bytes(&self) -> usize {
        self.methods.len() * METHOD_BYTES + self.ranges.len() * size_of::<Range>() + self.names.len() * NAME_BYTES + self.name_bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(variables: &[&[(u16, u16, u16, &'static str)]]) -> Table {
        let mut table = Table::default();
        for (key, &method) in (0..).zip(variables) {
            table.add_method(MethodKey(key), &list(method));
        }
        table
    }

    fn list(variables: &[(u16, u16, u16, &'static str)]) -> Vec<Variable<'static>> {
        variables.iter().map(|&(start, length, slot, name)| Variable { start, length, slot, name }).collect()
    }

    #[test]
    fn a_variable_is_named_from_its_first_bytecode_to_its_last() {
        let table = table(&[&[(0, 20, 0, "this"), (8, 4, 1, "cart"), (12, 8, 1, "order")], &[(0, 5, 1, "cart")]]);
        let names = |slot: u32, places: &[i64]| -> Vec<String> {
            places.iter().map(|&at| table.name(MethodKey(0), slot, at).as_deref().unwrap_or("-").to_owned()).collect()
        };
        assert_eq!(names(1, &[-1, 0, 7, 8, 11, 12, 19, 20, 1 << 40]), ["-", "-", "-", "cart", "cart", "order", "order", "-", "-"]);
        assert_eq!(names(0, &[0, 19, 20]), ["this", "this", "-"]);
        // Operands have the slots behind the last variable.
        assert_eq!(names(2, &[9]), ["-"]);
        assert_eq!(table.name(MethodKey(1), 1, 4).as_deref(), Some("cart"));
        assert_eq!(table.name(MethodKey(2), 1, 4), None);
        assert_eq!(table.names.len(), 3, "every name once");
    }

    #[test]
    fn who_disagrees_is_not_believed() {
        let mut table = table(&[&[(0, 9, 1, "cart"), (4, 5, 1, "order")], &[(0, 9, 1, "cart")]]);
        assert_eq!([2, 5].map(|at| table.name(MethodKey(0), 1, at).is_some()), [true, false], "two names for one slot");
        table.add_method(MethodKey(1), &list(&[(0, 9, 1, "cart")]));
        assert_eq!(table.name(MethodKey(1), 1, 0).as_deref(), Some("cart"), "the same again");
        let ranges = table.ranges.len();
        table.add_method(MethodKey(1), &list(&[(0, 9, 1, "a")]));
        assert_eq!(table.name(MethodKey(1), 1, 0), None);
        table.add_method(MethodKey(1), &list(&[(0, 9, 1, "cart")]));
        assert_eq!((table.name(MethodKey(1), 1, 0), table.ranges.len()), (None, ranges));
    }

    #[test]
    fn nothing_is_added_beyond_the_bound() {
        let mut table = Table::default();
        let method = |name: &'static [u8]| MethodVariables {
            class: b"A",
            name,
            descriptor: b"()V",
            code: b"",
            variables: list(&[(0, 1, 0, "this"), (0, 1, 1, "some")]),
        };
        let methods = [method(b"a"), method(b"b"), method(b"c")].map(|method| (MethodKey::of(&method), method));
        // 20 for the method, 2 * 12 for its variables; both names are there from the first one on, with 2 * 80 + 8.
        assert!(table.add(&methods[..1], 44));
        assert_eq!(table.bytes(), 44 + 168);
        assert!(!table.add(&methods, 44 + 168 + 44), "the third one has no room");
        assert_eq!([0, 1, 2].map(|at| table.name(methods[at].0, 0, 0).is_some()), [true, true, false]);
    }
}
