#!/bin/bash
# Measures weatherd and weatherctl beside others that do the like, prints one table, and ends with status 1 when a limit is
# not kept; docs/performance.md tells what each figure means.
#
#   bench.sh WEATHERD WEATHERCTL FLOOR
#
# ONLY="client idle" measures these sections alone; each is a file in Sections. RUNS (processes timed), ROUNDS (of what is done
# in turn), SECONDS_EACH (of a load), IDLE (seconds watched) and HOURS (of the long life) can be set to less.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "$0")" && pwd)
runs=${RUNS:-1000} rounds=${ROUNDS:-15} seconds=${SECONDS_EACH:-1} idle=${IDLE:-600} hours=${HOURS:-10000} settling=10
sections=${ONLY:-client requests memory start growth watchers floods places idle}

if [ $# != 3 ]; then
    echo "usage: bench.sh WEATHERD WEATHERCTL FLOOR" >&2
    exit 64
fi

# Everything lives in one directory and ends with this script, process by process.
work=$(mktemp -d)
children=()
finish() {
    local child
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    for child in "${children[@]}"; do wait "$child" 2>/dev/null || true; done
    rm -rf "$work" "${memory:-$work}"
}
trap finish EXIT
trap 'exit 130' INT TERM

# start NAME COMMAND...: runs the command until the end; its output is read with `read <&$NAME`, its process id is NAME_pid.
start() {
    local name=$1 output
    shift
    exec {output}< <(exec "$@")
    printf -v "${name}_pid" %s $!
    printf -v "$name" %s "$output"
    children+=($!)
}

# stop NAME: ends what was started and waits for it.
stop() {
    local pid="${1}_pid" left=() child
    kill "${!pid}"
    wait "${!pid}" || true
    for child in "${children[@]}"; do [ "$child" = "${!pid}" ] || left+=("$child"); done
    children=("${left[@]}")
}

# until_ok COMMAND...: returns when the command succeeds, which it has ten seconds for.
until_ok() {
    local end=$((SECONDS + 10))
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || { echo "bench.sh: it does not come about: $*" >&2; exit 1; }
        sleep 0.05
    done
}

# The lower quartile, the median and the upper quartile of the numbers in standard input.
quartiles() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 3) / 4)], v[int((NR + 1) / 2)], v[int((3 * NR + 3) / 4)] }'; }
median() { quartiles | cut -d' ' -f2; }
divide() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", (b > 0 ? a / b : 0) }'; }

table=() failed=0
# row FIGURE OURS THEIRS AGAINST RATIO SPREAD LIMIT [JUDGED]: a line of the table. What is JUDGED is compared with the limit;
# "-" stands where there is nothing.
row() {
    local kept=-
    if [ "${8:--}" != - ]; then
        kept=$(awk -v a="$8" -v b="$7" 'BEGIN { print (a <= b ? "kept" : "NOT") }')
        [ "$kept" = kept ] || failed=1
    fi
    table+=("$1"$'\t'"$2"$'\t'"$3"$'\t'"$4"$'\t'"$5"$'\t'"$6"$'\t'"$7"$'\t'"$kept")
}

# row_of_pairs FIGURE AGAINST LIMIT: a row of what was done in turn, from lines of ours and theirs in standard input; less is better.
row_of_pairs() {
    local pairs ours theirs low ratio high
    pairs=$(cat)
    ours=$(cut -d' ' -f1 <<<"$pairs" | median) theirs=$(cut -d' ' -f2 <<<"$pairs" | median)
    read -r low ratio high < <(awk '{ printf "%.3f\n", $1 / $2 }' <<<"$pairs" | quartiles)
    row "$1" "$ours" "$theirs" "$2" "$ratio" "$low-$high" "$3" "$([ "$3" = - ] && echo - || echo "$ratio")"
}

# As `make install` leaves them: what a linker has just written lies in memory in small pieces, and starts more slowly.
install -m 755 "$1" "$work/weatherd"
install -m 755 "$2" "$work/weatherctl"
install -m 755 "$3" "$work/floor"
# The daemon looks for it beside itself.
install -m 755 "${1%/*}/weatherd-worker" "$work/weatherd-worker"
data=$(dirname "$(readlink -f "$1")")
ln -s "$data/gazetteer.sqlite" "$data/cities.sqlite" "$data/coastline.dat" "$work"
for program in minimal-client epoll-server load watchers whole-process ready; do
    gcc -O2 -Wall -Wextra -o "$work/$program" "$here/$program.c"
done
gcc -O2 -Wall -Wextra -o "$work/start" "$here/start.c" -lsystemd
gcc -shared -fPIC -O1 -pthread -o "$work/fast-clock.so" "$here/../EndToEndTests/Soak/FastClock.c" -ldl

start stand_in python3 "$here/open-meteo.py" "$work/requests"
read -r port <&"$stand_in"

