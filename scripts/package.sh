#!/usr/bin/env bash
# Makes what users install. Two runs make the same bytes of the same programs.
# Usage: scripts/package.sh [deb|static|all|try]
#   deb     the Debian package: the program with its window, the recorder, samples, manual pages, completions
#   static  the command line alone, which needs nothing of the system, the recorder and samples, as .tar.gz
#   all     both (default)
#   try     makes both and installs them where nothing else is (scripts/try-package.sh); as root
# In the environment: OUT, where packages go; PROFILE=dev instead of release; PROGRAM and STATIC_PROGRAM, programs that are ready, the
# recorder beside them; SOURCE_DATE_EPOCH, where the commit of the program is not known here; MAINTAINER.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/packages.sh
umask 022
export LC_ALL=C.UTF-8

PROFILE=${PROFILE:-release}
OUT=${OUT:-$CARGO_TARGET_DIR/packages}
MAINTAINER=${MAINTAINER:-Memory City <memory-city@users.noreply.github.com>}
# With glibc inside, as its allocator is what the program is tuned for; named, so that what runs while it is built is not static, too.
STATIC_TARGET=x86_64-unknown-linux-gnu
# What the window loads while it runs, by names that stand in the program: the packages that hold it.
LOADED=(libvulkan.so.1=libvulkan1 libwayland-client.so.0=libwayland-client0 libxkbcommon.so.0=libxkbcommon0
    libxkbcommon-x11.so.0=libxkbcommon-x11-0 libX11.so.6=libx11-6 libX11-xcb.so.1=libx11-xcb1 libXcursor.so.1=libxcursor1
    libXi.so.6=libxi6 libXrandr.so.2=libxrandr2)

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# Builds the program: build OPTIONS
build() {
    need_rust
    cargo build --locked --profile "$PROFILE" -p city-app --features fleet "$@"
}

folder_of_profile() { [ "$PROFILE" = dev ] && echo debug || echo "$PROFILE"; }

# The library that was built with a program: the newest one of those that it would find itself.
recorder_of() {
    local folder
    folder=$(dirname "$1")
    find "$folder" -maxdepth 2 \( -path "$folder/librecorder.so" -o -path "$folder/deps/librecorder.so" \) -printf '%T@ %p\n' | sort -rn | sed -n '1s/^[^ ]* //p' | grep . ||
        fail "there is no librecorder.so beside $1; scripts/package.sh builds both where PROGRAM is not set"
}

# Sets $program, unless it is set; `cargo build` makes the recorder, too, as a part of it.
find_program() {
    program=${PROGRAM:-}
    [ -n "$program" ] || { build && program=$CARGO_TARGET_DIR/$(folder_of_profile)/memory-city; }
    find_version "$program"
}

# Sets what follows from a program's own words: $version, $commit, and the time that all files get.
find_version() {
    local words
    words=$("$1" --version)
    version=$(cut -d' ' -f2 <<<"$words")
    commit=$(sed -n 's/.*(\(.*\))$/\1/p' <<<"$words")
    git() { command git -c safe.directory='*' "$@"; }
    if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
        SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "${commit%% *}" 2>/dev/null) ||
            fail "$words: git does not know of what time that is; set SOURCE_DATE_EPOCH to the seconds since 1970 of the sources"
    fi
    export SOURCE_DATE_EPOCH
    # What was built of anything but the release comes before it.
    if [[ $commit == *changes* ]] || [ "$(git rev-parse --short=12 "v$version^{commit}" 2>/dev/null)" != "$commit" ]; then
        version+="~$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d.%H%M%S)${commit:+.${commit// with changes/.changed}}"
    fi
}

# The manual pages and completions that a program writes of itself: help_files PROGRAM MAN BASH ZSH FISH
help_files() {
    mkdir -p "$2" "$(dirname "$3")" "$(dirname "$4")" "$(dirname "$5")"
    "$1" man "$2"
    "$1" completions bash >"$3"
    "$1" completions zsh >"$4"
    "$1" completions fish >"$5"
}

# The crates of other people that the program consists of, with their licences: crates OPTIONS
crates() {
    cargo tree --locked -p city-app --features fleet -e normal --prefix none --format '{p}  {l}' "$@" | grep -v ' (/' | sed 's/ (\*)$//' | sort -u
}

# Copies files whose times and rights are then the same everywhere: put FILE.. FOLDER
put() {
    mkdir -p "${*: -1}"
    cp -R --no-preserve=all "$@"
}

same_times() { find "$1" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +; }

copyright() {
    cat <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Memory City

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the authors of Memory City
License: Apache-2.0
 On Debian systems, the licence is in /usr/share/common-licenses/Apache-2.0.
Comment:
 The program holds crates of other people, too. Their names, versions and licences are in crates.txt.gz beside this file.
END
}

desktop_entry() {
    cat <<'END'
[Desktop Entry]
Type=Application
Name=Memory City
GenericName=Heap Analysis
Comment=See what leaks in a Java heap as a city that grows
Exec=memory-city %F
Icon=memory-city
Terminal=false
Categories=Development;Debugger;
Keywords=Java;heap;memory;leak;hprof;
END
}

