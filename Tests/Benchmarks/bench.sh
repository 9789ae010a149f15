#!/bin/bash
# Measures weatherd beside similar programs, prints one table, and exits with status 1 if a limit is exceeded;
# docs/performance.md explains each figure.
#
#   bench.sh PROGRAMS
#
# PROGRAMS is the directory where `make` puts the programs and their data. ONLY="client idle" runs only these sections;
# each is a file in Sections. RUNS (timed processes), ROUNDS (of alternating measurements), SECONDS_EACH (of a load),
# IDLE (observed seconds) and HOURS (of the long run) can be reduced.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "$0")" && pwd)
# No compiled modules next to the sources.
export PYTHONDONTWRITEBYTECODE=1
runs=${RUNS:-1000} rounds=${ROUNDS:-15} seconds=${SECONDS_EACH:-1} idle=${IDLE:-600} hours=${HOURS:-10000} settling=10
sections=${ONLY:-size client requests memory fetch start growth watchers floods places day idle}

if [ $# != 1 ]; then
    echo "usage: bench.sh PROGRAMS" >&2
    exit 64
fi
programs=$(readlink -f "$1")

# All files are in one directory, which is removed at the end. All processes that this script started are ended then.
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

# start NAME COMMAND...: starts the command in the background; `read <&$NAME` reads its output, NAME_pid is its process id.
start() {
    local name=$1 output
    shift
    exec {output}< <(exec "$@")
    printf -v "${name}_pid" %s $!
    printf -v "$name" %s "$output"
    children+=($!)
}

# stop NAME: ends a command that `start` started, and waits for its exit.
stop() {
    local pid="${1}_pid" left=() child
    kill "${!pid}"
    wait "${!pid}" || true
    for child in "${children[@]}"; do [ "$child" = "${!pid}" ] || left+=("$child"); done
    children=("${left[@]}")
}

# until_ok COMMAND...: returns when the command succeeds; fails after ten seconds.
until_ok() {
    local end=$((SECONDS + 10))
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || { echo "bench.sh: failed for 10 s: $*" >&2; exit 1; }
        sleep 0.05
    done
}

# The lower quartile, median and upper quartile of the numbers on standard input; their 95th percentile; their mean.
quartiles() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 3) / 4)], v[int((NR + 1) / 2)], v[int((3 * NR + 3) / 4)] }'; }
median() { quartiles | cut -d' ' -f2; }
percentile95() { sort -g | awk '{ v[NR] = $1 } END { print v[int(0.95 * (NR - 1)) + 1] }'; }
mean() { awk '{ sum += $1 } END { printf "%.1f", (NR > 0 ? sum / NR : 0) }'; }
divide() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", (b > 0 ? a / b : 0) }'; }

table=() failed=0
# row FIGURE OURS THEIRS PEER RATIO SPREAD LIMIT [VALUE]: adds a line to the table. VALUE is compared with LIMIT; "-" means no
# value.
row() {
    local result=-
    if [ "${8--}" != - ]; then
        result=$(awk -v a="$8" -v b="$7" 'BEGIN { print (a != "" && a + 0 <= b + 0 ? "ok" : "exceeded") }')
        [ "$result" = ok ] || failed=1
    fi
    table+=("$1"$'\t'"$2"$'\t'"$3"$'\t'"$4"$'\t'"$5"$'\t'"$6"$'\t'"$7"$'\t'"$result")
}

# row_of_pairs FIGURE AGAINST LIMIT: adds a row for alternating measurements: each line of standard input has weatherd's
# and the peer's figure. The limit applies to the median of the ratios.
row_of_pairs() {
    local pairs ours theirs low ratio high
    pairs=$(cat)
    ours=$(cut -d' ' -f1 <<<"$pairs" | median) theirs=$(cut -d' ' -f2 <<<"$pairs" | median)
    read -r low ratio high < <(awk '{ printf "%.3f\n", $1 / $2 }' <<<"$pairs" | quartiles)
    row "$1" "$ours" "$theirs" "$2" "$ratio" "$low-$high" "$3" "$([ "$3" = - ] && echo - || echo "$ratio")"
}

# Copies, like those that `make install` makes: a file that the linker has just written is in the page cache in small
# pieces, which slows down the start. The daemon looks for the worker and the data in its own directory.
for program in weatherd weatherd-worker weatherctl floor; do
    install -m 755 "$programs/$program" "$work/$program"
done
ln -s "$programs/gazetteer.sqlite" "$programs/cities.sqlite" "$programs/coastline.dat" "$programs/regions.dat" \
    "$programs/borders.dat" "$work"
for program in minimal-client epoll-server load watchers whole-process ready; do
    gcc -O2 -Wall -Wextra -o "$work/$program" "$here/$program.c"
done
gcc -O2 -Wall -Wextra -o "$work/start" "$here/start.c" -lsystemd
gcc -shared -fPIC -O1 -pthread -o "$work/fast-clock.so" "$here/../EndToEnd/Soak/FastClock.c" -ldl

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
    # Their services cannot be reached here, and each would be tried again and again, by a worker of its own.
    WEATHERD_ALERTS_PROVIDERS=
)
export WEATHERD_SOCKET=$socket

# run_daemon [VARIABLE=VALUE ...]: starts weatherd, and returns when it has fetched a forecast.
run_daemon() {
    start daemon "$work/ready" "$work" "${weatherd[@]}" "$@" "$work/weatherd" 2>>"$work/weatherd.log"
    read -r weatherd_pid <&"$daemon" || no_start
    timeout 60 "$work/weatherctl" watch current --output json 2>/dev/null | grep -q -m 1 '"schema"' || no_start
}

