# Part of scripts/bench.sh: what looks at large heaps cost. A program holds some million small objects and makes garbage all the time;
# it runs plain, recorded as users record, and recorded with walks within the program however long they take.

# large_heap MILLIONS COLLECTOR: all rows of one heap under one collector.
large_heap() {
    local name=heap-$1-$2 how what megabytes=$(($1 * 70 + 400))
    # Two young collections a second; Z chooses their number.
    program=("$java" "-XX:+Use${2}GC" "-Xms${megabytes}m" "-Xmx${megabytes}m" "-Xlog:gc,safepoint:file=$work/safepoints::filecount=0" -cp "$work/load"
        LargeHeap "${1}000000" "${SECONDS_EACH:-40}")
    [ "$2" = Z ] || program=("${program[0]}" -Xmn80m "${program[@]:1}")
    for _ in $(seq "$runs"); do
        for how in plain copied walked; do
            case $how in
                plain) watched "$name-plain" "${program[@]}" ;;
                copied) recorded "$name-copied" watched ;;
                walked) recorded "$name-walked" watched --max-pause none ;;
            esac
            # The last ones have the marks of looks, if there are any. Z's work beside the program: its time tells what its pauses do not.
            awk '/Pause Young|Minor Collection .*->/ { of = $NF; print /ms$/ ? of + 0 : of * 1000 }' "$work/safepoints" | tail -n 30 >>"$work/$name-$how.young"
        done
        for how in copied walked; do of_trace "$name-$how" states >>"$work/$name-$how.states"; done
    done
    for how in copied walked; do
        [ $how = copied ] && what="as users record" || what="no limit of pauses"
        printf '%s\n' "$1 million objects, $2, $what" >>"$table"
        at_least "  states" "$(median "$work/$name-$how.states")" -
        alone "  longest pause by the recorder" ms "$(walks "$name-$how" pause_ms | sort -g | tail -1)" "$([ $how = copied ] && echo 200 || echo -)"
        row "  longest stop of the program" ms "$(sort -g "$work/$name-$how.longest" | tail -1)" "not recorded" \
            "$(sort -g "$work/$name-plain.longest" | tail -1)" -
        row "  young collections after it, median" ms "$(median "$work/$name-$how.young")" "not recorded" "$(median "$work/$name-plain.young")" 1.05
        row "  processor time" s "$(median "$work/$name-$how.cpu")" "not recorded" "$(median "$work/$name-plain.cpu")" -
        alone "  bytes more in the JVM, per object" B "$(more_bytes "$1" "$name-$how.rss" "$name-plain.rss")" 24
        alone "  bytes more in all processes, per object" B "$(more_bytes "$1" "$name-$how.together" "$name-plain.together")" -
    done
}

# more_bytes MILLIONS FILE PLAIN: what a median in MiB is above another one, per object.
more_bytes() {
    awk -v a="$(median "$work/$2")" -v b="$(median "$work/$3")" -v n="$1" 'BEGIN { print (a - b) * 1.048576 / n }'
}

large_heaps() {
    local java millions collector sizes collectors
    read -ra sizes <<<"${MILLIONS:-1 5 27}"
    read -ra collectors <<<"${COLLECTORS:-Serial Parallel G1 Z}"
    command -v /usr/bin/time >/dev/null || install_packages time
    say "building the command line and the recorder"
    cargo build --locked --release -q -p city-app -p recorder --no-default-features --target-dir "$cache/bench-target"
    ours=$cache/bench-target/release/memory-city
    java=$(java_of "${JDKS:-25}")
    mkdir -p "$work/load"
    "${java}c" -d "$work/load" scripts/bench/LargeHeap.java
    program_name=large-heap
    for millions in "${sizes[@]}"; do
        for collector in "${collectors[@]}"; do
            say "$millions million objects, $collector, $runs runs each"
            large_heap "$millions" "$collector"
        done
    done
}
