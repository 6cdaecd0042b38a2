#include <fmt/format.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <tuple>

#include "apps/python/bindings.hpp"
#include "libdg/core/errors.hpp"
#include "quadrature/rule.hpp"

namespace nb = nanobind;

namespace dg::app {
namespace {

using Array = nb::ndarray<nb::numpy, double>;
using Rule = std::tuple<Array, Array, int>;

/// Rules of more points than a program can hold are asked for by mistake.
constexpr int most = 200;

template <int Dim>
Rule rule_of(const QuadratureRule<Dim>& rule) {
  std::vector<double> points;
  for (const auto& point : rule.points) points.insert(points.end(), point.begin(), point.end());
  return {array_of(std::move(points), {rule.points.size(), Dim}), array_of(rule.weights, {rule.weights.size()}),
          rule.degree};
}

Rule rule_of_shape(const std::string& shape, int degree) {
  if (shape == "line") return rule_of(gauss_legendre(degree / 2 + 1));
  if (shape == "triangle") return rule_of(triangle_rule(degree));
  if (shape == "quad") return rule_of(quadrilateral_rule(degree));
  if (shape == "quad, total degree") return rule_of(total_degree_quadrilateral_rule(degree));
  if (shape == "tetra") return rule_of(tetrahedron_rule(degree));
  if (shape == "wedge") return rule_of(prism_rule(degree));
  if (shape == "hexahedron") return rule_of(hexahedron_rule(degree));
  if (shape == "pyramid") return rule_of(pyramid_rule(degree));
  throw InputError(fmt::format(
      "rule: there is no shape '{}'; there are: line, triangle, quad, tetra, wedge, hexahedron, pyramid", shape));
}

Rule rule(const std::string& shape, int degree) {
  const bool is_bounded = shape == "triangle" || shape == "wedge";
  const int highest = is_bounded ? max_triangle_degree : most;
  if (degree < 0 || degree > highest)
    throw InputError(fmt::format("rule: degree {}: expected 0 to {} on a {}", degree, highest, shape));
  return rule_of_shape(shape, degree);
}

Rule line_rule(const char* name, QuadratureRule<1> (*make)(int), int n, int fewest) {
  if (n < fewest || n > most) throw InputError(fmt::format("{}: {} points: expected {} to {}", name, n, fewest, most));
  return rule_of(make(n));
}

}  // namespace

void bind_quadrature(nb::module_& module) {
  module.def("quadrature_rule", &rule, nb::arg("shape"), nb::arg("degree"),
             "Points, weights, and the degree of the rule.");
  module.def(
      "gauss_legendre", [](int n) { return line_rule("gauss_legendre", &gauss_legendre, n, 1); }, nb::arg("n"));
  module.def(
      "gauss_lobatto", [](int n) { return line_rule("gauss_lobatto", &gauss_lobatto, n, 2); }, nb::arg("n"));
}

}  // namespace dg::app
