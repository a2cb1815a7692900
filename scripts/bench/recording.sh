# Part of scripts/bench.sh: what recording costs a program, and what a trace costs on disk.
# Three programs: the JDK's compiler on generated classes, the Closure compiler on the TypeScript compiler, a small shop that
# leaks. Each runs plain, recorded as counts, as states within 10 %, and with heap dumps as often as there were states; the
# shop also in full.

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
    timed "$name" "$ours" record --out "$work/$name.mctrace" "$@" -- "${program[@]}"
}

# of_trace NAME KEY: a number that `memory-city trace --json` tells.
of_trace() { "$ours" trace "$work/$1.mctrace" --json | grep -o "\"$2\": *[0-9.]*" | head -1 | sed 's/.*: *//'; }

# dumped NAME COUNT: runs the program and takes so many heap dumps, evenly over the time of a plain run.
dumped() {
    local name=$1 count=$2 plain pause process start=$EPOCHREALTIME at
    plain=$(median "$work/$name-plain.wall")
    pause=$(awk -v t="$plain" -v n="$count" 'BEGIN { print t / (n + 1) }')
    "${program[@]}" >/dev/null 2>&1 &
    process=$!
    : >"$work/dump.bytes"
    for at in $(seq "$count"); do
        sleep "$pause"
        rm -f "$work/bench.hprof"
        jcmd "$process" GC.heap_dump -all "$work/bench.hprof" >/dev/null 2>&1 || break
        stat -c %s "$work/bench.hprof" >>"$work/dump.bytes"
    done
    wait "$process"
    rm -f "$work/bench.hprof"
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }' >>"$work/$name-dumps.wall"
}

# costs NAME: all rows of one program.
costs() {
    local name=$1 plain
    for _ in $(seq "$runs"); do
        timed "$name-plain" "${program[@]}"
        recorded "$name-counts" --detail counts --budget 3%
        recorded "$name-states" --budget 10%
    done
    plain=$(median "$work/$name-plain.wall")
    dumped "$name" "$(of_trace "$name-states" states)"
    row "$name, counts, run time" s "$(median "$work/$name-counts.wall")" "not recorded" "$plain" 1.05
    row "$name, states within 10 %, run time" s "$(median "$work/$name-states.wall")" "not recorded" "$plain" 1.10
    row "  the same" s "$(median "$work/$name-states.wall")" "as many heap dumps" "$(median "$work/$name-dumps.wall")" -
    alone "  states recorded" "" "$(of_trace "$name-states" states)" -
    alone "  longest pause" ms "$("$ours" trace "$work/$name-states.mctrace" --json | grep -o '"pause_ms": *[0-9.]*' | sed 's/.*: *//' | sort -g | tail -1)" -
    row "  bytes per state" B "$(awk -v b="$(stat -c %s "$work/$name-states.mctrace")" -v n="$(of_trace "$name-states" states)" 'BEGIN { print b / n }')" \
        "heap dump" "$(awk '{ s += $1 } END { print s / NR }' "$work/dump.bytes")" 0.5
}

recording() {
    command -v /usr/bin/time >/dev/null || install_packages time
    command -v npm >/dev/null || install_packages npm
    say "building the command line and the recorder"
    cargo build --locked --release -q -p city-app -p recorder --no-default-features --target-dir "$cache/bench-target"
    ours=$cache/bench-target/release/memory-city
    local java packages=$peers/recorded-programs class
    java=$(newest_java)
    if [ ! -d "$packages/node_modules/google-closure-compiler-java" ]; then
        say "fetching the Closure compiler and something to compile"
        npm install --silent --prefix "$packages" google-closure-compiler-java@20250402.0.0 typescript@5.4.5
    fi
    mkdir -p "$work/generated"
    for class in $(seq 400); do
        printf 'package generated; import java.util.*; public class C%s { Map<String, List<Integer>> map = new TreeMap<>();\n' "$class"
        for method in $(seq 40); do
            printf ' int m%s(int a) { List<Integer> l = map.computeIfAbsent("k" + a, k -> new ArrayList<>()); l.add(a * %s); return l.stream().mapToInt(i -> i + %s).sum(); }\n' \
                "$method" "$method" "$class"
        done
        echo '}'
    done | awk -v folder="$work/generated" '/^package/ { match($0, /C[0-9]+/); file = folder "/" substr($0, RSTART, RLENGTH) ".java" } { print > file }'
    program=("$java" -Xmx1g -XX:+UseSerialGC -m jdk.compiler/com.sun.tools.javac.Main -d "$work/classes" "$work"/generated/*.java)
    costs javac
    program=("$java" -Xmx1500m -XX:+UseSerialGC -cp "$packages/node_modules/google-closure-compiler-java/compiler.jar"
        com.google.javascript.jscomp.CommandLineRunner --js "$packages/node_modules/typescript/lib/typescript.js"
        --js_output_file "$work/compiled.js" --warning_level QUIET)
    costs closure-compiler
    javac -d "$work/shop" $(git ls-files 'tests/java/travel-shop/*.java')
    program=("$java" -Xmx64m -XX:+UseSerialGC -cp "$work/shop" travelshop.Main --points 12 --requests 3000)
    costs travel-shop
    recorded travel-shop-full --detail full
    row "travel-shop, every allocation, run time" s "$(median "$work/travel-shop-full.wall")" "not recorded" "$(median "$work/travel-shop-plain.wall")" -
}