# Prints what the files of the package need: what they are linked with, and what the window loads.
depends() {
    mkdir -p "$stage/shlibs/debian"
    printf 'Source: memory-city\n\nPackage: memory-city\nArchitecture: amd64\n' >"$stage/shlibs/debian/control"
    local linked loaded
    linked=$(cd "$stage/shlibs" && dpkg-shlibdeps -O "$@" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
    [ -n "$linked" ] || fail "dpkg-shlibdeps does not tell what $* is linked with"
    printf '%s' "$linked"
    for loaded in "${LOADED[@]}"; do
        # One with a version is there already.
        if grep -qF "${loaded%=*}" "$1" && [[ ", $linked" != *", ${loaded#*=} "* && ", $linked," != *", ${loaded#*=},"* ]]; then
            printf ', %s' "${loaded#*=}"
        fi
    done
}

make_deb() {
    install_packages dpkg-dev binutils xz-utils
    local program version commit
    find_program
    say "Debian package of $("$program" --version)"
    local root=$stage/deb lib=$stage/deb/usr/lib/memory-city share=$stage/deb/usr/share window=false
    ! grep -qF libvulkan.so.1 "$program" || window=true
    mkdir -p "$root/DEBIAN" "$root/usr/bin" "$lib"
    # Beside each other in a folder of their own: so the program finds the recorder and the samples.
    strip -o "$lib/memory-city" "$program"
    strip --strip-unneeded -o "$lib/librecorder.so" "$(recorder_of "$program")"
    chmod 755 "$lib/memory-city"
    chmod 644 "$lib/librecorder.so"
    ln -s ../lib/memory-city/memory-city "$root/usr/bin/memory-city"
    ln -s ../../share/memory-city/data-samples "$lib/data-samples"
    put data-samples "$share/memory-city"
    help_files "$program" "$share/man/man1" "$share/bash-completion/completions/memory-city" \
        "$share/zsh/vendor-completions/_memory-city" "$share/fish/vendor_completions.d/memory-city.fish"
    local doc=$share/doc/memory-city
    put README.md docs "$doc"
    copyright >"$doc/copyright"
    cp --no-preserve=all CHANGELOG.md "$doc/changelog"
    printf 'memory-city (%s-1) unstable; urgency=medium\n\n  * What is new is in changelog.gz.\n\n -- %s  %s\n' \
        "$version" "$MAINTAINER" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" >"$doc/changelog.Debian"
    local options=()
    if $window; then
        mkdir -p "$share/applications"
        desktop_entry >"$share/applications/memory-city.desktop"
        put assets/icon.svg "$share/icons/hicolor/scalable/apps"
        mv "$share/icons/hicolor/scalable/apps/icon.svg" "$share/icons/hicolor/scalable/apps/memory-city.svg"
    else
        options=(--no-default-features)
    fi
    crates "${options[@]}" >"$doc/crates.txt"
    gzip -9n "$share"/man/man1/* "$doc/changelog" "$doc/changelog.Debian" "$doc/crates.txt"
    cat >"$root/DEBIAN/control" <<END
Package: memory-city
Version: $version-1
Architecture: amd64
Maintainer: $MAINTAINER
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: $(depends "$lib/memory-city" "$lib/librecorder.so")
$(! $window || echo 'Recommends: mesa-vulkan-drivers, fonts-dejavu-core, fonts-wqy-microhei')
Suggests: default-jdk-headless
Section: devel
Priority: optional
Description: see what leaks in a Java heap as a city that grows
 Memory City reads heap dumps, memory traces and class histograms of Java
 programs, tells which fields keep what grows alive, and shows the heap as a
 city: every building is a group of objects. It also records programs that run,
 with an agent for stock JVMs.
END
    sed -i '/^$/d' "$root/DEBIAN/control"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    same_times "$root"
    mkdir -p "$OUT"
    deb=$OUT/memory-city_$version-1_amd64.deb
    dpkg-deb --root-owner-group -Z"${DPKG_DEB_COMPRESSOR_TYPE:-xz}" --build "$root" "$deb" >/dev/null
    say "made $deb, $(du -h "$deb" | cut -f1)"
}

make_static() {
    install_packages binutils file
    local program version commit recorder
    program=${STATIC_PROGRAM:-}
    if [ -z "$program" ]; then
        install_packages gcc libc6-dev
        RUSTFLAGS='-C target-feature=+crt-static' build --no-default-features --target "$STATIC_TARGET"
        # What JVMs load shares the glibc that they have.
        cargo build --locked --profile "$PROFILE" -p recorder
        program=$CARGO_TARGET_DIR/$STATIC_TARGET/$(folder_of_profile)/memory-city
        recorder=$CARGO_TARGET_DIR/$(folder_of_profile)/librecorder.so
    else
        recorder=$(recorder_of "$program")
    fi
    file "$program" | grep -q 'static' || fail "$program is not linked statically: $(file -b "$program")"
    find_version "$program"
    local name=memory-city-$version-x86_64-linux
    local root=$stage/static/$name
    mkdir -p "$root"
    strip -o "$root/memory-city" "$program"
    strip --strip-unneeded -o "$root/librecorder.so" "$recorder"
    chmod 755 "$root/memory-city"
    chmod 644 "$root/librecorder.so"
    help_files "$program" "$root/man/man1" "$root/completions/memory-city.bash" "$root/completions/_memory-city" \
        "$root/completions/memory-city.fish"
    put README.md LICENSE CHANGELOG.md docs data-samples "$root"
    crates --no-default-features >"$root/crates.txt"
    mkdir -p "$OUT"
    archive=$OUT/$name.tar.gz
    tar --create --directory "$stage/static" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$name" | gzip -9n >"$archive"
    say "made $archive, $(du -h "$archive" | cut -f1)"
}

case "$*" in
deb) make_deb ;;
static) make_static ;;
all | '') make_deb && make_static ;;
try)
    make_deb
    make_static
    scripts/try-package.sh "$deb"
    scripts/try-package.sh "$archive"
    ;;
*) fail "$* is no package; see the top of the script" ;;
esac
