# The stripped programs as installed, and the Debian package if `make deb` has built it.

# size FILE NAME UNIT BYTES LIMIT: a row with the file's size in units of BYTES bytes; "-" is no limit.
size() {
    local figure
    figure=$(awk -v bytes="$(stat -Lc %s "$1")" -v unit="$4" 'BEGIN { printf "%.*f", (unit > 1), bytes / unit }')
    row "$2, $3" "$figure" - - - - "$5" "$([ "$5" = - ] && echo - || echo "$figure")"
}
size "$programs/weatherctl" weatherctl bytes 1 150000
size "$programs/weatherd" weatherd MB 1000000 20
size "$programs/weatherd-worker" weatherd-worker MB 1000000 -
size "$programs/weatherctl-tools" weatherctl-tools MB 1000000 -
# The newest one, since packages of earlier versions stay.
package=$(find "$programs/.." -maxdepth 1 -name 'weatherd_*.deb' -printf '%T@ %p\n' | sort -gr | sed -n '1s/[^ ]* //p')
if [ -n "$package" ]; then
    size "$package" "the package without places" MB 1000000 12
else
    row "the package without places, MB" - - "not built: make deb" - - 12
fi
