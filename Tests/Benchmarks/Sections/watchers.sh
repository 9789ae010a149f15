# A change reaches 1,000 watchers; then the same beside a client that watches a long view and never reads. The memory is
# the daemon's, without the kernel's socket buffers.
forget
for watched in "short" "short --output waybar"; do
    for silent in 0 1; do
        run_daemon
        before=$(kilobytes "$weatherd_pid" Anonymous)
        coproc watchers { exec "$work/watchers" "$socket" 1000 "$silent" 40 "$watched"; }
        children+=("$watchers_PID")
        read -r <&"${watchers[0]}" || no_start
        each=$(awk -v k=$(($(kilobytes "$weatherd_pid" Anonymous) - before)) 'BEGIN { printf "%.1f", k / 1000 }')
        echo >&"${watchers[1]}"
        read -r middle most <&"${watchers[0]}" || no_start
        wait "$watchers_PID" 2>/dev/null || true
        unset "children[-1]"
        beside=$([ "$silent" = 0 ] || echo ", one never reads")
        row "to the last of 1,000, ms: $watched$beside" "$most" - "longest of 40" - - 100 "$most"
        row "  the median" "$middle" - - - - - -
        [ "$silent" = 1 ] || row "  memory of each, KiB" "$each" - - - - 16 "$each"
        stop daemon
    done
done
