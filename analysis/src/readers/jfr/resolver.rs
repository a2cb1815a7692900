//! From the numbers of constants to what they stand for, each worked out once per chunk.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::constants::{Constants, Pool};
use super::recording::{Link, LinkIndex, ReferredBy, Referrer};
use super::tables::{Frame, NameIndex, StackIndex, Tables};
use crate::base::class_names::source_form;
use crate::readers::shared_texts::SharedTexts;

/// The flag of static fields.
const STATIC: u64 = 8;

/// Answers for the constants of one chunk. What is missing has an empty name.
pub(super) struct Resolver<'c, 'a> {
    constants: &'c Constants<'a>,
    pub(super) tables: &'c mut Tables,
    links: &'c mut Vec<Link>,
    none: NameIndex,
    symbols: FxHashMap<u64, NameIndex>,
    /// Names of classes by their symbols, which classes of several loaders share.
    class_names: FxHashMap<u64, NameIndex>,
    classes: FxHashMap<u64, NameIndex>,
    methods: FxHashMap<u64, (NameIndex, NameIndex)>,
    stacks: FxHashMap<u64, StackIndex>,
    threads: FxHashMap<u64, NameIndex>,
    texts: FxHashMap<(Pool, u64), Arc<str>>,
    /// Texts that stand in events, and are the same again and again.
    shared_texts: SharedTexts,
    objects: FxHashMap<u64, LinkIndex>,
}

impl<'c, 'a> Resolver<'c, 'a> {
    pub(super) fn new(constants: &'c Constants<'a>, tables: &'c mut Tables, links: &'c mut Vec<Link>) -> Self {
        let none = tables.add_name("");
        Self {
            constants,
            tables,
            links,
            none,
            symbols: FxHashMap::default(),
            class_names: FxHashMap::default(),
            classes: FxHashMap::default(),
            methods: FxHashMap::default(),
            stacks: FxHashMap::default(),
            threads: FxHashMap::default(),
            texts: FxHashMap::default(),
            shared_texts: SharedTexts::default(),
            objects: FxHashMap::default(),
        }
    }

    fn symbol(&mut self, number: Option<u64>) -> NameIndex {
        let Some(number) = number else { return self.none };
        let Self { constants, tables, symbols, .. } = self;
        *symbols.entry(number).or_insert_with(|| tables.add_name(&constants.text_of(Pool::Symbol, number).unwrap_or_default()))
    }

    /// A class in source form.
    pub(super) fn class(&mut self, number: Option<u64>) -> NameIndex {
        let Some(number) = number else { return self.none };
        if let Some(&known) = self.classes.get(&number) {
            return known;
        }
        let symbol = self.constants.values(Pool::Class, number).and_then(|values| values.get(0));
        let name = symbol.map_or(self.none, |symbol| {
            let Self { constants, tables, class_names, .. } = self;
            *class_names.entry(symbol).or_insert_with(|| {
                let name = constants.text_of(Pool::Symbol, symbol).unwrap_or_default();
                // The address of a hidden class stands after a slash here, in a dump after a plus sign; both then name one class.
                tables.add_name(&source_form(&name.replace("/0x", "+0x")))
            })
        });
        self.classes.insert(number, name);
        name
    }

    fn method(&mut self, number: u64) -> (NameIndex, NameIndex) {
        if let Some(&known) = self.methods.get(&number) {
            return known;
        }
        let [class, name] = self.constants.values(Pool::Method, number).map_or([None; 2], |values| [values.get(0), values.get(1)]);
        let method = (self.class(class), self.symbol(name));
        self.methods.insert(number, method);
        method
    }

    /// A call stack; the empty one if there is none.
    #[inline]
    pub(super) fn stack(&mut self, number: Option<u64>) -> StackIndex {
        let number = number.unwrap_or(0);
        match self.stacks.get(&number) {
            Some(&known) => known,
            None => self.new_stack(number),
        }
    }

    fn new_stack(&mut self, number: u64) -> StackIndex {
        let [is_cut, frames_at] =
            self.constants.values(Pool::StackTrace, number).map_or([None; 2], |values| [values.get(0), values.get(1)]);
        let raw = frames_at.map_or(Vec::new(), |at| self.constants.frames_at(at));
        let frames: Vec<Frame> = raw
            .into_iter()
            .map(|(method, line)| {
                let (class, method) = self.method(method);
                Frame { class, method, line }
            })
            .collect();
        let stack = self.tables.add_stack(&frames, is_cut.is_some_and(|is_cut| is_cut != 0));
        self.stacks.insert(number, stack);
        stack
    }

