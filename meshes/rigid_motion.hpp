/// Rotations about a point or an axis with a shift, as they take one side of a periodic pair to the other.
#pragma once

#include <array>
#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// Takes x to rotation * x + translation.
template <int Dim>
struct RigidMotion {
  using Point = std::array<double, Dim>;

  std::array<double, Dim * Dim> rotation;  ///< by rows; orthonormal, of determinant 1
  Point translation;

  Point rotated(const Point& x) const {
    Point y{};
    for (int i = 0; i < Dim; ++i)
      for (int j = 0; j < Dim; ++j) y[i] += rotation[i * Dim + j] * x[j];
    return y;
  }
  Point operator()(const Point& x) const {
    Point y = rotated(x);
    for (int d = 0; d < Dim; ++d) y[d] += translation[d];
    return y;
  }
};

template <int Dim>
RigidMotion<Dim> inverse(const RigidMotion<Dim>& motion);

/// That which takes side `a` of a pair to side `b`. Without a rotation it adds the translation and nothing else.
template <int Dim>
RigidMotion<Dim> motion_of(const PeriodicPair<Dim>& pair);

/// Whether these rows are orthonormal and right-handed, up to rounding.
bool is_rotation(const std::array<double, 4>& rows);
bool is_rotation(const std::array<double, 9>& rows);

/// By an angle in radians, counter-clockwise, which takes `from` to `to`.
RigidMotion<2> rotation_by(double angle, const std::array<double, 2>& from, const std::array<double, 2>& to);

/// The same about an axis of this direction, a unit vector.
RigidMotion<3> rotation_by(double angle, const std::array<double, 3>& axis, const std::array<double, 3>& from,
                           const std::array<double, 3>& to);

/// Such as "a rotation by 30 degrees about (0, 0)". Precondition: the rotation is not by a whole circle.
std::string description(const RigidMotion<2>& rotation);
std::string description(const RigidMotion<3>& rotation);

}  // namespace dg
