# One whole process, from before posix_spawn to after waitpid, alternating with other clients, each with a request to
# its own daemon.
run_daemon

start mpd "${player[@]}" 2>/dev/null
until_ok env MPD_HOST="$work/mpd.sock" mpc status

mkdir -m 700 "$work/chrony"
printf '%s\n' "bindcmdaddress $work/chrony/socket" "pidfile $work/chrony/pid" "user $(id -un)" 'cmdport 0' 'port 0' >"$work/chrony.conf"
start chrony chronyd -n -x -U -f "$work/chrony.conf" 2>/dev/null
until_ok chronyc -h "$work/chrony/socket" tracking

start redis redis-server --port 0 --unixsocket "$work/redis.sock" --save '' --appendonly no --dir "$work"
until_ok redis-cli -s "$work/redis.sock" set weather "$("$work/weatherctl" short)"

run_bus

echo short >"$work/request"
forecast="http://127.0.0.1:$port/v1/forecast?latitude=52.52&longitude=13.41&current=temperature_2m"
words=short

# against RUNS LIMIT NAME COMMAND...
against() {
    local turns=$1 limit=$2 name=$3 ours theirs low ratio high
    shift 3
    # shellcheck disable=SC2086
    { read -r _ ours _; read -r _ theirs _ low ratio high; } < \
        <("$work/whole-process" "$turns" 20 "$work/weatherctl" $words -- "$@")
    row "weatherctl $words, us" "$ours" "$theirs" "$name" "$ratio" "$low-$high" "$limit" "$ratio"
}
against "$runs" 0.50 "C client" "$work/minimal-client" "$socket"
for words in current "short --place 52.5,13.4" "short --output waybar"; do
    against $((runs / 5)) 0.60 "C client" "$work/minimal-client" "$socket" "$words"
done
words=short
against $((runs / 5)) 1.00 "mpc status" mpc --host="$work/mpd.sock" status
against $((runs / 5)) 1.00 "chronyc tracking" chronyc -h "$work/chrony/socket" tracking
against $((runs / 5)) 1.00 "socat" socat "OPEN:$work/request!!STDOUT" "UNIX-CONNECT:$socket"
against $((runs / 5)) 1.00 "redis-cli get" redis-cli -s "$work/redis.sock" get weather
against $((runs / 5)) 1.00 "playerctl -l" playerctl -l
against $((runs / 5)) 1.00 "curl | jq" sh -c "curl -s '$forecast' | jq -r .current.temperature_2m"

for name in bus redis chrony mpd daemon; do stop "$name"; done
unset DBUS_SESSION_BUS_ADDRESS
