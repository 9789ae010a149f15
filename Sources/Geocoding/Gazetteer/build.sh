#!/bin/sh
# build.sh FILE: makes the gazetteer from the tables of this directory. FILE is there when it is whole, and not before.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$(dirname "$1")"
file=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scratch=$(mktemp -d "$file.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM HUP

for table in "$here"/*.tsv.xz; do
    name=${table##*/}
    xz --decompress --stdout "$table" >"$scratch/${name%.xz}"
done
cd "$scratch"
cat "$here/schema.sql" "$here/fill.sql" | sqlite3 -batch -bail gazetteer.sqlite >/dev/null
cd /
mv "$scratch/gazetteer.sqlite" "$file"
