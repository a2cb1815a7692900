//! The dumps obey the laws of `tests::laws`.

use analysis::SizePolicy;
use tests::laws::{broken_laws_by, broken_record_laws, open_dump};

use super::dumps_folder;

#[test]
fn the_dumps_obey_the_laws() {
    for (file, by) in [("hprof-64.bin", "type, directly gc-rooted"), ("sun_jdk6_30_x64_compressedOops.hprof", "package path, type")] {
        let heap = open_dump(&dumps_folder().join(file), SizePolicy::default());
        assert_eq!(broken_laws_by(&heap, by), Vec::<String>::new(), "{file} by {by}");
    }
}

#[test]
fn records_and_rows_agree_object_by_object() {
    for file in ["small_heap.bin", "sun_jdk5_64bit.hprof", "sun_jdk6_30_x64_compressedOops.hprof", "openjdk_jdk11_04_x64.hprof.gz"] {
        let heap = open_dump(&dumps_folder().join(file), SizePolicy::default());
        assert_eq!(broken_record_laws(&heap), Vec::<String>::new(), "{file}");
    }
}
