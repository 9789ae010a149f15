"""Outlines in the data files of regions and coastlines."""

import math


def simplify(line, tolerance):
    """The line with no more points than it takes to stay within the tolerance: Douglas and Peucker, 1973."""
    kept, open_ends = {0, len(line) - 1}, [(0, len(line) - 1)]
    while open_ends:
        first, last = open_ends.pop()
        (x0, y0), (x1, y1) = line[first], line[last]
        # A degree of longitude is shorter far from the equator.
        scale = math.cos(math.radians((y0 + y1) / 2))
        dx, dy = (x1 - x0) * scale, y1 - y0
        square = dx * dx + dy * dy
        farthest, index = tolerance * tolerance, None
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
