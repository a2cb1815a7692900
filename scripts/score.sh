#!/usr/bin/env bash
# Records programs that leak and their healthy twins, those that misuse other people's libraries and those of data structures included,
# and tells how they were judged.
# Usage: scripts/score.sh [OPTION]...      options of tests/examples/score_recordings.rs, such as --java JDK --seed 7 --only published
#        scripts/score.sh fleets [OPTION]...      how fleets of them were judged: options of tests/examples/score_fleets.rs, such as --only timeouts
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
. scripts/jars.sh

need_rust
fetch_jars
example=score_recordings
if [ "${1:-}" = fleets ]; then
    example=score_fleets
    shift
fi
cargo run --locked -p tests --example "$example" -- --jars "$LIBRARY_JARS" "$@"
