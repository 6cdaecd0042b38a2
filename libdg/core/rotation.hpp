/// A rotation of vectors, on the host and on devices.
#pragma once

#include <cassert>
#include <span>

namespace dg {

template <class Real, int Dim>
struct Rotation {
  using Number = Real;
  static constexpr int dim = Dim;

  Real rows[Dim * Dim];

  /// component(d) is a reference to component d of the vector.
  template <class Component>
  void rotate(const Component& component) const {
    Real rotated[Dim];
    for (int i = 0; i < Dim; ++i) {
      rotated[i] = Real(0);
      for (int j = 0; j < Dim; ++j) rotated[i] += rows[i * Dim + j] * component(j);
    }
    for (int i = 0; i < Dim; ++i) component(i) = rotated[i];
  }
};

/// By rows. Precondition: there are Dim * Dim numbers.
template <class Real, int Dim>
Rotation<Real, Dim> rotation_of(std::span<const double> rows) {
  assert(rows.size() == Dim * Dim);
  Rotation<Real, Dim> rotation;
  for (int i = 0; i < Dim * Dim; ++i) rotation.rows[i] = static_cast<Real>(rows[i]);
  return rotation;
}

}  // namespace dg
