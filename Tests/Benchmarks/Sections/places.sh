# With 200 favourites, spread over the globe by the golden ratio's kin. The provider's limit for a minute makes this last for two.
forget
run_daemon
rss=$(kilobytes "$weatherd_pid" Anonymous)
read -r middle most _ < <(awk 'BEGIN { for (i = 0; i < 200; i++) { a = i * 0.618034; b = i * 0.754878
    printf "places add Place-%d %.4f %.4f\n", i, -85 + 170 * (a - int(a)), -180 + 360 * (b - int(b)) } }' |
    python3 "$here/latency.py" "$socket")
row "places add, ms" "$most" - "95th percentile of 200" - - - -
row "  the median" "$middle" - - - - - -
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
settle
requests=$(wc -l <"$work/requests")
row "requests for the current place and 200 favourites" "$requests" - - - - 4 "$requests"
more=$(mebibytes $(($(kilobytes "$weatherd_pid" Anonymous) - rss)))
row "memory with 200 favourites, MiB more than with none" "$more" - - - - 6 "$more"
read -r middle most _ < <(yes places | head -n 300 | python3 "$here/latency.py" "$socket")
row "places with 200 favourites, ms" "$most" - "95th percentile of 300" - - 5 "$most"
row "  the median" "$middle" - - - - - -
row "  reports.json, KiB" "$(($(stat -c %s "$work/cache/weatherd/reports.json") / 1024))" - - - - - -
stop daemon
forget

# The beginnings of the names of large cities, and positions all over the globe. What is set is kept in memory, so that the disk's
# time does not count.
memory=$(mktemp -d -p /dev/shm)
run_daemon XDG_STATE_HOME="$memory" XDG_CACHE_HOME="$memory" WEATHERD_PROVIDERS=sample
read -r middle most slowest < <(sqlite3 "$work/gazetteer.sqlite" \
    "SELECT 'search \"' || substr(name, 1, length) || '\"'
     FROM place, (SELECT 2 AS length UNION SELECT 3 UNION SELECT 5 UNION SELECT 99) WHERE place.id <= 500" | python3 "$here/latency.py" "$socket")
row "search, ms" "$most" - "95th percentile, 2,000" - - 20 "$most"
row "  the median" "$middle" - - - - - -
row "  the longest" "$slowest" - - - - - -
read -r middle most slowest < <(awk 'BEGIN { srand(7); for (i = 0; i < 300; i++)
    printf "set-location %.3f %.3f\n", 180 * rand() - 90, 360 * rand() - 180 }' | python3 "$here/latency.py" "$socket")
row "naming and keeping a position, ms" "$most" - "95th percentile of 300" - - 5 "$most"
row "  the median" "$middle" - - - - - -
row "  the longest" "$slowest" - - - - - -
stop daemon
rm -r "$memory"
unset memory
