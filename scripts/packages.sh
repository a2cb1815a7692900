# Sourced by the other scripts: system packages (Debian, Ubuntu) and where builds go.

# What the window needs to build and to draw; the driver is a software one, used when there is no graphics card.
WINDOW_PACKAGES=(gcc pkg-config libwayland-dev libxkbcommon-dev libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2
    libxkbcommon0 libxkbcommon-x11-0 libvulkan1 mesa-vulkan-drivers)

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/memory-city/target}

say() { printf '\n== %s\n' "$*"; }

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

need_rust() {
    command -v cargo >/dev/null || fail "no cargo; install Rust from https://rustup.rs (the version is in Cargo.toml)"
}

# Installs the packages that are missing; needs root or sudo only then.
install_packages() {
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "installing ${missing[*]}"
    command -v apt-get >/dev/null || fail "these packages are missing and there is no apt-get: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "not root and no sudo; install these packages: ${missing[*]}"
        as_root=(sudo)
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" || {
        "${as_root[@]}" apt-get update
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
    }
}
