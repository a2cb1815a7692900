# What a window costs that nobody touches: processor time of the program in 20 seconds, as a share of one core. Part of scripts/bench.sh.

idle() {
    install_packages "${WINDOW_PACKAGES[@]}" xvfb xauth
    say "building the program"
    cargo build --locked --release -q -p city-app
    local sample ticks share
    for sample in travel-shop travel-shop-trace; do
        ticks=$(MEMORY_CITY_JOURNAL=$work/idle.jsonl XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/share \
            xvfb-run -a -s "-screen 0 1600x1000x24" bash -c '
            "$0" "$1" >/dev/null 2>&1 &
            program=$!
            trap "kill $program" EXIT
            used() { awk "{ print \$14 + \$15 }" /proc/$program/stat; }
            # Until nothing has been told for five seconds and the city is there.
            quiet=0 size=-1
            for _ in $(seq 240); do
                sleep 0.5
                now=$(stat -c %s "$2" 2>/dev/null || echo 0)
                if [ "$now" = "$size" ]; then quiet=$((quiet + 1)); else quiet=0; fi
                size=$now
                [ $quiet -ge 10 ] && tail -n 1 "$2" | grep -q "\"phase\":\"exploring\"" && break
            done
            before=$(used)
            sleep 20
            echo $(($(used) - before))
            ' "$CARGO_TARGET_DIR/release/memory-city" "data-samples/$sample" "$work/idle.jsonl")
        share=$(awk -v ticks="$ticks" -v hertz="$(getconf CLK_TCK)" 'BEGIN { print 100 * ticks / hertz / 20 }')
        alone "at rest, of one core: $sample" % "$share" 1
        rm -f "$work/idle.jsonl"
    done
}
