# Part of scripts/bench.sh: what recording costs a program, and what a trace costs on disk.
# Three programs: the Closure compiler on the TypeScript compiler, a checker of HTML on many pages, a small shop that leaks. Each
# runs plain, recorded as counts, as states within 10 %, and with heap dumps as often as there were states; the shop also in
# full, with fewer requests. Before that javac, for what starting costs.

newest_java() {
    local home best=java feature highest=0
    for home in /usr/lib/jvm/*/; do
        [ -x "$home/bin/javac" ] || continue
        feature=$("$home/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
        [ "${feature:-0}" -gt "$highest" ] && highest=$feature best=$home/bin/java
    done
    echo "$best"
}

# recorded NAME OPTIONS...: runs the program $program with the recorder, notes wall time as `timed` does.
recorded() {
    local name=$1
    shift
    rm -f "$work/$name.mctrace"
    processor "$name" "$ours" record --out "$work/$name.mctrace" "$@" -- "${program[@]}"
}

# of_trace NAME KEY: a number that `memory-city trace --json` tells.
of_trace() { "$ours" trace "$work/$1.mctrace" --json | grep -o "\"$2\": *[0-9.]*" | head -1 | sed 's/.*: *//'; }

# objects_of DUMP: all that it holds, reachable or not.
objects_of() { "$ours" histogram "$1" --keep-unreachable --json | grep -o '"objects": *[0-9]*' | head -1 | sed 's/.*: *//'; }

# dumped NAME COUNT: runs the program and takes so many heap dumps, evenly over the time of a plain run.
dumped() {
    local name=$1 count=$2 plain pause process start=$EPOCHREALTIME at
    plain=$(least "$work/$name-plain.wall")
    pause=$(awk -v t="$plain" -v n="$count" 'BEGIN { print t / (n + 1) }')
    "${program[@]}" >/dev/null 2>&1 &
    process=$!
    for at in $(seq "$count"); do
        sleep "$pause"
        jcmd "$process" GC.heap_dump -all "$work/new.hprof" >/dev/null 2>&1 || break
        mv -f "$work/new.hprof" "$work/bench.hprof"
    done
    wait "$process"
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }' >>"$work/$name-dumps.wall"
    per "$(stat -c %s "$work/bench.hprof")" "$(objects_of "$work/bench.hprof")" >"$work/dump.bytes-per-object"
    rm -f "$work/bench.hprof"
}

# least FILE: of several runs the one that others on this machine have disturbed least.
least() { sort -g "$1" | head -1; }

# against_plain WHAT UNIT NAME SUFFIX AIM: the median ratio to the plain run of the same turn, and the middle half of the ratios. A
# machine that others use is faster or slower for minutes: runs that follow one another can be compared better than the best.
against_plain() {
    local plain ratio
    paste "$work/$3.$4" "$work/${3%-*}-plain.$4" | awk '{ print $1 / $2 }' >"$work/turns"
    plain=$(median "$work/${3%-*}-plain.$4")
    ratio=$(median "$work/turns")
    row "$1" "$2" "$(awk -v a="$ratio" -v b="$plain" 'BEGIN { print a * b }')" "not recorded, same turn" "$plain" "$5"
    sort -g "$work/turns" | awk '{ v[NR] = $1 } END {
        printf "  middle half of the ratios: %.2f to %.2f\n", v[int((NR + 3) / 4)], v[NR + 1 - int((NR + 3) / 4)] }' >>"$table"
}

# processor NAME COMMAND...: as `timed`, and notes processor time in NAME.cpu.
processor() {
    local name=$1
    timed "$@"
    awk '{ print $3 + $4 }' "$work/time" >>"$work/$name.cpu"
}

