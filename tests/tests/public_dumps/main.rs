//! Heap dumps with known answers: other projects' public test data, which lie beside the checkout and not in it.
//!
//! They are a target of their own, which `cargo test` leaves out and `scripts/test.sh` adds where the dumps are. What they
//! prove is also proven of dumps that anybody can make: see `own_dumps.rs`.

mod laws;
mod mat_numbers;
mod visualvm_log;

use std::path::PathBuf;

use tests::repository::root;

/// The folder of the dumps; a comparison that cannot be made is a failure.
fn dumps_folder() -> PathBuf {
    let folder = root().join("../shared/dumps");
    assert!(folder.is_dir(), "the dumps with known answers are missing: {}", folder.display());
    folder
}
