# From 1 to 1,000 watchers and to 200 favourites what each costs stays the same; a long life costs nothing.

# slope: from lines of a count and its cost, what one more costs between the last two counts, by what it costs between the
# two before.
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
row "  memory of them, KiB" "$(in_words "${memories[@]}")" - "likewise" "$ratio" - 2 "$ratio"

costs=() memories=()
run_daemon WEATHERD_PROVIDERS=sample
before=$(kilobytes "$weatherd_pid" Anonymous) there=0
for count in 1 50 200; do
    # Spread over the globe by the golden ratio's kin.
    awk -v from="$there" -v to="$count" 'BEGIN { for (i = from; i < to; i++) { a = i * 0.618034; b = i * 0.754878
        printf "places add Place-%d %.4f %.4f\n", i, -85 + 170 * (a - int(a)), -180 + 360 * (b - int(b)) } }' |
        python3 "$here/latency.py" "$socket" >/dev/null
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
row "  memory of them, KiB" "$(in_words "${memories[@]}")" - "likewise" "$ratio" - 2 "$ratio"

# A refresh in three hours is fewer than usual, or this would take an hour itself.
rss=() answers=() lived=0
run_by_fast_clock WEATHERD_REFRESH_INTERVAL=3h
for hour in 10 100 "$hours"; do
    live_hours $((hour - lived - 4)) 10800
    lived=$hour
    rss+=("$hour $(kilobytes "$weatherd_pid" Anonymous)")
    read -r middle _ < <(yes current | head -n 3000 | python3 "$here/latency.py" "$socket")
    answers+=("$hour $middle")
done
stop daemon
stop provider
forget
# growth PAIRS...: the last by that of the second, when all that comes with the first days is there.
growth() { printf '%s\n' "$@" | awk '{ v[NR] = $2 } END { printf "%.2f", v[3] / v[2] }'; }
ratio=$(growth "${rss[@]}")
row "memory of its own after 10, 100, $hours hours, KiB" "$(in_words "${rss[@]}")" - "the last by the 2nd" "$ratio" - 1.1 "$ratio"
ratio=$(growth "${answers[@]}")
row "  current, ms" "$(in_words "${answers[@]}")" - "likewise" "$ratio" - 1.25 "$ratio"
