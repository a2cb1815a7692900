//! Which file of a crate uses what another one defines.
//!
//! Names are resolved to the module that defines them, through re-exports; a re-export of what lies below is no use. Test modules
//! and external crates are left out. Types that follow from methods are not seen: a call names no file.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, ItemUse, Macro, Meta, Path, UseTree, Visibility};

use crate::rust_source::{is_test_file, names};

/// A path from the root of the crate, or as it is written.
type Names = Vec<String>;

/// Longer chains of re-exports are none.
const MOST_STEPS: usize = 32;

/// The modules of one crate.
#[derive(Debug, Default)]
pub struct Crate {
    modules: BTreeMap<Names, Module>,
}

#[derive(Debug, Default)]
struct Module {
    file: String,
    is_test: bool,
    children: BTreeSet<String>,
    items: BTreeSet<String>,
    imports: Vec<Import>,
    /// Paths in code, with at least two names.
    paths: Vec<Names>,
}

#[derive(Debug)]
struct Import {
    path: Names,
    /// What it is called here; `*` for everything.
    name: String,
    is_public: bool,
    is_test: bool,
}

/// A use of something by a file other than the one that defines it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// The file that uses it.
    pub from: String,
    /// The file that defines it.
    pub to: String,
    /// What is used.
    pub name: String,
}

impl Crate {
    /// Reads a crate from the texts of its files by path; `root` is its `lib.rs`.
    ///
    /// # Panics
    /// When a file is missing or is no Rust.
    #[must_use]
    pub fn read(files: &BTreeMap<String, String>, root: &str) -> Self {
        let mut read = Self::default();
        read.add(files, root, Vec::new(), false);
        read
    }

    fn add(&mut self, files: &BTreeMap<String, String>, file: &str, path: Names, is_test: bool) {
        let text = files.get(file).unwrap_or_else(|| panic!("there is no {file}"));
        let File { items, .. } = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let folder = match file.strip_suffix("/lib.rs") {
            Some(folder) => folder.to_owned(),
            None => file.trim_end_matches(".rs").to_owned(),
        };
        self.add_items(files, (file, &folder), &items, path, is_test || is_test_file(file));
    }

    fn add_items(&mut self, files: &BTreeMap<String, String>, place: (&str, &str), items: &[Item], path: Names, is_test: bool) {
        let (file, folder) = place;
        let mut module = Module { file: file.to_owned(), is_test, ..Module::default() };
        for item in items {
            if let Item::Mod(child) = item {
                let name = child.ident.to_string();
                let path: Names = path.iter().cloned().chain([name.clone()]).collect();
                let is_test = is_test || is_for_tests(&child.attrs);
                module.children.insert(name.clone());
                match &child.content {
                    Some((_, items)) => self.add_items(files, place, items, path, is_test),
                    None => self.add(files, &file_of(child, folder, file, files), path, is_test),
                }
            } else if let Some(name) = name_of(item) {
                module.items.insert(name);
            }
            if !matches!(item, Item::Mod(_)) {
                Reader { module: &mut module, in_tests: is_test }.visit_item(item);
            }
        }
        self.modules.insert(path, module);
    }

    /// All uses across files, sorted.
    #[must_use]
    pub fn arrows(&self) -> Vec<Arrow> {
        let mut arrows = BTreeSet::new();
        for (at, module) in self.modules.iter().filter(|(_, module)| !module.is_test) {
            for import in module.imports.iter().filter(|import| !import.is_test) {
                let Some((defining, rest)) = self.resolve(at, &import.path, MOST_STEPS) else { continue };
                let is_front = import.is_public && defining.starts_with(at);
                let is_module = rest.is_empty();
                if !is_front && (!is_module || import.name == "*") {
                    arrows.extend(self.arrow(module, &defining, rest.first()));
                }
            }
            for path in &module.paths {
                let Some((defining, rest)) = self.resolve(at, path, MOST_STEPS) else { continue };
                arrows.extend(self.arrow(module, &defining, rest.first()));
            }
        }
        arrows.into_iter().collect()
    }

    fn arrow(&self, user: &Module, defining: &Names, name: Option<&String>) -> Option<Arrow> {
        let to = &self.modules[defining].file;
        (user.file != *to).then(|| Arrow { from: user.file.clone(), to: to.clone(), name: name.map_or("*".into(), String::clone) })
    }

