#include "libdg/output/lagrange_basis.hpp"

#include <algorithm>
#include <cassert>
#include <initializer_list>

#include "meshes/lattice.hpp"

namespace dg {
namespace {

constexpr int max_order = 16;

/// Silvester's polynomials S_i(z) = prod_{s < i} (m z - s) / (s + 1) for i = 0..m, and their derivatives by z: the
/// Lagrange function of a node of a simplex is the product of those of its barycentric coordinates.
struct Silvester {
  std::array<double, max_order + 1> value{}, slope{};

  Silvester() = default;
  Silvester(int m, double z) {
    value[0] = 1.0;
    for (int i = 0; i < m; ++i) {
      const double factor = (m * z - i) / (i + 1);
      value[i + 1] = value[i] * factor;
      slope[i + 1] = slope[i] * factor + value[i] * m / (i + 1);
    }
  }
};

/// Coordinates [first, end) of a reference cell that run over a simplex: the cell is the product of these.
struct Simplex {
  int first, end;
};

std::vector<Simplex> simplices(CellShape shape) {
  switch (shape) {
    case CellShape::triangle:
      return {{0, 2}};
    case CellShape::tetrahedron:
      return {{0, 3}};
    case CellShape::prism:
      return {{0, 2}, {2, 3}};
    case CellShape::quadrilateral:
      return {{0, 1}, {1, 2}};
    default:
      assert(shape == CellShape::hexahedron || shape == CellShape::pyramid);
      return {{0, 1}, {1, 2}, {2, 3}};
  }
}

/// The functions of all nodes of one of the simplices at a point.
class SimplexFunctions {
 public:
  template <std::size_t Dim>
  SimplexFunctions(const Simplex& simplex, int order, const std::array<double, Dim>& point)
      : simplex_(simplex), order_(order) {
    double last = 1.0;
    for (int d = simplex.first; d < simplex.end; ++d) {
      const double z = 0.5 * (point[d] + 1.0);
      along_[d] = Silvester(order, z);
      last -= z;
    }
    last_ = Silvester(order, last);
  }

  double value(const std::array<int, 3>& node) const { return product(node, -1) * last_.value[index_of_last(node)]; }
  /// By coordinate d; the factor 1/2 is that of the barycentric coordinate.
  double slope(const std::array<int, 3>& node, int d) const {
    const int last = index_of_last(node);
    return 0.5 * (product(node, d) * last_.value[last] - product(node, -1) * last_.slope[last]);
  }
  bool runs_along(int d) const { return d >= simplex_.first && d < simplex_.end; }

 private:
  /// Of the polynomials of all coordinates but the last barycentric one, that of coordinate `derived` differentiated.
  double product(const std::array<int, 3>& node, int derived) const {
    double product = 1.0;
    for (int d = 0; d < 3; ++d)
      if (runs_along(d)) product *= d == derived ? along_[d].slope[node[d]] : along_[d].value[node[d]];
    return product;
  }
  int index_of_last(const std::array<int, 3>& node) const {
    int index = order_;
    for (int d = 0; d < 3; ++d)
      if (runs_along(d)) index -= node[d];
    return index;
  }

  Simplex simplex_;
  int order_;
  std::array<Silvester, 3> along_;
  Silvester last_;
};

/// Of a point of a pyramid, from 1 on the base to 0.
template <std::size_t Dim>
double height_below_apex(const std::array<double, Dim>& point) {
  return 0.5 * (1 - point[Dim - 1]);
}

/// The coordinates of a point in the cube that collapses into a pyramid; of other shapes its own.
template <std::size_t Dim>
std::array<double, Dim> in_cube(CellShape shape, std::array<double, Dim> point) {
  if (shape != CellShape::pyramid) return point;
  const double height = height_below_apex(point);
  for (std::size_t d = 0; d < 2; ++d) point[d] = height > 0 ? (1 + point[d]) / height - 1 : -1;
  return point;
}

template <std::size_t Dim>
std::vector<SimplexFunctions> functions_at(CellShape shape, int order, const std::array<double, Dim>& point) {
  std::vector<SimplexFunctions> functions;
  for (const Simplex& simplex : simplices(shape)) functions.emplace_back(simplex, order, point);
  return functions;
}

}  // namespace

template <int Dim>
std::array<double, Dim> reference_centroid(CellShape shape) {
  std::array<double, Dim> centroid{};
  if constexpr (Dim == 3)
    if (shape == CellShape::pyramid) return {-0.25, -0.25, -0.5};
  for (const Simplex& simplex : simplices(shape)) {
    const int corners = simplex.end - simplex.first + 1;
    for (int d = simplex.first; d < simplex.end; ++d) centroid[d] = 2.0 / corners - 1.0;
  }
  return centroid;
}

template <int Dim>
LagrangeBasis<Dim>::LagrangeBasis(CellShape shape, int order) : shape_(shape), order_(order) {
  assert(order >= 0 && order <= max_order && dim_of(shape) == Dim);
  if (order == 0) {
    nodes_.push_back(reference_centroid<Dim>(shape));
    return;
  }
  nodes_ = lattice_points<Dim>(shown_lattice(shape), order);
  if (shape == CellShape::pyramid)
    for (Point& node : nodes_)
      for (int d = 0; d < 2; ++d) node[d] = (1 + node[d]) * height_below_apex(node) - 1;
}

template <int Dim>
void LagrangeBasis<Dim>::values(const Point& point, std::span<double> phi) const {
  assert(phi.size() == nodes_.size());
  const auto functions = functions_at(shown_lattice(shape_), order_, in_cube(shape_, point));
  std::size_t n = 0;
  for_each_lattice_point(shown_lattice(shape_), order_, [&](int i, int j, int k) {
    phi[n] = 1.0;
    for (const SimplexFunctions& f : functions) phi[n] *= f.value({i, j, k});
    ++n;
  });
}

template <int Dim>
void LagrangeBasis<Dim>::gradients(const Point& point, std::span<Point> dphi) const {
  assert(dphi.size() == nodes_.size());
  const Point at = in_cube(shape_, point);
  const auto functions = functions_at(shown_lattice(shape_), order_, at);
  std::size_t n = 0;
  for_each_lattice_point(shown_lattice(shape_), order_, [&](int i, int j, int k) {
    const auto derivative = [&](std::initializer_list<int> directions) {
      double product = 1.0;
      for (const SimplexFunctions& f : functions) {
        const auto along = std::find_if(directions.begin(), directions.end(), [&](int d) { return f.runs_along(d); });
        product *= along == directions.end() ? f.value({i, j, k}) : f.slope({i, j, k}, *along);
      }
      return product;
    };
    for (int d = 0; d < Dim; ++d) dphi[n][d] = derivative({d});
    if constexpr (Dim == 3)
      if (shape_ == CellShape::pyramid) {
        const double height = height_below_apex(point);
        for (int d = 0; d < 2; ++d) {
          dphi[n][2] += height > 0 ? dphi[n][d] * (1 + at[d]) / (2 * height) : 0.0;
          // On the apex, what is smooth has no slope across; its slope grows downwards at half the rate of the height.
          dphi[n][d] = height > 0 ? dphi[n][d] / height : -2 * derivative({d, 2});
        }
      }
    ++n;
  });
}

template std::array<double, 2> reference_centroid<2>(CellShape);
template std::array<double, 3> reference_centroid<3>(CellShape);
template class LagrangeBasis<2>;
template class LagrangeBasis<3>;

}  // namespace dg
