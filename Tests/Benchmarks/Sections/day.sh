# A day with the defaults: one place (Berlin), with warnings, ensemble and normals, and a bar that watches; on a fast clock, from
# services with TLS that answer with weather of the simulated time. The first day begins without any weather; the limits apply to the
# next one. On a third day, each minute's weather is compared with what the service would have given.
forget
[ -e "$work/chain.pem" ] || make_chain
clock_directory=$(mktemp -d -p "$work" clock.XXX)
python3 "$here/fast_clock.py" make "$clock_directory"
: >"$clock_directory/requests"
start services python3 "$here/day_services.py" "$clock_directory/requests" "$work/chain.pem" "$clock_directory/clock"
read -r -a ports <&"$services"
run_daemon WEATHERD_OPEN_METEO_URL="https://localhost:${ports[0]}" WEATHERD_OPEN_METEO_ENSEMBLE_URL="https://localhost:${ports[1]}" \
    WEATHERD_OPEN_METEO_ARCHIVE_URL="https://localhost:${ports[2]}" WEATHERD_ALERTS_PROVIDERS=bright-sky \
    WEATHERD_BRIGHT_SKY_URL="https://localhost:${ports[3]}" WEATHERD_NETWORK_CA_FILE="$work/root.pem" \
    FAST_CLOCK="$clock_directory/clock" FAST_CLOCK_MOVES="$clock_directory/clock.moves" \
    FAST_CLOCK_MOVED="$clock_directory/clock.moved" LD_PRELOAD="$work/fast-clock.so"
start bar "$work/weatherctl" watch short --output waybar
megabytes() { awk -v bytes="$1" 'BEGIN { printf "%.2f", bytes / 1e6 }'; }
sum() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a + b }'; }
first=$(python3 "$here/day.py" cost "$clock_directory" "$weatherd_pid" "$clock_directory/requests")
next=$(python3 "$here/day.py" cost "$clock_directory" "$weatherd_pid" "$clock_directory/requests")
read -r requests kinds connections bytes own workers wakes <<<"$next"
row "requests in a day" "$requests" - - - - 60 "$requests"
row "  $(tr _, ' ,' <<<"$kinds"); connections" "$connections" - - - - - -
row "  on the wire both ways, MB" "$(megabytes "$bytes")" - - - - 0.45 "$(megabytes "$bytes")"
row "  processor time of weatherd and all workers, s" "$(sum "$own" "$workers")" - "weatherd: $own" - - 2 "$(sum "$own" "$workers")"
row "  wake-ups by timers" "$wakes" - - - - - -
read -r requests _ _ bytes own workers _ <<<"$first"
row "  the first day: requests; MB; s" "$requests; $(megabytes "$bytes"); $(sum "$own" "$workers")" - - - - - -
while read -r name asked size; do
    row "  requests and MB of bodies by $name" - "$asked; $size" "computed" - - - -
done < <(python3 "$here/day.py" others)
{ read -r present longest; read -r forecast slowest; read -r updates; } < <(
    python3 "$here/day.py" age "$clock_directory" "$weatherd_pid" "$socket")
# 18 minutes: the longest pause between two requests with the default interval of 15 minutes.
row "present older than the service's, minutes" "$present" - "mean" - - - -
row "  longest" "$longest" - - - - 18 "$longest"
row "forecast older than the service's, minutes" "$forecast" - "mean, $updates model runs" - - - -
row "  longest" "$slowest" - - - - 18 "$slowest"
for name in bar daemon services; do stop "$name"; done
forget
