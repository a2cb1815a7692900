# Part of scripts/bench.sh: what reading a JFR recording of a gigabyte costs, beside the JDK's own tool that only counts its events.

jfr() {
    local java long=$data/long.jfr part=$work/part.jfr options
    java=$(java_of 25)
    command -v /usr/bin/time >/dev/null || install_packages time
    say "building the JFR reader"
    cargo build --locked --release -q -p analysis --example read_jfr --target-dir "$cache/bench-target"
    options=settings=profile,path-to-gc-roots=true,jdk.ObjectAllocationSample#throttle=5000/s,jdk.ExecutionSample#period=1ms
    options+=,jdk.ObjectCount#enabled=true,jdk.ObjectCount#period=1s
    mkdir -p "$work/flight"
    "${java%java}javac" -d "$work/flight" tests/java/flight/*.java
    "$java" -Xmx256m "-XX:StartFlightRecording:filename=$part,$options" -cp "$work/flight" Hoarder 100 >/dev/null
    # A recording is a row of chunks, each with its own names: many of them are a long one.
    trap 'rm -rf "$work" "$data/long.jfr"' EXIT
    rm -f "$long"
    while [ "$(stat -c %s "$long" 2>/dev/null || echo 0)" -lt 1000000000 ]; do cat "$part" >>"$long"; done
    for _ in $(seq "$runs"); do
        timed jfr "$cache/bench-target/release/examples/read_jfr" "$long"
        timed jfr-summary "${java%java}jfr" summary "$long"
    done
    row "JFR recording of 1 GB, read" s "$(median "$work/jfr.wall")" "jfr summary of JDK 25" "$(median "$work/jfr-summary.wall")" 1
    alone "  against 200 MB per second" s "$(median "$work/jfr.wall")" 5
    alone "  peak memory" MiB "$(median "$work/jfr.rss")" -
    rm -f "$long"
}
