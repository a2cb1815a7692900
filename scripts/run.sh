#!/usr/bin/env bash
# Installs what is missing, builds, and opens Memory City. Arguments go to the program: scripts/run.sh my-dumps/
# `scripts/run.sh fleet ARGUMENTS` builds the program with heaps as tables (memory-city sql, export), too, and starts it.
# Without a display it prints the findings of the dumps (or of the recorded sample) and draws them into
# memory-city-pictures/ instead.
set -euo pipefail
started_in=$PWD
cd "$(dirname "$0")/.."
. scripts/packages.sh

features=()
if [ "${1:-}" = fleet ]; then
    features=(--features fleet)
    shift
fi

need_rust
install_packages "${WINDOW_PACKAGES[@]}"

if [ -x "$CARGO_TARGET_DIR/release/memory-city" ]; then
    say "building what has changed"
else
    say "building; this first time takes a quarter to half an hour on two cores, later ones take seconds"
fi
cargo build --locked --release -p city-app "${features[@]}"
memory_city=$(realpath "$CARGO_TARGET_DIR/release/memory-city")
export MEMORY_CITY_SAMPLES=${MEMORY_CITY_SAMPLES:-$PWD/data-samples}

display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }
if [ $# -gt 0 ]; then
    cd "$started_in"
    # Commands, options and everything on a screen are the program's own.
    if display || [ ! -e "$1" ]; then
        exec "$memory_city" "$@"
    fi
elif display; then
    exec "$memory_city"
fi

input=("${@:-data-samples/travel-shop}")
pictures=$started_in/memory-city-pictures
mkdir -p "$pictures"
say "no display: findings of ${input[*]}"
"$memory_city" find "${input[@]}"
say "drawing"
"$memory_city" render "${input[@]}" --time first --out "$pictures/first.png"
"$memory_city" render "${input[@]}" --out "$pictures/last.png"
"$memory_city" render "${input[@]}" --camera birdseye --out "$pictures/birdseye.png"
[ $# -gt 0 ] || "$memory_city" render "${input[@]}" --select Location --out "$pictures/who-holds-location.png"
"$memory_city" report "${input[@]}" --html "$pictures/report.html"
say "pictures, and a report for any browser, are in $pictures"
