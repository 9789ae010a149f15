#!/usr/bin/env python3
"""Makes regions.dat of this directory, the regions that MeteoAlarm's warnings name, for maintainers who renew it.

    prepare.py REPOSITORY

REPOSITORY is a clone of https://invent.kde.org/webapps/foss-public-alert-server, whose EMMA_ID directory has one GeoJSON file a
region, from Meteoalarm / EUMETNET under CC0-1.0 (see its REUSE.toml). The directories NUTS2 and NUTS3 are links to these files.
The same files make the same output, byte for byte:

    7 bytes      "regions"
    1            the version, 1
    2            steps per degree, little-endian

Regions follow until the end of the file, ordered by code:

    1            length of the code, and the code
    1            number of other codes; each is a 2 or a 3 for NUTS2 or NUTS3, its length, and the code
    8            bounding box: west, south, east, north in steps, signed, little-endian
    4            length of the outline in bytes, little-endian
                 outline: the number of polygons; of each the number of its rings, the outer one first; of each the number of its
                 points, and the points: longitude and latitude in steps, each as the difference from the previous point of the
                 region (the first from 0), all as zigzag-encoded LEB128 varints

A ring has no repeated last point; one of an islet may have fewer than three points.
"""

import json
import math
import pathlib
import struct
import subprocess
import sys

DATA = "foss_public_alert_server/alertHandler/data"
# About a kilometre: places are sent to services rounded to 0.01 degrees too.
TOLERANCE = 0.009
STEPS = 100

here = pathlib.Path(__file__).parent


def files(repository, directory):
    """The files of a directory of the newest commit, and the targets of its links, by code."""
    listing = subprocess.run(
        ["git", "-C", repository, "ls-tree", f"HEAD:{DATA}/{directory}"], check=True, capture_output=True, text=True
    ).stdout
    for line in listing.splitlines():
        mode, _, hash, name = line.split(maxsplit=3)
        yield name.removesuffix(".geojson"), mode == "120000", hash


def content(repository, hash):
    return subprocess.run(["git", "-C", repository, "cat-file", "blob", hash], check=True, capture_output=True).stdout


def simplify(line):
    """The line with no more points than it takes to stay within the tolerance: Douglas and Peucker, 1973."""
    kept, open_ends = {0, len(line) - 1}, [(0, len(line) - 1)]
    while open_ends:
        first, last = open_ends.pop()
        (x0, y0), (x1, y1) = line[first], line[last]
        # A degree of longitude is shorter far from the equator.
        scale = math.cos(math.radians((y0 + y1) / 2))
        dx, dy = (x1 - x0) * scale, y1 - y0
        square = dx * dx + dy * dy
        farthest, index = TOLERANCE * TOLERANCE, None
        for i in range(first + 1, last):
            px, py = (line[i][0] - x0) * scale, line[i][1] - y0
            share = max(0, min(1, (px * dx + py * dy) / square)) if square else 0
            ox, oy = px - share * dx, py - share * dy
            if ox * ox + oy * oy > farthest:
                farthest, index = ox * ox + oy * oy, i
        if index is not None:
            kept.add(index)
            open_ends += [(first, index), (index, last)]
    return [line[i] for i in sorted(kept)]


def number(value):
    """A signed number in as few bytes as it needs: seven bits a byte, the lowest first, the sign in the lowest."""
    value = value << 1 if value >= 0 else ~(value << 1)
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def ring(line):
    points = []
    for x, y in simplify([(point[0], point[1]) for point in line]):
        point = round(x * STEPS), round(y * STEPS)
        if not points or points[-1] != point:
            points.append(point)
    return points[:-1] if len(points) > 1 and points[0] == points[-1] else points


def region(code, aliases, geometry):
    polygons = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    polygons = [[ring(line) for line in polygon] for polygon in polygons]
    # A hole of a few hundred metres is none.
    polygons = [[lines[0]] + [line for line in lines[1:] if len(line) > 2] for lines in polygons if lines]
    # Islets beside others of the same position.
    seen, kept = set(), []
    for lines in polygons:
        if len(lines[0]) > 2 or tuple(lines[0]) not in seen:
            seen.add(tuple(lines[0]))
            kept.append(lines)
    body, before = bytearray(number(len(kept))), (0, 0)
    xs, ys = [], []
    for lines in kept:
        body += number(len(lines))
        for line in lines:
            body += number(len(line))
            for point in line:
                body += number(point[0] - before[0]) + number(point[1] - before[1])
                before = point
                xs.append(point[0])
                ys.append(point[1])
    out = bytearray([len(code)]) + code.encode("ascii") + bytes([len(aliases)])
    for kind, alias in sorted(aliases):
        out += bytes([kind, len(alias)]) + alias.encode("ascii")
    return bytes(out + struct.pack("<4hI", min(xs), min(ys), max(xs), max(ys), len(body)) + body), len(xs)


def main():
    repository = sys.argv[1]
    aliases = {}
    for kind in 2, 3:
        for code, is_link, hash in files(repository, f"NUTS{kind}"):
            assert is_link
            target = pathlib.PurePath(content(repository, hash).decode()).stem
            aliases.setdefault(target, []).append((kind, code))
    out, points = bytearray(b"regions\x01" + struct.pack("<H", STEPS)), 0
    for code, _, hash in sorted(files(repository, "EMMA_ID")):
        text, count = region(code, aliases.get(code, []), json.loads(content(repository, hash))["geometry"])
        out += text
        points += count
    (here / "regions.dat").write_bytes(out)
    print(f"{points} points, {len(out)} bytes")


if __name__ == "__main__":
    main()
