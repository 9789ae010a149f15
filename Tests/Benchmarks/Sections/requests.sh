# Requests for the same text over a Unix socket, one outstanding per connection, sent by one load generator.
run_daemon
text=$("$work/weatherctl" short)
start epoll "$work/epoll-server" "$work/epoll.sock" "$text"
read -r _ <&"$epoll"
start redis redis-server --port 0 --unixsocket "$work/redis.sock" --save '' --appendonly no --dir "$work"
until_ok redis-cli -s "$work/redis.sock" set weather "$text"

# load DIALECT SOCKET: microseconds per request, and the 99th percentile of the latency.
load() { "$work/load" "$1" "$2" "$connections" "$seconds" | awk '{ printf "%.3f %s\n", 1e6 / $1, $3 }'; }

for connections in 1 50; do
    measured=()
    for ((round = 0; round < rounds; round++)); do
        measured+=("$(load line "$socket") $(load resp "$work/redis.sock") $(load line "$work/epoll.sock")")
    done
    figures() { printf '%s\n' "${measured[@]}" | cut -d' ' -f"$1"; }
    row_of_pairs "us for a request, $connections at a time" "redis GET" 1.0 < <(figures 1,3)
    row_of_pairs "us for a request, $connections at a time" "epoll server in C" 1.5 < <(figures 1,5)
    row_of_pairs "  the 99th percentile of the latency" "redis GET" - < <(figures 2,4)
done
for name in redis epoll daemon; do stop "$name"; done
