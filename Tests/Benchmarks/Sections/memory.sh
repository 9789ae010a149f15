# After a day on a fast clock, with a refresh every 15 minutes over TLS and a bar that polls; compared with an empty
# daemon that is linked with the same socket library and flags. Rss and Anonymous (private pages) of smaps_rollup.
forget
run_by_fast_clock
settle
row "resident after the first refresh, MiB" "$(mebibytes "$(kilobytes "$weatherd_pid" Rss)")" - - - - - -
pass_hours 24
settle
rss=$(mebibytes "$(kilobytes "$weatherd_pid" Rss)") anonymous=$(mebibytes "$(kilobytes "$weatherd_pid" Anonymous)")
fetches=$(wc -l <"$clock_directory/requests") left=$(workers "$weatherd_pid" | wc -l)

start floor "$work/floor" "$work/floor.sock"
read -r _ <&"$floor" || { echo "bench.sh: the empty daemon did not start" >&2; exit 1; }
settle
floor_rss=$(mebibytes "$(kilobytes "$floor_pid" Rss)") floor_anonymous=$(mebibytes "$(kilobytes "$floor_pid" Anonymous)")
ratio=$(divide "$rss" "$floor_rss")
row "resident after a day with $fetches fetches, MiB" "$rss" "$floor_rss" "empty daemon" "$ratio" - 16 "$rss"
ratio=$(divide "$anonymous" "$floor_anonymous")
row "  of it anonymous, MiB" "$anonymous" "$floor_anonymous" "empty daemon" "$ratio" - 2.5 "$anonymous"
row "  workers left" "$left" - - - - 0 "$left"
for name in floor daemon provider; do stop "$name"; done
forget
