#!/usr/bin/env bash
# Measures memory-city against its peers and prints one table with ratios (ours / theirs, below 1 is better).
# Usage: scripts/bench.sh [reading|ownership|grouping|closures|structures|trees|layout|tree-views|report|windows|charts|jfr|time-step|table|frames|input|idle|recording|large-heaps|replay|compression|heaps-as-tables|fleets|scale]...      all but scale without arguments
# Environment: RUNS (default 5) runs of each program, taken in turns; the median counts.
#   PROGRAMS, JDKS ("17 25"), COLLECTORS ("G1 Parallel Z"): what recording measures; PROGRAMS="h2 tomcat" JDKS=25 COLLECTORS=G1 is short.
#   MILLIONS ("1 5 27") objects and SECONDS_EACH (40) of the large heaps, there JDKS is one.
#   ROUNDS (2500) of the database, DOCUMENTS (200000) of the index, REQUESTS (20000) and RATE (300 per second) of the web server.
#   PROCESSES ("10 100 1000") of the fleets.
#   OBJECTS (default 100000000) objects of the dump that scale writes (60 bytes of disk each) and deletes again.
# Peers come from the package registries and are kept, like the big dump, in ~/.cache/memory-city.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

runs=${RUNS:-5}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/memory-city
peers=$cache/peers
data=$cache/bench
mkdir -p "$peers" "$data"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
table=$work/table.txt
: >"$table"

# row QUANTITY UNIT OURS PEER THEIRS AIM: one line of the table; the aim is the greatest ratio wanted, or "-".
row() {
    awk -v what="$1" -v unit="$2" -v ours="$3" -v peer="$4" -v theirs="$5" -v aim="$6" 'BEGIN {
        ratio = theirs > 0 ? ours / theirs : 0
        verdict = aim == "-" ? "" : (ratio <= aim ? "met" : "missed")
        printf "%-46s %10.4g %-4s %-24s %10.4g  %6.2f  %5s %s\n", what, ours, unit, peer, theirs, ratio, aim, verdict
    }' >>"$table"
}

# alone QUANTITY UNIT OURS AIM: a line without a peer; the aim is the greatest value wanted, or "-".
alone() {
    awk -v what="$1" -v unit="$2" -v ours="$3" -v aim="$4" 'BEGIN {
        verdict = aim == "-" ? "" : (ours <= aim ? "met" : "missed")
        printf "%-46s %10.4g %-4s %-24s %10s  %6s  %5s %s\n", what, ours, unit, "-", "-", "-", aim, verdict
    }' >>"$table"
}

median() { sort -g "$1" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }

# timed NAME COMMAND...: appends wall seconds, peak MiB and seconds of processors to NAME.wall, NAME.rss and NAME.cpu.
timed() {
    local name=$work/$1
    shift
    /usr/bin/time -f '%e %M %U %S' -o "$work/time" "$@" >"$work/out" 2>"$work/err" || { cat "$work/err" >&2; fail "failed: $*"; }
    awk '{ print $1 }' "$work/time" >>"$name.wall"
    awk '{ print $2 / 1024 }' "$work/time" >>"$name.rss"
    awk '{ print $3 + $4 }' "$work/time" >>"$name.cpu"
}

# hprof-analyzer takes a quarter of an hour.
peer_crate() { install_crate "$peers" "$1" "$2"; }

# Builds the command line, with these options of cargo, as $ours.
build_ours() {
    say "building the command line"
    cargo build --locked --release -q -p city-app --no-default-features "$@" --target-dir "$cache/bench-target"
    ours=$cache/bench-target/release/memory-city
}

# The same, and makes the dump of 10 million objects, $dump.
build_and_dump() {
    build_ours "$@"
    dump=$data/heap-10m.hprof
    if [ ! -f "$dump" ]; then
        say "making a dump of 10 million objects"
        rm -f "$data/unfinished.hprof"
        java -Xmx3g -XX:+UseSerialGC tests/java/BigHeap.java 10000000 "$data/unfinished.hprof"
        mv "$data/unfinished.hprof" "$dump"
    fi
    cat "$dump" >/dev/null # from now on it is in the file cache, for everybody
}

# compare WHAT OURS PEER THEIRS AIM_TIME AIM_MEMORY: two lines from what `timed` noted under both names.
compare() {
    row "$1, time" s "$(median "$work/$2.wall")" "$3" "$(median "$work/$4.wall")" "$5"
    row "$1, peak memory" MiB "$(median "$work/$2.rss")" "$3" "$(median "$work/$4.rss")" "$6"
}

