//! Reads a heap that stands still by itself, in a copy of the process: no object has to be tagged and looked up, as the tool interface
//! asks for.
//!
//! The JVM shows roots and what class objects refer to; with each object that it shows, the address is found beside the tag that it
//! hands out, and checked by the two numbers around it. From there on references are followed by HotSpot's own tables (`hotspot`,
//! `layouts`). Two passes: the first marks what is reachable, one bit per 8 bytes of the heap; the second goes through the marked
//! objects by address, numbers them by that order, and tells each with its references. Memory: 1/64 of the heap for marks, 1/128 for
//! numbers, and the stack of objects whose references wait to be followed.
//!
//! Whatever is not as expected ends the copy, and the tool interface is asked from then on. Whether the two tell the same is checked
//! by tests on every JDK.
#![allow(unsafe_code, reason = "memory of the JVM is read as it says that it is laid out")]

mod hotspot;
mod layouts;
mod marks;

use rustc_hash::FxHashMap;
use trace_format::{BirthsDraft, Descriptor, Place, Rows};

pub(crate) use self::hotspot::HotSpot;
use self::layouts::{Classes, Kind, Layouts};
pub(crate) use self::layouts::{Shape, Unsuited};
use self::marks::Marks;
use crate::samples::Samples;
use crate::walk::{MOST_BIRTHS, MOST_IN_ROW, Part, ROWS_BYTES, Sums};

/// What the program tells the copy of the heap. Handles are resolved where the program stands still.
pub(crate) struct Known<'a> {
    pub(crate) hotspot: &'a HotSpot,
    pub(crate) shapes: &'a FxHashMap<u32, Shape>,
    /// Handles of class objects, with the numbers of their classes and their ids.
    pub(crate) classes: Vec<(usize, u32, u64)>,
    /// Objects whose allocation was sampled.
    pub(crate) samples: &'a Samples,
    /// Handles of objects that have an id, class objects aside: those samples whose allocation was written, and once the program stands
    /// still the others.
    pub(crate) ids: Vec<(usize, u64)>,
    /// Addresses of further ones.
    pub(crate) addresses: Vec<(usize, u64)>,
    /// References from instance fields of class objects: handles, and where.
    pub(crate) held: Vec<(usize, Place, usize)>,
    /// The number of `java.lang.Class`.
    pub(crate) class_class: u32,
    /// The number of `jdk.internal.vm.StackChunk`; 0 where there is none.
    pub(crate) stack_chunks: u32,
    /// Collections that have ended.
    pub(crate) collections: u32,
    /// The first id for all others.
    pub(crate) first_id: u64,
}

/// What the JVM has shown of class objects, by the number of the class: places and addresses.
pub(crate) type ClassRows = FxHashMap<u32, Vec<(u64, usize)>>;

struct Reader<'a> {
    layouts: Layouts<'a>,
    marks: Marks,
    /// Objects that have an id already, by address.
    ids: FxHashMap<usize, u64>,
    with_ids: Marks,
    /// References of class objects, by address.
    rows: FxHashMap<usize, Vec<(u64, usize)>>,
    waiting: Vec<usize>,
    first_id: u64,
}

/// Tells all that is reachable from objects at these addresses. Returns the ids of these, and sums.
///
/// # Errors
/// [`Unsuited`] where something is not laid out as expected.
///
/// # Safety
/// In a copy of a JVM that stands still; addresses must be of objects.
pub(crate) unsafe fn tell(
    known: Known<'_>,
    class_rows: ClassRows,
    roots: &[usize],
    put: &mut dyn FnMut(Part),
) -> Result<(Vec<u64>, Sums), Unsuited> {
    let Known { hotspot, shapes, classes, ids, addresses, held, class_class, stack_chunks, collections, first_id, .. } = known;
    let mut rows: FxHashMap<usize, Vec<(u64, usize)>> = FxHashMap::default();
    let mut all_ids: FxHashMap<usize, u64> = addresses.into_iter().collect();
    let mut numbers: FxHashMap<usize, u32> = FxHashMap::default();
    // SAFETY: by contract; handles were given by the JVM and are alive.
    unsafe {
        all_ids.extend(ids.iter().map(|&(handle, id)| (HotSpot::resolve(handle), id)));
        for &(handle, number, id) in &classes {
            let mirror = HotSpot::resolve(handle);
            all_ids.insert(mirror, id);
            numbers.insert(mirror, number);
            if let Some(row) = class_rows.get(&number) {
                rows.entry(mirror).or_default().extend(row);
            }
        }
        for (class_object, place, target) in held {
            rows.entry(HotSpot::resolve(class_object)).or_default().push((place.code(), HotSpot::resolve(target)));
        }
    }
    all_ids.remove(&0);
    let mut with_ids = Marks::new(&hotspot.heap);
    if all_ids.keys().any(|&object| with_ids.add(object).is_none()) {
        return Err(Unsuited);
    }
    let classes = Classes { shapes, numbers, class_class, stack_chunks };
    let mut reader = Reader {
        layouts: Layouts::new(hotspot, classes),
        marks: Marks::new(&hotspot.heap),
        ids: all_ids,
        with_ids,
        rows,
        waiting: Vec::new(),
        first_id,
    };
    // SAFETY: by contract.
    unsafe {
        reader.mark(roots)?;
        let sums = reader.tell(collections, put)?;
        let Reader { marks, with_ids, ids, first_id, .. } = &reader;
        let numbers = Numbers { marks, with_ids, ids, first_id: *first_id };
        Ok((roots.iter().map(|&root| numbers.id(root)).collect(), sums))
    }
}

