/// Conservative fields of a gas from primitive ones: rho, velocity, pressure.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "libdg/equations/navier_stokes/gas.hpp"
#include "libdg/formulas/formulas.hpp"
#include "libdg/solver/fields.hpp"

namespace dg {

template <int Dim>
FieldOf<Dim + 2, Dim> conservative_field(const GasOptions& gas, const FieldOf<Dim + 2, Dim>& primitive) {
  return [primitive, gas = Gas<double>(gas)](auto... x_t) {
    const auto w = primitive(x_t...);
    std::array<double, Dim + 2> u;
    conservative<Dim>(gas, w.data(), u.data());
    return u;
  };
}

/// The same of formulas, for all points at once (HostSpace::FieldAtPoints). The formulas must outlive it.
template <int Dim>
auto conservative_at_points(const GasOptions& gas, const Formulas& primitive) {
  return [&primitive, gas = Gas<double>(gas)](std::span<const std::array<double, Dim>> x, double t, double* u) {
    primitive.evaluate<Dim>(x, t, u);
    for (std::size_t i = 0; i < x.size(); ++i, u += Dim + 2) {
      double w[Dim + 2];
      std::copy_n(u, Dim + 2, w);
      conservative<Dim>(gas, w, u);
    }
  };
}

}  // namespace dg
