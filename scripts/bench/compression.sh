# Part of scripts/bench.sh: which compression suits memory traces. Their blocks are unpacked and handed to the command lines of
# Zstandard and LZ4, which measure themselves in memory, on one core, in blocks as a trace has them.

# figures FILE COMMAND...: "bytes before, bytes after, MB/s packing, MB/s unpacking" of the last line that a benchmark prints.
figures() {
    "$@" 2>&1 | tr '\r' '\n' | grep -E -- '-> .*MB/s.*MB/s' | tail -1 |
        sed -E 's/.*: *([0-9]+) -> *([0-9]+) \(x?[0-9.]+\) *, *([0-9.]+) MB\/s *, *([0-9.]+) MB\/s.*/\1 \2 \3 \4/'
}

compression() {
    local blocks=$cache/bench-target/release/examples/blocks states=$data/states-300.mctrace trace name packer before after in out
    command -v zstd >/dev/null || install_packages zstd
    command -v lz4 >/dev/null || install_packages lz4
    say "building what unpacks traces"
    cargo build --locked --release -q -p trace-format --example blocks --target-dir "$cache/bench-target"
    cargo build --locked --release -q -p analysis --example replay_cost --target-dir "$cache/bench-target"
    [ -f "$states" ] || "$cache/bench-target/release/examples/replay_cost" write "$states" 1000000 300 >/dev/null
    for trace in "a shop, every allocation:$(ls data-samples/travel-shop-trace/*.mctrace)" "300 states of 1 M objects:$states"; do
        name=${trace%%:*}
        "$blocks" "${trace#*:}" "$work/blocks" >/dev/null
        for packer in "zstd 1:zstd -b1 -i2 -B1MB" "zstd 3:zstd -b3 -i2 -B1MB" "lz4 1:lz4 -b1 -i2 -B6" "lz4 9:lz4 -b9 -i2 -B6"; do
            read -r before after in out < <(figures ${packer#*:} "$work/blocks")
            row "$name, ${packer%%:*}" B "$after" "not packed" "$before" -
            alone "  packing" MB/s "$in" -
            alone "  unpacking" MB/s "$out" -
        done
    done
}
