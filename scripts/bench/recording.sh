# Part of scripts/bench.sh: what recording costs a program, and what a trace costs on disk.
# Five programs run on each JDK and with each collector: the Closure compiler on the TypeScript compiler, a checker of HTML on many
# pages, a database under load, an index of texts, a web server under requests. Each runs plain, recorded as counts, and as states.
# A small shop that leaks runs in full, too, with fewer requests, and javac for what starting costs.

# A row in awk: the value at a share of all lines, which are sorted.
RANK='{ v[NR] = $1 } END { at = int(NR * share + 0.999999); if (at < 1) at = 1; if (NR > 0) print v[at]; else print 0 }'

# java_of FEATURE: the java of the JDK 17, 21, ...
java_of() {
    local home
    for home in /usr/lib/jvm/*/ "$cache"/jdks/*/; do
        [ -x "$home/bin/java" ] || continue
        [ "$("$home/bin/java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')" = "$1" ] && echo "${home%/}/bin/java" && return
    done
    fail "no JDK $1 in /usr/lib/jvm or $cache/jdks; JDKS names others"
}

# recorded NAME HOW OPTIONS...: runs the program $program with the recorder by `timed` or `watched`.
recorded() {
    local name=$1 how=$2
    shift 2
    rm -f "$work/$name.mctrace"
    "$how" "$name" "$ours" record --out "$work/$name.mctrace" "$@" -- "${program[@]}"
}

# of_trace NAME KEY: a number that `memory-city trace --json` tells.
of_trace() { "$ours" trace "$work/$1.mctrace" --json | grep -o "\"$2\": *[0-9.]*" | head -1 | sed 's/.*: *//'; }

# objects_of DUMP: all that it holds, reachable or not.
objects_of() { "$ours" histogram "$1" --keep-unreachable --json | grep -o '"objects": *[0-9]*' | head -1 | sed 's/.*: *//'; }

# dumped NAME COUNT: runs the program and takes so many heap dumps, evenly over the time of a plain run.
dumped() {
    local name=$1 count=$2 plain pause process start=$EPOCHREALTIME at
    plain=$(least "$work/$name-plain.wall")
    pause=$(awk -v t="$plain" -v n="$count" 'BEGIN { print t / (n + 1) }')
    "${program[@]}" >/dev/null 2>&1 &
    process=$!
    for at in $(seq "$count"); do
        sleep "$pause"
        jcmd "$process" GC.heap_dump -all "$work/new.hprof" >/dev/null 2>&1 || break
        mv -f "$work/new.hprof" "$work/bench.hprof"
    done
    wait "$process"
    awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }' >>"$work/$name-dumps.wall"
    per "$(stat -c %s "$work/bench.hprof")" "$(objects_of "$work/bench.hprof")" >"$work/dump.bytes-per-object"
    rm -f "$work/bench.hprof"
}

# least FILE: of several runs the one that others on this machine have disturbed least.
least() { sort -g "$1" | head -1; }

# against_plain WHAT UNIT NAME SUFFIX AIM: the median ratio to the plain run of the same turn, and the middle half of the ratios. A
# machine that others use is faster or slower for minutes: runs that follow one another can be compared better than the best.
against_plain() {
    local plain ratio
    paste "$work/$3.$4" "$work/${3%-*}-plain.$4" | awk '{ print $1 / $2 }' >"$work/turns"
    plain=$(median "$work/${3%-*}-plain.$4")
    ratio=$(median "$work/turns")
    row "$1" "$2" "$(awk -v a="$ratio" -v b="$plain" 'BEGIN { print a * b }')" "not recorded, same turn" "$plain" "$5"
    sort -g "$work/turns" | awk '{ v[NR] = $1 } END {
        printf "  middle half of the ratios: %.2f to %.2f\n", v[int((NR + 3) / 4)], v[NR + 1 - int((NR + 3) / 4)] }' >>"$table"
}

# watched NAME COMMAND...: as `timed`, and notes how long each safepoint has stopped the program in NAME.pauses (ms), the longest
# of this run in NAME.longest, the peak of what its other processes hold in NAME.others, and that of all, shared pages once, in
# NAME.together (MiB). With the server a load comes, which ends it; its figures are noted, too.
watched() {
    local name=$1 watch load=
    : >"$work/safepoints"
    watch_memory >"$work/memory" &
    watch=$!
    [ "$program_name" != tomcat ] || { load_server >"$work/answers" & load=$!; }
    MEMORY_CITY_BENCH=$$-program timed "$@"
    kill "$watch"
    wait "$watch" 2>/dev/null || true
    if [ -n "$load" ]; then
        wait "$load" || fail "the load of the server has failed"
        # The time of a fixed number of requests, not that of the whole run, which has phases of fixed length.
        sed -i '$d' "$work/$name.wall"
        sed -n 's/^seconds=//p' "$work/answers" >>"$work/$name.wall"
        sed -n 's/^p99_ms=//p' "$work/answers" >>"$work/$name.p99"
        sed -n 's/^per_second=//p' "$work/answers" >>"$work/$name.rate"
    fi
    sed -n 's/.*Total: *\([0-9]*\) ns.*/\1/p' "$work/safepoints" | awk '{ print $1 / 1e6 }' >"$work/stops"
    cat "$work/stops" >>"$work/$name.pauses"
    sort -g "$work/stops" | awk -v share=1 "$RANK" >>"$work/$name.longest"
    awk '{ if ($1 > others) others = $1; if ($2 > all) all = $2 } END { print others / 1024 >a; print all / 1024 >b }' \
        a="$work/new.others" b="$work/new.together" "$work/memory"
    cat "$work/new.others" >>"$work/$name.others"
    cat "$work/new.together" >>"$work/$name.together"
}

