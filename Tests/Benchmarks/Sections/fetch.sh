# One forecast over TLS, from trigger to stored report, alternating with a curl program that fetches the same document
# from the same server. Both verify the certificate: curl reads the system's bundle of authorities (its default), the
# worker uses the system's hashed directory; both also trust the tests' authority.
forget
run_by_fast_clock WEATHERD_REFRESH_INTERVAL=10m
settle
cat /etc/ssl/certs/ca-certificates.crt "$work/authority.pem" >"$work/bundle.pem"
document=https://localhost:$tls_port$(sed -n '1s/.* //p' "$clock_directory/requests")
measured=$(python3 "$here/fetch.py" "$clock_directory" "$weatherd_pid" "$work/cache/weatherd/reports.json" "$rounds" \
    curl --disable --silent --fail --cacert "$work/bundle.pem" --output /dev/null "$document")
settle
# No other process has fetched.
requests=$(wc -l <"$clock_directory/requests")
[ "$requests" = $((1 + 2 * 10 * rounds)) ] || { echo "bench.sh: $requests requests for 1 + 2 × 10 × $rounds" >&2; exit 1; }
left=$(workers "$weatherd_pid" | wc -l)

row_of_pairs "processor time of a fetch in a worker, ms" "curl" 1.5 < <(cut -d' ' -f1,3 <<<"$measured")
row "  of weatherd itself for it, ms" "$(cut -d' ' -f2 <<<"$measured" | mean)" - mean - - - -
row "  from trigger to stored report, ms" "$(cut -d' ' -f4 <<<"$measured" | median)" - "elapsed, of ten each" - - - -
row "  workers left" "$left" - - - - 0 "$left"
for name in daemon provider; do stop "$name"; done
forget
