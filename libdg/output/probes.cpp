#include "libdg/output/probes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "libdg/core/errors.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

using Point = std::array<double, 2>;

struct Box {
  Point low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  Point high{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};

  bool holds(const Point& p) const { return p[0] >= low[0] && p[0] <= high[0] && p[1] >= low[1] && p[1] <= high[1]; }
};

/// Box around the nodes of a cell, widened by half of its size, since a curved side may bulge beyond its nodes.
Box box_of(const Mesh2& mesh, Index cell) {
  Box box;
  for (Index n = mesh.cell_node_begin[cell]; n < mesh.cell_node_begin[cell + 1]; ++n) {
    for (std::size_t d = 0; d < 2; ++d) {
      box.low[d] = std::min(box.low[d], mesh.nodes[mesh.cell_nodes[n]][d]);
      box.high[d] = std::max(box.high[d], mesh.nodes[mesh.cell_nodes[n]][d]);
    }
  }
  const double margin = 0.5 * std::max(box.high[0] - box.low[0], box.high[1] - box.low[1]);
  for (std::size_t d = 0; d < 2; ++d) {
    box.low[d] -= margin;
    box.high[d] += margin;
  }
  return box;
}

bool is_inside(CellShape shape, const Point& r) {
  constexpr double slack = 1e-8;
  if (r[0] < -1.0 - slack || r[1] < -1.0 - slack) return false;
  return shape == CellShape::triangle ? r[0] + r[1] <= slack : r[0] <= 1.0 + slack && r[1] <= 1.0 + slack;
}

}  // namespace

bool find_in_cell(const Mesh2& mesh, Index cell, const Point& point, Point& reference) {
  const CellShape shape = mesh.cell_shapes[cell];
  const double centroid = shape == CellShape::triangle ? -1.0 / 3.0 : 0.0;
  reference = {centroid, centroid};
  constexpr int most_iterations = 50;
  constexpr double accuracy = 1e-13, far_outside = 10.0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    Point x;
    Jacobian2 j;
    CellMap(shape, mesh.geometry_order, std::span(&reference, 1))
        .evaluate(mesh, cell, std::span(&x, 1), std::span(&j, 1));
    const double ex = point[0] - x[0], ey = point[1] - x[1], area = determinant(j);
    const Point step{(j[1][1] * ex - j[0][1] * ey) / area, (j[0][0] * ey - j[1][0] * ex) / area};
    reference[0] += step[0];
    reference[1] += step[1];
    const double size = std::max(std::abs(reference[0]), std::abs(reference[1]));
    if (!(size < far_outside)) return false;
    if (std::max(std::abs(step[0]), std::abs(step[1])) < accuracy) return is_inside(shape, reference);
  }
  return false;
}

Probes::Probes(const Mesh2& mesh, int degree, const std::vector<Point>& points, const std::string& where) {
  const LagrangeBasis triangle(CellShape::triangle, degree), quadrilateral(CellShape::quadrilateral, degree);
  samples_ = {mesh.cell_shapes, {}, triangle.nodes(), quadrilateral.nodes()};
  places_.assign(points.size(), {-1, 0, {}});
  std::size_t sampled = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const Box box = box_of(mesh, cell);
    const LagrangeBasis& basis = mesh.cell_shapes[cell] == CellShape::triangle ? triangle : quadrilateral;
    bool wanted = false;
    for (std::size_t p = 0; p < points.size(); ++p) {
      Point reference;
      if (places_[p].cell >= 0 || !box.holds(points[p]) || !find_in_cell(mesh, cell, points[p], reference)) continue;
      places_[p] = {cell, sampled, std::vector<double>(static_cast<std::size_t>(basis.size()))};
      basis.values(reference, places_[p].weights);
      wanted = true;
    }
    if (!wanted) continue;
    samples_.cells.push_back(cell);
    sampled += 4 * static_cast<std::size_t>(basis.size());
  }
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (places_[p].cell >= 0) continue;
    throw InputError(
        fmt::format("{}: probe ({:.6g}, {:.6g}) lies outside the mesh", where, points[p][0], points[p][1]));
  }
}

std::vector<std::array<double, 4>> Probes::evaluate(std::span<const double> samples) const {
  std::vector<std::array<double, 4>> values(places_.size());
  for (std::size_t p = 0; p < places_.size(); ++p) {
    const Place& place = places_[p];
    for (std::size_t n = 0; n < place.weights.size(); ++n) {
      for (std::size_t i = 0; i < 4; ++i) values[p][i] += place.weights[n] * samples[place.sample + 4 * n + i];
    }
  }
  return values;
}

std::vector<Point> read_points(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw InputError(path + ": cannot read this file of points");
  std::vector<Point> points;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    line = line.substr(0, line.find('#'));
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Point point;
    std::string rest;
    if (!(words >> rest)) continue;
    words = std::istringstream(line);
    if (!(words >> point[0] >> point[1]) || (words >> rest)) {
      throw InputError(fmt::format("{}:{}: expected two numbers, x and y", path, number));
    }
    points.push_back(point);
  }
  if (points.empty()) throw InputError(path + ": holds no points");
  return points;
}

}  // namespace dg
