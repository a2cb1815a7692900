# Part of scripts/bench.sh: what reading a memory trace costs, with 300 heap states of a million objects.

# first_city FILE: seconds from the start of the program to the first city in its window, on a screen that nobody sees.
first_city() {
    local journal=$work/journal city start=$EPOCHREALTIME
    rm -rf "$journal" "$work/home"
    mkdir "$work/home"
    DISPLAY=:93 HOME=$work/home MEMORY_CITY_CACHE=off MEMORY_CITY_CONFIG_DIR=$work/home MEMORY_CITY_JOURNAL=$journal \
        "$CARGO_TARGET_DIR/debug/memory-city" "$1" >/dev/null 2>&1 &
    city=$!
    until grep -q '"phase":"exploring"' "$journal" 2>/dev/null; do
        kill -0 "$city" || fail "the window has closed before it showed $1"
        sleep 0.02
    done
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'
    kill "$city"
    wait "$city" || true
}

replay() {
    local states=$data/states-300.mctrace one=$work/state-1.mctrace example=$cache/bench-target/release/examples/replay_cost screen
    install_packages "${WINDOW_PACKAGES[@]}" xvfb
    say "building the reader and the window"
    cargo build --locked --release -q -p analysis --example replay_cost --target-dir "$cache/bench-target"
    # As the tests build it, optimized too.
    cargo build --locked -q -p city-app
    rm -f "$states"
    "$example" write "$states" 1000000 300 >/dev/null
    "$example" write "$one" 1000 1 >/dev/null
    "$example" read "$states" >"$work/out"
    alone "first state of 300, 1 M objects" s "$(awk '/^first state/ { print $3 }' "$work/out")" -
    alone "jump to the last state" s "$(awk '/^jump to last/ { print $4 }' "$work/out")" -
    alone "all states in order, states per second" 1/s "$(awk '/^all in order/ { print $6 }' "$work/out")" -
    alone "  million births, deaths and rows per second" 1/s "$(awk '/^events/ { print $2 }' "$work/out")" -
    alone "  million objects per second" 1/s "$(awk '/^all in order/ { print $8 }' "$work/out")" -
    alone "  peak memory" MiB "$(awk '/^VmHWM/ { print $2 / 1024 }' "$work/out")" -
    Xvfb :93 -screen 0 1600x1000x24 >/dev/null 2>&1 &
    screen=$!
    sleep 1
    for _ in $(seq "$runs"); do
        first_city "$states" >>"$work/first-300"
        first_city "$one" >>"$work/first-1"
    done
    kill "$screen"
    alone "open to the first city, 300 states" s "$(median "$work/first-300")" 2
    row "  the same" s "$(median "$work/first-300")" "1 state, 1,000 objects" "$(median "$work/first-1")" -
}
