#!/bin/sh
# build.sh GAZETTEER: builds the gazetteer from the tables in this directory. build.sh CITIES GAZETTEER: extracts the
# list of the largest cities from a gazetteer. Each file is put in place only when complete.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$(dirname "$1")"
file=$(realpath "$1")
scratch=$(mktemp -d "$file.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM HUP

# build NAME SQL...: runs the SQL in the scratch directory, and moves the result into place.
build() {
    name=$1
    shift
    (cd "$scratch" && cat "$@" | sqlite3 -batch -bail "$name" >/dev/null)
    mv "$scratch/$name" "$file"
}

if [ $# = 2 ]; then
    ln -s "$(realpath "$2")" "$scratch/gazetteer.sqlite"
    build cities.sqlite "$here/schema.sql" "$here/cities.sql"
else
    cp "$here/english.tsv" "$scratch"
    for table in "$here"/*.tsv.xz; do
        name=${table##*/}
        xz --decompress --stdout "$table" >"$scratch/${name%.xz}"
    done
    build gazetteer.sqlite "$here/schema.sql" "$here/fill.sql" "$here/index.sql" "$here/words.sql" \
        "$here/extent.sql" "$here/finish.sql"
fi
