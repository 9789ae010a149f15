# The cost of each watcher up to 1,000 and of each favourite up to 200, and of a long run.

# slope: reads three lines with a count and its cost, and prints the cost per item between the second and the third
# count, divided by that between the first and the second.
slope() { awk '{ n[NR] = $1; v[NR] = $2 } END {
    before = (v[2] - v[1]) / (n[2] - n[1]); after = (v[3] - v[2]) / (n[3] - n[2])
    printf "%.2f", (before > 0 ? after / before : 0) }'; }

forget
costs=() memories=()
for count in 1 100 1000; do
    run_daemon WEATHERD_PROVIDERS=sample
    before=$(kilobytes "$weatherd_pid" Anonymous)
    coproc watchers { exec "$work/watchers" "$socket" "$count" 0 40 short; }
    children+=("$watchers_PID")
    read -r <&"${watchers[0]}" || no_start
    memories+=("$count $(($(kilobytes "$weatherd_pid" Anonymous) - before))")
    echo >&"${watchers[1]}"
    read -r middle _ <&"${watchers[0]}" || no_start
    wait "$watchers_PID" 2>/dev/null || true
    unset "children[-1]"
    costs+=("$count $middle")
    stop daemon
    forget
done
in_words() { printf '%s\n' "$@" | awk '{ printf "%s%s", separator, $2; separator = ", " }'; }
ratio=$(printf '%s\n' "${costs[@]}" | slope)
row "a change to 1, 100, 1,000 watchers, ms" "$(in_words "${costs[@]}")" - "each more: 2nd / 1st step" "$ratio" - 2 "$ratio"
ratio=$(printf '%s\n' "${memories[@]}" | slope)
row "  memory of them, KiB" "$(in_words "${memories[@]}")" - "each more: 2nd / 1st step" "$ratio" - 2 "$ratio"

costs=() memories=()
run_daemon WEATHERD_PROVIDERS=sample
before=$(kilobytes "$weatherd_pid" Anonymous) there=0
for count in 1 50 200; do
    add_places "$there" "$count" | python3 "$here/latency.py" "$socket" >/dev/null
    there=$count
    settle
    memories+=("$count $(($(kilobytes "$weatherd_pid" Anonymous) - before))")
    read -r middle _ < <(yes 'places --output json' | head -n 200 | python3 "$here/latency.py" "$socket")
    costs+=("$count $middle")
done
stop daemon
forget
ratio=$(printf '%s\n' "${costs[@]}" | slope)
row "places with 1, 50, 200 favourites, ms" "$(in_words "${costs[@]}")" - "each more: 2nd / 1st step" "$ratio" - 2 "$ratio"
ratio=$(printf '%s\n' "${memories[@]}" | slope)
row "  memory of them, KiB" "$(in_words "${memories[@]}")" - "each more: 2nd / 1st step" "$ratio" - 2 "$ratio"

# One refresh in three hours is less than usual; with the default interval this would take an hour.
resident=() anonymous=() answers=() lived=0
run_by_fast_clock WEATHERD_REFRESH_INTERVAL=3h
for hour in 10 100 "$hours"; do
    pass_hours $((hour - lived)) 10800
    settle
    lived=$hour
    resident+=("$hour $(kilobytes "$weatherd_pid" Rss)")
    anonymous+=("$hour $(kilobytes "$weatherd_pid" Anonymous)")
    read -r middle _ < <(yes current | head -n 3000 | python3 "$here/latency.py" "$socket")
    answers+=("$hour $middle")
done
stop daemon
stop provider
forget
# growth PAIRS...: the third value divided by the second. By then the caches of the first days are full.
growth() { printf '%s\n' "$@" | awk '{ v[NR] = $2 } END { printf "%.2f", v[3] / v[2] }'; }
ratio=$(growth "${resident[@]}")
row "resident after 10, 100, $hours hours, KiB" "$(in_words "${resident[@]}")" - "3rd / 2nd" "$ratio" - 1.1 "$ratio"
ratio=$(growth "${anonymous[@]}")
# The heap reaches its final size only after thousands of refreshes, so the limit is that of a day.
row "  of it anonymous, KiB" "$(in_words "${anonymous[@]}")" - "3rd / 2nd" "$ratio" - 3072 "${anonymous[2]##* }"
ratio=$(growth "${answers[@]}")
row "  current, ms" "$(in_words "${answers[@]}")" - "3rd / 2nd" "$ratio" - 1.25 "$ratio"
