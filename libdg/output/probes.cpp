#include "libdg/output/probes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>

#include "libdg/core/errors.hpp"
#include "libdg/space/jacobian.hpp"
#include "meshes/bounding_box.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

template <int Dim>
using Point = std::array<double, Dim>;

template <int Dim>
double largest_of(const Point<Dim>& x) {
  double largest = 0.0;
  for (const double a : x) {
    if (!(std::abs(a) <= largest)) largest = std::abs(a);  // a NaN must show
  }
  return largest;
}

template <int Dim>
bool holds(const BoundingBox<Dim>& box, const Point<Dim>& p) {
  for (int d = 0; d < Dim; ++d) {
    if (p[d] < box.low[d] || p[d] > box.high[d]) return false;
  }
  return true;
}

/// Box around the nodes of a cell, widened by half of its size, since a curved side may bulge beyond its nodes.
template <int Dim>
BoundingBox<Dim> box_of(const Mesh<Dim>& mesh, Index cell) {
  BoundingBox<Dim> box;
  for (Index n = mesh.cell_node_begin[cell]; n < mesh.cell_node_begin[cell + 1]; ++n) {
    box.include(mesh.nodes[mesh.cell_nodes[n]]);
  }
  double size = 0.0;
  for (int d = 0; d < Dim; ++d) size = std::max(size, box.high[d] - box.low[d]);
  for (int d = 0; d < Dim; ++d) {
    box.low[d] -= 0.5 * size;
    box.high[d] += 0.5 * size;
  }
  return box;
}

template <int Dim>
bool is_inside(CellShape shape, const Point<Dim>& r) {
  constexpr double slack = 1e-8;
  for (const double x : r) {
    if (x < -1.0 - slack || x > 1.0 + slack) return false;
  }
  const bool on_triangle = shape == CellShape::triangle || shape == CellShape::prism;
  if (on_triangle && r[0] + r[1] > slack) return false;
  if (Dim == 3 && shape == CellShape::pyramid) return std::max(r[0], r[1]) + r[Dim - 1] <= slack;
  if constexpr (Dim == 3) return shape != CellShape::tetrahedron || r[0] + r[1] + r[2] <= -1.0 + slack;
  return true;
}

/// The points of each cell that has some.
std::map<Index, std::vector<std::size_t>> points_of_cells(const auto& places) {
  std::map<Index, std::vector<std::size_t>> points;
  for (std::size_t p = 0; p < places.size(); ++p)
    if (places[p].cell >= 0) points[places[p].cell].push_back(p);
  return points;
}

template <int Dim>
std::vector<std::array<double, Dim + 2>> states_of(const std::vector<double>& values) {
  std::vector<std::array<double, Dim + 2>> states(values.size() / (Dim + 2));
  for (std::size_t p = 0; p < states.size(); ++p) std::copy_n(&values[(Dim + 2) * p], Dim + 2, states[p].begin());
  return states;
}

}  // namespace

template <int Dim>
bool find_in_cell(const Mesh<Dim>& mesh, Index cell, const std::type_identity_t<Point<Dim>>& point,
                  std::type_identity_t<Point<Dim>>& reference) {
  const CellShape shape = mesh.cell_shapes[cell];
  reference = reference_centroid<Dim>(shape);
  constexpr int most_iterations = 50;
  constexpr double accuracy = 1e-13, far_outside = 10.0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    Point<Dim> x;
    JacobianMatrix<Dim> j;
    CellMap<Dim>(shape, mesh.geometry_order, std::span<const Point<Dim>>(&reference, 1))
        .evaluate(mesh, cell, std::span(&x, 1), std::span(&j, 1));
    const auto inverse = adjugate(j);
    const double det = determinant(j);
    Point<Dim> step{};
    double rounding = 0.0;  // of the coordinates of small cells far from the origin
    for (int r = 0; r < Dim; ++r) {
      for (int d = 0; d < Dim; ++d) {
        step[r] += inverse[r * Dim + d] * (point[d] - x[d]);
        rounding = std::max(rounding, std::abs(inverse[r * Dim + d] / det * point[d]));
      }
      step[r] /= det;
      reference[r] += step[r];
    }
    rounding *= 8 * std::numeric_limits<double>::epsilon();
    if (!(largest_of<Dim>(reference) < far_outside)) return false;
    if (largest_of<Dim>(step) < accuracy + rounding) return is_inside<Dim>(shape, reference);
  }
  return false;
}

template <int Dim>
Probes<Dim>::Probes(const Mesh<Dim>& mesh, int degree, const std::vector<Point>& points, const std::string& where) {
  SelfCommunicator self;
  *this = Probes(OwnCells<Dim>{mesh, {}, self}, degree, points, where);
}

