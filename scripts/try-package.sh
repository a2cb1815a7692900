#!/usr/bin/env bash
# Tries a package of scripts/package.sh where nothing else is installed, and takes it out again: the Debian package in a new, minimal
# Debian, as a new user would, and the archive in a folder that holds nothing but its program and a dump.
# Usage: scripts/try-package.sh FILE.deb|FILE.tar.gz      as root, as it goes into a system of its own
# Needs a network for the new Debian, and a JDK 21 (scripts/test.sh fetches one) for a program that is recorded.
set -euo pipefail
package=$(realpath "${1:?a package is missing; see the top of the script}")
cd "$(dirname "$0")/.."
. scripts/packages.sh
[ "$(id -u)" = 0 ] || fail "not root: the package is tried in a system of its own, which only root can make"

root=$(mktemp -d)
chmod 755 "$root"
screen=
trap '[ -z "$screen" ] || kill "$screen"; rm -rf "$root"' EXIT

# Runs a command in that system: with its own list of processes, without the environment of here.
inside() {
    unshare --mount --pid --fork --mount-proc="$root/proc" chroot "$@"
}

as_root() { inside "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

as_newcomer() {
    inside --userspec=newcomer:newcomer "$root" \
        /usr/bin/env -i --chdir=/home/newcomer HOME=/home/newcomer PATH=/usr/bin:/bin LANG=C.UTF-8 "$@"
}

apt() { as_root apt-get -o Dpkg::Use-Pty=0 -qq -y "$@" >/dev/null; }

# Every file and folder that a package could have left.
installed() { as_root find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /home -o -path /var/lib/dpkg -o -path /var/lib/apt \
    -o -path /var/cache -o -path /var/log \) -prune -o -print | sort; }

expect() {
    local what=$1
    shift
    "$@" || fail "$(basename "$package"): $what"
    echo "ok: $what"
}

is_error_of_one_line() {
    local code=0 words
    words=$(as_newcomer memory-city 2>&1 >/dev/null) || code=$?
    echo "    $words"
    [ "$code" = 3 ] && [ "$(wc -l <<<"$words")" = 1 ] && [[ $words == "memory-city: "* ]]
}

has_pages() {
    local page warnings
    for page in memory-city $(as_newcomer ls /usr/share/man/man1 | sed -n 's/^\(memory-city-.*\)\.1\.gz$/\1/p'); do
        as_newcomer man -w "$page" >/dev/null || return 1
        warnings=$(as_newcomer man --warnings "$page" 2>&1 >/dev/null)
        [ -z "$warnings" ] || { echo "$page: $warnings" && return 1; }
    done
}

completes() {
    as_newcomer bash -c '
        . /usr/share/bash-completion/bash_completion
        _completion_loader memory-city
        [[ $(complete -p memory-city) =~ -F\ ([^ ]+) ]] || exit 1
        reply() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); "${BASH_REMATCH[1]}" "$1" "${@: -1}" "${@: -2:1}"; echo " ${COMPREPLY[*]} "; }
        [[ $(reply memory-city hist) == *" histogram "* && $(reply memory-city find --fail) == *" --fail-on-leak "* ]]'
}

finds() {
    local findings
    findings=$("$@") && [[ $findings == *SEARCH_CACHE* ]]
}

records() {
    as_newcomer memory-city record --out java.mctrace -- /opt/jdk/bin/java -version && as_newcomer memory-city trace java.mctrace >/dev/null
}

# Opens the window on a screen that nobody sees, begins the first tour of its start screen, whose sample has 14 points, and leaves by the
# keyboard. The last line of its journal tells what the window shows, and where the button of the tour is.
begins_a_tour() {
    local home=$root/home/newcomer window state='' place
    coproc SCREEN { exec Xvfb -displayfd 1 -nolisten tcp -screen 0 1600x1000x24 2>/dev/null; }
    screen=$SCREEN_PID
    read -r DISPLAY <&"${SCREEN[0]}"
    export DISPLAY=:$DISPLAY
    as_newcomer DISPLAY="$DISPLAY" MEMORY_CITY_JOURNAL=/home/newcomer/journal timeout 600 memory-city 2>"$root/tmp/errors" &
    window=$!
    while kill -0 "$window" 2>/dev/null; do
        sleep 3
        state=$(tail -n 1 "$home/journal" 2>/dev/null) || continue
        place=$(sed -n 's/.*"tours":\[\[\([0-9.]*\),\([0-9.]*\)\].*/\1 \2/p' <<<"$state")
        if [[ $state == *'"phase":"exploring"'*'"points":14,'* ]]; then
            xdotool search --name '^Memory City$' windowfocus key ctrl+q
        elif [ -n "$place" ]; then
            # shellcheck disable=SC2086
            xdotool mousemove $place click 1
        fi
    done
    if ! wait "$window" || [[ $state != *'"points":14,'* ]]; then
        printf '%s\n' "$state" >&2
        cat "$root/tmp/errors" >&2
        return 1
    fi
}

try_deb() {
    . /etc/os-release
    install_packages mmdebstrap xvfb xdotool
    local jdk=${XDG_CACHE_HOME:-$HOME/.cache}/memory-city/jdks/21 before recommended
    install_jdk21
    say "a new, minimal $ID $VERSION_CODENAME"
    mmdebstrap --quiet --variant=minbase --include=man-db,bash-completion,zlib1g --skip=cleanup/apt/lists "$VERSION_CODENAME" "$root"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp -R "$jdk" "$root/opt/jdk"
    as_root useradd --create-home newcomer
    before=$(installed)
    say "installing $(basename "$package")"
    cp "$package" "$root/tmp/package.deb"
    apt install --no-install-recommends /tmp/package.deb
    expect "it tells its version: $(as_newcomer memory-city --version)" [ "$(as_newcomer readlink -f /usr/bin/memory-city)" = /usr/lib/memory-city/memory-city ]
    expect "without a display it says so in one line" is_error_of_one_line
    expect "every command has a manual page, which man shows without a warning" has_pages
    expect "bash completes commands and options" completes
    as_newcomer cp -R /usr/share/memory-city/data-samples/travel-shop dumps
    expect "it finds the leak of the sample" finds as_newcomer memory-city find dumps
    expect "it records a program of Java" records
    recommended=$(as_root dpkg-query -W -f '${Recommends}' memory-city)
    if [ -n "$recommended" ]; then
        # Goes again with the package, as if apt had taken it along, which it does unless it is told otherwise.
        # shellcheck disable=SC2086
        apt install --no-install-recommends --mark-auto ${recommended//,/}
        expect "with $recommended its window opens, and a tour begins with its sample" begins_a_tour
    fi
    apt purge --autoremove memory-city
    expect "nothing of it is left when it is removed" diff <(echo "$before") <(installed)
}

try_archive() {
    say "a folder with the program of $(basename "$package") and dumps, nothing else"
    tar --extract --file "$package" --directory "$root" --strip-components=1 --no-same-owner --wildcards '*/memory-city'
    cp -R data-samples/travel-shop "$root/dumps"
    expect "it tells its version: $(chroot "$root" /memory-city --version)" [ "$(ls "$root")" = $'dumps\nmemory-city' ]
    # Random numbers are the one thing that every system lends.
    mkdir "$root/dev"
    mknod -m 444 "$root/dev/random" c 1 8
    mknod -m 444 "$root/dev/urandom" c 1 9
    expect "it finds the leak of the sample" finds chroot "$root" /memory-city find /dumps
}

case "$package" in
*.deb) try_deb ;;
*.tar.gz) try_archive ;;
*) fail "$package is no package of scripts/package.sh" ;;
esac
