//! Class names: from the JVM's form to the source form, and their packages.
//!
//! The JVM may write `[Ljava.lang.Object;`, people read `java.lang.Object[]`. Everything past the readers knows the
//! source form only.

use std::borrow::Cow;

use crate::base::primitive::Primitive;

/// The package of arrays of primitive values.
pub(crate) const PRIMITIVE_ARRAYS: &str = "(primitive arrays)";

/// The package of classes without one.
pub(crate) const DEFAULT_PACKAGE: &str = "(default package)";

/// The most levels of packages; the last one then holds the rest of the name, dots included. Keys grow with depth, and
/// names come from the input.
const DEEPEST: usize = 64;

/// The source form of a class name: `java/lang/String` is `java.lang.String`, `[[I` is `int[][]`,
/// `[Ljava/lang/Object;` is `java.lang.Object[]`. Slashes become dots everywhere, as Eclipse MAT does.
pub(crate) fn source_form(name: &str) -> String {
    let element = name.trim_start_matches('[');
    let dimensions = name.len() - element.len();
    let base = match element.as_bytes() {
        [b'L', .., b';'] if dimensions > 0 => element[1..element.len() - 1].replace('/', "."),
        [letter] if dimensions > 0 => primitive(*letter).map_or_else(|| element.to_owned(), str::to_owned),
        _ => element.replace('/', "."),
    };
    base + "[]".repeat(dimensions).as_str()
}

fn primitive(letter: u8) -> Option<&'static str> {
    Some(match letter {
        b'Z' => Primitive::Boolean.name(),
        b'C' => Primitive::Char.name(),
        b'F' => Primitive::Float.name(),
        b'D' => Primitive::Double.name(),
        b'B' => Primitive::Byte.name(),
        b'S' => Primitive::Short.name(),
        b'I' => Primitive::Int.name(),
        b'J' => Primitive::Long.name(),
        _ => return None,
    })
}

/// Whether a type, by its name in source form, is an array of primitives, such as `byte[]`, and so holds no other objects.
pub(crate) fn is_primitive_array(type_name: &str) -> bool {
    type_name.strip_suffix("[]").is_some_and(is_primitive)
}

fn is_primitive(type_name: &str) -> bool {
    Primitive::ALL.iter().any(|primitive| primitive.name() == type_name)
}

/// The package of a type by its name in source form, that of the element type for arrays: `java.util`. Classes without
/// a package are in `(default package)`, arrays of primitives in `(primitive arrays)`.
#[must_use]
pub fn package_of(type_name: &str) -> &str {
    let element = type_name.trim_end_matches("[]");
    if element.len() < type_name.len() && is_primitive(element) {
        return PRIMITIVE_ARRAYS;
    }
    match without_hidden_suffix(element).rfind('.') {
        Some(end) if end > 0 => &element[..end],
        _ => DEFAULT_PACKAGE,
    }
}

/// The parts of [`package_of`], the topmost first: `java`, `util`.
pub fn package_path_of(type_name: &str) -> impl Iterator<Item = &str> {
    // Names of a broken input may hold empty parts (`a..B`); they are no packages.
    package_of(type_name).splitn(DEEPEST, '.').filter(|part| !part.is_empty())
}

/// Packages that come with a Java platform.
const PLATFORM: [&str; 8] = ["java.", "javax.", "jdk.", "sun.", "com.sun.", "android.", "dalvik.", "libcore."];

/// Packages of libraries that hold what others give them. What they hold is the application's.
const LIBRARIES: [&str; 21] = [
    "jakarta.",
    "kotlin.",
    "kotlinx.",
    "scala.",
    "groovy.",
    "org.springframework.",
    "org.apache.",
    "org.hibernate.",
    "com.google.common.",
    "com.google.inject.",
    "io.netty.",
    "reactor.",
    "org.eclipse.",
    "it.unimi.",
    "com.fasterxml.",
    "org.slf4j.",
    "ch.qos.",
    "com.github.benmanes.",
    "net.sf.ehcache.",
    "org.ehcache.",
    "org.quartz.",
];

