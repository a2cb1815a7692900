//! The published case of two caches that own products together: two static maps,
//! from number to product and from name to product, are never cleared. No single map explains the products, both
//! together own the heap.
//!
//! The normal run has 1/64 of the million products, with tables as full as the published ones; at full size:
//!
//! ```text
//! MULTI_CACHE_PRODUCTS=1000000 cargo test --release -p analysis --test multi_cache
//! ```

use std::path::Path;

use analysis::fixture::{HprofWriter, SegmentWriter};
use analysis::{
    ByteSource, Closures, Dominators, Grouping, HeapState, LoadOptions, NodeTotals, ObjectIndex, Primitive, Progress, Warnings, group,
    load_heap,
};
use roaring::RoaringBitmap;

const CLASSES: [(u64, &str); 12] = [
    (OBJECT, "java/lang/Object"),
    (CLASS, "java/lang/Class"),
    (MAP, "java/util/HashMap"),
    (NODE, "java/util/HashMap$Node"),
    (NODES, "[Ljava/util/HashMap$Node;"),
    (STRING, "java/lang/String"),
    (LONG, "java/lang/Long"),
    (PRODUCT, "jku/anttracks/example/data/Product"),
    (ID_CACHE, "jku/anttracks/example/data/IdCache"),
    (NAME_CACHE, "jku/anttracks/example/data/NameCache"),
    (CHARS, "[C"),
    (INTS, "[I"),
];
const OBJECT: u64 = 0x1000;
const CLASS: u64 = 0x1100;
const MAP: u64 = 0x1200;
const NODE: u64 = 0x1300;
const NODES: u64 = 0x1400;
const STRING: u64 = 0x1500;
const LONG: u64 = 0x1600;
const PRODUCT: u64 = 0x1700;
const ID_CACHE: u64 = 0x1800;
const NAME_CACHE: u64 = 0x1900;
const CHARS: u64 = 0x1a00;
const INTS: u64 = 0x1b00;

/// Bytes of objects under compressed references.
const MAP_BYTES: u64 = 48;
const NODE_BYTES: u64 = 32;
const LONG_BYTES: u64 = 24;
/// A product with its name (a text of 14 characters) and two arrays of four numbers.
const PRODUCT_BYTES: u64 = 32 + 24 + 48 + 2 * 32;

/// Hands out addresses.
struct Heap {
    segment: SegmentWriter,
    next: u64,
}

impl Heap {
    fn place(&mut self, bytes: u64) -> u64 {
        let at = self.next;
        self.next += bytes;
        at
    }

    /// An object with these fields, references and numbers as they come.
    fn instance(&mut self, class: u64, bytes: u64, fields: &[&[u8]]) -> u64 {
        let at = self.place(bytes);
        self.segment.instance(at, class, &fields.concat());
        at
    }
}

fn reference(id: u64) -> [u8; 8] {
    id.to_be_bytes()
}

/// The dump, and how long the tables are.
fn dump(products: u64) -> (Vec<u8>, u64) {
    let mut writer = HprofWriter::new("1.0.2", 8, 0);
    let mut name = |text: &str| writer.string(text.as_bytes());
    let [table, size, hash, key, value, next] = ["table", "size", "hash", "key", "value", "next"].map(&mut name);
    let [id, product_name, prices, stock] = ["id", "name", "prices", "stock"].map(&mut name);
    let [id_cache, name_cache] = ["idCache", "nameCache"].map(&mut name);
    for (class, name) in CLASSES {
        writer.load_class(class, name);
    }
    // Three quarters full at most, as maps grow.
    let table_length = (products * 4 / 3 + 1).next_power_of_two();
    let table_bytes = 16 + 4 * table_length;
    let mut heap = Heap { segment: writer.segment(), next: 0x10_0000 };
    let maps = [heap.place(MAP_BYTES), heap.place(MAP_BYTES)];
    let tables = [heap.place(table_bytes), heap.place(table_bytes)];
    let mut slots = [Vec::new(), Vec::new()];
    for number in 0..products {
        let text = format!("Product {number:06}");
        let chars: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let at = heap.place(48);
        heap.segment.primitive_array(at, Primitive::Char, &chars);
        let string = heap.instance(STRING, 24, &[&reference(at), &[0; 4]]);
        let arrays = [heap.place(32), heap.place(32)];
        for array in arrays {
            heap.segment.primitive_array(array, Primitive::Int, &[1; 16]);
        }
        let long = number.to_be_bytes();
        let product = heap.instance(PRODUCT, 32, &[&long, &reference(string), &reference(arrays[0]), &reference(arrays[1])]);
        let boxed = heap.instance(LONG, LONG_BYTES, &[&long]);
        for (slots, key) in slots.iter_mut().zip([boxed, string]) {
            slots.push(heap.instance(NODE, NODE_BYTES, &[&[0; 4], &reference(key), &reference(product), &reference(0)]));
        }
    }
    for ((map, at), mut slots) in maps.into_iter().zip(tables).zip(slots) {
        slots.resize(table_length as usize, 0);
        heap.segment.object_array(at, NODES, &slots);
        heap.segment.instance(map, MAP, &[reference(at).as_slice(), &(products as u32).to_be_bytes()].concat());
    }
    let mut classes = writer.segment();
    classes.root(0x05, ID_CACHE, &[]).root(0x05, NAME_CACHE, &[]).class(OBJECT, 0, 0, &[], &[]);
    let long = Some(Primitive::Long);
    let int = Some(Primitive::Int);
    classes.class(ID_CACHE, OBJECT, 0, &[(id_cache, maps[0])], &[]).class(NAME_CACHE, OBJECT, 0, &[(name_cache, maps[1])], &[]);
    classes.class(MAP, OBJECT, 0, &[], &[(table, None), (size, int)]);
    classes.class(NODE, OBJECT, 0, &[], &[(hash, int), (key, None), (value, None), (next, None)]);
    classes.class(STRING, OBJECT, 0, &[], &[(value, None), (hash, int)]).class(LONG, OBJECT, 0, &[], &[(value, long)]);
    classes.class(PRODUCT, OBJECT, 0, &[], &[(id, long), (product_name, None), (prices, None), (stock, None)]);
    for class in [CLASS, NODES, CHARS, INTS] {
        classes.class(class, OBJECT, 0, &[], &[]);
    }
    writer.heap_dump_segment(&classes);
    writer.heap_dump_segment(&heap.segment);
    writer.heap_dump_end();
    (writer.bytes, table_length)
}

