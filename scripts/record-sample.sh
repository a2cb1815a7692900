#!/usr/bin/env bash
# Records data-samples/travel-shop and travel-shop-trace: heap dumps, and a memory trace, of a real JVM that runs the leaking
# program in tests/java/travel-shop; and pet-shop-trace, a memory trace of the wasteful one in tests/java/pet-shop.
# Usage: scripts/record-sample.sh [dumps|trace|pets]...      all without arguments
# Environment: POINTS (default 13); MEMORY_CITY, the program that records (default: it is built).
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in java javac jcmd gzip; do
    command -v "$tool" >/dev/null || { echo "record-sample: $tool is missing (install a JDK 17 or newer and gzip)" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# No shared archive and a small heap: the JVM's own objects would otherwise be most of the dump.
javac -XDstringConcat=inline -d "$work/classes" $(find tests/java/travel-shop -name '*.java')
shop=(java -XX:+UseSerialGC -Xmx32m -Xshare:off -cp "$work/classes" travelshop.Main --points "${POINTS:-13}" --wait)

# at_every_point COMMAND: runs the shop and the command with the number of each point; leaves what the shop says in truth.txt.
at_every_point() {
    local line
    : >"$work/truth.txt"
    coproc SHOP { exec "${program[@]}"; }
    while read -r line <&"${SHOP[0]}"; do
        case $line in
            "done point="*)
                "$1" "${line#done point=}"
                echo "$line" >&"${SHOP[1]}"
                ;;
            *) echo "$line" >>"$work/truth.txt" ;;
        esac
    done
}

take_dump() {
    local name
    name=point-$(printf %02d "$1")
    # Only reachable objects: the JVM collects garbage before it writes.
    jcmd "$SHOP_PID" GC.heap_dump "$work/$name.hprof" >/dev/null
    gzip -9n <"$work/$name.hprof" >"data-samples/travel-shop/$name.hprof.gz"
    rm "$work/$name.hprof"
}

walk_heap() {
    jcmd "$SHOP_PID" GC.run >/dev/null
    # The walk takes a few hundredths of a second; the program waits meanwhile.
    sleep 1
}

dumps() {
    mkdir -p data-samples/travel-shop
    program=("${shop[@]}")
    at_every_point take_dump
    mv "$work/truth.txt" data-samples/travel-shop/truth.txt
}

need_recorder() {
    [ -z "${MEMORY_CITY:-}" ] || return 0
    . scripts/packages.sh
    cargo build --locked -q -p city-app --no-default-features
    MEMORY_CITY=$CARGO_TARGET_DIR/debug/memory-city
}

trace() {
    local out=data-samples/travel-shop-trace
    need_recorder
    mkdir -p "$out"
    rm -f "$out/travel-shop.mctrace"
    # Every collection is walked, and the program has no others than those that are asked for.
    program=("$MEMORY_CITY" record --detail full --out "$out/travel-shop.mctrace" -- "${shop[@]}")
    at_every_point walk_heap
    mv "$work/truth.txt" "$out/truth.txt"
}

pets() {
    local out=data-samples/pet-shop-trace
    need_recorder
    mkdir -p "$out"
    rm -f "$out/pet-shop.mctrace"
    javac -XDstringConcat=inline -d "$work/pets" $(find tests/java/pet-shop -name '*.java')
    "$MEMORY_CITY" record --out "$out/pet-shop.mctrace" -- \
        java -XX:+UseSerialGC -Xmx64m -Xshare:off -cp "$work/pets" petshop.Main --seconds 9
}

[ $# -gt 0 ] || set -- dumps trace pets
for part in "$@"; do
    case $part in
        dumps | trace | pets) "$part" ;;
        *) echo "record-sample: unknown part $part; there are dumps, trace and pets" >&2; exit 1 ;;
    esac
done
du -chs data-samples/*-shop*
