# After a day on a fast clock with a refresh every quarter of an hour over TLS, and a bar that asks; beside an empty daemon of the
# same libraries that has asked for the same document as often.
forget
run_by_fast_clock
settle
row "resident after the first refresh, MiB" "$(mebibytes "$(kilobytes "$weatherd_pid" Rss)")" - - - - - -
live_hours 20
rss=$(kilobytes "$weatherd_pid" Rss) anonymous=$(kilobytes "$weatherd_pid" Anonymous)
asked=$(wc -l <"$clock_directory/requests")

document="https://localhost:$tls_port/v1/forecast?latitude=52.52&longitude=13.41&hourly=temperature_2m,precipitation,wind_speed_10m"
start floor "$work/floor" "$work/floor.sock"
read -r _ <&"$floor" || { echo "bench.sh: the floor does not start" >&2; exit 1; }
sleep 65
floor_rss=$(kilobytes "$floor_pid" Rss) floor_anonymous=$(kilobytes "$floor_pid" Anonymous)
ratio=$(divide "$rss" "$floor_rss")
row "resident after a day of $asked requests, MiB" "$(mebibytes "$rss")" "$(mebibytes "$floor_rss")" "empty daemon" "$ratio" - 1.5 "$ratio"
row "  of it anonymous, MiB" "$(mebibytes "$anonymous")" "$(mebibytes "$floor_anonymous")" "empty daemon" \
    "$(divide "$anonymous" "$floor_anonymous")" - - -
for name in floor daemon provider; do stop "$name"; done
forget