# costs NAME: all rows of one program.
costs() {
    local name=$1 states detail what
    for _ in $(seq "$runs"); do
        processor "$name-plain" "${program[@]}"
        recorded "$name-counts" --detail counts --budget 3%
        recorded "$name-states" --budget 10%
    done
    states=$(of_trace "$name-states" states)
    for detail in counts states; do
        [ $detail = counts ] && what="$name, counts within 3 %" || what="$name, states within 10 %"
        against_plain "$what, run time" s "$name-$detail" wall "$([ $detail = counts ] && echo 1.05 || echo 1.10)"
        against_plain "  processor time" s "$name-$detail" cpu -
        alone "  cost as the recorder counts it" % "$(awk -v share="$(of_trace "$name-$detail" slowdown_estimate)" 'BEGIN { print 100 * share }')" -
    done
    alone "  states recorded" "" "$states" -
    [ "$states" -gt 0 ] || return 0
    dumped "$name" "$states"
    row "  run time" s "$(least "$work/$name-states.wall")" "as many heap dumps" "$(least "$work/$name-dumps.wall")" -
    alone "  longest walk" ms "$(walks "$name-states" pause_ms | sort -g | tail -1)" -
    # The first state is a full one. The dump was taken at another moment, so bytes are told per object.
    row "  bytes per object, a full state" B "$(per "$(walks "$name-states" stored_bytes | sed -n 1p)" "$(walks "$name-states" objects | sed -n 1p)")" \
        "a heap dump" "$(cat "$work/dump.bytes-per-object")" 0.5
}

# starting: what the recorder costs a program that is over in a second, without any look at the heap.
starting() {
    program=("${java}c" -J-XX:+UseSerialGC -d "$work/shop" $(git ls-files 'tests/java/travel-shop/*.java'))
    for _ in $(seq $((3 * runs))); do
        processor javac-plain "${program[@]}"
        recorded javac-counts --detail counts --budget 0
        recorded javac-states --budget 0
    done
    against_plain "javac, collections alone, run time" s javac-counts wall -
    against_plain "  with names of local variables" s javac-states wall -
}

# per AMOUNT COUNT
per() { awk -v a="$1" -v n="$2" 'BEGIN { print (n > 0 ? a / n : 0) }'; }

# walks NAME KEY: a number of each walk of a trace, in their order.
walks() {
    "$ours" trace "$work/$1.mctrace" --json --gcs | sed 's/.*"heap_states"//' | grep -o "\"$2\": *[0-9.]*" | sed 's/.*: *//'
}

recording() {
    command -v /usr/bin/time >/dev/null || install_packages time
    command -v npm >/dev/null || install_packages npm
    say "building the command line and the recorder"
    cargo build --locked --release -q -p city-app -p recorder --no-default-features --target-dir "$cache/bench-target"
    ours=$cache/bench-target/release/memory-city
    local java packages=$peers/recorded-programs page row
    java=$(newest_java)
    if [ ! -d "$packages/node_modules/vnu-jar" ]; then
        say "fetching the programs"
        npm install --silent --prefix "$packages" google-closure-compiler-java@20250402.0.0 typescript@5.4.5 vnu-jar@26.9.27
    fi
    program=("$java" -Xmx1500m -XX:+UseSerialGC -cp "$packages/node_modules/google-closure-compiler-java/compiler.jar"
        com.google.javascript.jscomp.CommandLineRunner --js "$packages/node_modules/typescript/lib/typescript.js"
        --js_output_file "$work/compiled.js" --warning_level QUIET)
    costs closure-compiler
    mkdir -p "$work/pages"
    for page in $(seq 4000); do
        echo "<!DOCTYPE html><html lang=en><head><title>Page $page</title></head><body><table>"
        for row in $(seq 40); do
            echo "<tr><td id=c$row>$page $row<td><a href='$row.html'>to <b>$row</b></a><td><p class='x y'>text <span>of &amp; a cell</span></p></tr>"
        done
        echo "</table></body></html>"
    done | awk -v folder="$work/pages" '/^<!DOCTYPE/ { close(file); file = folder "/" ++pages ".html" } { print > file }'
    program=("$java" -Xmx256m -XX:+UseSerialGC -jar "$packages/node_modules/vnu-jar/build/dist/vnu.jar" --exit-zero-always "$work/pages")
    costs html-checker
    starting
    program=("$java" -Xmx512m -XX:+UseSerialGC -cp "$work/shop" travelshop.Main --points 60 --requests 3000)
    costs travel-shop
    program=("$java" -Xmx64m -XX:+UseSerialGC -cp "$work/shop" travelshop.Main --points 12 --requests 1000)
    timed travel-shop-short "${program[@]}"
    recorded travel-shop-full --detail full
    row "travel-shop, every allocation, run time" s "$(least "$work/travel-shop-full.wall")" "not recorded" "$(least "$work/travel-shop-short.wall")" -
}
