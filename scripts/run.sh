#!/usr/bin/env bash
# Installs what is missing, builds, and opens Memory City. Arguments go to the program: scripts/run.sh my-dumps/
# Without a display it prints the findings of the recorded sample and draws it into memory-city-pictures/ instead.
set -euo pipefail
started_in=$PWD
cd "$(dirname "$0")/.."
. scripts/packages.sh

need_rust
install_packages "${WINDOW_PACKAGES[@]}"

say "building (the first time takes some minutes)"
cargo build --locked --release -p city-app
memory_city=$CARGO_TARGET_DIR/release/memory-city
export MEMORY_CITY_SAMPLES=${MEMORY_CITY_SAMPLES:-$PWD/data-samples}

if [ $# -gt 0 ]; then
    cd "$started_in"
    exec "$memory_city" "$@"
fi
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$memory_city"
fi

sample=data-samples/travel-shop
pictures=$started_in/memory-city-pictures
mkdir -p "$pictures"
say "no display: findings of $sample"
"$memory_city" find "$sample"
say "drawing"
"$memory_city" render "$sample" --time first --out "$pictures/first.png"
"$memory_city" render "$sample" --out "$pictures/last.png"
"$memory_city" render "$sample" --select travelshop.business.Location --out "$pictures/who-holds-location.png"
"$memory_city" render "$sample" --camera birdseye --out "$pictures/birdseye.png"
say "pictures are in $pictures"
