#include "meshes/node_polynomial.hpp"

#include <cassert>

#include "meshes/lattice.hpp"
#include "meshes/pyramid_functions.hpp"

namespace dg {
namespace {

struct ValueAndSlope {
  double value, slope;
};

// Silvester's polynomial prod_{s < n} (order * t - s) / (s + 1), which is 1 at t = n / order and 0 at the points
// before. The product of those of the barycentric coordinates of a line, a triangle or a tetrahedron is the Lagrange
// polynomial of a node.
ValueAndSlope silvester(int n, int order, double t) {
  ValueAndSlope p{1, 0};
  for (int s = 0; s < n; ++s) {
    const double factor = (order * t - s) / (s + 1), slope = static_cast<double>(order) / (s + 1);
    p = {p.value * factor, p.slope * factor + p.value * slope};
  }
  return p;
}

/// A product of Silvester's polynomials of coordinates (1 + xi_d) / 2 from 0 to 1.
template <int Dim>
class Product {
 public:
  Product(int order, const std::array<int, 3>& node, const std::array<double, Dim>& xi)
      : order_(order), node_(node), xi_(xi) {}

  /// The factors of the simplex in directions first..last.
  void simplex(int first, int last) {
    double rest = 1;
    int steps = order_;
    for (int d = first; d <= last; ++d) {
      multiply(silvester(node_[d], order_, (1 + xi_[d]) / 2), d, d, 0.5);
      rest -= (1 + xi_[d]) / 2;
      steps -= node_[d];
    }
    multiply(silvester(steps, order_, rest), first, last, -0.5);
  }

  const NodeValue<Dim>& value() const { return product_; }

 private:
  // `sign` is the derivative of the factor's coordinate in directions first..last.
  void multiply(const ValueAndSlope& factor, int first, int last, double sign) {
    for (int d = 0; d < Dim; ++d) {
      product_.slope[d] *= factor.value;
      if (d >= first && d <= last) product_.slope[d] += product_.value * factor.slope * sign;
    }
    product_.value *= factor.value;
  }

  int order_;
  std::array<int, 3> node_;
  std::array<double, Dim> xi_;
  NodeValue<Dim> product_{1, {}};
};

}  // namespace

template <int Dim>
NodeValue<Dim> node_polynomial(CellShape shape, int order, const std::array<int, 3>& node,
                               const std::array<double, Dim>& xi) {
  assert(dim_of(shape) == Dim);
  Product<Dim> product(order, node, xi);
  if constexpr (Dim == 3) {
    if (shape == CellShape::pyramid) {
      std::array<NodeValue<3>, node_count(CellShape::pyramid, max_element_order)> values;
      pyramid_functions(order, xi, std::span(values).first(static_cast<std::size_t>(node_count(shape, order))));
      return values[static_cast<std::size_t>(lattice_node(shape, order, node[0], node[1], node[2]))];
    }
    if (shape == CellShape::tetrahedron) {
      product.simplex(0, 2);
      return product.value();
    }
  }
  if (shape == CellShape::triangle || shape == CellShape::prism) {
    product.simplex(0, 1);
  } else {
    product.simplex(0, 0);
    product.simplex(1, 1);
  }
  if (Dim == 3) product.simplex(Dim - 1, Dim - 1);
  return product.value();
}

template <int Dim>
void node_polynomials(CellShape shape, int order, const std::array<double, Dim>& xi, std::span<NodeValue<Dim>> values) {
  if constexpr (Dim == 3)
    if (shape == CellShape::pyramid) return pyramid_functions(order, xi, values);
  auto value = values.begin();
  for_each_lattice_point(shape, order, [&](int i, int j, int k) {
    *value++ = node_polynomial<Dim>(shape, order, {i, j, k}, xi);
  });
}

NodeValue<1> line_polynomial(int order, int n, double xi) {
  Product<1> product(order, {n, 0, 0}, {xi});
  product.simplex(0, 0);
  return product.value();
}

template NodeValue<2> node_polynomial<2>(CellShape, int, const std::array<int, 3>&, const std::array<double, 2>&);
template NodeValue<3> node_polynomial<3>(CellShape, int, const std::array<int, 3>&, const std::array<double, 3>&);

template void node_polynomials<2>(CellShape, int, const std::array<double, 2>&, std::span<NodeValue<2>>);
template void node_polynomials<3>(CellShape, int, const std::array<double, 3>&, std::span<NodeValue<3>>);

}  // namespace dg
