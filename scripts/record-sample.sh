#!/usr/bin/env bash
# Records data-samples/travel-shop: heap dumps of a real JVM that runs the leaking program in tests/java/travel-shop.
# Usage: scripts/record-sample.sh [OUT_DIR [POINTS]]
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-data-samples/travel-shop}
points=${2:-13}
for tool in java javac jcmd gzip; do
    command -v "$tool" >/dev/null || { echo "record-sample: $tool is missing (install a JDK 17 or newer and gzip)" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# No shared archive and a small heap: the JVM's own objects would otherwise be most of the dump.
javac -XDstringConcat=inline -d "$work/classes" $(find tests/java/travel-shop -name '*.java')
coproc SHOP { exec java -XX:+UseSerialGC -Xmx32m -Xshare:off -cp "$work/classes" travelshop.Main --points "$points" --wait; }
while read -r line <&"${SHOP[0]}"; do
    case $line in
        "done point="*)
            name=point-$(printf %02d "${line#done point=}")
            # Only reachable objects: the JVM collects garbage before it writes.
            jcmd "$SHOP_PID" GC.heap_dump "$work/$name.hprof" >/dev/null
            gzip -9n <"$work/$name.hprof" >"$out/$name.hprof.gz"
            rm "$work/$name.hprof"
            echo "$line" >&"${SHOP[1]}"
            ;;
        *) echo "$line" >>"$work/truth.txt" ;;
    esac
done
mv "$work/truth.txt" "$out/truth.txt"
du -ch "$out"/*.hprof.gz | tail -1
