#!/usr/bin/env python3
"""Makes regions.dat of this directory, the regions that MeteoAlarm's warnings name, for maintainers who renew it.

    prepare.py REPOSITORY MAP

REPOSITORY is a clone of https://invent.kde.org/webapps/foss-public-alert-server, whose EMMA_ID directory has one GeoJSON file a
region, from Meteoalarm / EUMETNET under CC0-1.0 (see its REUSE.toml). The directories NUTS2 and NUTS3 are links to these files.
MAP is world_map.gpkg of QGIS (in Debian's package qgis-common), the states and provinces of Natural Earth, in the public domain.
From it are the regions of countries that MeteoAlarm's list lacks, which warnings are located in by name (regions.txt).
The same files make the same output, byte for byte:

    7 bytes      "regions"
    1            the version, 1
    2            steps per degree, little-endian

Regions follow until the end of the file, ordered by code, those with names last:

    1            length of the code, and the code
    1            number of other codes; each is a 2 or a 3 for NUTS2 or NUTS3, or a 1 for a name with its country, its length, and
                 the code or name in UTF-8
    8            bounding box: west, south, east, north in steps, signed, little-endian
    4            length of the outline in bytes, little-endian
                 outline: the number of polygons; of each the number of its rings, the outer one first; of each the number of its
                 points, and the points: longitude and latitude in steps, each as the difference from the previous point of the
                 region (the first from 0), all as zigzag-encoded LEB128 varints

A ring has no repeated last point; one of an islet may have fewer than three points.
"""

import json
import pathlib
import sqlite3
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".make"))
from outlines import number, simplify

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


def ring(line):
    points = []
    for x, y in simplify([(point[0], point[1]) for point in line], TOLERANCE):
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
        alias = alias.encode()
        out += bytes([kind, len(alias)]) + alias
    return bytes(out + struct.pack("<4hI", min(xs), min(ys), max(xs), max(ys), len(body)) + body), len(xs)


def polygons(blob):
    """The polygons of a geometry of a GeoPackage (OGC 12-128r18, 2.1.3), in well-known binary."""
    envelope = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[blob[3] >> 1 & 7]
    position = 8 + envelope

    def take(form):
        nonlocal position
        values = struct.unpack_from(form, blob, position)
        position += struct.calcsize(form)
        return values

    def geometry():
        order = "<" if take("B")[0] else ">"
        kind, count = take(order + "II")
        if kind % 1000 == 6:
            return [polygon for _ in range(count) for polygon in geometry()]
        assert kind == 3
        lines = []
        for _ in range(count):
            numbers = take(order + "%dd" % (2 * take(order + "I")[0]))
            lines.append(list(zip(numbers[::2], numbers[1::2])))
        return [lines]

    return geometry()


def named_regions(path):
    """Regions of regions.txt: code, aliases and geometry."""
    map = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    provinces = {}
    for country, part, name, blob in map.execute("SELECT iso_a2, gu_a3, name, geom FROM states_provinces ORDER BY fid"):
        provinces.setdefault((country, name), []).extend(polygons(blob))
        provinces.setdefault((country, part), []).extend(polygons(blob))
    for line in (here / "regions.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        code, parts, names = [field.strip() for field in line.split("|")]
        coordinates = []
        for part in parts.split(";"):
            country, name = part.strip().split(" ", 1)
            coordinates += provinces[country, name]
        aliases = [(1, f"{code[:2]} {name.strip()}") for name in names.split(";")]
        yield code, aliases, {"type": "MultiPolygon", "coordinates": coordinates}


def main():
    repository, map = sys.argv[1:]
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
    for code, names, geometry in sorted(named_regions(map)):
        text, count = region(code, names, geometry)
        out += text
        points += count
    (here / "regions.dat").write_bytes(out)
    print(f"{points} points, {len(out)} bytes")


if __name__ == "__main__":
    main()
