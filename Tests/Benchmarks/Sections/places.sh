# With 200 favourites. The provider's limit of places per minute makes this take two minutes. 30 searches, each after a kill of
# the worker; prefixes and names of the 500 largest cities; 300 positions.
forget
run_daemon
memory_before=$(kilobytes "$weatherd_pid" Anonymous)
read -r middle most _ < <(add_places 0 200 | python3 "$here/latency.py" "$socket")
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
# The last answer is stored, and its worker exits.
settle
requests=$(wc -l <"$work/requests")
row "requests for the current place and 200 favourites" "$requests" - - - - 4 "$requests"
more=$(mebibytes $(($(kilobytes "$weatherd_pid" Anonymous) - memory_before)))
row "memory with 200 favourites, MiB more than without" "$more" - - - - 6 "$more"
read -r middle most _ < <(yes places | head -n 300 | python3 "$here/latency.py" "$socket")
row "places with 200 favourites, ms" "$most" - "95th percentile of 300" - - 5 "$most"
row "  the median" "$middle" - - - - - -
row "  reports.json, KiB" "$(($(stat -c %s "$work/cache/weatherd/reports.json") / 1024))" - - - - - -
stop daemon
forget

# A worker that stays for five minutes after the last search searches the gazetteer. Settings and cache are in memory,
# to exclude disk time.
memory=$(mktemp -d -p /dev/shm)
run_daemon XDG_STATE_HOME="$memory" XDG_CACHE_HOME="$memory" WEATHERD_PROVIDERS=sample
has_no_worker() { [ -z "$(workers "$weatherd_pid")" ]; }
# searches LETTERS FROM TO: requests for the first letters of the names of the largest cities.
searches() {
    sqlite3 "$work/gazetteer.sqlite" "SELECT 'search \"' || substr(name, 1, $1) || '\"' FROM place WHERE id BETWEEN $2 AND $3"
}

# Without a worker, as after those five minutes: it is killed before each search, and weatherd has noticed its exit.
first=()
for ((city = 1; city <= 30; city++)); do
    workers "$weatherd_pid" | xargs -r kill -9
    until_ok has_no_worker
    read -r time _ < <(searches 3 "$city" "$city" | python3 "$here/latency.py" "$socket")
    first+=("$time")
done
most=$(printf '%s\n' "${first[@]}" | percentile95)
row "first search after a pause, ms" "$most" - "95th percentile of 30" - - 60 "$most"
row "  the median" "$(printf '%s\n' "${first[@]}" | median)" - - - - - -
read -r middle most slowest < <(for letters in 2 3 5 99; do searches "$letters" 1 500; done | python3 "$here/latency.py" "$socket")
row "next searches, ms" "$most" - "95th percentile, 2,000" - - 20 "$most"
row "  the median" "$middle" - - - - - -
row "  the longest" "$slowest" - - - - - -
read -r middle most slowest < <(awk 'BEGIN { srand(7); for (i = 0; i < 300; i++)
    printf "set-location %.3f %.3f\n", 180 * rand() - 90, 360 * rand() - 180 }' | python3 "$here/latency.py" "$socket")
row "naming and storing a position, ms" "$most" - "95th percentile of 300" - - 5 "$most"
row "  the median" "$middle" - - - - - -
row "  the longest" "$slowest" - - - - - -
stop daemon
rm -r "$memory"
unset memory
