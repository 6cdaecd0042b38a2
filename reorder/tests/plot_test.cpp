#include <catch2/catch.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "meshes/errors.hpp"
#include "reorder/order.hpp"
#include "reorder/plot/colour_map.hpp"
#include "reorder/plot/order_plot.hpp"
#include "reorder/plot/raster.hpp"
#include "reorder/plot/spy_plot.hpp"
#include "reorder/plot/svg.hpp"
#include "reorder/tests/png_reader.hpp"
#include "reorder/tests/sample_graphs.hpp"

using namespace dg;
using test::Bytes;
using test::decoded;
using test::images_in;

namespace {

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

std::string slurp(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

// A file in the directory of temporary files that is gone at the end.
struct TemporaryFile {
  std::string name;
  explicit TemporaryFile(const std::string& stem)
      : name((std::filesystem::temp_directory_path() /
              (stem + std::to_string(std::hash<std::string>{}(std::filesystem::current_path().string())) + ".svg"))
                 .string()) {}
  ~TemporaryFile() { std::remove(name.c_str()); }
};

std::array<double, 3> oklab_of(const Colour& colour) {
  std::array<double, 3> linear;
  for (int i = 0; i < 3; ++i) {
    const double x = colour[i] / 255.0;
    linear[i] = x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  }
  const auto [r, g, b] = linear;
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

}  // namespace

TEST_CASE("colours are equally far apart and ever lighter, or darker for densities") {
  const auto lightness_grows = [](const std::vector<Colour>& colours, double sign) {
    double least = 1e9, most = 0;
    for (std::size_t i = 1; i < colours.size(); ++i) {
      const auto a = oklab_of(colours[i - 1]), b = oklab_of(colours[i]);
      CHECK(sign * (b[0] - a[0]) > 0);
      const double step = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      least = std::min(least, step);
      most = std::max(most, step);
    }
    CHECK(most < 1.15 * least);  // the rounding to 8 bits leaves some 5 % on each side
  };
  lightness_grows(colour_map(20), 1);
  lightness_grows(density_map(20), -1);
  CHECK(hex(density_map(2).front()) == "#ffffff");
  CHECK(hex({1, 171, 16}) == "#01ab10");
}

TEST_CASE("base 64 has the digits of RFC 4648") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xff\xfe") == "//4=");
}

TEST_CASE("a PNG holds the pixels and colours of the image") {
  Raster raster(3, 2, {{10, 20, 30}, {40, 50, 60}});
  raster.at(0, 0) = 1;
  raster.at(2, 0) = 2;
  raster.at(1, 1) = 2;
  const auto image = decoded(png_of(raster));
  CHECK(image.width == 3);
  CHECK(image.height == 2);
  CHECK(image.pixels == Bytes{1, 0, 2, 0, 2, 0});
  CHECK(image.palette == Bytes{255, 255, 255, 10, 20, 30, 40, 50, 60});
  CHECK(image.transparency == Bytes{0});
}

TEST_CASE("ticks are round numbers within the range") {
  CHECK(ticks(0, 10, 6) == std::vector<double>{0, 2, 4, 6, 8, 10});
  CHECK(ticks(0, 1131622, 6) == std::vector<double>{0, 500000, 1000000});
  CHECK_THAT(ticks(-0.31, 0.29, 6), Catch::Approx(std::vector<double>{-0.2, 0, 0.2}).margin(1e-12));
  CHECK(ticks(3, 7, 2) == std::vector<double>{5});
}

TEST_CASE("a small matrix is drawn with a dot for each pair of cells") {
  const auto graph = make_graph(test::grid_mesh(6, 5));
  TemporaryFile file("spy_small");
  write_spy_svg(file.name, {{"a < b & \"c\"", &graph}, {"again", &graph}});
  const auto svg = slurp(file.name);
  const int entries = 2 * (5 * 5 + 6 * 4);
  const auto dots = svg.find("<path d=\"M", svg.find("again"));
  CHECK(count_of(svg.substr(dots, svg.find('\n', dots) - dots), "z") == entries);
  CHECK(svg.find("a &lt; b &amp; &quot;c&quot;") != std::string::npos);
  CHECK(count_of(svg, ">cell number<") == 4);
  CHECK(images_in(svg).empty());
  // The entry (0, 1) lies one cell right of the corner of the second panel and at half a cell's height.
  const auto first = svg.substr(dots + 9, 60);
  double x = 0, y = 0, dot = 0;
  REQUIRE(std::sscanf(first.c_str(), "M%lf %lfh%lf", &x, &y, &dot) == 3);
  CHECK(x + dot / 2 == Approx(62 + 330 + 72 + 1.5 * 330 / 30).margin(0.02));
  CHECK(y + dot / 2 == Approx(34 + 0.5 * 330 / 30).margin(0.02));
}

TEST_CASE("a large matrix is drawn by the entries in each bin") {
  // A chain of 25000 cells: 500 bins of 50 cells, 2 * 49 entries on the diagonal and one on either side.
  std::vector<GraphFace> faces;
  for (Index i = 0; i + 1 < 25000; ++i) faces.push_back({i, i + 1});
  const auto graph = build_graph(25000, std::move(faces), {});
  TemporaryFile file("spy_large");
  write_spy_svg(file.name, {{"chain", &graph}});
  const auto images = images_in(slurp(file.name));
  REQUIRE(images.size() == 2);  // the matrix and the colour bar
  const auto& matrix = images.front();
  REQUIRE(matrix.width == 500);
  REQUIRE(matrix.height == 500);
  const auto darkest = static_cast<std::uint8_t>(matrix.palette.size() / 3 - 1);
  for (int row = 0; row < 500; ++row)
    for (int column = 0; column < 500; ++column) {
      const int expected = row == column ? darkest : std::abs(row - column) == 1 ? 1 : 0;
      if (matrix.pixels[500 * row + column] != expected) FAIL_CHECK("pixel " << row << ", " << column);
    }
}

TEST_CASE("a small mesh is drawn with a polygon for each cell") {
  const auto mesh = test::grid_mesh(6, 5, test::Cut::upper);
  const auto outlines = outlines_of(mesh);
  REQUIRE(outlines.cell_count() == 42);
  const auto cells = identity_permutation(42);
  TemporaryFile file("order_small");
  write_order_svg(file.name, outlines, {{"one", cells}});
  const auto svg = slurp(file.name);
  const auto polygons = svg.substr(svg.find("<g clip-path"), svg.find("</g>") - svg.find("<g clip-path"));
  CHECK(count_of(polygons, "z\"") == 42);  // 42 cells of 255 colours: each has its own
  CHECK(count_of(polygons, "M") == 42);
  CHECK(count_of(polygons, "L") == 18 * 3 + 24 * 2);
  CHECK(polygons.find(hex(colour_map(255)[0])) != std::string::npos);
}

TEST_CASE("the image of a large mesh shows at each place the number of the cell there") {
  const Index n = 150;
  const auto outlines = outlines_of(test::grid_mesh(n, n));  // cell (i, j) is number j n + i
  auto cells = identity_permutation(n * n);
  std::reverse(cells.begin(), cells.end());
  TemporaryFile file("order_large");
  write_order_svg(file.name, outlines, {{"reversed", cells}}, Window{30, 90, 60, 120});
  const auto images = images_in(slurp(file.name));
  REQUIRE(images.size() == 2);
  const auto& image = images.front();
  REQUIRE(image.width == 4 * 330);
  REQUIRE(image.height == 4 * 330);
  int wrong = 0;
  for (int row = 0; row < 1320; ++row)
    for (int column = 0; column < 1320; ++column) {
      const auto i = static_cast<Index>(30 + 60 * (column + 0.5) / 1320),
                 j = static_cast<Index>(120 - 60 * (row + 0.5) / 1320);
      const Index number = n * n - 1 - (j * n + i);
      wrong += image.pixels[1320 * row + column] != 1 + number * std::int64_t{255} / (n * n);
    }
  CHECK(wrong == 0);
}

TEST_CASE("plots refuse an empty window and a file that cannot be written") {
  const auto mesh = test::grid_mesh(2, 2);
  const auto graph = make_graph(mesh);
  const auto cells = identity_permutation(4);
  CHECK_THROWS_WITH(write_order_svg("x.svg", outlines_of(mesh), {{"", cells}}, Window{1, 1, 0, 2}),
                    "x.svg: the window to plot is empty; it runs from its lower to its higher coordinates");
  CHECK_THROWS_AS(write_order_svg("x.svg", outlines_of(mesh), {{"", cells}}, Window{0, 2, 2, 0}), InputError);
  CHECK_THROWS_WITH(write_spy_svg("/no/such/place/x.svg", {{"", &graph}}),
                    "/no/such/place/x.svg: cannot be written: No such file or directory");
}
