//! A plug-in in Rust: what part an object plays in a collection. A reference array is an array; what references an object
//! of its own type is an entry; what references an array or an entry is a head; the rest is contained.
//!
//! ```text
//! rustup target add wasm32-unknown-unknown
//! rustc --edition 2024 -O --target wasm32-unknown-unknown --crate-type cdylib collection_health.rs
//! cp collection_health.wasm ~/.config/memory-city/plugins/
//! memory-city dumps/ --by 'part in collection, type'
//! ```
//!
//! The interface is explained in `analysis/src/plugin.rs`.

/// The functions of the program; addresses and lengths of texts are those of the module's own memory.
mod memory_city {
    #[link(wasm_import_module = "memory_city")]
    unsafe extern "C" {
        pub fn name(text: *const u8, length: usize);
        pub fn description(text: *const u8, length: usize);
        pub fn example(text: *const u8, length: usize);
        pub fn label(text: *const u8, length: usize);
        pub fn type_name(object: u32, out: *mut u8, capacity: usize) -> i32;
        pub fn array_kind(object: u32) -> i32;
        pub fn points_to(object: u32, at: u32) -> i32;
    }
}

const LONGEST_NAME: usize = 512;

#[unsafe(no_mangle)]
extern "C" fn memory_city_version() -> i32 {
    1
}

#[unsafe(no_mangle)]
extern "C" fn describe() {
    let (name, description, example) = ("Part in collection", "Array, entry, head or contained", "entry");
    // SAFETY: the texts live for ever.
    unsafe {
        memory_city::name(name.as_ptr(), name.len());
        memory_city::description(description.as_ptr(), description.len());
        memory_city::example(example.as_ptr(), example.len());
    }
}

#[unsafe(no_mangle)]
extern "C" fn classify(object: u32) {
    let part = part(object);
    // SAFETY: the text lives for ever.
    unsafe { memory_city::label(part.as_ptr(), part.len()) }
}

fn part(object: u32) -> &'static str {
    let is_backbone = |object| is_reference_array(object) || is_entry(object);
    match () {
        () if is_reference_array(object) => "array",
        () if is_entry(object) => "entry",
        () if referenced(object).any(|other| is_primitive_array(other) || is_backbone(other)) => "head",
        () => "contained",
    }
}

fn is_reference_array(object: u32) -> bool {
    // SAFETY: a call without addresses.
    unsafe { memory_city::array_kind(object) == 1 }
}

fn is_primitive_array(object: u32) -> bool {
    // SAFETY: a call without addresses.
    unsafe { memory_city::array_kind(object) == 2 }
}

fn is_entry(object: u32) -> bool {
    !is_reference_array(object) && referenced(object).any(|other| type_of(other) == type_of(object))
}

/// The name of the type, as much of it as fits.
fn type_of(object: u32) -> ([u8; LONGEST_NAME], usize) {
    let mut name = [0; LONGEST_NAME];
    // SAFETY: the buffer is as long as said.
    let length = unsafe { memory_city::type_name(object, name.as_mut_ptr(), name.len()) };
    (name, length as usize)
}

fn referenced(object: u32) -> impl Iterator<Item = u32> {
    // SAFETY: a call without addresses.
    (0..).map_while(move |at| u32::try_from(unsafe { memory_city::points_to(object, at) }).ok())
}
