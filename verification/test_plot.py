"""Charts: what is drawn stands at its place, and without matplotlib its absence is said."""

import re
import unittest
import xml.etree.ElementTree as xml

import plot

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    return [element.text for element in xml.fromstring(svg).iter(f"{SVG}text")]


def path_of(svg, colour):
    """The points, on the page, of the first line of a colour that is not an entry of the legend."""
    for element in xml.fromstring(svg).iter(f"{SVG}path"):
        if f"stroke: {colour}".lower() in element.get("style", "").lower() and element.get("clip-path"):
            numbers = [float(word) for word in re.findall(r"-?[0-9.]+", element.get("d"))]
            return list(zip(numbers[0::2], numbers[1::2]))
    raise AssertionError(f"no line of colour {colour}")


@unittest.skipIf(plot.MISSING, plot.MISSING)
class Drawn(unittest.TestCase):
    def test_a_chart_has_its_words(self):
        curves, bands = [plot.Curve("rkdg", [0, 1], [2, 3])], [plot.Band("wanted", 1, 2)]
        svg = plot.chart("Title", "x / c", "cp & more", curves, bands=bands)
        for text in ("Title", "x / c", "cp & more", "rkdg", "wanted"):
            self.assertIn(text, texts(svg))

    def test_errors_of_order_p_plus_1_are_parallel_to_their_guide(self):
        widths = [1.0, 0.5, 0.25]
        study = {1: (widths, [h**2 for h in widths])}
        svg = plot.convergence("t", "h", "e", {"squares": study})
        slopes = []
        for colour in (plot.COLOURS[0], "#737373"):  # the errors; the guide, grey 0.45
            points = path_of(svg, colour)
            slopes.append((points[-1][1] - points[0][1]) / (points[-1][0] - points[0][0]))
        self.assertNotEqual(path_of(svg, plot.COLOURS[0]), path_of(svg, "#737373"))
        self.assertAlmostEqual(slopes[0], slopes[1], places=4)

    def test_values_run_downwards_on_a_flipped_axis(self):
        curves = [plot.Curve("cp", [0, 1], [0, 1])]
        up, down = (path_of(plot.chart("t", "x", "y", curves, flip_y=flip), plot.COLOURS[0]) for flip in (False, True))
        self.assertGreater(up[0][1], up[-1][1])  # on a page, y runs downwards
        self.assertLess(down[0][1], down[-1][1])

    def test_a_chart_is_the_same_each_time(self):
        curves = [plot.Curve("c", [1, 10], [1, 100])]
        self.assertEqual(plot.chart("t", "x", "y", curves, log_x=True), plot.chart("t", "x", "y", curves, log_x=True))

    def test_a_field_is_a_picture_in_its_axes(self):
        corners = [(0, 0), (1, 0), (0, 1), (1, 1)]
        svg = plot.field("t", "x / D", "y / D", "vorticity", (0, 1, 0, 1), corners, [(0, 1, 2), (1, 3, 2)], [0, 1, 1, 2], 3)
        self.assertEqual(len(list(xml.fromstring(svg).iter(f"{SVG}image"))), 2)  # the field and the colours beside it
        self.assertIn("vorticity", texts(svg))


@unittest.skipIf(plot.matplotlib, "matplotlib is there")
class Missing(unittest.TestCase):
    def test_nothing_is_drawn_and_the_package_is_named(self):
        self.assertIsNone(plot.chart("t", "x", "y", [plot.Curve("c", [0, 1], [0, 1])]))
        self.assertIsNone(plot.convergence("t", "x", "y", {"squares": {1: ([1.0], [1.0])}}))
        self.assertIsNone(plot.field("t", "x", "y", "c", (0, 1, 0, 1), [(0, 0), (1, 0), (0, 1)], [(0, 1, 2)], [0, 1, 2], 1))
        self.assertIn("python3-matplotlib", plot.MISSING)


if __name__ == "__main__":
    unittest.main()
