# Sourced by the other scripts: libraries and programs that others wrote, for tests, as jars of Debian packages.

LIBRARY_JARS=${LIBRARY_JARS:-${XDG_CACHE_HOME:-$HOME/.cache}/memory-city/jars}

# Each package with the jars that are taken from it.
LIBRARIES=(
    libcommons-httpclient-java:commons-httpclient
    libcommons-logging-java:commons-logging
    libcommons-codec-java:commons-codec
    libcommons-pool2-java:commons-pool2
    libcommons-dbcp2-java:commons-dbcp2
    libh2-java:h2
    liblog4j1.2-java:log4j-1.2
    libguava-java:guava
    libnetty-java:netty-common
    libtomcat9-java:tomcat9-{annotations-api,api,catalina,coyote,jaspic-api,jni,juli,servlet-api,util,util-scan}
    groovy:groovy-all
    libehcache-java:ehcache-core
    libquartz2-java:quartz2
    libslf4j-java:slf4j-{api,nop}
    libjavassist-java:javassist
    libfastutil-java:fastutil
    libcarrotsearch-hppc-java:hppc
    libtrove3-java:trove4j
    libtrove-intellij-java:libtrove-intellij
    libcaffeine-java:caffeine
    libclojure-java:clojure-1.11
    libspec-alpha-clojure:spec.alpha
    libcore-specs-alpha-clojure:core.specs.alpha
    libcommons-collections4-java:commons-collections4
    libgs-collections-java:gs-collections{,-api}
    scala-library:scala-library
    libjctools-java:jctools-core
    liblucene8-java:lucene-core-8.7.0
)

# Fetches the jars once; nothing is installed.
fetch_jars() {
    local library fetched missing=()
    for library in "${LIBRARIES[@]}"; do
        [ -f "$LIBRARY_JARS/${library#*:}.jar" ] || missing+=("${library%%:*}")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "fetching Java libraries (Debian packages)"
    mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
    fetched=$(mktemp -d)
    (cd "$fetched" && download_packages "${missing[@]}") || fail "apt-get cannot fetch ${missing[*]}"
    for library in "$fetched"/*.deb; do dpkg -x "$library" "$fetched"; done
    mkdir -p "$LIBRARY_JARS"
    for library in "${LIBRARIES[@]}"; do
        [ -f "$LIBRARY_JARS/${library#*:}.jar" ] || cp -L "$fetched/usr/share/java/${library#*:}.jar" "$LIBRARY_JARS/"
    done
    rm -rf "$fetched"
}

# Into the current folder, which only its owner can enter: apt-get is not to become another user there.
download_packages() {
    local download=(apt-get -qq -o APT::Sandbox::User=root download "$@")
    "${download[@]}" 2>/dev/null || { apt-get -qq update && "${download[@]}"; }
}
