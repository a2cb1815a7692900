//! A small dump.

use analysis::Primitive;
use analysis::fixture::{HprofWriter, SegmentWriter};

/// A dump with every common kind of record, in several segments, of ids of 4 or 8 bytes, with so many nodes at a time.
pub(crate) fn made_up_dump(id_bytes: usize, count: u64, millis: u64) -> Vec<u8> {
    let [object, node_class, nodes, class_class, thread, string, list]: [u64; 7] = [0x100, 0x108, 0x110, 0x118, 0x120, 0x128, 0x130];
    let mut writer = HprofWriter::new("1.0.2", id_bytes, millis);
    let [next, number, held, value, data] = ["next", "number", "held", "value", "elementData"].map(|name| writer.string(name.as_bytes()));
    for (class, name) in [
        (object, "java/lang/Object"),
        (node_class, "shop/Node"),
        (nodes, "[Lshop/Node;"),
        (class_class, "java/lang/Class"),
        (thread, "java/lang/Thread"),
        (string, "java/lang/String"),
        (list, "java/util/ArrayList"),
    ] {
        writer.load_class(class, name);
    }
    let reference = |id: u64| id.to_be_bytes()[8 - id_bytes..].to_vec();
    let mut classes = writer.segment();
    classes.root(0x05, node_class, &[]).root(0x08, 0x1000, &[1, 1]).root(0x03, 0x1010, &[1, 0]).root_jni_global(0x1030);
    classes.root_jni_global(0x2100).root_jni_global(0x2120);
    for class in [object, class_class, thread, nodes] {
        classes.class(class, if class == object { 0 } else { object }, 0, &[], &[]);
    }
    classes.class(node_class, object, 0, &[(held, 0x1020)], &[(next, None), (number, Some(Primitive::Int))]);
    classes.class(string, object, 0, &[], &[(value, None)]).class(list, object, 0, &[], &[(data, None)]);
    writer.heap_dump_segment(&classes);
    let node = |segment: &mut SegmentWriter, id: u64, next: u64| {
        segment.instance(id, node_class, &[reference(next), 7_u32.to_be_bytes().to_vec()].concat());
    };
    let mut objects = writer.segment();
    objects.instance(0x1000, thread, &[]);
    for at in 0..count {
        node(&mut objects, 0x1010 + 16 * at, 0x1010 + 16 * ((at * 3 + 1) % count));
    }
    writer.heap_dump_segment(&objects);
    let mut arrays = writer.segment();
    arrays.object_array(0x2000, nodes, &[0x1010, 0, 0x1020, 0x2000]).primitive_array(0x2040, Primitive::Int, &[0; 12]);
    arrays.primitive_array(0x2080, Primitive::Byte, b"hello").instance(0x20c0, string, &reference(0x2080));
    arrays.instance(0x2100, list, &reference(0x2000)).instance(0x2120, list, &reference(0x2000));
    writer.heap_dump_segment(&arrays);
    writer.heap_dump_end();
    writer.bytes
}