fn of_type(heap: &HeapState, names: &[&str]) -> RoaringBitmap {
    let is_meant = |object: &ObjectIndex| names.contains(&&*heap.type_info(heap.type_of(*object)).name);
    heap.kept_objects().filter(is_meant).map(|object| object.0).collect()
}

fn percent(part: u64, all: u64) -> f64 {
    part as f64 * 100.0 / all as f64
}

#[test]
fn two_caches_own_their_products_together() {
    let products: u64 = std::env::var("MULTI_CACHE_PRODUCTS").map_or(1_000_000 / 64, |number| number.parse().expect("a number"));
    let (bytes, table_length) = dump(products);
    let (progress, warnings) = (Progress::new(), Warnings::new());
    let heap = load_heap(&ByteSource::from(bytes), Path::new("multi-cache"), 0, &LoadOptions::default(), &progress, &warnings);
    let heap = heap.expect("readable");
    assert_eq!(warnings.list(), []);
    let closures = Closures::new(&heap, &progress).expect("nobody cancels");
    let all = closures.live_totals();
    let retained = |seeds: &RoaringBitmap| closures.totals(&closures.gc_closure(seeds, &progress).expect("nobody cancels"));

    // The dominator tree: the maps own keys and tables, nobody owns a product.
    let dominators = Dominators::of(&heap, &progress).expect("nobody cancels");
    let maps = of_type(&heap, &["java.util.HashMap"]);
    let product_objects = of_type(&heap, &["jku.anttracks.example.data.Product"]);
    assert_eq!((maps.len(), product_objects.len()), (2, products));
    assert!(product_objects.iter().all(|product| dominators.immediate_dominator(ObjectIndex(product)).is_none()));
    let mut owned: Vec<u64> = maps.iter().map(|map| dominators.retained(ObjectIndex(map))).collect();
    owned.sort_unstable();
    // A map object has 24 bytes with the two fields that it has here.
    let map_with_table = 24 + 16 + 4 * table_length;
    assert_eq!(owned, [map_with_table + NODE_BYTES * products, map_with_table + (NODE_BYTES + LONG_BYTES) * products]);
    // Published: 14.8 % and 23.6 %.
    assert!((percent(owned[0], all.bytes) - 14.8).abs() < 0.1, "{owned:?} of {all:?}");
    assert!((percent(owned[1], all.bytes) - 23.6).abs() < 0.1, "{owned:?} of {all:?}");

    // Both maps together own everything but classes: published 99.9 %.
    let together = retained(&maps);
    assert_eq!(together.bytes, owned[0] + owned[1] + PRODUCT_BYTES * products);
    assert!(percent(together.bytes, all.bytes) > 99.8, "{together:?} of {all:?}");
    let parts: Vec<RoaringBitmap> = maps.iter().map(|map| RoaringBitmap::from([map])).collect();
    let shared = closures.joint_ownership(&parts, &progress).expect("nobody cancels");
    // With the classes that only these objects and the maps keep, which have no bytes here: all but Long.
    let joint = NodeTotals { objects: 5 * products + 7, bytes: PRODUCT_BYTES * products };
    assert_eq!((shared.together, shared.joint_totals), (together, joint));
    // Either map alone keeps all of it, so both must go.
    assert_eq!(shared.kept_by, [joint, joint]);

    // What the package allocated: products, their arrays, the maps; 3,000,002 objects at full size.
    let allocated = of_type(&heap, &["java.util.HashMap", "jku.anttracks.example.data.Product", "int[]"]);
    assert_eq!(allocated.len(), 3 * products + 2);
    assert_eq!(retained(&allocated), together);

    // Top-down and bottom-up end at the same two static fields.
    let grouping = Grouping::parse("type, indirectly gc-rooted(variables only)").expect("is a grouping");
    let tree = group(&heap, &grouping, &progress, &warnings).expect("can be grouped").tree;
    for type_name in ["java.util.HashMap", "jku.anttracks.example.data.Product"] {
        let of_field = |field: &str| {
            let found = tree.nodes.iter().filter(|node| node.key.contains(&format!("#{type_name}#")) && node.name.contains(field));
            found.map(|node| node.totals.objects).max().unwrap_or(0)
        };
        let each = if type_name.contains("Product") { products } else { 1 };
        assert_eq!((of_field("idCache"), of_field("nameCache")), (each, each), "{type_name}");
    }
}