/// Libraries that are collections and little else.
const COLLECTIONS: [&str; 8] = [
    "kotlin.",
    "kotlinx.",
    "scala.",
    "com.google.common.",
    "it.unimi.",
    "org.eclipse.collections.",
    "org.apache.commons.collections",
    "com.github.benmanes.",
];

/// How classes of collections end.
const COLLECTION_ENDS: [&str; 8] = ["Map", "List", "Set", "Queue", "Deque", "Table", "Stack", "Array"];

/// Whether a class, by its name in source form, comes with the Java platform; arrays are what their elements are, and
/// primitives belong to the platform.
pub(crate) fn is_platform_class(name: &str) -> bool {
    PLATFORM.iter().any(|package| name.starts_with(package)) || package_of(name) == PRIMITIVE_ARRAYS
}

/// Whether a class, by its name in source form, is the application's own: neither the platform's nor a library's.
pub(crate) fn is_application(name: &str) -> bool {
    !is_platform_class(name) && !LIBRARIES.iter().any(|package| name.starts_with(package))
}

/// Whether a field, by its name with that of its class in source form, tells where something is kept: one of the application, or one of a
/// library that is no collection. Fields of collections, such as `java.util.HashMap.table`, only say that there is one.
pub(crate) fn is_telling_field(field: &str) -> bool {
    field.rsplit_once('.').is_some_and(|(class, _)| has_telling_fields(class))
}

/// Whether the fields of a class do.
pub(crate) fn has_telling_fields(class: &str) -> bool {
    if is_platform_class(class) || COLLECTIONS.iter().any(|library| class.starts_with(library)) {
        return false;
    }
    // `ConcurrentReferenceHashMap$Segment` is a part of a map.
    let outer = without_package(class).split('$').next().unwrap_or_default();
    is_application(class) || !COLLECTION_ENDS.iter().any(|end| outer.ends_with(end))
}

/// The name of a type without its package: `HashMap$Node[]`.
pub(crate) fn without_package(type_name: &str) -> &str {
    let rest = type_name.strip_prefix(package_of(type_name)).and_then(|rest| rest.strip_prefix('.'));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(type_name)
}

/// A name that is the same in every run of a program: without the address or number of a hidden class and without the counter
/// of a lambda, `Main$$Lambda` for `Main$$Lambda$14+0x00007fb2d0138208`. All lambdas of a class have one such name.
pub(crate) fn stable_name(type_name: &str) -> Cow<'_, str> {
    let element = type_name.trim_end_matches("[]");
    let class = match element.rsplit_once(['/', '+', '.']) {
        Some((class, suffix)) if is_hidden_suffix(suffix) => class,
        _ => element,
    };
    let class = match class.rsplit_once('$') {
        Some((lambda, counter)) if lambda.ends_with("$$Lambda") && counter.bytes().all(|b| b.is_ascii_digit()) => lambda,
        _ => class,
    };
    if class.len() == element.len() || class.is_empty() {
        return Cow::Borrowed(type_name);
    }
    Cow::Owned(format!("{class}{}", &type_name[element.len()..]))
}

