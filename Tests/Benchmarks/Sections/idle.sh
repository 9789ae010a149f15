# No client is connected and nothing is due. A wake-up is a context switch to a thread of the process; the kernel counts
# the switches and the running time. The three daemons are observed at the same time.
forget
run_daemon
start mpd "${player[@]}" 2>/dev/null
start gammastep gammastep -m dummy -l 52.52:13.41 2>/dev/null
settle

# counted PID: the context switches to its threads, and their running time in microseconds.
counted() {
    local thread switches=0 time=0 some ran
    for thread in "/proc/$1/task/"*; do
        some=$(awk '/_ctxt_switches/ { n += $2 } END { print n }' "$thread/status" 2>/dev/null) || continue
        read -r ran _ <"$thread/schedstat"
        switches=$((switches + some)) time=$((time + ran / 1000))
    done
    echo "$switches $time"
}
declare -A before=() after=()
for name in weatherd mpd gammastep; do pid=${name}_pid; before[$name]=$(counted "${!pid}"); done
sleep "$idle"
for name in weatherd mpd gammastep; do
    pid=${name}_pid
    read -r switches time < <(counted "${!pid}")
    read -r switches_before time_before <<<"${before[$name]}"
    after[$name]="$((switches - switches_before)) $((time - time_before))"
done
read -r ours our_time <<<"${after[weatherd]}"
for name in gammastep mpd; do
    read -r theirs their_time <<<"${after[$name]}"
    row "wake-ups in $idle s of idleness" "$ours" "$theirs" "$name" "$(divide "$ours" "$theirs")" - 0 "$ours"
    row "  processor time, us" "$our_time" "$their_time" "$name" "$(divide "$our_time" "$their_time")" - 0 "$our_time"
done
left=$(workers "$weatherd_pid" | wc -l)
row "  workers left" "$left" - - - - 0 "$left"
for name in gammastep mpd daemon; do stop "$name"; done
