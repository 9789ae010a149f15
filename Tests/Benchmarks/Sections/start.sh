# From before the fork until the daemon reports that it is ready, and until its first answer, alternating.
forget
run_daemon
stop daemon

run_bus
start screen Xvfb -displayfd 1 -nolisten tcp 2>/dev/null
read -r display <&"$screen"
export DISPLAY=:$display

measured=()
for ((round = 0; round < rounds; round++)); do
    # The time of `env`, which sets weatherd's variables, does not count.
    measured+=("$("${weatherd[@]}" "$work/start" line "$socket" "$work" "$work/weatherd" 2>>"$work/weatherd.log") \
$("$work/start" mpd "$work/mpd.sock" "$work" "${player[@]}" 2>/dev/null) \
$("$work/start" bus org.freedesktop.Notifications "$work" dunst -conf /dev/null 2>/dev/null)")
done
figures() { printf '%s\n' "${measured[@]}" | cut -d' ' -f"$1"; }
row_of_pairs "start to READY with a warm cache, ms" dunst 1.0 < <(figures 1,5)
row_of_pairs "start to READY with a warm cache, ms" mpd - < <(figures 1,3)
row_of_pairs "start to the first reply, ms" dunst 1.0 < <(figures 2,6)
row_of_pairs "start to the first reply, ms" mpd - < <(figures 2,4)

unset DBUS_SESSION_BUS_ADDRESS DISPLAY
for name in screen bus; do stop "$name"; done
