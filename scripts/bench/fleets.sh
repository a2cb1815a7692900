# Part of scripts/bench.sh: heaps as tables, and many processes together.

bytes_in() { du -sb "$1" | cut -f1; }

# per_object FOLDER: bytes of a folder per object of the dump.
per_object() { awk -v bytes="$(bytes_in "$1")" 'BEGIN { print bytes / 10000000 }'; }

# One dump of 10 million objects: written as tables, asked, and without what its strings say.
heaps_as_tables() {
    command -v /usr/bin/time >/dev/null || install_packages time
    command -v java >/dev/null || install_packages default-jdk-headless
    build_and_dump --features fleet
    local of_heap=points,objects,classes,fields,sites,threads,roots,groups,group_references
    local by_class="select class, count(*), sum(shallow) from objects group by class order by 3 desc limit 10"
    say "a dump of $(du -m "$dump" | cut -f1) MB as tables, $runs runs each"
    for _ in $(seq "$runs"); do
        rm -rf "$work/tables" "$work/all"
        timed csv "$ours" objects "$dump" --csv "$work/objects.csv"
        timed export "$ours" export "$dump" --parquet "$work/tables" --tables "$of_heap" --process 1
        timed export_all "$ours" export "$dump" --parquet "$work/all" --process 1
        timed find "$ours" find "$dump"
        timed asked "$ours" sql "$dump" "$by_class"
        timed asked_tables "$ours" sql "$work/tables" "$by_class"
        timed cp cp "$dump" "$work/copy"
        timed redact "$ours" redact "$dump" --out "$work/redacted.hprof"
        rm -f "$work/copy" "$work/redacted.hprof"
    done
    compare "tables of the heap without references" export "objects --csv" csv 2.5 -
    alone "  per object" B "$(per_object "$work/tables")" 15
    alone "  processor time" s "$(median "$work/export.cpu")" -
    compare "all tables, with references and findings" export_all "find" find - -
    alone "  per object" B "$(per_object "$work/all")" -
    alone "  processor time of find" s "$(median "$work/find.cpu")" -
    compare "question by class, of the dump" asked "of the tables" asked_tables - -
    compare "redact" redact cp cp - -
}

# Processes of two services and two versions, each with three points of the travel shop; then all of them together.
fleets() {
    command -v /usr/bin/time >/dev/null || install_packages time
    build_ours --features fleet
    local count at place
    for count in ${PROCESSES:-10 100 1000}; do
        say "$count processes, $runs runs each"
        rm -rf "$work/fleet"
        for at in $(seq "$count"); do
            place=$work/fleet/service-$((at % 2))/1.$((at / 2 % 2))/pod-$at
            mkdir -p "$place"
            cp -l data-samples/travel-shop/point-0[369].hprof.gz "$place" 2>/dev/null || cp data-samples/travel-shop/point-0[369].hprof.gz "$place"
        done
        for _ in $(seq "$runs"); do
            rm -rf "$work/tables"
            timed "read-$count" "$ours" fleet "$work/fleet" --tables "$work/tables"
            timed "asked-$count" "$ours" fleet "$work/tables"
        done
        alone "$count processes read, judged, written, asked" s "$(median "$work/read-$count.wall")" -
        alone "  peak memory" MiB "$(median "$work/read-$count.rss")" -
        alone "  processor time per process" s "$(awk -v all="$(median "$work/read-$count.cpu")" -v n="$count" 'BEGIN { print all / n }')" -
        alone "  their tables asked again" s "$(median "$work/asked-$count.wall")" -
        alone "  peak memory" MiB "$(median "$work/asked-$count.rss")" -
        alone "  processor time per process" s "$(awk -v all="$(median "$work/asked-$count.cpu")" -v n="$count" 'BEGIN { print all / n }')" -
        alone "  tables per process" KiB "$(awk -v bytes="$(bytes_in "$work/tables")" -v n="$count" 'BEGIN { print bytes / n / 1024 }')" -
    done
}