# Every quarter of a second: KiB of the program's processes but the largest, and of all of them where shared pages count once. Copies
# of a process have its environment, by which they are known.
watch_memory() {
    local process
    set +e # processes are gone before they are looked at
    while sleep 0.25; do
        for process in $(grep -lsazx "MEMORY_CITY_BENCH=$$-program" /proc/[0-9]*/environ | cut -d/ -f3); do
            [ "$(cat "/proc/$process/comm" 2>/dev/null)" = time ] && continue
            grep -sE '^(Rss|Pss):' "/proc/$process/smaps_rollup" | awk '{ printf "%s ", $2 } END { print "" }'
        done | awk 'NF == 2 { rss += $1; pss += $2; if ($1 > most) most = $1 } END { print rss - most, pss + 0 }'
    done
}

# at_share FILE SHARE: the value at this share of all, 1 is the largest.
at_share() { sort -g "$1" | awk -v share="$2" "$RANK"; }

# at_least QUANTITY OURS AIM: a line without a peer and without a unit; the aim is the least value wanted, or "-".
at_least() {
    awk -v what="$1" -v ours="$2" -v aim="$3" 'BEGIN {
        verdict = aim == "-" ? "" : (ours >= aim ? "met" : "missed")
        printf "%-46s %10.4g %-4s %-24s %10s  %6s  %5s %s\n", what, ours, "", "-", "-", "-", aim == "-" ? aim : ">=" aim, verdict
    }' >>"$table"
}

# costs NAME WHAT: all rows of one program under one JVM and collector.
costs() {
    local name=$1 detail aim share what
    for _ in $(seq "$runs"); do
        watched "$name-plain" "${program[@]}"
        recorded "$name-counts" watched --detail counts --budget 3%
        recorded "$name-states" watched --budget 10%
        of_trace "$name-states" states >>"$work/$name-states.states"
    done
    printf '%s\n' "$2" >>"$table"
    for detail in counts states; do
        [ $detail = counts ] && what="counts within 3 %" aim=1.05 || what="states within 10 %" aim=1.10
        if [ -f "$work/$name-plain.rate" ]; then
            row " $what, requests per second" 1/s "$(median "$work/$name-$detail.rate")" "not recorded" "$(median "$work/$name-plain.rate")" -
            against_plain "  99th percentile of the answer time" ms "$name-$detail" p99 1.10
            against_plain "  time of a number of requests" s "$name-$detail" wall $aim
        else
            against_plain " $what, run time" s "$name-$detail" wall $aim
        fi
        against_plain "  processor time" s "$name-$detail" cpu $aim
        alone "  cost as the recorder counts it" % "$(awk -v share="$(of_trace "$name-$detail" slowdown_estimate)" 'BEGIN { print 100 * share }')" -
        for share in "0.5 median" "0.99 p99" "1 longest"; do
            row "  stops of the program, ${share#* }" ms "$(at_share "$work/$name-$detail.pauses" "${share% *}")" "not recorded" \
                "$(at_share "$work/$name-plain.pauses" "${share% *}")" -
        done
        paste "$work/$name-$detail.longest" "$work/$name-plain.longest" | awk '{ print $1 - $2 }' >"$work/added"
        alone "  added to the longest stop, same turn, worst" ms "$(at_share "$work/added" 1)" 200
        row "  peak memory of the JVM" MiB "$(median "$work/$name-$detail.rss")" "not recorded" "$(median "$work/$name-plain.rss")" -
        alone "  of other processes, shared pages, too" MiB "$(median "$work/$name-$detail.others")" -
        row "  of all, shared pages once" MiB "$(median "$work/$name-$detail.together")" "not recorded" "$(median "$work/$name-plain.together")" -
    done
    at_least "  states recorded" "$(median "$work/$name-states.states")" 10
    alone "  longest walk" ms "$(walks "$name-states" pause_ms | sort -g | tail -1)" -
}

