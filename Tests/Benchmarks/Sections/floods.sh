# The time of `short` beside clients that ask for all that can be rendered: pages that are watched and change, maps and templates.
for flood in "watch 50" "watch 4000" "map 1000" "template 1000"; do
    forget
    run_daemon
    # shellcheck disable=SC2086
    read -r _ middle most < <(python3 "$here/flood.py" "$socket" $flood 10) || no_start
    row "short beside $flood, ms" "$most" - longest - - 50 "$most"
    row "  the median" "$middle" - - - - - -
    stop daemon
done
