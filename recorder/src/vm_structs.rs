//! Where HotSpot keeps what, as it tells debuggers itself: every build exports tables of its own structures (`gHotSpotVMStructs`,
//! `gHotSpotVMTypes`), by which tools such as the serviceability agent read it.
#![allow(unsafe_code, reason = "the tables lie in memory of the JVM")]

use std::ffi::{CStr, c_char, c_void};

/// As HotSpot declares it (`runtime/vmStructs.hpp`); the fields are as old as the table.
#[repr(C)]
struct StructEntry {
    type_name: *const c_char,
    field_name: *const c_char,
    type_string: *const c_char,
    is_static: i32,
    offset: u64,
    address: *const c_void,
}

#[repr(C)]
struct TypeEntry {
    type_name: *const c_char,
    superclass_name: *const c_char,
    is_oop: i32,
    is_integer: i32,
    is_unsigned: i32,
    size: u64,
}

/// Offset or address of a field.
#[derive(Clone, Copy)]
enum Place {
    Offset(usize),
    Static(usize),
}

/// The tables of this JVM.
pub(crate) struct VmStructs {
    structs: *const StructEntry,
    types: *const TypeEntry,
}

/// A collector that works beside the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Concurrent {
    /// ZGC without generations, or Shenandoah.
    Plain,
    /// ZGC with generations: its collections of the young one take weak references for strong ones.
    GenerationalZ,
}

impl Concurrent {
    /// The one of this JVM; `None` where it is another one, or it does not tell.
    pub(crate) fn find() -> Option<Self> {
        let tables = VmStructs::open()?;
        match tables.z_has_generations() {
            Some(true) => Some(Self::GenerationalZ),
            Some(false) => Some(Self::Plain),
            None => (tables.flag("UseShenandoahGC") == Some(true)).then_some(Self::Plain),
        }
    }
}

/// # Safety
/// `name` must be a global pointer that the library exports.
unsafe fn exported<T>(library: *mut c_void, name: &CStr) -> Option<*const T> {
    // SAFETY: by contract.
    unsafe {
        let symbol = libc::dlsym(library, name.as_ptr());
        (!symbol.is_null()).then(|| symbol.cast::<*const T>().read()).filter(|table| !table.is_null())
    }
}

/// # Safety
/// A text that ends with 0, or null.
unsafe fn is(text: *const c_char, wanted: &str) -> bool {
    // SAFETY: by contract.
    !text.is_null() && unsafe { CStr::from_ptr(text) }.to_bytes() == wanted.as_bytes()
}

impl VmStructs {
    /// `None` where this is no HotSpot.
    pub(crate) fn open() -> Option<Self> {
        // SAFETY: the library is loaded already: this program lives in it. The tables are what their names say.
        unsafe {
            let library = libc::dlopen(c"libjvm.so".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
            if library.is_null() {
                return None;
            }
            Some(Self { structs: exported(library, c"gHotSpotVMStructs")?, types: exported(library, c"gHotSpotVMTypes")? })
        }
    }

    fn field(&self, of: &str, names: &[&str]) -> Option<Place> {
        // SAFETY: the table ends with an entry without type.
        unsafe {
            let mut entry = self.structs;
            while !(*entry).type_name.is_null() {
                if is((*entry).type_name, of) && names.iter().any(|name| is((*entry).field_name, name)) {
                    return Some(match (*entry).is_static {
                        0 => Place::Offset((*entry).offset as usize),
                        _ => Place::Static((*entry).address as usize),
                    });
                }
                entry = entry.add(1);
            }
        }
        None
    }

    /// Where a field lies in its structure.
    pub(crate) fn offset(&self, of: &str, name: &str) -> Option<usize> {
        match self.field(of, &[name])? {
            Place::Offset(offset) => Some(offset),
            Place::Static(_) => None,
        }
    }

    /// Where fields of the structure at an address lie.
    pub(crate) fn fields(&self, of: &str, address: usize, names: &[&str]) -> Option<Vec<usize>> {
        names.iter().map(|name| Some(address + self.offset(of, name)?)).collect()
    }

    /// The value of a static field, under one of its names.
    pub(crate) fn value<T: Copy>(&self, of: &str, names: &[&str]) -> Option<T> {
        match self.field(of, names)? {
            // SAFETY: the JVM says that there is a field of this type.
            Place::Static(address) if address != 0 => Some(unsafe { (address as *const T).read() }),
            _ => None,
        }
    }

    /// Bytes of a structure.
    pub(crate) fn size(&self, of: &str) -> Option<usize> {
        // SAFETY: the table ends with an entry without type.
        unsafe {
            let mut entry = self.types;
            while !(*entry).type_name.is_null() {
                if is((*entry).type_name, of) {
                    return Some((*entry).size as usize);
                }
                entry = entry.add(1);
            }
        }
        None
    }

    /// Whether the ZGC of this JVM has generations; `None` where the collector is another one.
    pub(crate) fn z_has_generations(&self) -> Option<bool> {
        // JDK 21 to 23 have both kinds, and later ones only this; earlier ones know no minor collections.
        let has_generations = || self.flag("ZGenerational").unwrap_or_else(|| self.flag("ZCollectionIntervalMinor").is_some());
        (self.flag("UseZGC") == Some(true)).then(has_generations)
    }

    /// The value of a flag of the JVM; `None` where this JVM has no such flag.
    pub(crate) fn flag(&self, wanted: &str) -> Option<bool> {
        let (flags, count): (usize, usize) = (self.value("JVMFlag", &["flags"])?, self.value("JVMFlag", &["numFlags"])?);
        let (size, name, address) = (self.size("JVMFlag")?, self.offset("JVMFlag", "_name")?, self.offset("JVMFlag", "_addr")?);
        (0..count).map(|at| flags + at * size).find_map(|flag| {
            // SAFETY: an entry of the table of flags, as the JVM lays it out; flags of this name are of the type bool.
            unsafe {
                is(((flag + name) as *const *const c_char).read(), wanted)
                    .then(|| ((flag + address) as *const *const u8).read())
                    .filter(|value| !value.is_null())
                    .map(|value| value.read() != 0)
            }
        })
    }
}