# stored NAME WHAT: what a full state takes on disk, and what as many heap dumps as there were states cost.
stored() {
    local name=$1 states
    states=$(of_trace "$name-states" states)
    [ "$states" -gt 0 ] || return 0
    dumped "$name" "$states"
    row "$2, run time" s "$(least "$work/$name-states.wall")" "as many heap dumps" "$(least "$work/$name-dumps.wall")" -
    # The first state is a full one. The dump was taken at another moment, so bytes are told per object.
    row "  bytes per object, a full state" B "$(per "$(walks "$name-states" stored_bytes | sed -n 1p)" "$(walks "$name-states" objects | sed -n 1p)")" \
        "a heap dump" "$(cat "$work/dump.bytes-per-object")" 0.5
}

# starting: what the recorder costs a program that is over in a second, without any look at the heap.
starting() {
    program=("${java}c" -J-XX:+UseSerialGC -d "$work/shop" $(git ls-files 'tests/java/travel-shop/*.java'))
    for _ in $(seq $((3 * runs))); do
        timed javac-plain "${program[@]}"
        recorded javac-counts timed --detail counts --budget 0
        recorded javac-states timed --budget 0
    done
    against_plain "javac, collections alone, run time" s javac-counts wall -
    against_plain "  with names of local variables" s javac-states wall -
}

# per AMOUNT COUNT
per() { awk -v a="$1" -v n="$2" 'BEGIN { print (n > 0 ? a / n : 0) }'; }

# walks NAME KEY: a number of each walk of a trace, in their order.
walks() {
    "$ours" trace "$work/$1.mctrace" --json --gcs | sed 's/.*"heap_states"//' | grep -o "\"$2\": *[0-9.]*" | sed 's/.*: *//'
}