reading() {
    command -v /usr/bin/time >/dev/null || install_packages time
    command -v java >/dev/null || install_packages default-jdk-headless
    peer_crate hprof-slurp 0.10.0
    peer_crate hprof-analyzer 0.3.2
    build_and_dump

    say "reading a dump of $(du -m "$dump" | cut -f1) MB, $runs runs each"
    for _ in $(seq "$runs"); do
        timed slurp "$peers/bin/hprof-slurp" --json -o "$work/slurp.json" "$dump"
        timed all "$ours" histogram "$dump" --json --keep-unreachable
        timed reachable "$ours" histogram "$dump" --json
        timed analyzer "$peers/bin/hprof-analyzer" --progress never "$dump" "$work/report.json"
        timed group "$ours" group "$dump" --by package,type --out "$work/trees"
        rm -rf "$work/trees" "$work/report.json"
    done
    compare "histogram, every object" all hprof-slurp slurp 1.0 -
    compare "histogram, reachable objects (default)" reachable hprof-slurp slurp 1.0 -
    compare "load, group by package and type, maps" group hprof-analyzer analyzer 0.5 1.0
}

# The jar of VisualVM's heap library, out of the Debian package; nothing is installed.
visualvm_library() {
    library=$peers/visualvm/usr/share/visualvm/visualvm/modules/org-graalvm-visualvm-lib-jfluid-heap.jar
    [ -f "$library" ] && return
    say "fetching VisualVM (Debian package)"
    (cd "$work" && apt-get download visualvm && dpkg -x visualvm_*.deb "$peers/visualvm")
}

# Exact retained sizes of all objects. VisualVM takes minutes and runs once.
ownership() {
    command -v /usr/bin/time >/dev/null || install_packages time
    command -v java >/dev/null || install_packages default-jdk-headless
    peer_crate hprof-analyzer 0.3.2
    visualvm_library
    build_and_dump
    say "retained sizes in a dump of $(du -m "$dump" | cut -f1) MB, $runs runs each"
    for _ in $(seq "$runs"); do
        timed objects "$ours" objects "$dump" --csv "$work/objects.csv"
        timed analyzer-owners "$peers/bin/hprof-analyzer" --progress never "$dump" "$work/report.json"
        timed classes "$ours" classes "$dump" --csv "$work/classes.csv"
        timed find "$ours" find "$dump" --json
        rm -f "$work/report.json" "$work/objects.csv" "$work/classes.csv"
    done
    ln -s "$dump" "$work/visualvm.hprof"
    timed visualvm java -Xmx8g -cp "$library" scripts/bench/RetainedSizes.java "$work/visualvm.hprof"
    compare "retained size of every object, as a table" objects hprof-analyzer analyzer-owners 0.35 0.8
    compare "retained size of every object, as a table" objects "VisualVM library" visualvm - -
    compare "retained size of every class" classes hprof-analyzer analyzer-owners - -
    compare "report of find" find hprof-analyzer analyzer-owners - -
}

# Millions of objects per second, by what is looked at; the median of several runs.
grouping() {
    command -v /usr/bin/time >/dev/null || install_packages time
    say "building the grouping benchmark"
    cargo build --locked --release -q -p analysis --example grouping_bench --target-dir "$cache/bench-target"
    local ours dump threads name rate
    build_and_dump
    for _ in $(seq "$runs"); do
        for threads in 1 2; do
            RAYON_NUM_THREADS=$threads timed "grouping-$threads" "$cache/bench-target/release/examples/grouping_bench" "$dump"
            while IFS== read -r name rate; do echo "$rate" >>"$work/grouping-$name-$threads.rate"; done < <(grep '^[a-z-]*=' "$work/out")
        done
    done
    while IFS== read -r name rate; do
        for threads in 1 2; do
            alone "group by $name, $threads threads" M/s "$(median "$work/grouping-$name-$threads.rate")" -
        done
    done < <(grep '^[a-z-]*=' "$work/out")
    alone "size counts per type / lists of its objects" - "$(figure size_counts_share)" -
    for threads in 1 2; do
        alone "all groupings and both maps of each, peak memory, $threads threads" MiB "$(median "$work/grouping-$threads.rss")" -
    done
}

