//! Fig 10: an application that adds persons to one linked list, again and again.
//!
//! Each addition makes six objects: 1 LinkedList$Node, 1 Person, 2 String, 2 char[].

use crate::sample::Sample;

const POINTS: i64 = 23;
/// Additions between two points.
const ADDED: u64 = 450;

/// What a running JVM holds anyway: package, type, bytes, objects, and how many of them refer to a String.
const FLAT: [(&str, &str, u64, u64, u64); 25] = [
    ("java.lang", "Class", 112, 560, 560),
    ("java.lang", "Byte", 16, 256, 0),
    ("java.lang", "Integer", 16, 270, 0),
    ("java.lang", "Character", 16, 128, 0),
    ("java.lang", "Object", 16, 75, 0),
    ("java.lang", "Thread", 376, 9, 9),
    ("java.lang", "ThreadGroup", 48, 2, 2),
    ("java.lang", "Package", 64, 24, 24),
    ("java.util", "HashMap$Node", 32, 740, 520),
    ("java.util", "HashMap", 48, 85, 0),
    ("java.util", "Hashtable$Entry", 32, 210, 205),
    ("java.util", "Hashtable", 48, 12, 0),
    ("java.util", "ArrayList", 24, 60, 0),
    ("java.util", "Vector", 32, 22, 0),
    ("java.util", "Locale", 32, 14, 0),
    ("java.util", "WeakHashMap$Entry", 40, 30, 0),
    ("sun.misc", "URLClassPath$JarLoader", 48, 8, 3),
    ("sun.misc", "MetaIndex", 16, 7, 0),
    ("sun.misc", "Cleaner", 40, 4, 0),
    ("sun.misc", "Signal", 24, 3, 3),
    ("sun.nio", "Buffer", 48, 300, 300),
    ("sun.nio", "UTF_8", 24, 2, 2),
    ("sun.nio", "UnixPath", 32, 18, 0),
    ("sun.reflect", "FieldAccessor", 24, 36, 0),
    ("sun.reflect", "MethodAccessor", 24, 52, 50),
];

pub(crate) fn sample() -> Sample {
    // A collection every 6.4 s, a little later each time: a longer list takes longer to walk.
    let times = (1..=POINTS).map(|i| 6_400 * i + 11 * i * i).collect();
    let mut s = Sample::new("Fig 10: a linked list of persons", &["Package", "Type"], times);
    let persons = |i: u64| ADDED * i;
    let list = s.group(&["java.util", "LinkedList"], 32, |_| 1);
    let node = s.group(&["java.util", "LinkedList$Node"], 24, persons);
    let person = s.group(&["demo", "Person"], 24, persons);
    let string = s.group(&["java.lang", "String"], 24, |i| 2 * persons(i) + 3_000);
    let chars = s.group(&["(arrays)", "char[]"], 40, |i| 2 * persons(i) + 3_200);
    // Only the head node is referenced by the list; nodes hold their neighbors and one person each.
    s.refer(list, node, |_, _| (1, 1));
    s.refer(node, node, |nodes, _| (nodes, nodes));
    s.refer(node, person, |nodes, persons| (nodes, persons));
    s.refer(person, string, |persons, _| (persons, 2 * persons));
    s.refer(string, chars, |strings, _| (strings, strings));
    for (package, name, bytes_each, objects, with_string) in FLAT {
        let group = s.group(&[package, name], bytes_each, |_| objects);
        s.refer(group, string, |_, _| (with_string, with_string));
    }
    s
}
