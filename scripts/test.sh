#!/usr/bin/env bash
# Installs what the tests need, then checks everything: format, lints, every test, the build without a window.
# A missing driver, JDK or display tool is a failure, never a skipped test.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh

need_rust
install_packages "${WINDOW_PACKAGES[@]}" xvfb xauth xdotool ffmpeg maven ant tomcat10-common
command -v javac >/dev/null && command -v jcmd >/dev/null || install_packages default-jdk-headless
install_jdk21

say "tools"
cargo --version
javac -version
command -v jcmd ffmpeg Xvfb xdotool
find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name '*.json' 2>/dev/null | grep -q . || fail "no Vulkan driver is registered"

say "format"
cargo fmt --all --check

say "lints"
cargo clippy --locked --workspace --all-targets -- -D warnings

say "the command line without a window"
cargo check --locked -p city-app --no-default-features

say "tests"
cargo test --locked --workspace --no-fail-fast
