#!/usr/bin/env bash
# Installs what the tests need, then checks everything: format, lints, every test, the build without a window.
# A missing driver, JDK or display tool is a failure, never a skipped test. Tests on other projects' public dumps run where
# these are, in ../shared/dumps; elsewhere their number is told, and with CI=true it is a failure that they are missing.
# Usage: scripts/test.sh [alone]      alone: only what a clone does otherwise that has nothing beside it
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

alone=false
case "$*" in
'') ;;
alone) alone=true ;;
*) fail "$* is no part of the tests; see the top of the script" ;;
esac

# Everything that there is, in one set: another one would build most of it again.
everything=(--locked --workspace --features city-app/fleet)

public_dumps=../shared/dumps
left_out=0
if [ ! -d "$public_dumps" ]; then
    left_out=$(cat tests/tests/public_dumps/*.rs | grep -c '^#\[test\]')
    [ "${CI:-}" != true ] || fail "CI checks public dumps, too, and $public_dumps is missing: $left_out checks could not be run"
fi

# Runs the tests on public dumps, or tells how many are left out.
test_public_dumps() {
    if [ "$left_out" = 0 ]; then
        say "tests on public dumps"
        cargo test "${everything[@]}" --no-fail-fast --test public_dumps
    else
        local line="NOT RUN: $left_out checks on public dumps ($public_dumps is not there)"
        printf '\n%s\n!!! %s !!!\n%s\n' "${line//?/!}!!!!!!!!" "$line" "${line//?/!}!!!!!!!!"
    fi
}

command -v git >/dev/null || install_packages git
if $alone; then
    cargo test "${everything[@]}" --test tidy
    test_public_dumps
    exit
fi
need_rust
# Nothing is built twice here: what the next build could reuse of one crate would only fill the disk.
[ "${CI:-}" != true ] || export CARGO_INCREMENTAL=0
install_packages "${WINDOW_PACKAGES[@]}" xvfb xauth xdotool ffmpeg maven ant tomcat10-common
# What the examples for builds are tried with.
install_packages junit5 libsurefire-java libmaven-compiler-plugin-java libmaven-resources-plugin-java jq
# What packages are made of and tried with.
install_packages dpkg-dev binutils mmdebstrap groff-base zsh fish
# A desktop with a screen reader.
install_packages dbus at-spi2-core python3-gi gir1.2-atspi-2.0
command -v javac >/dev/null && command -v jcmd >/dev/null || install_packages default-jdk-headless
install_jdk21
# A cluster, and a server of objects.
install_python_packages spark pyspark==4.3.0
install_crate "${XDG_CACHE_HOME:-$HOME/.cache}/memory-city/tools" s3s-fs 0.14.1 --debug --features binary
# The official client of the Model Context Protocol.
install_python_packages mcp mcp==2.3.0
# Programs that others wrote.
. scripts/jars.sh
fetch_jars
# A browser, and what the page of reports is made and tested with.
install_packages chromium
command -v npm >/dev/null || install_packages nodejs npm
export LIBRARY_JARS

say "tools"
cargo --version
javac -version
command -v jcmd ffmpeg Xvfb xdotool
find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name '*.json' 2>/dev/null | grep -q . || fail "no Vulkan driver is registered"

say "format"
cargo fmt --all --check

say "lints"
cargo clippy "${everything[@]}" --all-targets -- -D warnings
cargo clippy "${everything[@]}" --test public_dumps -- -D warnings

say "the command line without a window and without tables"
cargo check --locked -p city-app --no-default-features

say "tests"
cargo test "${everything[@]}" --no-fail-fast
test_public_dumps

say "tests of the report page in a browser"
(cd web && npm ci --no-audit --no-fund && MEMORY_CITY=$CARGO_TARGET_DIR/debug/memory-city npm test)