# fetch NAME: what a program needs, once.
fetch() {
    local jars=$peers/recorded-programs/usr/share/java compiler page row
    case $1 in
        closure-compiler | html-checker)
            # A later compiler needs JDK 21.
            compiler=google-closure-compiler-java@20240317.0.0
            grep -qs "\"version\": \"${compiler#*@}\"" "$packages/node_modules/${compiler%@*}/package.json" || {
                command -v npm >/dev/null || install_packages npm
                say "fetching the programs"
                npm install --silent --prefix "$packages" "$compiler" typescript@5.4.5 vnu-jar@26.9.27
            }
            ;;
        h2 | lucene)
            [ -f "$jars/h2.jar" ] || {
                say "fetching a database and an index (Debian packages; nothing is installed)"
                (cd "$work" && apt-get download libh2-java liblucene8-java && for row in ./*.deb; do dpkg -x "$row" "$packages"; done)
            }
            "${newest}c" --release 17 -cp "$jars/*" -d "$work/load" scripts/bench/SqlLoad.java scripts/bench/TextIndex.java
            ;;
        tomcat)
            install_packages tomcat10-common
            "${newest}c" --release 17 -d "$work/load" scripts/bench/HttpLoad.java
            make_server
            ;;
    esac
    [ "$1" = html-checker ] || return 0
    mkdir -p "$work/pages"
    for page in $(seq 12000); do
        echo "<!DOCTYPE html><html lang=en><head><title>Page $page</title></head><body><table>"
        for row in $(seq 40); do
            echo "<tr><td id=c$row>$page $row<td><a href='$row.html'>to <b>$row</b></a><td><p class='x y'>text <span>of &amp; a cell</span></p></tr>"
        done
        echo "</table></body></html>"
    done | awk -v folder="$work/pages" '/^<!DOCTYPE/ { close(file); file = folder "/" ++pages ".html" } { print > file }'
}

# A folder for Tomcat with one page, which makes some hundred kB of garbage and keeps a list in the visitor's session.
make_server() {
    local folder=$work/tomcat
    mkdir -p "$folder"/{conf,logs,temp,work,webapps/ROOT}
    cat >"$folder/conf/server.xml" <<END
<Server port="$SHUTDOWN_PORT" shutdown="BYE"><Service name="Catalina"><Connector port="$SERVER_PORT" address="127.0.0.1" maxKeepAliveRequests="-1"/>
<Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps"/></Engine></Service></Server>
END
    cat >"$folder/conf/web.xml" <<END
<web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
<servlet><servlet-name>jsp</servlet-name><servlet-class>org.apache.jasper.servlet.JspServlet</servlet-class></servlet>
<servlet-mapping><servlet-name>jsp</servlet-name><url-pattern>*.jsp</url-pattern></servlet-mapping></web-app>
END
    cat >"$folder/webapps/ROOT/index.jsp" <<'END'
<%@page session="true" import="java.util.*"%><%
    List<String> seen = (List<String>) session.getAttribute("seen");
    if (seen == null) {
        session.setAttribute("seen", seen = Collections.synchronizedList(new ArrayList<>()));
    }
    seen.add("page " + seen.size() % 100);
    if (seen.size() > 500) {
        seen.clear();
    }
    Map<String, Integer> rows = new TreeMap<>();
    Random random = new Random(seen.size());
    for (int row = 0; row < 600; row++) {
        rows.put("article " + random.nextInt(100000), row);
    }
%><html><body><table><% for (Map.Entry<String, Integer> row : rows.entrySet()) { %><tr><td><%= row.getKey() %></td><td><%= String.format("%05d",
row.getValue()) %></td></tr><% } %></table></body></html>
END
}

# Sends requests to the server, which ends when it is told to, whatever became of them.
load_server() {
    local status
    "$newest" -XX:+UseSerialGC -Xmx128m -cp "$work/load" HttpLoad "$SERVER_PORT" /index.jsp "${REQUESTS:-20000}" "${RATE:-300}" 15 && status=0 || status=$?
    echo BYE >"/dev/tcp/127.0.0.1/$SHUTDOWN_PORT"
    return "$status"
}

# to_run NAME JVM_OPTIONS...: sets $program.
to_run() {
    local jars=$packages/usr/share/java
    program_name=$1
    shift
    program=("$java" "$@")
    case $program_name in
        closure-compiler)
            program+=(-Xmx1500m -cp "$packages/node_modules/google-closure-compiler-java/compiler.jar" com.google.javascript.jscomp.CommandLineRunner
                --js "$packages/node_modules/typescript/lib/typescript.js" --js_output_file "$work/compiled.js" --warning_level QUIET)
            ;;
        html-checker) program+=(-Xmx256m -jar "$packages/node_modules/vnu-jar/build/dist/vnu.jar" --exit-zero-always "$work/pages") ;;
        h2) program+=(-Xmx384m -cp "$work/load:$jars/h2.jar" SqlLoad "${ROUNDS:-2500}") ;;
        lucene) program+=(-Xmx256m -cp "$work/load:$jars/*" TextIndex "$work/index" "${DOCUMENTS:-200000}") ;;
        tomcat)
            program+=(-Xmx256m -cp /usr/share/tomcat10/bin/bootstrap.jar:/usr/share/tomcat10/bin/tomcat-juli.jar
                -Dcatalina.home=/usr/share/tomcat10 "-Dcatalina.base=$work/tomcat" "-Djava.io.tmpdir=$work/tomcat/temp"
                org.apache.catalina.startup.Bootstrap start)
            ;;
        travel-shop) program+=(-Xmx512m -cp "$work/shop" travelshop.Main --points 60 --requests 3000) ;;
        *) fail "unknown program $program_name" ;;
    esac
}

recording() {
    local java newest packages=$peers/recorded-programs version collector name programs jdks collectors
    local SERVER_PORT=18080 SHUTDOWN_PORT=18005
    read -ra programs <<<"${PROGRAMS:-closure-compiler html-checker h2 lucene tomcat travel-shop javac}"
    read -ra jdks <<<"${JDKS:-17 25}"
    read -ra collectors <<<"${COLLECTORS:-G1 Parallel Z}"
    command -v /usr/bin/time >/dev/null || install_packages time
    say "building the command line and the recorder"
    cargo build --locked --release -q -p city-app -p recorder --no-default-features --target-dir "$cache/bench-target"
    ours=$cache/bench-target/release/memory-city
    newest=$(java_of "${jdks[-1]}")
    mkdir -p "$packages" "$work/load" "$work/shop"
    "${newest}c" -d "$work/shop" $(git ls-files 'tests/java/travel-shop/*.java')
    for name in "${programs[@]}"; do
        fetch "$name"
        [ "$name" != javac ] || continue
        for version in "${jdks[@]}"; do
            java=$(java_of "$version")
            for collector in "${collectors[@]}"; do
                say "$name, JDK $version, $collector, $runs runs each"
                to_run "$name" "-XX:+Use${collector}GC" "-Xlog:safepoint:file=$work/safepoints::filecount=0"
                costs "$name-$version-$collector" "$name, JDK $version, $collector"
                [[ $name = tomcat || $version$collector != "${jdks[-1]}${collectors[0]}" ]] || stored "$name-$version-$collector" "$name"
            done
        done
    done
    java=$newest
    [[ " ${programs[*]} " != *" javac "* ]] || starting
    if [[ " ${programs[*]} " = *" travel-shop "* ]]; then
        program=("$java" -Xmx64m -XX:+UseSerialGC -cp "$work/shop" travelshop.Main --points 12 --requests 1000)
        timed travel-shop-short "${program[@]}"
        recorded travel-shop-full timed --detail full
        row "travel-shop, every allocation, run time" s "$(least "$work/travel-shop-full.wall")" "not recorded" "$(least "$work/travel-shop-short.wall")" -
    fi
}
