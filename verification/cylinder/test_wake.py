"""Reading and drawing field files: linear fields on curved-order cells must come back exactly, without holes or overhang."""

import math
import struct
import tempfile
import unittest
import zlib
from pathlib import Path

import vtu
import wake


def write_vtu(path, cells, value):
    """cells: (VTK type, points). Writes `value(x, y)` as vorticity, in the layout of rkdg's field files."""
    points = [point for _, corners in cells for point in corners]
    ends = [sum(len(corners) for _, corners in cells[: k + 1]) for k in range(len(cells))]
    arrays = [
        ("Float64", "vorticity", struct.pack(f"<{len(points)}d", *(value(x, y) for x, y in points))),
        ("Float64", "points", b"".join(struct.pack("<3d", x, y, 0.0) for x, y in points)),
        ("Int64", "connectivity", struct.pack(f"<{len(points)}q", *range(len(points)))),
        ("Int64", "offsets", struct.pack(f"<{len(ends)}q", *ends)),
        ("UInt8", "types", bytes(kind for kind, _ in cells)),
    ]
    header, data = '<VTKFile byte_order="LittleEndian" header_type="UInt64">', b""
    for kind, name, values in arrays:
        header += f'<DataArray type="{kind}" Name="{name}" format="appended" offset="{len(data)}"/>'
        data += struct.pack("<Q", len(values)) + values
    path.write_bytes(header.encode() + b'<AppendedData encoding="raw">\n_' + data + b"</AppendedData></VTKFile>")


def quadrilateral(order, x0, x1, y0, y1):
    lattice = vtu.quadrilateral_lattice(order)
    return 70, [(x0 + i * (x1 - x0) / order, y0 + j * (y1 - y0) / order) for i, j in lattice]


def triangle(order, a, b, c):
    def point(i, j):
        return tuple(p + i / order * (q - p) + j / order * (r - p) for p, q, r in zip(a, b, c))

    return 69, [point(i, j) for i, j in vtu.triangle_lattice(order)]


def linear(x, y):
    return 0.25 + 0.5 * x - 0.75 * y


class WakeTest(unittest.TestCase):
    def rasterise(self, cells, window, width):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "fields.vtu"
            write_vtu(path, cells, linear)
            return wake.rasterise(path, "vorticity", window, width)

    def test_cells_of_every_order_reproduce_a_linear_field(self):
        for order in range(1, 6):
            cells = [
                quadrilateral(order, 0.0, 1.0, 0.0, 1.0),
                triangle(order, (1.0, 0.0), (2.0, 0.0), (1.0, 1.0)),
                triangle(order, (2.0, 0.0), (2.0, 1.0), (1.0, 1.0)),
            ]
            raster = self.rasterise(cells, (0.0, 2.0, 0.0, 1.0), 60)
            self.assertEqual((raster.width, raster.height), (60, 30))
            for row in range(30):
                for column in range(60):
                    exact = linear((column + 0.5) / 30.0, (row + 0.5) / 30.0)
                    self.assertAlmostEqual(raster.rows[row][column], exact, delta=1e-12)

    def test_nothing_is_drawn_outside_the_cells(self):
        raster = self.rasterise([triangle(3, (0.0, 0.0), (1.0, 0.0), (0.0, 1.0))], (-1.0, 2.0, -1.0, 2.0), 90)
        for row in range(90):
            for column in range(90):
                x, y = (column + 0.5) / 30.0 - 1.0, (row + 0.5) / 30.0 - 1.0
                if abs(x + y - 1.0) > 1e-9:
                    self.assertEqual(not math.isnan(raster.rows[row][column]), x > 0.0 and y > 0.0 and x + y < 1.0)

    def test_point_order_of_lagrange_cells(self):
        """The order documented for vtkLagrangeTriangle and vtkLagrangeQuadrilateral."""
        edges = [(1, 0), (2, 0), (2, 1), (1, 2), (0, 2), (0, 1)]
        self.assertEqual(vtu.triangle_lattice(3), [(0, 0), (3, 0), (0, 3), *edges, (1, 1)])
        corners, edges = [(0, 0), (3, 0), (3, 3), (0, 3)], [(1, 0), (2, 0), (3, 1), (3, 2), (1, 3), (2, 3), (0, 1), (0, 2)]
        self.assertEqual(vtu.quadrilateral_lattice(3), [*corners, *edges, (1, 1), (2, 1), (1, 2), (2, 2)])

    def test_cutting_a_cell_keeps_its_area(self):
        for order in range(1, 6):
            for kind, lattice, area in (
                (69, vtu.triangle_lattice(order), 0.5),
                (70, vtu.quadrilateral_lattice(order), 1.0),
            ):
                total = 0.0
                for a, b, c in vtu.linear_triangles(kind, len(lattice)):
                    (ax, ay), (bx, by), (cx, cy) = lattice[a], lattice[b], lattice[c]
                    twice = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
                    self.assertGreater(twice, 0)
                    total += 0.5 * twice / order**2
                self.assertAlmostEqual(total, area, delta=1e-12)

    def test_png_holds_the_picture_upside_up(self):
        raster = wake.Raster((0.0, 2.0, 0.0, 2.0), 2)
        raster.rows = [[-1.0, 0.0], [1.0, math.nan]]
        data = wake.png(raster, 1.0)
        self.assertEqual(struct.unpack(">II", data[16:24]), (2, 2))
        begin = data.index(b"IDAT") + 4
        (size,) = struct.unpack(">I", data[begin - 8 : begin - 4])
        pixels = zlib.decompress(data[begin : begin + size])
        upper = bytes((0, *wake.COLOURS[-1], *wake.BODY))
        lower = bytes((0, *wake.COLOURS[0], *wake.COLOURS[2]))
        self.assertEqual(pixels, upper + lower)

    def test_a_foreign_file_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "fields.vtu"
            path.write_bytes(b"not a field file")
            with self.assertRaisesRegex(ValueError, "no appended data"):
                vtu.Vtu(path)


if __name__ == "__main__":
    unittest.main()