# What dies with each group of the first level, and sizes of all nodes of a tree.
closures() {
    say "building the closure benchmark"
    cargo build --locked --release -q -p analysis --example closure_cost --target-dir "$cache/bench-target"
    local ours dump name
    build_and_dump
    for _ in $(seq "$runs"); do
        "$cache/bench-target/release/examples/closure_cost" "$dump" >"$work/out"
        for name in slowest_s retained_s deep_s; do figure "$name" >>"$work/closures-$name"; done
    done
    alone "slowest GC closure of a first-level group" s "$(median "$work/closures-slowest_s")" 1
    alone "retained sizes of all groups of a tree" s "$(median "$work/closures-retained_s")" -
    alone "deep sizes of all groups of a tree" s "$(median "$work/closures-deep_s")" -
}

structures() {
    say "building the benchmark of data structures"
    cargo build --locked --release -q -p analysis --example structures_cost --target-dir "$cache/bench-target"
    local ours dump name
    build_and_dump
    for _ in $(seq "$runs"); do
        "$cache/bench-target/release/examples/structures_cost" "$dump" >"$work/out"
        for name in found_s sized_s heads beside_b read_s; do figure "$name" >>"$work/structures-$name"; done
    done
    alone "data structures of 10 M objects, by owner" s "$(median "$work/structures-found_s")" 3
    row "the same" s "$(median "$work/structures-found_s")" "reading the dump" "$(median "$work/structures-read_s")" -
    alone "the same with all four sizes" s "$(median "$work/structures-sized_s")" -
    alone "their heads" "" "$(median "$work/structures-heads")" -
    alone "memory for them per object, beside the heap" B "$(median "$work/structures-beside_b")" 12
}

trees() {
    command -v /usr/bin/time >/dev/null || install_packages time
    say "building the command line"
    cargo build --locked --release -q -p city-app --no-default-features --target-dir "$cache/bench-target"
    cargo build --locked --release -q -p analysis --example trees_at_size --target-dir "$cache/bench-target"
    "$cache/bench-target/release/examples/trees_at_size" 25 20000 "$work/big" >"$work/out"
    for _ in $(seq "$runs"); do
        timed big "$cache/bench-target/release/memory-city" scene "$work/big" --set child_count=all --out "$work/scene.json"
    done
    alone "25 trees of 20,000: load, lay out, write scene" s "$(median "$work/big.wall")" 2
    alone "  peak memory" MiB "$(median "$work/big.rss")" 1024
}

# Which of many groups are shown, and their shapes in all tree views, against d3's partition.
tree_views() {
    command -v node >/dev/null || fail "no node; install Node.js 18 or newer and npm"
    [ -d "$peers/node_modules/d3-hierarchy" ] || (cd "$peers" && npm install --no-audit --no-fund d3-hierarchy@3.1.3)
    say "building the tree view benchmark"
    cargo build --locked --release -q -p layout --example tree_view_bench --target-dir "$cache/bench-target"
    local ours=$cache/bench-target/release/examples/tree_view_bench pruning shapes count partition sorted
    "$ours" groups 100000 >"$work/groups"
    "$ours" ours "$work/groups" 9 >"$work/ours"
    node scripts/bench/partition-d3.mjs "$peers/node_modules/d3-hierarchy" "$work/groups" 9 >"$work/d3"
    read -r pruning shapes count <"$work/ours"
    read -r partition sorted <"$work/d3"
    local all
    all=$(awk "BEGIN { print $pruning + $shapes }")
    alone "tree views, 100,000 groups, per point: pruning" ms "$pruning" -
    alone "  values and shapes of all four" ms "$shapes" -
    row "  all of it" ms "$all" "d3 partition, sorted" "$sorted" 1
    alone "  all of it" ms "$all" 20
    "$ours" groups 20000 >"$work/groups"
    "$ours" ours "$work/groups" 9 >"$work/ours"
    read -r pruning shapes count <"$work/ours"
    alone "tree views of 20,000 groups at 25 points: pruning" ms "$(awk "BEGIN { print 25 * $pruning }")" 1000
    alone "  a step: values, and $count shapes" ms "$shapes" 5
}

