//! Class loaders that tell something: those that loaded what another one loaded, too, and those of scripts.

use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ids::{ObjectIndex, TypeIndex};
use crate::heap::HeapState;

/// Where the loaders are that every program has.
const PLATFORM_LOADERS: [&str; 3] = ["jdk.internal.loader.", "sun.misc.Launcher", "java.lang.ClassLoader"];

/// Whether a class is that of a loader that every program has.
pub(super) fn is_of_platform(class: &str) -> bool {
    PLATFORM_LOADERS.iter().any(|platform| class.starts_with(platform))
}

/// How many loaders of the program, not the JVM's own, have loaded classes of these objects that others of them have loaded, too.
pub(super) fn loaders_of_same_classes(heap: &HeapState, objects: &RoaringBitmap) -> usize {
    let is_own = |loader: &ObjectIndex| !is_of_platform(&heap.type_info(heap.type_of(*loader)).name);
    let mut loaders_of: FxHashMap<&str, FxHashSet<ObjectIndex>> = FxHashMap::default();
    for info in heap.types.iter().filter(|info| info.class_object.is_some_and(|class| objects.contains(class.0))) {
        if let Some(loader) = info.class_loader.filter(is_own) {
            loaders_of.entry(&info.name).or_default().insert(loader);
        }
    }
    let of_same = loaders_of.into_values().filter(|loaders| loaders.len() > 1).flatten();
    of_same.collect::<FxHashSet<ObjectIndex>>().len()
}

/// So many loaders of one class are loaders of scripts, if each has loaded so few classes; those of modules have more.
const MANY_LOADERS: usize = 8;
const CLASSES_OF_SCRIPT: usize = 4;

/// Loaders of classes that a program makes as it runs, such as those of scripts or pages, with a loader for each or for a few. Such classes
/// are data of whoever keeps them.
pub(super) fn script_loaders(heap: &HeapState) -> FxHashSet<ObjectIndex> {
    let mut loaded: FxHashMap<TypeIndex, (FxHashSet<ObjectIndex>, usize)> = FxHashMap::default();
    for loader in heap.types.iter().filter_map(|info| info.class_loader) {
        let (loaders, classes) = loaded.entry(heap.type_of(loader)).or_default();
        loaders.insert(loader);
        *classes += 1;
    }
    loaded.retain(|class, (loaders, classes)| {
        let are_many = loaders.len() >= MANY_LOADERS && *classes <= CLASSES_OF_SCRIPT * loaders.len();
        are_many && !is_of_platform(&heap.type_info(*class).name)
    });
    loaded.into_values().flat_map(|(loaders, _)| loaders).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::heap;

    #[test]
    fn loaders_count_that_have_loaded_the_same_classes() {
        let heap = heap(
            "class shop.Cart @ a
             class shop.Order @ a
             class shop.Bill @ b
             class shop.Item @ platform
             root static shop.Cart.one -> a
             root static shop.Order.two -> a
             root static shop.Bill.three -> b
             root static shop.Item.four -> platform
             a, b, other: app.Loader 40
             platform: jdk.internal.loader.ClassLoaders$AppClassLoader 40",
        );
        let all = heap.kept_objects().map(|object| object.0).collect();
        assert_eq!(loaders_of_same_classes(&heap, &all), 0);
        // The text names each class once; a dump has one entry for each loader.
        let mut twice = heap.state;
        let of = |name: &str| twice.types.iter().position(|info| &*info.name == name).expect("it is there");
        let (cart, bill, item) = (of("shop.Cart"), of("shop.Bill"), of("shop.Item"));
        twice.types[bill].name = "shop.Cart".into();
        assert_eq!(loaders_of_same_classes(&twice, &all), 2);
        let cart = twice.types[cart].class_object.expect("has a line");
        assert_eq!(loaders_of_same_classes(&twice, &[cart.0].into_iter().collect()), 0, "the other one is held elsewhere");
        twice.types[bill].name = "shop.Bill".into();
        twice.types[item].name = "shop.Cart".into();
        assert_eq!(loaders_of_same_classes(&twice, &all), 0, "the JVM's own loader is none that was to go");
    }

    #[test]
    fn loaders_of_scripts_are_many_with_few_classes() {
        let found = |scripts: usize, of_one_loader: usize| {
            let mut text = String::from(
                "class shop.Cart @ app\nroot static shop.Cart.one -> app\napp: jdk.internal.loader.ClassLoaders$AppClassLoader 40\n",
            );
            for script in 0..scripts {
                let loader = script / of_one_loader;
                text += &format!("class Script{script} @ l{loader}\nroot static Script{script}.x -> l{loader}\n");
            }
            for loader in 0..scripts.div_ceil(of_one_loader) {
                text += &format!("l{loader}: groovy.InnerLoader 40\n");
            }
            let heap = heap(&text);
            script_loaders(&heap.state).len()
        };
        assert_eq!(found(MANY_LOADERS, 1), MANY_LOADERS);
        assert_eq!(found(MANY_LOADERS - 1, 1), 0);
        assert_eq!(found(10 * MANY_LOADERS, 10), 0, "loaders of modules");
    }
}