    /// Uses of re-exports of the crate's own front, as `file: path`.
    #[must_use]
    pub fn uses_of_front(&self) -> Vec<String> {
        let root = &self.modules[&Vec::new()];
        let is_front = |path: &Names| match path.as_slice() {
            [first, name, ..] if first == "crate" && !root.children.contains(name) => root.imports.iter().any(|front| front.name == *name),
            _ => false,
        };
        let of_module = |module: &Module| {
            let paths: Vec<String> = module
                .imports
                .iter()
                .map(|import| &import.path)
                .chain(&module.paths)
                .filter(|path| is_front(path))
                .map(|path| path.join("::"))
                .collect();
            paths.into_iter().map(|path| format!("{}: {path}", module.file)).collect::<Vec<_>>()
        };
        self.modules.values().flat_map(of_module).collect()
    }

    /// The module that defines what a path leads to, and what is left of the path.
    fn resolve(&self, at: &Names, path: &[String], steps: usize) -> Option<(Names, Names)> {
        let steps = steps.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let absolute = match first.as_str() {
            "crate" => rest.to_vec(),
            "self" => at.iter().chain(rest).cloned().collect(),
            "super" => {
                let ups = path.iter().take_while(|name| *name == "super").count();
                let kept = at.len().checked_sub(ups)?;
                at[..kept].iter().chain(&path[ups..]).cloned().collect()
            }
            _ => {
                let module = &self.modules[at];
                if module.children.contains(first) {
                    at.iter().chain(path).cloned().collect()
                } else if let Some(import) =
                    module.imports.iter().find(|import| import.name == *first && import.path.first() != Some(first))
                {
                    let path: Names = import.path.iter().chain(rest).cloned().collect();
                    return self.resolve(at, &path, steps);
                } else if module.items.contains(first) {
                    return Some((at.clone(), path.to_vec()));
                } else {
                    return None;
                }
            }
        };
        self.walk(&absolute, steps)
    }

    fn walk(&self, absolute: &[String], steps: usize) -> Option<(Names, Names)> {
        let mut at = Names::new();
        for (position, name) in absolute.iter().enumerate() {
            let module = &self.modules[&at];
            let rest = &absolute[position + 1..];
            if module.children.contains(name) {
                at.push(name.clone());
            } else if module.items.contains(name) {
                return Some((at, absolute[position..].to_vec()));
            } else if let Some(import) = module.imports.iter().find(|import| import.name == *name) {
                let path: Names = import.path.iter().chain(rest).cloned().collect();
                return self.resolve(&at, &path, steps);
            } else {
                let mut everything = module.imports.iter().filter(|import| import.name == "*");
                return everything.find_map(|import| {
                    let path: Names = import.path.iter().chain(&absolute[position..]).cloned().collect();
                    self.resolve(&at, &path, steps).filter(|found| found.0 != at)
                });
            }
        }
        Some((at, Names::new()))
    }
}