/// What a JVM appends to the names of hidden classes: an address, or in older ones a number.
fn is_hidden_suffix(text: &str) -> bool {
    text.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
        || (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
}

/// Hidden classes end in an address or number, `Main$$Lambda+0x00007fb2d0138208` (in older dumps after a slash, which
/// the source form has as a dot); what separates it ends no package.
fn without_hidden_suffix(element: &str) -> &str {
    let class = element.find(['/', '+']).map_or(element, |end| &element[..end]);
    match class.rsplit_once('.') {
        Some((class, suffix)) if is_hidden_suffix(suffix) => class,
        _ => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_read_like_source() {
        for (name, source) in [
            ("java/lang/String", "java.lang.String"),
            ("java.lang.String", "java.lang.String"),
            ("[I", "int[]"),
            ("[[J", "long[][]"),
            ("[Ljava.lang.Object;", "java.lang.Object[]"),
            ("[[Lübung/Größe;", "übung.Größe[][]"),
            ("", ""),
            ("[", "[]"),
            ("[L", "L[]"),
            ("[;", ";[]"),
            ("LFoo;", "LFoo;"),
        ] {
            assert_eq!(source_form(name), source, "{name}");
        }
    }

    #[test]
    fn a_package_is_what_precedes_the_class() {
        for (name, package) in [
            ("java.lang.String", "java.lang"),
            ("java.util.HashMap$Node[][]", "java.util"),
            ("int[]", "(primitive arrays)"),
            ("byte[][]", "(primitive arrays)"),
            ("int", "(default package)"),
            ("Main", "(default package)"),
            ("Main[]", "(default package)"),
            (".Broken", "(default package)"),
            ("", "(default package)"),
            ("a.b.Main$$Lambda+0x1", "a.b"),
            ("a.b.Main$$Lambda/0x00007f.12", "a.b"),
            ("a.b.Main$$Lambda.0x00007fb2d0138208", "a.b"),
            ("a.b.Main$$Lambda$14.1846896625[]", "a.b"),
            ("Main$$Lambda.0x1f", "(default package)"),
        ] {
            assert_eq!(package_of(name), package, "{name}");
        }
        assert_eq!(package_path_of("a.b.C").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(package_path_of("a..C").collect::<Vec<_>>(), ["a"]);
        assert_eq!(package_path_of("int[]").collect::<Vec<_>>(), ["(primitive arrays)"]);
        assert_eq!(package_path_of(&format!("{}C", "a.".repeat(1000))).count(), DEEPEST);
    }

    #[test]
    fn names_of_hidden_classes_are_the_same_in_every_run() {
        for (name, stable) in [
            ("a.b.Main$$Lambda+0x00007fb2d0138208", "a.b.Main$$Lambda"),
            ("a.b.Main$$Lambda.0x00007fb2d0138208[]", "a.b.Main$$Lambda[]"),
            ("a.b.Main$$Lambda$14/0x0000000800c03000", "a.b.Main$$Lambda"),
            ("a.b.Main$$Lambda$14.1846896625[][]", "a.b.Main$$Lambda[][]"),
            ("a.b.Main$$Lambda$14", "a.b.Main$$Lambda"),
            ("java.lang.invoke.LambdaForm$MH.0x00007f00a4001000", "java.lang.invoke.LambdaForm$MH"),
            ("a.b.Main$14", "a.b.Main$14"),
            ("a.b.Main", "a.b.Main"),
            ("scala.collection.Plus+x", "scala.collection.Plus+x"),
            ("int[]", "int[]"),
            (".0x1", ".0x1"),
            ("", ""),
        ] {
            assert_eq!(stable_name(name), stable, "{name}");
        }
    }

    #[test]
    fn the_application_is_what_neither_platform_nor_libraries_bring() {
        for (name, platform, application) in [
            ("java.util.HashMap$Node[]", true, false),
            ("byte[][]", true, false),
            ("android.view.View", true, false),
            ("org.apache.catalina.Session", false, false),
            ("org.apachecon.Talk", false, true),
            ("javac.Main[]", false, true),
            ("Main", false, true),
        ] {
            assert_eq!((is_platform_class(name), is_application(name)), (platform, application), "{name}");
        }
    }

    #[test]
    fn fields_of_collections_tell_nothing() {
        for (field, tells) in [
            ("com.shop.Cart.items", true),
            ("com.shop.PriceMap.prices", true),
            ("org.apache.log4j.Hierarchy.ht", true),
            ("org.apache.catalina.session.ManagerBase.sessions", true),
            ("java.util.HashMap.table", false),
            ("com.google.common.collect.Interners$InternerImpl.map", false),
            ("org.springframework.util.ConcurrentReferenceHashMap$Segment.references", false),
            ("nothing", false),
        ] {
            assert_eq!(is_telling_field(field), tells, "{field}");
        }
    }

    #[test]
    fn a_short_name_is_what_follows_the_package() {
        for (name, short) in [
            ("java.util.HashMap$Node[][]", "HashMap$Node[][]"),
            ("int[]", "int[]"),
            ("Main", "Main"),
            ("a.", "a."),
            ("a.b.Main$$Lambda.0x00007fb2d0138208", "Main$$Lambda.0x00007fb2d0138208"),
        ] {
            assert_eq!(without_package(name), short, "{name}");
        }
    }
}