layout() {
    command -v node >/dev/null || fail "no node; install Node.js 18 or newer and npm"
    [ -d "$peers/node_modules/d3-hierarchy" ] || (cd "$peers" && npm install --no-audit --no-fund d3-hierarchy@3.1.3)
    say "building the layout benchmark"
    cargo build --locked --release -q -p layout --example squarify_bench --target-dir "$cache/bench-target"
    local ours=$cache/bench-target/release/examples/squarify_bench leaves aim who
    for leaves in 1000 10000 100000; do
        "$ours" weights "$leaves" >"$work/weights"
        "$ours" ours "$work/weights" 15 >"$work/ours"
        "$ours" treemap "$work/weights" 5 >"$work/treemap"
        node scripts/bench/squarify-d3.mjs "$peers/node_modules/d3-hierarchy" "$work/weights" 15 >"$work/d3"
        aim=-
        [ "$leaves" = 100000 ] && aim=0.15
        local ms sorted aspect error
        read -r ms sorted aspect error <"$work/ours"
        for who in d3 treemap; do
            local peer_ms peer_sorted peer_aspect peer_error
            read -r peer_ms peer_sorted peer_aspect peer_error <"$work/$who"
            [ "$who" = d3 ] || aim=-
            row "squarify $leaves leaves, tiling only" ms "$ms" "$who" "$peer_ms" "$aim"
            row "squarify $leaves leaves, with sorting" ms "$sorted" "$who" "$peer_sorted" "$aim"
            # Sums in another order end on another last digit: equal means equal to nine digits.
            row "  mean aspect ratio" "" "$aspect" "$who" "$peer_aspect" 1.000000001
            row "  worst error of an area" "" "$error" "$who" "$peer_error" -
        done
    done
    treemap_stability
}

# How far tiles move over time and how square they are, by method: a table of its own for each sample.
treemap_stability() {
    say "building the comparison of treemaps over time, and the command line, which groups dumps"
    cargo build --locked --release -q -p layout --example treemap_stability --target-dir "$cache/bench-target"
    cargo build --locked --release -q -p city-app --no-default-features --target-dir "$cache/bench-target"
    "$cache/bench-target/release/memory-city" group data-samples/travel-shop --by package,type --out "$work/travel-shop"
    "$cache/bench-target/release/examples/treemap_stability" data-samples/fig1{0,1,2} data-samples/easytravel-ds "$work/travel-shop"
}

# The number after NAME= in what the last example wrote.
figure() { grep -o "$1=[0-9.]*" "$work/out" | head -1 | cut -d= -f2; }

time_step() {
    say "building the time step benchmark"
    cargo build --locked --release -q -p city-app --no-default-features --example time_step_bench --target-dir "$cache/bench-target"
    local buildings
    for buildings in 5000 20000 100000; do
        "$cache/bench-target/release/examples/time_step_bench" --buildings "$buildings" >"$work/out"
        alone "time step, $buildings buildings" ms "$(figure median_ms)" "$([ "$buildings" -gt 20000 ] && echo - || echo 4)"
        alone "  with a building selected" ms "$(figure selected_ms)" -
        alone "  another stretch of time is selected" ms "$(figure brush_ms)" "$([ "$buildings" -gt 20000 ] && echo - || echo 16)"
    done
}

# What finding suspicious stretches of time in a long run costs.
windows() {
    say "building the windows benchmark"
    cargo build --locked --release -q -p analysis --example windows_bench --target-dir "$cache/bench-target"
    "$cache/bench-target/release/examples/windows_bench" 100000 >"$work/out"
    alone "windows of 100,000 collections" ms "$(figure all_ms)" 50
}

charts() {
    say "building the chart benchmark"
    cargo build --locked --release -q -p analysis --example chart_bench --target-dir "$cache/bench-target"
    "$cache/bench-target/release/examples/chart_bench" 1000 10000 >"$work/out"
    alone "chart of 10,000 groups at 1,000 points" ms "$(figure chart_ms)" 500
    alone "chart of the 1,000 parts of one of them" ms "$(figure parts_ms)" 50
}

# What one click or one typed letter costs in the table of all groups, everything unfolded.
table() {
    say "building the table benchmark"
    cargo build --locked --release -q -p city-app --no-default-features --example table_bench --target-dir "$cache/bench-target"
    local buildings
    for buildings in 10000 100000 1000000; do
        "$cache/bench-target/release/examples/table_bench" --buildings "$buildings" >"$work/out"
        alone "table opens, $buildings buildings" ms "$(figure first_ms)" -
        alone "  a district folds or unfolds" ms "$(figure toggle_ms)" 16
        alone "  the row of a building is found" ms "$(figure find_ms)" 16
        alone "  another column is sorted by" ms "$(figure sort_ms)" -
        alone "  a letter is typed into the filter" ms "$(figure filter_ms)" -
        alone "  another point in time" ms "$(figure step_ms)" -
    done
}

