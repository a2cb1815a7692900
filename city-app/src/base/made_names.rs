//! Names that compilers make up, as a person would say them.

/// What a class with such a name is; `None` where its name was written by a person.
///
/// Scala names the class of a function after the class and the method it stands in; lambdas of Java and Scala, and anonymous classes of
/// Scala, are numbered within their class.
///
/// Source: the hint about allocation sites of "Guided Exploration" (Weninger et al., EICS 2021): `Foo$$anonfun$run$1` are "anonymous Scala
/// function objects allocated in method run of class Foo".
#[must_use]
pub fn made_class_in_words(name: &str) -> Option<String> {
    let of_class = |class: &str| format!("class {}", class.trim_end_matches('$'));
    if let Some((class, rest)) = name.split_once("$$anonfun$") {
        let method = rest.split('$').next().filter(|method| !method.is_empty() && !is_number(method));
        let place = method.map_or_else(|| of_class(class), |method| format!("method {method} of {}", of_class(class)));
        return is_class(class).then(|| format!("anonymous Scala function objects allocated in {place}"));
    }
    if let Some((class, rest)) = name.split_once("$$Lambda") {
        return (is_class(class) && rest.starts_with(['$', '/'])).then(|| format!("objects of a lambda in {}", of_class(class)));
    }
    let (class, number) = name.split_once("$$anon$")?;
    (is_class(class) && is_number(number)).then(|| format!("objects of an anonymous Scala class in {}", of_class(class)))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_class(text: &str) -> bool {
    !text.is_empty() && !text.contains([' ', '(', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_compilers_made_are_told_in_words() {
        for (name, words) in [
            ("Foo$$anonfun$run$1", "anonymous Scala function objects allocated in method run of class Foo"),
            (
                "org.bench.FinagleHttp$$anonfun$runIteration$1$$anonfun$apply$2",
                "anonymous Scala function objects allocated in method runIteration of class org.bench.FinagleHttp",
            ),
            ("a.Foo$$anonfun$1", "anonymous Scala function objects allocated in class a.Foo"),
            ("a.Main$$$Lambda$14/0x0000000800c03000", "objects of a lambda in class a.Main"),
            ("a.Main$$Lambda/0x00007f0800c03000", "objects of a lambda in class a.Main"),
            ("a.Foo$$anon$3", "objects of an anonymous Scala class in class a.Foo"),
        ] {
            assert_eq!(made_class_in_words(name).as_deref(), Some(words), "{name}");
        }
        for name in ["java.util.HashMap$Node", "Foo$1", "$$anonfun$", "a.Foo$$anon$", "a.Foo$$Lambdas", "Foo.run(Foo.java:3)", ""] {
            assert_eq!(made_class_in_words(name), None, "{name}");
        }
    }
}
