/// Arithmetic of places and directions on the host.
#pragma once

#include <array>
#include <numeric>

namespace dg::vectors {

template <std::size_t Dim>
using Vector = std::array<double, Dim>;

template <std::size_t Dim>
Vector<Dim> operator-(Vector<Dim> a, const Vector<Dim>& b) {
  for (std::size_t d = 0; d < Dim; ++d) a[d] -= b[d];
  return a;
}
template <std::size_t Dim>
Vector<Dim> operator+(Vector<Dim> a, const Vector<Dim>& b) {
  for (std::size_t d = 0; d < Dim; ++d) a[d] += b[d];
  return a;
}
template <std::size_t Dim>
Vector<Dim> operator*(double factor, Vector<Dim> a) {
  for (double& x : a) x *= factor;
  return a;
}
template <std::size_t Dim>
double dot(const Vector<Dim>& a, const Vector<Dim>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
inline Vector<3> cross(const Vector<3>& a, const Vector<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace dg::vectors