# A heap of any size: whether it can be worked with at all, and what it costs per object.
scale() {
    command -v /usr/bin/time >/dev/null || install_packages time
    say "building the command line and the generator"
    cargo build --locked --release -q -p city-app --no-default-features --target-dir "$cache/bench-target"
    cargo build --locked --release -q -p analysis --example synthetic_dump --target-dir "$cache/bench-target"
    local ours=$cache/bench-target/release/memory-city dump=$data/scale.hprof objects part
    trap 'rm -rf "$work" "$data/scale.hprof"' EXIT
    say "writing a dump of ${OBJECTS:-100000000} objects"
    timed generate "$cache/bench-target/release/examples/synthetic_dump" "${OBJECTS:-100000000}" "$dump"
    objects=$(figure objects)
    say "$(cat "$work/out")"
    alone "write $objects objects, time" s "$(median "$work/generate.wall")" -
    timed scale-all "$ours" histogram "$dump" --json --keep-unreachable
    timed scale-reachable "$ours" histogram "$dump" --json
    timed scale-group "$ours" group "$dump" --by package,type --out "$work/trees"
    timed scale-objects "$ours" objects "$dump"
    timed scale-classes "$ours" classes "$dump"
    rm -rf "$dump" "$work/trees"
    for part in "all:histogram, every object" "reachable:histogram, reachable objects" "group:load, group by package and type, maps" \
        "objects:retained size of every object" "classes:retained size of every class"; do
        alone "${part#*:}, time" s "$(median "$work/scale-${part%%:*}.wall")" -
        alone "  peak memory" MiB "$(median "$work/scale-${part%%:*}.rss")" -
        alone "  peak memory per object" B "$(awk -v o="$objects" '{ print $1 * 1048576 / o }' "$work/scale-${part%%:*}.rss")" -
    done
}

frames() {
    install_packages "${WINDOW_PACKAGES[@]}"
    say "building the frame benchmarks"
    # Where scripts/run.sh builds too: one optimized Bevy is enough.
    cargo build --locked --release -q -p city-app --example frame_bench --example bare_wgpu
    local examples=$CARGO_TARGET_DIR/release/examples buildings aim
    for buildings in 1000 10000 100000; do
        for _ in $(seq "$(((runs + 1) / 2))"); do
            "$examples/frame_bench" --buildings "$buildings" >"$work/out"
            figure median_ms >>"$work/city-$buildings.ms"
            "$examples/bare_wgpu" --buildings "$buildings" >"$work/out"
            figure median_ms >>"$work/bare-$buildings.ms"
        done
        "$examples/frame_bench" --buildings "$buildings" --brush >"$work/out"
        figure median_ms >"$work/brush-$buildings.ms"
        case $buildings in 1000) aim=1.5 ;; 10000) aim=1.3 ;; 100000) aim=1.2 ;; esac
        row "frame, $buildings buildings" ms "$(median "$work/city-$buildings.ms")" "bare wgpu" "$(median "$work/bare-$buildings.ms")" "$aim"
        row "  another stretch of time in each" ms "$(median "$work/brush-$buildings.ms")" "the same stretch" "$(median "$work/city-$buildings.ms")" -
    done
}

# From an input event to the changed picture, on whatever adapter there is.
input() {
    install_packages "${WINDOW_PACKAGES[@]}"
    say "building the input benchmark"
    cargo build --locked --release -q -p city-app --example input_bench
    "$CARGO_TARGET_DIR/release/examples/input_bench" >"$work/input"
    local line what
    while read -r line; do
        what=${line#input=\"}
        what="${what%%\"*}, 1,000 buildings"
        echo "$line" >"$work/out"
        alone "$what: frames to the changed picture" - "$(figure frames)" 2
        alone "  $(grep -o 'adapter="[^"]*"' "$work/out" | cut -c1-40)" ms "$(figure median_ms)" -
    done <"$work/input"
}

. scripts/bench/idle.sh
. scripts/bench/recording.sh
. scripts/bench/jfr.sh
. scripts/bench/large-heaps.sh
. scripts/bench/replay.sh
. scripts/bench/fleets.sh
. scripts/bench/compression.sh
. scripts/bench/report.sh

need_rust
parts="reading ownership grouping closures structures trees layout tree-views report windows charts jfr time-step table frames input idle recording large-heaps replay compression heaps-as-tables fleets"
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $parts
for part in "$@"; do
    case " $parts scale " in
        *" $part "*) "${part//-/_}" ;;
        *) fail "unknown part $part; there are $parts scale" ;;
    esac
done
say "$(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
printf '%-46s %10s %-4s %-24s %10s  %6s  %5s\n' what ours unit peer theirs ratio aim
cat "$table"
