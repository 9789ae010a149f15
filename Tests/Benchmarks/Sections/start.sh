# From before the fork until the daemon says that it is ready, and until it has given its first answer, in turn.
forget
run_daemon
stop daemon

run_bus
start screen Xvfb -displayfd 1 -nolisten tcp 2>/dev/null
read -r display <&"$screen"
export DISPLAY=:$display

measured=()
for ((round = 0; round < rounds; round++)); do
    # What sets the environment is not counted in.
    measured+=("$("${weatherd[@]}" "$work/start" line "$socket" "$work" "$work/weatherd" 2>>"$work/weatherd.log") \
$("$work/start" mpd "$work/mpd.sock" "$work" "${player[@]}" 2>/dev/null) \
$("$work/start" bus org.freedesktop.Notifications "$work" dunst -conf /dev/null 2>/dev/null)")
done
figures() { printf '%s\n' "${measured[@]}" | cut -d' ' -f"$1"; }
row_of_pairs "start to READY with a warm cache, ms" mpd 1.0 < <(figures 1,3)
row_of_pairs "start to READY with a warm cache, ms" dunst 1.0 < <(figures 1,5)
row_of_pairs "start to the first answer, ms" mpd 1.0 < <(figures 2,4)
row_of_pairs "start to the first answer, ms" dunst 1.0 < <(figures 2,6)

unset DBUS_SESSION_BUS_ADDRESS DISPLAY
for name in screen bus; do stop "$name"; done
