/// A rotation as states meet it: it turns the components of a vector, one mode after the other.
#pragma once

#include <algorithm>
#include <array>
#include <span>

namespace dg {

template <class Real, int Dim>
class Rotation {
 public:
  /// By rows.
  explicit Rotation(std::span<const double> rows) {
    std::transform(rows.begin(), rows.end(), rows_.begin(), [](double x) { return static_cast<Real>(x); });
  }

  /// component(d) is a reference to component d of the vector.
  template <class Component>
  void turn(const Component& component) const {
    std::array<Real, Dim> turned{};
    for (int i = 0; i < Dim; ++i)
      for (int j = 0; j < Dim; ++j) turned[i] += rows_[i * Dim + j] * component(j);
    for (int i = 0; i < Dim; ++i) component(i) = turned[i];
  }

 private:
  std::array<Real, Dim * Dim> rows_;
};

}  // namespace dg