template <int Dim>
Probes<Dim>::Probes(const OwnCells<Dim>& own, int degree, const std::vector<Point>& points, const std::string& where) {
  const Mesh<Dim>& mesh = own.mesh;
  std::vector<LagrangeBasis<Dim>> bases;
  for (const CellShape shape : spaced_shapes<Dim>) bases.emplace_back(shape, degree);
  samples_.shapes = mesh.cell_shapes;
  for (std::size_t i = 0; i < bases.size(); ++i) samples_.of_shape[i] = bases[i].nodes();
  find(own, points, where);
  std::size_t nodes = 0;
  for (const auto& [cell, of_cell] : points_of_cells(places_)) {
    const LagrangeBasis<Dim>& basis = bases[shape_number(mesh.cell_shapes[cell])];
    for (const std::size_t p : of_cell) {
      Point reference;
      find_in_cell<Dim>(mesh, cell, points[p], reference);
      places_[p].node = nodes;
      places_[p].weights.resize(static_cast<std::size_t>(basis.size()));
      basis.values(reference, places_[p].weights);
    }
    samples_.cells.push_back(cell);
    nodes += static_cast<std::size_t>(basis.size());
  }
}

template <int Dim>
void Probes<Dim>::find(const OwnCells<Dim>& own, const std::vector<Point>& points, const std::string& where) {
  constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();
  places_.assign(points.size(), {-1, 0, {}});
  std::vector<std::int64_t> least(points.size(), nowhere);
  for (Index cell = 0; cell < own.count(); ++cell) {
    const BoundingBox<Dim> box = box_of(own.mesh, cell);
    for (std::size_t p = 0; p < points.size(); ++p) {
      Point reference;
      if (least[p] < own.number_of(cell) || !holds<Dim>(box, points[p]) ||
          !find_in_cell<Dim>(own.mesh, cell, points[p], reference))
        continue;
      places_[p].cell = cell;
      least[p] = own.number_of(cell);
    }
  }
  const std::vector<std::int64_t> here = least;
  own.ranks.reduce(least, Reduction::least);
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (least[p] == nowhere)
      throw InputError(fmt::format("{}: probe ({}) lies outside the mesh", where, fmt::join(points[p], ", ")));
    if (here[p] != least[p]) places_[p].cell = -1;
  }
}

template <int Dim>
std::vector<double> Probes<Dim>::values(std::span<const double> samples, std::size_t variables) const {
  std::vector<double> values(variables * places_.size());
  for (std::size_t p = 0; p < places_.size(); ++p) {
    const Place& place = places_[p];
    for (std::size_t n = 0; n < place.weights.size(); ++n)
      for (std::size_t i = 0; i < variables; ++i)
        values[variables * p + i] += place.weights[n] * samples[variables * (place.node + n) + i];
  }
  return values;
}

/// Each point is one rank's, and of the others zero: bits are added, so that all are kept.
template <int Dim>
std::vector<double> Probes<Dim>::values(std::span<const double> samples, std::size_t variables,
                                        Communicator& ranks) const {
  std::vector<double> values = this->values(samples, variables);
  std::vector<std::int64_t> bits;
  for (const double u : values) bits.push_back(std::bit_cast<std::int64_t>(u));
  ranks.reduce(bits, Reduction::sum);
  std::transform(bits.begin(), bits.end(), values.begin(), [](std::int64_t b) { return std::bit_cast<double>(b); });
  return values;
}

template <int Dim>
auto Probes<Dim>::evaluate(std::span<const double> samples) const -> std::vector<std::array<double, Dim + 2>> {
  return states_of<Dim>(values(samples, Dim + 2));
}

template <int Dim>
auto Probes<Dim>::evaluate(std::span<const double> samples, Communicator& ranks) const
    -> std::vector<std::array<double, Dim + 2>> {
  return states_of<Dim>(values(samples, Dim + 2, ranks));
}

template <int Dim>
std::vector<Point<Dim>> read_points(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) throw InputError(path + ": cannot read this file of points");
  std::vector<Point<Dim>> points;
  std::string line;
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  for (int number = 1; std::getline(stream, line); ++number) {
    if (number == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    line = line.substr(0, line.find('#'));
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Point<Dim> point;
    std::string rest;
    if (!(words >> rest)) continue;
    words = std::istringstream(line);
    for (double& x : point) words >> x;
    if (!words || (words >> rest)) {
      throw InputError(fmt::format("{}:{}: expected {}", path, number,
                                   Dim == 2 ? "two numbers, x and y" : "three numbers, x, y and z"));
    }
    points.push_back(point);
  }
  if (points.empty()) throw InputError(path + ": holds no points");
  return points;
}

template class Probes<2>;
template class Probes<3>;
template bool find_in_cell<2>(const Mesh<2>&, Index, const Point<2>&, Point<2>&);
template bool find_in_cell<3>(const Mesh<3>&, Index, const Point<3>&, Point<3>&);
template std::vector<Point<2>> read_points<2>(const std::string&);
template std::vector<Point<3>> read_points<3>(const std::string&);

}  // namespace dg
