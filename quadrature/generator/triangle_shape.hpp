/// The triangle as find_rule() knows it.
#pragma once

#include <vector>

#include "quadrature/generator/search.hpp"
#include "quadrature/generator/symmetric_rule.hpp"

namespace dg::generator {

struct TriangleShape {
  using Counts = OrbitCounts;
  template <class Scalar>
  using System = MomentSystem<Scalar>;

  static std::vector<Counts> admissible_orbits(int degree, int points) {
    return generator::admissible_orbits(degree, points);
  }
  static Vector<double> random_start(const Counts& orbits, Uniform& uniform);
  static bool is_positive_inside(const Counts& orbits, const Vector<double>& unknowns);
};

}  // namespace dg::generator