no_start() {
    tail "$work/weatherd.log" >&2
    echo "bench.sh: weatherd did not start, did not answer or did not exit; its log is above" >&2
    exit 1
}

# workers PID: the child processes of a process, including zombies, one PID per line.
workers() { grep -slx "PPid:"$'\t'"$1" /proc/[0-9]*/status | cut -d/ -f3 || true; }

# forget: removes weatherd's settings and cache.
forget() { rm -rf "$work/state/weatherd" "$work/cache/weatherd"; }

# run_by_fast_clock [VARIABLE=VALUE ...]: starts weatherd on a clock that pass_hours advances, with a TLS provider.
# Workers run on the real clock.
run_by_fast_clock() {
    # First, since the certificate's validity begins at the real time.
    [ -e "$work/identity.pem" ] || make_identity
    clock_directory=$(mktemp -d -p "$work" clock.XXX)
    python3 "$here/fast_clock.py" make "$clock_directory"
    start provider python3 "$here/open-meteo.py" "$clock_directory/requests" "$work/identity.pem" "$clock_directory/clock"
    read -r tls_port <&"$provider"
    run_daemon WEATHERD_OPEN_METEO_URL="https://localhost:$tls_port" WEATHERD_NETWORK_CA_FILE="$work/authority.pem" \
        FAST_CLOCK="$clock_directory/clock" FAST_CLOCK_MOVES="$clock_directory/clock.moves" \
        FAST_CLOCK_MOVED="$clock_directory/clock.moved" LD_PRELOAD="$work/fast-clock.so" "$@"
}

# A certificate authority for tests, and a server certificate that it signed.
make_identity() {
    local key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650)
    openssl req -x509 "${key[@]}" -subj "/CN=Test authority" -keyout "$work/authority.key" -out "$work/authority.pem" 2>/dev/null
    openssl req -x509 "${key[@]}" -subj /CN=localhost -addext subjectAltName=DNS:localhost -addext basicConstraints=CA:FALSE \
        -CA "$work/authority.pem" -CAkey "$work/authority.key" -keyout "$work/server.key" -out "$work/server.pem" 2>/dev/null
    cat "$work/server.key" "$work/server.pem" >"$work/identity.pem"
}

# The same with an intermediate authority, so that a handshake has the size of that of a public service: as there, the
# certificate also has time stamps of transparency logs (here, as many random bytes).
make_chain() {
    local key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90) ca=(-addext basicConstraints=critical,CA:TRUE)
    openssl req -x509 "${key[@]}" -subj "/O=Tests/CN=Root" -keyout "$work/root.key" -out "$work/root.pem" 2>/dev/null
    openssl req -x509 "${key[@]}" -subj "/O=Tests/CN=Intermediate" "${ca[@]}" -CA "$work/root.pem" -CAkey "$work/root.key" \
        -keyout "$work/middle.key" -out "$work/middle.pem" 2>/dev/null
    openssl req -x509 "${key[@]}" -subj /CN=localhost -addext subjectAltName=DNS:localhost -addext basicConstraints=CA:FALSE \
        -addext "1.3.6.1.4.1.11129.2.4.2=DER:0481F2$(openssl rand -hex 242)" -CA "$work/middle.pem" -CAkey "$work/middle.key" \
        -keyout "$work/leaf.key" -out "$work/leaf.pem" 2>/dev/null
    cat "$work/leaf.key" "$work/leaf.pem" "$work/middle.pem" >"$work/chain.pem"
}

# pass_hours HOURS [STEP]: advances the clock, by at most STEP seconds at a time.
pass_hours() { python3 "$here/fast_clock.py" run "$clock_directory" "$socket" "$@"; }

# Unused threads end after some seconds.
settle() { sleep "$settling"; }

# mpd with a null output, and its own directories.
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

# run_bus: starts a private session bus.
run_bus() {
    start bus dbus-daemon --session --nofork --print-address=1 --address="unix:path=$work/bus" 2>/dev/null
    read -r DBUS_SESSION_BUS_ADDRESS <&"$bus"
    export DBUS_SESSION_BUS_ADDRESS
}

# add_places FROM TO: requests that add these favourites, spread evenly over the globe (a low-discrepancy sequence).
add_places() {
    awk -v from="$1" -v to="$2" 'BEGIN { for (i = from; i < to; i++) { a = i * 0.618034; b = i * 0.754878
        printf "places add Place-%d %.4f %.4f\n", i, -85 + 170 * (a - int(a)), -180 + 360 * (b - int(b)) } }'
}

# kilobytes PID KEY: resident memory; KEY is Rss or Anonymous.
kilobytes() { awk -v key="$2:" '$1 == key { print $2 }' "/proc/$1/smaps_rollup"; }
mebibytes() { awk -v k="$1" 'BEGIN { printf "%.1f", k / 1024 }'; }

for section in $sections; do
    echo "$section" >&2
    # shellcheck source=/dev/null
    . "$here/Sections/$section.sh"
done

printf '%s\n' $'figure\tweatherd\tpeer\tpeer name\tratio\tquartiles\tlimit\t' "${table[@]}" |
    awk -F'\t' '{ printf "%-58s %10s %10s  %-22s %6s %13s %6s %s\n", $1, $2, $3, $4, $5, $6, $7, $8 }'
exit "$failed"
