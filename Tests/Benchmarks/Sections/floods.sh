# The latency of `short` next to clients that keep weatherd rendering: watched pages that change, maps and templates.
# `short` every 2 ms beside 50 and 4,000 watching clients, and 1,000 that pipeline large maps or long templates.
for flood in "watch 50" "watch 4000" "map 1000" "template 1000"; do
    forget
    run_daemon
    # shellcheck disable=SC2086
    read -r _ middle most < <(python3 "$here/flood.py" "$socket" $flood 10) || no_start
    row "short beside $flood, ms" "$most" - longest - - 50 "$most"
    row "  the median" "$middle" - - - - - -
    stop daemon
done
