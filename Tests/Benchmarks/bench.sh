#!/bin/bash
# Measures weatherd and weatherctl and says whether they keep to their limits; docs/performance.md tells what each figure
# means. Installs what it measures with, on Debian and Ubuntu, where it is missing.
#
#   bench.sh WEATHERD WEATHERCTL
#
# RUNS (processes timed), ROUNDS (of every load), SECONDS_EACH (of a load) and IDLE (seconds watched) can be set to less.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "$0")" && pwd)
runs=${RUNS:-1000} rounds=${ROUNDS:-5} seconds=${SECONDS_EACH:-2} idle=${IDLE:-60} starts=20 settling=10
sudo=() && [ "$(id -u)" = 0 ] || sudo=(sudo)

if [ $# != 2 ]; then
    echo "usage: bench.sh WEATHERD WEATHERCTL" >&2
    exit 64
fi

missing=()
for pair in redis-server:redis-server redis-benchmark:redis-tools strace:strace gcc:gcc python3:python3 sqlite3:sqlite3; do
    command -v "${pair%%:*}" >/dev/null || missing+=("${pair#*:}")
done
if [ ${#missing[@]} != 0 ]; then
    echo "installing ${missing[*]}" >&2
    { "${sudo[@]}" apt-get update -qq && "${sudo[@]}" apt-get install -qq -y "${missing[@]}" libc6-dev; } >&2
fi

# Everything lives in one directory and ends with this script, process by process.
work=$(mktemp -d)
children=()
finish() {
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    for child in "${children[@]}"; do wait "$child" 2>/dev/null || true; done
    rm -rf "$work" "${memory:-$work}"
}
trap finish EXIT
trap 'exit 130' INT TERM

# start NAME COMMAND...: runs the command until the end; its output is read with `read <&$NAME`, its process id is NAME_pid.
start() {
    local name=$1
    shift
    exec {output}< <(exec "$@")
    printf -v "${name}_pid" %s $!
    printf -v "$name" %s "$output"
    children+=($!)
}

# stop NAME: ends what was started and waits for it.
stop() {
    local pid="${1}_pid"
    kill "${!pid}"
    wait "${!pid}" || true
    local left=()
    for child in "${children[@]}"; do [ "$child" = "${!pid}" ] || left+=("$child"); done
    children=("${left[@]}")
}

median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
divide() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

table=() failed=0
# row FIGURE OURS PEER RATIO LIMIT [JUDGED]: a line of the table; JUDGED, which is compared with LIMIT, is "-" where nothing is.
row() {
    local verdict=-
    if [ "${6:--}" != - ]; then
        verdict=$(awk -v a="$6" -v b="$5" 'BEGIN { print a <= b ? "ok" : "NOT" }')
        [ "$verdict" = ok ] || failed=1
    fi
    table+=("$1|$2|$3|$4|$5|$verdict")
}

# As `make install` leaves them: what a linker has just written lies in memory in small pieces, and starts more slowly.
install -m 755 "$1" "$work/weatherd"
install -m 755 "$2" "$work/weatherctl"
ln -s "$(dirname "$(readlink -f "$1")")/gazetteer.sqlite" "$work/gazetteer.sqlite"
for program in minimal-client epoll-server load watchers whole-process ready; do
    gcc -O2 -Wall -Wextra -o "$work/$program" "$here/$program.c"
done

start stand_in python3 "$here/open-meteo.py" "$work/requests"
read -r port <&"$stand_in"

socket=$work/weatherd.sock
mkdir -p "$work"/{config/weatherd,state,cache,run}
: >"$work/config/weatherd/config.toml"
weatherd=(
    env -u WATCHDOG_USEC -u WATCHDOG_PID -u LISTEN_FDS -u LISTEN_PID
    XDG_CONFIG_HOME="$work/config" XDG_STATE_HOME="$work/state" XDG_CACHE_HOME="$work/cache" XDG_RUNTIME_DIR="$work/run"
    WEATHERD_OPEN_METEO_URL="http://127.0.0.1:$port" WEATHERD_PROVIDERS=open-meteo
    WEATHERD_LOCATION_LATITUDE=52.52 WEATHERD_LOCATION_LONGITUDE=13.41 WEATHERD_LOCATION_NAME=Berlin
)
serve=("$work/weatherd" --config "$work/config/weatherd/config.toml" --socket "$socket")
export WEATHERD_SOCKET=$socket

# run_daemon [VARIABLE=VALUE ...]: starts weatherd, and returns when it has said that it is ready.
run_daemon() {
    start daemon "$work/ready" 0 "$work" "${weatherd[@]}" "$@" "${serve[@]}" 2>>"$work/weatherd.log"
    read -r weatherd_pid <&"$daemon" || no_start
}

no_start() {
    tail "$work/weatherd.log" >&2
    echo "bench.sh: weatherd does not start, or not end, as it should" >&2
    exit 1
}

# watch_idle: what weatherd calls the kernel for in the idle seconds, one call a line. Before they begin, the first ones pass in
# which the last refresh's connection and threads end, and calls that the arrival of the tracer ended are made again.
watch_idle() {
    local begin
    begin=$(($(date +%s) + settling))
    "${sudo[@]}" timeout --signal=INT $((idle + settling)) strace -f -qq -ttt -p "$weatherd_pid" -o "$work/strace.log" || true
    "${sudo[@]}" cat "$work/strace.log" | awk -v begin="$begin" '$2 > begin && / = / {
        sub(/^[0-9]+ +[0-9.]+ +(<\.\.\. )?/, "")
        sub(/[( ].*/, "")
        print
    }'
}

kilobytes() { awk -v key="$1:" '$1 == key { print $2 }' "/proc/$weatherd_pid/smaps_rollup"; }
mebibytes() { awk -v k="$1" 'BEGIN { printf "%.1f", k / 1024 }'; }

echo "memory and idleness" >&2
run_daemon
# A watch says when there is weather; grep ends with the first line of it, and the watch with grep.
timeout 60 "$work/weatherctl" watch current --output json 2>/dev/null | grep -q -m 1 '"schema"'
rss=$(kilobytes Rss) anonymous=$(kilobytes Anonymous)
row "resident after the first refresh, MiB" "$(mebibytes "$rss")" - - 32 "$(mebibytes "$rss")"
row "of it anonymous, MiB" "$(mebibytes "$anonymous")" - - 6 "$(mebibytes "$anonymous")"

calls=$(watch_idle)
count=$(grep -c . <<<"$calls" || true)
row "system calls in $idle s of idleness" "$count" - - 0 "$count"
[ "$count" = 0 ] || sort <<<"$calls" | uniq -c | sort -rn >&2
stop daemon

# Half the watchdog's time between notifications, as sd_watchdog_enabled(3) advises, makes six in a minute.
run_daemon WATCHDOG_USEC=20000000
calls=$(watch_idle)
count=$(grep -c . <<<"$calls" || true)
told=$(grep -cE '^send' <<<"$calls" || true)
row "the same with a watchdog of 20 s" "$count" - - - -
row "  of these, notifications" "$told" - - - -
stop daemon

# With 200 favourites, spread over the globe by the golden ratio's kin. The provider's limit for a minute makes this last for two.
echo "favourites" >&2
run_daemon
read -r middle most _ < <(awk 'BEGIN { for (i = 0; i < 200; i++) { a = i * 0.618034; b = i * 0.754878
    printf "places add Place-%d %.4f %.4f\n", i, -85 + 170 * (a - int(a)), -180 + 360 * (b - int(b)) } }' |
    python3 "$here/latency.py" "$socket")
row "places add, ms (95th percentile of 200)" "$most" - - - -
row "  the median" "$middle" - - - -
stop daemon
rm -f "$work/cache/weatherd/reports.json"
: >"$work/requests"
run_daemon
for ((second = 0; second < 300; second++)); do
    fetched=$(awk '{ places += $1 } END { print places + 0 }' "$work/requests")
    [ "$fetched" -lt 201 ] || break
    sleep 1
done
[ "$fetched" -ge 201 ] || no_start
# The last answer is read and saved, and its connection ends.
sleep "$settling"
requests=$(wc -l <"$work/requests")
row "requests for the current place and 200 favourites" "$requests" - - 4 "$requests"
more=$(mebibytes $(($(kilobytes Rss) - rss)))
row "resident with 200 favourites, MiB more than with none" "$more" - - 6 "$more"
read -r middle most _ < <(yes places | head -n 300 | python3 "$here/latency.py" "$socket")
row "places with 200 favourites, ms (95th percentile)" "$most" - - 5 "$most"
row "  the median" "$middle" - - - -
row "  reports.json, KiB" "$(($(stat -c %s "$work/cache/weatherd/reports.json") / 1024))" - - - -
stop daemon
read -r _ middle most < <("$work/ready" "$starts" "$work" "${weatherd[@]}" "${serve[@]}" 2>>"$work/weatherd.log") || no_start
row "start to READY=1 with them in the cache, ms" "$middle" - - - -
row "  the slowest" "$most" - - - -
rm "$work/state/weatherd/settings.json" "$work/cache/weatherd/reports.json"
run_daemon
timeout 60 "$work/weatherctl" watch current --output json 2>/dev/null | grep -q -m 1 '"schema"'
stop daemon

# The beginnings of the names of large cities, and positions all over the globe. What is set is kept in memory, so that the disk's
# time does not count.
echo "search" >&2
memory=$(mktemp -d -p /dev/shm)
run_daemon XDG_STATE_HOME="$memory" XDG_CACHE_HOME="$memory" WEATHERD_PROVIDERS=sample
read -r middle most slowest < <(sqlite3 "$work/gazetteer.sqlite" \
    "SELECT 'search \"' || substr(name, 1, length) || '\"'
     FROM place, (SELECT 2 AS length UNION SELECT 3 UNION SELECT 5 UNION SELECT 99) WHERE place.id <= 500" | python3 "$here/latency.py" "$socket")
row "search, ms (95th percentile of 2,000)" "$most" - - 20 "$most"
row "  median and longest" "$middle and $slowest" - - - -
read -r middle most slowest < <(awk 'BEGIN { srand(7); for (i = 0; i < 300; i++)
    printf "set-location %.3f %.3f\n", 180 * rand() - 90, 360 * rand() - 180 }' | python3 "$here/latency.py" "$socket")
row "naming and keeping a position, ms (95th percentile)" "$most" - - 5 "$most"
row "  median and longest" "$middle and $slowest" - - - -
stop daemon
rm -r "$memory"

echo "start to READY=1" >&2
read -r _ middle most < <("$work/ready" "$starts" "$work" "${weatherd[@]}" "${serve[@]}" 2>>"$work/weatherd.log") || no_start
row "start to READY=1 with a warm cache, ms (median of $starts)" "$middle" - - 60 "$middle"
row "  the slowest" "$most" - - - -

# A change reaches a thousand who watch; then the same with one beside them that watches a long view and never reads. What memory
# they take is that of the daemon, without what the kernel holds for their sockets.
echo "watchers" >&2
for watched in "short" "short --output waybar"; do
    for silent in 0 1; do
        run_daemon
        timeout 60 "$work/weatherctl" watch current --output json 2>/dev/null | grep -q -m 1 '"schema"'
        before=$(kilobytes Rss)
        coproc watchers { exec "$work/watchers" "$socket" 1000 "$silent" 40 "$watched"; }
        children+=("$watchers_PID")
        read -r <&"${watchers[0]}" || no_start
        each=$(awk -v k=$(($(kilobytes Rss) - before)) 'BEGIN { printf "%.1f", k / 1000 }')
        echo >&"${watchers[1]}"
        read -r middle most <&"${watchers[0]}" || no_start
        wait "$watchers_PID" 2>/dev/null || true
        unset "children[-1]"
        beside=$([ "$silent" = 0 ] || echo ", one never reads")
        row "a change to the last of 1,000: $watched$beside, ms" "$most" - - 100 "$most"
        row "  the median of 40 changes" "$middle" - - - -
        [ "$silent" = 1 ] || row "  memory of each, KiB" "$each" - - 16 "$each"
        stop daemon
    done
done

echo "whole process" >&2
run_daemon
text=$("$work/weatherctl" short)
times=()
for ((round = 0; round < rounds; round++)); do
    times+=("$("$work/whole-process" $((runs / rounds)) 20 "$work/weatherctl" short -- "$work/minimal-client" "$socket")")
done
column() { printf '%s\n' "${times[@]}" | cut -d' ' -f"$1" | median; }
ratio=$(column 7)
row "weatherctl short, us (median of $runs)" "$(column 2)" "$(column 5) C client" "$ratio" 1.25 "$ratio"
row "  its 10th and 90th percentile" "$(column 1)-$(column 3)" "$(column 4)-$(column 6)" "$(column 8) by pairs" - -

echo "requests a second" >&2
start epoll "$work/epoll-server" "$work/epoll.sock" "$text"
read -r _ <&"$epoll"
start redis redis-server --port 0 --unixsocket "$work/redis.sock" --save '' --appendonly no --dir "$work"
grep -q -m 1 'eady to accept connections' <&"$redis"
redis-cli -s "$work/redis.sock" set weather "$text" >/dev/null

for connections in 1 50; do
    declare -A rate=() latency=()
    for ((round = 0; round < rounds; round++)); do
        while read -r name dialect path; do
            read -r requests _ slow _ < <("$work/load" "$dialect" "$path" "$connections" "$seconds")
            rate[$name]+="$requests " latency[$name]+="$slow "
        done <<END
weatherd line $socket
epoll line $work/epoll.sock
redis resp $work/redis.sock
END
        rate[benchmark]+="$(redis-benchmark -s "$work/redis.sock" -t get -n 100000 -c "$connections" --csv |
            sed -nE 's/^"GET","([0-9.]+)".*/\1/p') "
    done
    of() { tr ' ' '\n' <<<"$1" | grep . | median; }
    ours=$(of "${rate[weatherd]}")
    for peer in epoll:"epoll in C" redis:"redis" benchmark:"redis-benchmark"; do
        theirs=$(of "${rate[${peer%%:*}]}")
        row "requests/s, $connections at a time" "$ours" "$theirs ${peer#*:}" "$(divide "$ours" "$theirs")" - -
    done
    row "  99th percentile, us" "$(of "${latency[weatherd]}")" "$(of "${latency[epoll]}") epoll in C" \
        "$(divide "$(of "${latency[weatherd]}")" "$(of "${latency[epoll]}")")" - -
done

printf '%s\n' 'figure|weatherd|peer|ratio|limit|kept' "${table[@]}" |
    awk -F'|' '{ printf "%-52s %-12s %-24s %-14s %-6s %s\n", $1, $2, $3, $4, $5, $6 }'
exit "$failed"