socket=$work/run/weatherd.sock
mkdir -p "$work"/{config/weatherd,state,cache,run}
: >"$work/config/weatherd/config.toml"
weatherd=(
    env -u WATCHDOG_USEC -u WATCHDOG_PID -u LISTEN_FDS -u LISTEN_PID
    XDG_CONFIG_HOME="$work/config" XDG_STATE_HOME="$work/state" XDG_CACHE_HOME="$work/cache" XDG_RUNTIME_DIR="$work/run"
    WEATHERD_OPEN_METEO_URL="http://127.0.0.1:$port" WEATHERD_PROVIDERS=open-meteo
    WEATHERD_LOCATION_LATITUDE=52.52 WEATHERD_LOCATION_LONGITUDE=13.41 WEATHERD_LOCATION_NAME=Berlin
)
export WEATHERD_SOCKET=$socket

# run_daemon [VARIABLE=VALUE ...]: starts weatherd, and returns when it has weather.
run_daemon() {
    start daemon "$work/ready" "$work" "${weatherd[@]}" "$@" "$work/weatherd" 2>>"$work/weatherd.log"
    read -r weatherd_pid <&"$daemon" || no_start
    timeout 60 "$work/weatherctl" watch current --output json 2>/dev/null | grep -q -m 1 '"schema"' || no_start
}

no_start() {
    tail "$work/weatherd.log" >&2
    echo "bench.sh: weatherd does not start, or not end, as it should" >&2
    exit 1
}

# forget: as if no weatherd had ever run here.
forget() { rm -rf "$work/state/weatherd" "$work/cache/weatherd"; }

# run_by_fast_clock [VARIABLE=VALUE ...]: starts weatherd on a clock that pass_hours moves on, with TLS on its way to the stand-in.
run_by_fast_clock() {
    local clock
    # Before the clock is, or it would not be valid yet.
    [ -e "$work/identity.pem" ] || make_identity
    clock=$(mktemp -d -p "$work" clock.XXX)
    clock_directory=$clock
    python3 "$here/fast_clock.py" make "$clock"
    start provider python3 "$here/open-meteo.py" "$clock/requests" "$work/identity.pem" "$clock/clock"
    read -r tls_port <&"$provider"
    run_daemon WEATHERD_OPEN_METEO_URL="https://localhost:$tls_port" WEATHERD_NETWORK_CA_FILE="$work/certificate.pem" \
        FAST_CLOCK="$clock/clock" FAST_CLOCK_MOVES="$clock/clock.moves" FAST_CLOCK_MOVED="$clock/clock.moved" \
        LD_PRELOAD="$work/fast-clock.so" "$@"
}

make_identity() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -days 3650 \
        -addext subjectAltName=DNS:localhost -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
    cat "$work/key.pem" "$work/certificate.pem" >"$work/identity.pem"
}

# pass_hours HOURS [STEP]: lets them pass, in steps of so many seconds at most.
pass_hours() { python3 "$here/fast_clock.py" run "$clock_directory" "$socket" "$@"; }

# Threads that have nothing left to do end after some seconds.
settle() { sleep "$settling"; }

# live_hours HOURS [STEP]: likewise, and then what the HTTP client holds for a minute of the real clock, as of connections that are
# through, is given back; with a refresh after it; four hours more. So it would be by the real clock.
live_hours() {
    pass_hours "$@"
    sleep 65
    pass_hours 4
    settle
}

# mpd plays to nowhere, from directories of its own.
mkdir "$work/mpd"
cat >"$work/mpd.conf" <<END
playlist_directory "$work/mpd"
state_file "$work/mpd/state"
log_file "$work/mpd/log"
bind_to_address "$work/mpd.sock"
zeroconf_enabled "no"
audio_output {
    type "null"
    name "null"
}
END
player=(mpd --no-daemon "$work/mpd.conf")

# run_bus: starts a session bus of its own.
run_bus() {
    start bus dbus-daemon --session --nofork --print-address=1 --address="unix:path=$work/bus" 2>/dev/null
    read -r DBUS_SESSION_BUS_ADDRESS <&"$bus"
    export DBUS_SESSION_BUS_ADDRESS
}

# kilobytes PID KEY: of what is resident.
kilobytes() { awk -v key="$2:" '$1 == key { print $2 }' "/proc/$1/smaps_rollup"; }
mebibytes() { awk -v k="$1" 'BEGIN { printf "%.1f", k / 1024 }'; }

for section in $sections; do
    echo "$section" >&2
    # shellcheck source=/dev/null
    . "$here/Sections/$section.sh"
done

printf '%s\n' $'figure\tweatherd\tthe other\twhich is\tratio\tquartiles\tlimit\t' "${table[@]}" |
    awk -F'\t' '{ printf "%-58s %10s %10s  %-22s %6s %13s %6s %s\n", $1, $2, $3, $4, $5, $6, $7, $8 }'
exit "$failed"
