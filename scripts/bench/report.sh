# Sourced by scripts/bench.sh: the report page of many groups, how large it is and how long a browser takes to open it.

report() {
    install_packages chromium
    command -v npm >/dev/null || fail "no npm; install Node.js 18 or newer and npm"
    [ -d web/node_modules/playwright-core ] || (cd web && npm ci --no-audit --no-fund)
    say "building the command line"
    cargo build --locked --release -q -p city-app --no-default-features --target-dir "$cache/bench-target"
    local ours=$cache/bench-target/release/memory-city page=$work/report.html painted ready complete
    [ -d "$data/many-groups" ] || node scripts/bench/many-groups.mjs "$data/many-groups"
    timed report "$ours" report "$data/many-groups" --html "$page"
    node scripts/bench/open-report.mjs "$PWD/web/node_modules/playwright-core" "$(command -v chromium)" "$page" "$runs" >"$work/opened"
    read -r painted ready complete <"$work/opened"
    alone "report, 10,000 groups at 50 points: writing" s "$(median "$work/report.wall")" -
    alone "  size of the page" MB "$(awk "BEGIN { print $(stat -c %s "$page") / 1e6 }")" 3
    alone "  verdict and findings are seen after" ms "$painted" 1000
    alone "  tree, trends and table are there after" ms "$ready" 1000
    alone "  so is the city, drawn by the processor, after" ms "$complete" -
}