    /// The name of a thread: that of Java, else that of the operating system.
    #[inline]
    pub(super) fn thread(&mut self, number: Option<u64>) -> NameIndex {
        let number = number.unwrap_or(0);
        let Self { constants, tables, threads, .. } = self;
        *threads.entry(number).or_insert_with(|| {
            let names = constants.values(Pool::Thread, number).map_or([None; 2], |values| [values.get(0), values.get(1)]);
            let name = names.into_iter().find_map(|at| constants.text_at(at));
            tables.add_name(&name.unwrap_or_default())
        })
    }

    /// The text of a constant that has no other field.
    pub(super) fn text_of(&mut self, pool: Pool, number: Option<u64>) -> Arc<str> {
        let number = number.unwrap_or(0);
        let text = || Arc::from(self.constants.text_of(pool, number).unwrap_or_default());
        self.texts.entry((pool, number)).or_insert_with(text).clone()
    }

    /// The same as a name.
    pub(super) fn name_of(&mut self, pool: Pool, number: Option<u64>) -> NameIndex {
        let text = self.text_of(pool, number);
        self.tables.add_name(&text)
    }

    /// A text that stands in an event.
    pub(super) fn text_at(&mut self, at: Option<u64>) -> NameIndex {
        match self.constants.text_at(at) {
            Some(text) => self.tables.add_name(&text),
            None => self.none,
        }
    }

    /// The same, as one that all who ask for it have together.
    pub(super) fn shared_text_at(&mut self, at: Option<u64>) -> Arc<str> {
        self.shared_texts.get(&self.constants.text_at(at).unwrap_or_default())
    }

    /// The wanted fields of a constant.
    pub(super) fn values(&self, pool: Pool, number: Option<u64>) -> Option<super::plan::Values> {
        self.constants.values(pool, number?)
    }

    /// An object of a chain, and with it all that follow it.
    pub(super) fn link(&mut self, number: u64) -> LinkIndex {
        if let Some(&known) = self.objects.get(&number) {
            return known;
        }
        let first = LinkIndex(self.links.len() as u32);
        let mut next = Some(number);
        while let Some(number) = next.take() {
            let at = LinkIndex(self.links.len() as u32);
            // Known from here on, so that a damaged chain that goes round ends.
            self.objects.insert(number, at);
            let values = self.constants.values(Pool::OldObject, number);
            let [address, class, description, reference] =
                values.map_or([None; 4], |values| [values.get(0), values.get(1), values.get(2), values.get(3)]);
            let link =
                Link { address: address.unwrap_or(0), class: self.class(class), description: self.text_at(description), referrer: None };
            self.links.push(link);
            let Some([array, field, object, skipped]) =
                self.values(Pool::Reference, reference).map(|values| [values.get(0), values.get(1), values.get(2), values.get(3)])
            else {
                continue;
            };
            let Some(object) = object.filter(|&object| self.constants.values(Pool::OldObject, object).is_some()) else { continue };
            let by = self.referred_by(array, field);
            let known = self.objects.get(&object).copied();
            let referrer = known.unwrap_or(LinkIndex(at.0 + 1));
            self.links[at.0 as usize].referrer = Some(Referrer { object: referrer, by, skipped: skipped.unwrap_or(0) as u32 });
            if known.is_none() {
                next = Some(object);
            }
        }
        first
    }

    fn referred_by(&mut self, array: Option<u64>, field: Option<u64>) -> ReferredBy {
        if let Some(values) = self.values(Pool::ArrayPlace, array) {
            return ReferredBy::Element { length: values.get(0).unwrap_or(0) as u32, index: values.get(1).unwrap_or(0) as u32 };
        }
        match self.values(Pool::FieldPlace, field) {
            Some(values) => {
                ReferredBy::Field { name: self.text_at(values.get(0)), is_static: values.get(1).is_some_and(|flags| flags & STATIC != 0) }
            }
            None => ReferredBy::Unknown,
        }
    }
}