/// The circles of files that these arrows form, each sorted.
#[must_use]
pub fn circles(arrows: &[Arrow]) -> Vec<Vec<String>> {
    let mut targets: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for arrow in arrows {
        targets.entry(&arrow.from).or_default().insert(&arrow.to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = targets.keys().map(|&from| (from, reached_from(from, &targets))).collect();
    let reaches = |from: &str, to: &str| reached.get(from).is_some_and(|reached| reached.contains(to));
    let mut circles: Vec<Vec<String>> = Vec::new();
    for &from in targets.keys().filter(|&&from| reaches(from, from)) {
        if !circles.iter().flatten().any(|known| known == from) {
            circles.push(targets.keys().filter(|&&to| reaches(from, to) && reaches(to, from)).map(|&to| to.to_owned()).collect());
        }
    }
    circles
}

fn reached_from<'a>(from: &'a str, targets: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let (mut reached, mut waiting) = (BTreeSet::new(), vec![from]);
    while let Some(at) = waiting.pop() {
        for &to in targets.get(at).into_iter().flatten() {
            if reached.insert(to) {
                waiting.push(to);
            }
        }
    }
    reached
}

/// Collects imports and paths of one module, those of its functions too.
struct Reader<'a> {
    module: &'a mut Module,
    in_tests: bool,
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_public = !matches!(item.vis, Visibility::Inherited);
        let is_test = self.in_tests || is_for_tests(&item.attrs);
        flatten(&item.tree, &mut Vec::new(), &mut |path, name| {
            self.module.imports.push(Import { path, name, is_public, is_test });
        });
    }

    fn visit_item_mod(&mut self, _: &'ast ItemMod) {}

    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_path(&mut self, path: &'ast Path) {
        let names: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 && path.leading_colon.is_none() {
            self.module.paths.push(names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        // What stands in a macro is no syntax yet: names with `::` between them are.
        let text = called.tokens.to_string().replace(" :: ", "::");
        let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        for path in text.split(|letter| !is_of_path(letter)).filter(|path| path.contains("::")) {
            self.module.paths.push(path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect());
        }
        visit::visit_macro(self, called);
    }
}

/// Hands over each imported path with the name that it gets.
fn flatten(tree: &UseTree, path: &mut Names, found: &mut impl FnMut(Names, String)) {
    match tree {
        UseTree::Path(step) => {
            path.push(step.ident.to_string());
            flatten(&step.tree, path, found);
            path.pop();
        }
        UseTree::Name(name) if name.ident == "self" => found(path.clone(), path.last().cloned().unwrap_or_default()),
        UseTree::Name(name) => found(path.iter().cloned().chain([name.ident.to_string()]).collect(), name.ident.to_string()),
        UseTree::Rename(name) => {
            let full = if name.ident == "self" { path.clone() } else { path.iter().cloned().chain([name.ident.to_string()]).collect() };
            found(full, name.rename.to_string());
        }
        UseTree::Glob(_) => found(path.clone(), "*".into()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, path, found)),
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let wants_tests = |list: &syn::MetaList| {
        let words = list.tokens.to_string();
        names(&words, "test") && !names(&words, "not") && !names(&words, "any")
    };
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && wants_tests(list),
        _ => false,
    })
}

/// Where a module's text is.
fn file_of(module: &ItemMod, folder: &str, parent: &str, files: &BTreeMap<String, String>) -> String {
    let named = module.attrs.iter().filter(|attribute| attribute.path().is_ident("path")).find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) => match &pair.value {
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    match named {
        Some(named) => format!("{}/{named}", parent.rsplit_once('/').map_or("", |(folder, _)| folder)),
        None => {
            let file = format!("{folder}/{}.rs", module.ident);
            if files.contains_key(&file) { file } else { format!("{folder}/{}/mod.rs", module.ident) }
        }
    }
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[(&str, &str)]) -> Crate {
        let files = files.iter().map(|&(path, text)| (format!("c/src/{path}"), text.to_owned())).collect();
        Crate::read(&files, "c/src/lib.rs")
    }

    fn told(arrows: &[Arrow]) -> Vec<String> {
        let short = |file: &str| file.trim_start_matches("c/src/").to_owned();
        arrows.iter().map(|Arrow { from, to, name }| format!("{} -> {}: {name}", short(from), short(to))).collect()
    }

    #[test]
    fn names_lead_to_the_file_that_defines_them() {
        let read = read(&[
            ("lib.rs", "mod a; mod b; pub use a::Thing;"),
            ("a.rs", "mod inner; pub use inner::Thing; pub fn help() {}"),
            ("a/inner.rs", "pub struct Thing; fn f() { super::help() }"),
            (
                "b.rs",
                "use crate::a; use crate::Thing; fn f(thing: Thing) { a::help(); println!(\"{}\", crate::a::inner::X); }\n#[cfg(all(test, unix))] mod tests { use crate::a::Other; }",
            ),
        ]);
        assert_eq!(told(&read.arrows()), ["a/inner.rs -> a.rs: help", "b.rs -> a.rs: help", "b.rs -> a/inner.rs: Thing"]);
        assert_eq!(read.uses_of_front(), ["c/src/b.rs: crate::Thing"]);
    }

    #[test]
    fn circles_are_found_and_nothing_else() {
        let read = read(&[
            ("lib.rs", "mod a; mod b; mod c; mod d;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::c::C; pub struct B;"),
            ("c.rs", "use super::a::A; pub struct C;"),
            ("d.rs", "use crate::a::A;"),
        ]);
        assert_eq!(circles(&read.arrows()), [["c/src/a.rs", "c/src/b.rs", "c/src/c.rs"].map(str::to_owned).to_vec()]);
    }
}
