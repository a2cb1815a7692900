//! How HotSpot lays out objects and classes, as it tells itself. Nothing is assumed that can be asked or checked.
#![allow(unsafe_code, reason = "memory of the JVM is read as it says that it is laid out")]

use std::ops::Range;

use crate::vm_structs::VmStructs;

/// How references are stored in objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum References {
    /// Addresses.
    Wide,
    /// Numbers of 32 bits: shifted and added to a base they are addresses; 0 is null.
    Narrow {
        /// Added.
        base: usize,
        /// By how much they are shifted.
        shift: u32,
    },
}

/// What is needed to read objects of one JVM.
#[derive(Debug, Clone)]
pub(crate) struct HotSpot {
    /// Addresses of objects lie in here.
    pub(super) heap: Range<usize>,
    pub(super) references: References,
    /// Klasses are named by 32 bits in objects: shifted and added to this.
    klass_base: usize,
    klass_shift: u32,
    // Offsets in bytes.
    layout_helper: usize,
    java_mirror: usize,
    vtable_length: usize,
    itable_length: usize,
    oop_map_size: usize,
    reference_type: usize,
    instance_klass_bytes: usize,
    /// In class objects, their own size.
    mirror_size: usize,
}

impl HotSpot {
    /// Asks the JVM; `None` where it does not tell, or has laid out its objects in a way that is not known here.
    pub(crate) fn find() -> Option<Self> {
        let tables = VmStructs::open()?;
        let is_known = tables.flag("UseCompressedClassPointers")?
            && !tables.flag("UseCompactObjectHeaders").unwrap_or(false)
            && ["UseSerialGC", "UseParallelGC", "UseG1GC"].iter().any(|flag| tables.flag(flag) == Some(true));
        if !is_known {
            return None;
        }
        let heap: usize = tables.value("Universe", &["_collectedHeap"])?;
        let reserved = heap + tables.offset("CollectedHeap", "_reserved")?;
        // SAFETY: the JVM says what lies there.
        let (start, words): (usize, usize) = unsafe {
            let field = |offset: usize| ((reserved + offset) as *const usize).read();
            (field(tables.offset("MemRegion", "_start")?), field(tables.offset("MemRegion", "_word_size")?))
        };
        let references = if tables.flag("UseCompressedOops")? {
            let base = tables.value("CompressedOops", &["_narrow_oop._base", "_base"])?;
            let shift: i32 = tables.value("CompressedOops", &["_narrow_oop._shift", "_shift"])?;
            References::Narrow { base, shift: shift as u32 }
        } else {
            References::Wide
        };
        let klass_shift: i32 = tables.value("CompressedKlassPointers", &["_narrow_klass._shift", "_shift"])?;
        let mirror_offset = |name: &str| tables.value::<i32>("java_lang_Class", &[name]).and_then(|offset| usize::try_from(offset).ok());
        Some(Self {
            heap: start..start + words * 8,
            references,
            klass_base: tables.value("CompressedKlassPointers", &["_narrow_klass._base", "_base"])?,
            klass_shift: klass_shift as u32,
            layout_helper: tables.offset("Klass", "_layout_helper")?,
            java_mirror: tables.offset("Klass", "_java_mirror")? + tables.offset("OopHandle", "_obj")?,
            vtable_length: tables.offset("Klass", "_vtable_len")?,
            itable_length: tables.offset("InstanceKlass", "_itable_len")?,
            oop_map_size: tables.offset("InstanceKlass", "_nonstatic_oop_map_size")?,
            reference_type: tables.offset("InstanceKlass", "_reference_type")?,
            instance_klass_bytes: tables.size("InstanceKlass")?,
            mirror_size: mirror_offset("_oop_size_offset")?,
        })
    }

    /// # Safety
    /// The memory of all these functions must be what their names say, in a JVM that stands still.
    unsafe fn read<T: Copy>(address: usize) -> T {
        // SAFETY: by contract.
        unsafe { (address as *const T).read_unaligned() }
    }

    /// What names the class of an object within it.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    #[inline]
    pub(super) unsafe fn klass_name(&self, object: usize) -> u32 {
        // SAFETY: by contract.
        unsafe { Self::read(object + 8) }
    }

    /// The klass with a name.
    pub(super) fn klass(&self, name: u32) -> usize {
        self.klass_base + ((name as usize) << self.klass_shift)
    }

    /// The class object of a klass.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    pub(super) unsafe fn mirror(&self, klass: usize) -> usize {
        // SAFETY: by contract.
        unsafe {
            let handle: usize = Self::read(klass + self.java_mirror);
            if handle == 0 { 0 } else { Self::read(handle) }
        }
    }

    /// Size and kind of the instances of a klass, in HotSpot's own code.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    pub(super) unsafe fn layout_code(&self, klass: usize) -> i32 {
        // SAFETY: by contract.
        unsafe { Self::read(klass + self.layout_helper) }
    }

    /// Offsets of the references that the collector follows in an instance.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    pub(super) unsafe fn reference_offsets(&self, klass: usize) -> Vec<u32> {
        // SAFETY: by contract.
        unsafe {
            let (vtable, itable): (i32, i32) = (Self::read(klass + self.vtable_length), Self::read(klass + self.itable_length));
            let maps: i32 = Self::read(klass + self.oop_map_size);
            let first = klass + self.instance_klass_bytes + (vtable.max(0) + itable.max(0)) as usize * 8;
            let step = self.reference_bytes();
            (0..maps.max(0) as usize)
                .flat_map(|at| {
                    let (offset, count): (i32, u32) = (Self::read(first + at * 8), Self::read(first + at * 8 + 4));
                    (0..count).map(move |number| offset as u32 + number * step)
                })
                .collect()
        }
    }

    /// Whether instances are weak, soft, or the like: some of their references are no concern of the collector's.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    pub(super) unsafe fn is_reference_class(&self, klass: usize) -> bool {
        // SAFETY: by contract.
        unsafe { Self::read::<u8>(klass + self.reference_type) != 0 }
    }

    /// Bytes of a class object.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    pub(super) unsafe fn mirror_bytes(&self, mirror: usize) -> usize {
        // SAFETY: by contract.
        unsafe { Self::read::<i32>(mirror + self.mirror_size).max(0) as usize * 8 }
    }

    /// Elements of an array.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    pub(super) unsafe fn array_length(array: usize) -> usize {
        // SAFETY: by contract.
        unsafe { Self::read::<i32>(array + 12).max(0) as usize }
    }

    pub(super) fn reference_bytes(&self) -> u32 {
        match self.references {
            References::Wide => 8,
            References::Narrow { .. } => 4,
        }
    }

    /// The object that stands at an address; 0 is none.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    #[inline]
    pub(super) unsafe fn reference(&self, address: usize) -> usize {
        // SAFETY: by contract.
        unsafe {
            match self.references {
                References::Wide => Self::read(address),
                References::Narrow { base, shift } => match Self::read::<u32>(address) {
                    0 => 0,
                    narrow => base + ((narrow as usize) << shift),
                },
            }
        }
    }

    /// The object in a slot of a handle; 0 for one that was collected.
    ///
    /// # Safety
    /// As of [`HotSpot::read`].
    pub(super) unsafe fn resolve(handle: usize) -> usize {
        // The last bits tell kinds of handles apart.
        // SAFETY: by contract.
        if handle == 0 { 0 } else { unsafe { Self::read(handle & !7) } }
    }
}
