//! What happens between walks: garbage collections, allocations, deaths, class histograms.

use crate::block::{Block, BlockKind};
use crate::columns::{Cursor, Malformed, Sink};

/// One garbage collection. Times are nanoseconds since the start of the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Collection {
    /// Its number, from 1.
    pub number: u32,
    /// When the program stopped for it.
    pub start_nanos: u64,
    /// When the program went on.
    pub end_nanos: u64,
    /// String: the collector; empty if unknown.
    pub collector: u32,
    /// String: why; empty if unknown.
    pub cause: u32,
    /// Bytes of the heap in use before, where known.
    pub used_before: Option<u64>,
    /// Bytes of the heap in use after, where known.
    pub used_after: Option<u64>,
    /// Bytes that the heap had room for, where known.
    pub capacity: Option<u64>,
    /// Nanoseconds that the recorder has cost so far, on all of its own accounts.
    pub cost_nanos: u64,
}

/// Garbage collections in the order of time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Collections {
    /// The collections.
    pub collections: Vec<Collection>,
}

fn put_known(out: &mut Vec<u8>, value: Option<u64>) {
    out.put(value.map_or(0, |value| value.saturating_add(1)));
}

fn known(input: &mut Cursor<'_>) -> Result<Option<u64>, Malformed> {
    Ok(input.number()?.checked_sub(1))
}

impl Block for Collections {
    const KIND: BlockKind = BlockKind::Collections;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.collections.len() as u64);
        for collection in &self.collections {
            out.put(collection.number.into());
            out.put(collection.start_nanos);
            out.put(collection.end_nanos.saturating_sub(collection.start_nanos));
            out.put(collection.collector.into());
            out.put(collection.cause.into());
            put_known(out, collection.used_before);
            put_known(out, collection.used_after);
            put_known(out, collection.capacity);
            out.put(collection.cost_nanos);
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let collections = input.list(9, |input| {
            let (number, start_nanos) = (input.small()?, input.number()?);
            Ok(Collection {
                number,
                start_nanos,
                end_nanos: start_nanos.saturating_add(input.number()?),
                collector: input.small()?,
                cause: input.small()?,
                used_before: known(input)?,
                used_after: known(input)?,
                capacity: known(input)?,
                cost_nanos: input.number()?,
            })
        })?;
        Ok(Self { collections })
    }
}

/// An object whose allocation was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Allocation {
    /// The object, by id.
    pub id: u64,
    /// Its class, by number.
    pub class: u32,
    /// Its size.
    pub bytes: u64,
    /// Elements, of arrays.
    pub length: Option<u64>,
    /// The call stack, by number.
    pub site: u32,
    /// The thread, by id; 0 if unknown.
    pub thread: u64,
    /// How many collections had ended.
    pub collections: u32,
}

/// Allocations, all of them or a sample.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Allocations {
    /// Mean distance of samples in allocated bytes; 0 if every allocation was seen. An object of `b` bytes was seen with
    /// probability `1 - exp(-b / interval)`.
    pub interval: u64,
    /// The objects, by id.
    pub allocations: Vec<Allocation>,
}

impl Block for Allocations {
    const KIND: BlockKind = BlockKind::Allocations;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.interval);
        out.put(self.allocations.len() as u64);
        let mut last = Allocation::default();
        for allocation in &self.allocations {
            out.put_signed(allocation.id.wrapping_sub(last.id) as i64);
            out.put(allocation.class.into());
            out.put(allocation.bytes);
            put_known(out, allocation.length);
            out.put(allocation.site.into());
            out.put(allocation.thread);
            out.put_signed(i64::from(allocation.collections) - i64::from(last.collections));
            last = *allocation;
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let interval = input.number()?;
        let mut last = Allocation::default();
        let allocations = input.list(7, |input| {
            last = Allocation {
                id: last.id.wrapping_add(input.signed()? as u64),
                class: input.small()?,
                bytes: input.number()?,
                length: known(input)?,
                site: input.small()?,
                thread: input.number()?,
                collections: (i64::from(last.collections) + input.signed()?) as u32,
            };
            Ok(last)
        })?;
        Ok(Self { interval, allocations })
    }
}