impl Reader<'_> {
    /// Follows references from these objects on.
    ///
    /// # Safety
    /// As of [`tell`].
    unsafe fn mark(&mut self, roots: &[usize]) -> Result<(), Unsuited> {
        for &root in roots {
            self.meet(root)?;
        }
        while let Some(object) = self.waiting.pop() {
            // SAFETY: by contract; what references of objects lead to are objects.
            unsafe {
                let at = self.layouts.of(object)?;
                let hotspot = self.layouts.hotspot;
                let mirror = self.layouts.all[at].mirror;
                self.meet(mirror)?;
                match &self.layouts.all[at].kind {
                    Kind::Values(..) => {}
                    Kind::Instance(_, references) => {
                        let (marks, waiting) = (&mut self.marks, &mut self.waiting);
                        for &(offset, _) in references {
                            meet(marks, waiting, hotspot.reference(object + offset as usize))?;
                        }
                    }
                    &Kind::Objects(header) => {
                        let step = hotspot.reference_bytes() as usize;
                        for at in 0..HotSpot::array_length(object) {
                            self.meet(hotspot.reference(object + header + at * step))?;
                        }
                    }
                    Kind::Mirror => {
                        for (_, target) in self.rows.get(&object).into_iter().flatten() {
                            meet(&mut self.marks, &mut self.waiting, *target)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn meet(&mut self, object: usize) -> Result<(), Unsuited> {
        meet(&mut self.marks, &mut self.waiting, object)
    }

    /// Counts what was marked, and tells it.
    ///
    /// # Safety
    /// As of [`tell`].
    unsafe fn tell(&mut self, collections: u32, put: &mut dyn FnMut(Part)) -> Result<Sums, Unsuited> {
        let mut sums = Sums { told: u64::from(self.marks.count()), ..Sums::default() };
        let (mut births, mut draft, mut slots) = (BirthsDraft::default(), Rows::default(), Vec::new());
        let Self { layouts, marks, ids, with_ids, rows, first_id, .. } = self;
        let numbers = Numbers { marks, with_ids, ids, first_id: *first_id };
        for object in marks.objects() {
            // SAFETY: by contract.
            let (bytes, length, class) = unsafe { describe(layouts, rows, &numbers, object, &mut slots)? };
            let id = numbers.id(object);
            sums.objects += 1;
            sums.bytes += bytes;
            sums.references += slots.len() as u64;
            births.add(id, Descriptor { class, length, bytes, born: collections });
            if births.len() == MOST_BIRTHS {
                put(Part::Births(births.take()));
            }
            for (at, some) in slots.chunks(MOST_IN_ROW).enumerate() {
                draft.push(id, some, at > 0);
                if draft.bytes() > ROWS_BYTES {
                    put(Part::Rows(std::mem::take(&mut draft)));
                }
            }
        }
        sums.visited = sums.references + sums.objects;
        if !births.is_empty() {
            put(Part::Births(births.take()));
        }
        if !draft.is_empty() {
            put(Part::Rows(draft));
        }
        Ok(sums)
    }
}

#[inline]
fn meet(marks: &mut Marks, waiting: &mut Vec<usize>, object: usize) -> Result<(), Unsuited> {
    if object == 0 {
        return Ok(());
    }
    if marks.add(object).ok_or(Unsuited)? {
        waiting.push(object);
    }
    Ok(())
}

/// Ids of objects.
struct Numbers<'a> {
    marks: &'a Marks,
    with_ids: &'a Marks,
    ids: &'a FxHashMap<usize, u64>,
    first_id: u64,
}

impl Numbers<'_> {
    #[inline]
    fn id(&self, object: usize) -> u64 {
        if self.with_ids.has(object)
            && let Some(&id) = self.ids.get(&object)
        {
            return id;
        }
        self.first_id + u64::from(self.marks.number(object))
    }
}

/// Bytes, elements and class of an object; `slots` gets its references.
///
/// # Safety
/// As of [`tell`].
unsafe fn describe(
    layouts: &mut Layouts<'_>,
    rows: &FxHashMap<usize, Vec<(u64, usize)>>,
    numbers: &Numbers<'_>,
    object: usize,
    slots: &mut Vec<(u64, u64)>,
) -> Result<(u64, Option<u64>, u32), Unsuited> {
    slots.clear();
    // SAFETY: by contract.
    unsafe {
        let at = layouts.of(object)?;
        let (hotspot, layout) = (layouts.hotspot, &layouts.all[at]);
        let (bytes, length) = match &layout.kind {
            Kind::Instance(bytes, references) => {
                for &(offset, place) in references {
                    let target = hotspot.reference(object + offset as usize);
                    if target != 0 {
                        slots.push((place, numbers.id(target)));
                    }
                }
                (*bytes, None)
            }
            Kind::Mirror => {
                let row = rows.get(&object).into_iter().flatten().filter(|slot| slot.1 != 0);
                slots.extend(row.map(|&(place, target)| (place, numbers.id(target))));
                slots.sort_unstable();
                (hotspot.mirror_bytes(object), None)
            }
            &Kind::Objects(header) => {
                let (length, step) = (HotSpot::array_length(object), hotspot.reference_bytes() as usize);
                for at in 0..length {
                    let target = hotspot.reference(object + header + at * step);
                    if target != 0 {
                        slots.push((Place::Element(at as u32).code(), numbers.id(target)));
                    }
                }
                (header + length * step, Some(length as u64))
            }
            &Kind::Values(header, log) => {
                let length = HotSpot::array_length(object);
                (header + (length << log), Some(length as u64))
            }
        };
        Ok((bytes.next_multiple_of(8) as u64, length, layout.class))
    }
}
