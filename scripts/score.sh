#!/usr/bin/env bash
# Records programs that leak and their healthy twins, those that misuse other people's libraries and those of data structures included,
# and tells how they were judged.
# Usage: scripts/score.sh [OPTION]...      options of tests/examples/score_recordings.rs, such as --java JDK --seed 7 --only published
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
. scripts/jars.sh

need_rust
fetch_jars
cargo run --locked -p tests --example score_recordings -- --jars "$LIBRARY_JARS" "$@"