/// Objects of [`Allocations`] that are gone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deaths {
    /// Id and number of the collection that took it.
    pub deaths: Vec<(u64, u32)>,
}

impl Block for Deaths {
    const KIND: BlockKind = BlockKind::Deaths;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.deaths.len() as u64);
        let (mut last, mut number) = (0_u64, 0_u32);
        for &(id, collection) in &self.deaths {
            out.put_signed(id.wrapping_sub(last) as i64);
            out.put_signed(i64::from(collection) - i64::from(number));
            (last, number) = (id, collection);
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let (mut id, mut number) = (0_u64, 0_i64);
        let deaths = input.list(2, |input| {
            id = id.wrapping_add(input.signed()? as u64);
            number = number.wrapping_add(input.signed()?);
            Ok((id, number as u32))
        })?;
        Ok(Self { deaths })
    }
}

/// A reference that was stored into a field that is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Store {
    /// The object whose field it is; the class object, for static fields.
    pub holder: u64,
    /// The class that declares the field, by number.
    pub class: u32,
    /// The field, by its place among those that the class declares.
    pub field: u32,
    /// What was stored; 0 for null.
    pub value: u64,
    /// The call stack.
    pub site: u32,
    /// The thread, by its own id.
    pub thread: u64,
}

/// Stores into fields that are watched, in the order of time. All that come before a state in the file happened before it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stores {
    /// The stores.
    pub stores: Vec<Store>,
}

impl Block for Stores {
    const KIND: BlockKind = BlockKind::Stores;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.stores.len() as u64);
        let mut last = Store::default();
        for store in &self.stores {
            out.put_signed(store.holder.wrapping_sub(last.holder) as i64);
            out.put(store.class.into());
            out.put(store.field.into());
            out.put_signed(store.value.wrapping_sub(last.value) as i64);
            out.put(store.site.into());
            out.put(store.thread);
            last = *store;
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        let (mut holder, mut value) = (0_u64, 0_u64);
        let stores = input.list(6, |input| {
            holder = holder.wrapping_add(input.signed()? as u64);
            let (class, field) = (input.number()? as u32, input.number()? as u32);
            value = value.wrapping_add(input.signed()? as u64);
            Ok(Store { holder, class, field, value, site: input.number()? as u32, thread: input.number()? })
        })?;
        Ok(Self { stores })
    }
}

/// Objects of one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HistogramRow {
    /// The class, by number.
    pub class: u32,
    /// Its objects.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Objects and bytes per class at one time, without the objects themselves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Histogram {
    /// How many collections had ended.
    pub collections: u32,
    /// When it was taken.
    pub nanos: u64,
    /// How long the program stood still for it.
    pub pause_nanos: u64,
    /// Unreachable objects that no collection has taken yet count, too.
    pub with_unreachable: bool,
    /// Classes with objects, by number.
    pub rows: Vec<HistogramRow>,
}

impl Block for Histogram {
    const KIND: BlockKind = BlockKind::Histogram;

    fn encode(&self, out: &mut Vec<u8>) {
        out.put(self.collections.into());
        out.put(self.nanos);
        out.put(self.pause_nanos);
        out.put(self.with_unreachable.into());
        out.put(self.rows.len() as u64);
        for row in &self.rows {
            out.put(row.class.into());
            out.put(row.objects);
            out.put(row.bytes);
        }
    }

    fn decode(input: &mut Cursor<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            collections: input.small()?,
            nanos: input.number()?,
            pause_nanos: input.number()?,
            with_unreachable: input.number()? != 0,
            rows: input.list(3, |input| Ok(HistogramRow { class: input.small()?, objects: input.number()?, bytes: input.number()? }))?,
        })
    }
}
