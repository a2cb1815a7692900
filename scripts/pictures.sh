#!/usr/bin/env bash
# Makes the pictures of the README and the manual again, into assets/pictures, and those of the start screen, into assets/samples. Needs a Vulkan driver (a software one does) and ffmpeg.
# Environment: MEMORY_CITY, a program that is ready; without it a release build is made.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

if [ -z "${MEMORY_CITY:-}" ]; then
    need_rust
    install_packages "${WINDOW_PACKAGES[@]}" ffmpeg
    cargo build --locked --release -p city-app
    MEMORY_CITY=$CARGO_TARGET_DIR/release/memory-city
fi
out=assets/pictures
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
shop=data-samples/travel-shop

say "pictures"
"$MEMORY_CITY" render "$shop" --time last --size 1200x720 --out "$work/city.png"
"$MEMORY_CITY" render "$shop" --time last --select travelshop.business.Location --set metric=objects \
    --camera orbit:200,45,1.6 --size 1200x720 --out "$work/references.png"
for picture in city references; do
    # 256 well chosen colours are enough for a README and a third of the bytes.
    ffmpeg -loglevel error -y -i "$work/$picture.png" -vf 'split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=dither=sierra2_4a' \
        -frames:v 1 "$out/$picture.png"
done

say "sample cities for the start screen"
mkdir -p assets/samples
for sample in data-samples/*/; do
    name=$(basename "$sample")
    case $name in fig*) preset=(--preset "$name") ;; *) preset=() ;; esac
    for theme in dark light; do
        [ $theme = dark ] && time_of_day=night || time_of_day=day
        "$MEMORY_CITY" render "$sample" "${preset[@]}" --set theme=$time_of_day --set labels=off --size 560x320 --out "$work/sample.png"
        ffmpeg -loglevel error -y -i "$work/sample.png" \
            -vf 'split[a][b];[a]palettegen=max_colors=128:stats_mode=single[p];[b][p]paletteuse=dither=sierra2_4a' \
            -frames:v 1 "assets/samples/$name-$theme.png"
    done
done

say "film"
"$MEMORY_CITY" render "$shop" --size 720x432 --fps 4 --film "$work/frames/"
ffmpeg -loglevel error -y -framerate 4 -pattern_type glob -i "$work/frames/*.png" \
    -vf 'split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none:diff_mode=rectangle' -loop 0 "$out/growth.gif"
ls -l "$out"
