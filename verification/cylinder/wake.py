"""A picture of the wake, as a PNG file and as coloured blocks on a terminal: vorticity in the plane behind the cylinder."""

import math
import os
import shutil
import struct
import zlib

from vtu import Vtu, linear_triangles

WINDOW = (-2.0, 16.0, -4.0, 4.0)  # x from, x to, y from, y to, in diameters
CLIP = 3.0  # vorticity in units of speed over diameter at which the colours saturate
BODY = (70, 70, 70)
COLOURS = [(24, 60, 130), (67, 147, 195), (247, 247, 247), (214, 96, 77), (125, 10, 35)]


class Raster:
    """Values at the centres of square pixels over a window of the plane; NaN where no cell is. Row 0 is the lowest."""

    def __init__(self, window, width):
        self.x0, x1, self.y0, y1 = window
        self.width = width
        self.scale = width / (x1 - self.x0)
        self.height = round((y1 - self.y0) * self.scale)
        self.rows = [[math.nan] * width for _ in range(self.height)]

    def draw(self, corners, values):
        """Fills a triangle with the linear function that has these values at its corners."""
        # In pixel coordinates the centre of pixel (column, row) lies at (column, row).
        points = [((x - self.x0) * self.scale - 0.5, (y - self.y0) * self.scale - 0.5) for x, y in corners]
        (ax, ay), (bx, by), (cx, cy) = points
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if area == 0.0:
            return
        slope_x = ((values[1] - values[0]) * (cy - ay) - (values[2] - values[0]) * (by - ay)) / area
        slope_y = ((values[2] - values[0]) * (bx - ax) - (values[1] - values[0]) * (cx - ax)) / area
        lowest, highest = min(ay, by, cy), max(ay, by, cy)
        for row in range(max(0, math.ceil(lowest)), min(self.height - 1, math.floor(highest)) + 1):
            left, right = crossed(points, row)
            value = values[0] + slope_y * (row - ay) - slope_x * ax
            line = self.rows[row]
            for column in range(max(0, math.ceil(left)), min(self.width - 1, math.floor(right)) + 1):
                line[column] = value + slope_x * column


def crossed(points, y):
    """The ends of the stretch of the horizontal line at y inside a triangle that it meets."""
    left, right = math.inf, -math.inf
    for k in range(3):
        (px, py), (qx, qy) = points[k - 1], points[k]
        if min(py, qy) <= y <= max(py, qy):
            for x in (px, qx) if py == qy else (px + (qx - px) * (y - py) / (qy - py),):
                left, right = min(left, x), max(right, x)
    return left, right


def triangles(fields, points, window):
    """The cells of a field file that meet a window, cut into linear triangles: triples of numbers of points."""
    x0, x1, y0, y1 = window
    for kind, cell in fields.cells():
        xs, ys = zip(*(points[p] for p in cell))
        if max(xs) < x0 or min(xs) > x1 or max(ys) < y0 or min(ys) > y1:
            continue
        for triangle in linear_triangles(kind, len(cell)):
            yield [cell[k] for k in triangle]


def rasterise(path, name, window, width):
    """Draws one scalar array of a field file."""
    fields = Vtu(path)
    points, values = fields.points(), fields.array(name)
    raster = Raster(window, width)
    for corners in triangles(fields, points, window):
        raster.draw([points[p] for p in corners], [values[p] for p in corners])
    return raster


def colour(value):
    """Blue for -1, white for 0, red for 1; the grey of the body for NaN."""
    if math.isnan(value):
        return BODY
    place = (min(1.0, max(-1.0, value)) + 1.0) / 2.0 * (len(COLOURS) - 1)
    k = min(int(place), len(COLOURS) - 2)
    return tuple(round(a + (place - k) * (b - a)) for a, b in zip(COLOURS[k], COLOURS[k + 1]))


def png(raster, unit):
    """The bytes of a PNG file; `unit` is the value of full colour."""
    table = [colour(k / 127.0 - 1.0) for k in range(255)]

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = bytearray()
    for row in reversed(raster.rows):
        lines.append(0)
        for value in row:
            scaled = value / unit
            lines += bytes(BODY if scaled != scaled else table[round(127.0 * (min(1.0, max(-1.0, scaled)) + 1.0))])
    header = struct.pack(">IIBBBBB", raster.width, raster.height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(lines), 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def terminal_text(raster, unit, columns):
    """The picture in half blocks, two pixels to a character."""
    step = raster.width / columns
    rows = 2 * (int(raster.height / step) // 2)

    def sample(row, column):
        value = raster.rows[raster.height - 1 - int((row + 0.5) * step)][int((column + 0.5) * step)]
        red, green, blue = colour(value / unit)
        if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
            return f"2;{red};{green};{blue}"
        return f"5;{16 + 36 * round(red / 51) + 6 * round(green / 51) + round(blue / 51)}"

    lines = []
    for row in range(0, rows, 2):
        cells = (f"\x1b[38;{sample(row, c)}m\x1b[48;{sample(row + 1, c)}m▀" for c in range(columns))
        lines.append("".join(cells) + "\x1b[0m")
    return "\n".join(lines)


def show(raster, unit, stream):
    """Puts the picture on a terminal that has colours; does nothing for anything else."""
    if stream.isatty() and os.environ.get("TERM", "dumb") != "dumb" and "NO_COLOR" not in os.environ:
        print(terminal_text(raster, unit, min(120, shutil.get_terminal_size().columns)), file=stream)
