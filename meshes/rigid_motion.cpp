#include "meshes/rigid_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "meshes/curving/vectors.hpp"
#include "meshes/messages.hpp"

namespace dg {
namespace {

/// The direction and the angle, from 0 to pi, of a rotation in space.
struct AxisAngle {
  Vector<3> axis;
  double angle;
};

AxisAngle axis_and_angle(const std::array<double, 9>& r) {
  Vector<3> axis{r[7] - r[5], r[2] - r[6], r[3] - r[1]};  // 2 sin(angle) times the direction
  const double sine = length(axis), cosine = r[0] + r[4] + r[8] - 1;
  constexpr double half_turn = 1e-6;
  if (sine < half_turn && cosine < 0) {  // then rotation + 1 is twice the projection onto the axis
    int column = 0;
    for (int d = 1; d < 3; ++d)
      if (r[4 * d] > r[4 * column]) column = d;
    for (int d = 0; d < 3; ++d) axis[d] = r[3 * d + column] + (d == column);
  }
  return {direction(axis), std::atan2(sine, cosine)};
}

/// The point of the axis of a rotation that lies nearest to the origin.
Vector<3> centre_of(const AxisAngle& of, const Vector<3>& translation) {
  const double half_cotangent = 0.5 / std::tan(0.5 * of.angle);
  Vector<3> centre = scaled(half_cotangent, cross(of.axis, translation));
  centre = sum(centre, 0.5, sum(translation, -inner(of.axis, translation), of.axis));
  return centre;
}

/// Without the rounding errors that would show in a text.
template <std::size_t N>
std::array<double, N> rounded(std::array<double, N> point) {
  constexpr double grain = 1e-9;
  for (double& x : point) x = std::round(x / grain) * grain + 0.0;
  return point;
}

double degrees(double angle) { return angle * 180 / std::numbers::pi; }

/// Exact for quarters and halves of a circle.
std::array<double, 2> cosine_and_sine(double angle) {
  constexpr double rounding = 1e-15;
  double c = std::cos(angle), s = std::sin(angle);
  if (std::abs(c) < rounding) c = 0, s = std::copysign(1.0, s);
  if (std::abs(s) < rounding) s = 0, c = std::copysign(1.0, c);
  return {c, s};
}

template <int Dim>
RigidMotion<Dim> from_to(const std::array<double, Dim * Dim>& rotation, const std::array<double, Dim>& from,
                         const std::array<double, Dim>& to) {
  RigidMotion<Dim> motion{rotation, {}};
  const auto there = motion.rotated(from);
  for (int d = 0; d < Dim; ++d) motion.translation[d] = to[d] - there[d];
  return motion;
}

}  // namespace

template <int Dim>
RigidMotion<Dim> inverse(const RigidMotion<Dim>& motion) {
  RigidMotion<Dim> back{};
  for (int i = 0; i < Dim; ++i)
    for (int j = 0; j < Dim; ++j) back.rotation[i * Dim + j] = motion.rotation[j * Dim + i];
  back.translation = back.rotated(motion.translation);
  for (double& x : back.translation) x = -x;
  return back;
}

template <int Dim>
RigidMotion<Dim> motion_of(const PeriodicPair<Dim>& pair) {
  RigidMotion<Dim> motion{pair.rotation, pair.translation};
  if (!pair.is_rotated())
    for (int d = 0; d < Dim; ++d) motion.rotation[d * Dim + d] = 1;
  return motion;
}

bool is_rotation(const std::array<double, 4>& r) {
  return is_rotation(std::array<double, 9>{r[0], r[1], 0, r[2], r[3], 0, 0, 0, 1});
}

bool is_rotation(const std::array<double, 9>& r) {
  constexpr double rounding = 1e-9;
  const Vector<3> rows[]{{r[0], r[1], r[2]}, {r[3], r[4], r[5]}, {r[6], r[7], r[8]}};
  const Vector<3> third = cross(rows[0], rows[1]);
  bool holds = true;
  for (int d = 0; d < 3; ++d) holds = holds && std::abs(third[d] - rows[2][d]) <= rounding;
  for (const Vector<3>& row : rows) holds = holds && std::abs(length(row) - 1) <= rounding;
  return holds;
}

RigidMotion<2> rotation_by(double angle, const std::array<double, 2>& from, const std::array<double, 2>& to) {
  const auto [c, s] = cosine_and_sine(angle);
  return from_to<2>({c, -s, s, c}, from, to);
}

RigidMotion<3> rotation_by(double angle, const std::array<double, 3>& axis, const std::array<double, 3>& from,
                           const std::array<double, 3>& to) {
  const auto [c, s] = cosine_and_sine(angle);
  std::array<double, 9> rotation;
  for (int j = 0; j < 3; ++j) {
    Vector<3> unit{};
    unit[j] = 1;
    const Vector<3> side = cross(axis, unit);
    for (int i = 0; i < 3; ++i) rotation[3 * i + j] = c * unit[i] + s * side[i] + (1 - c) * axis[i] * axis[j];
  }
  return from_to<3>(rotation, from, to);
}

std::string description(const RigidMotion<2>& rotation) {
  const auto& r = rotation.rotation;
  const double angle = std::atan2(r[2], r[0]);
  const auto [x, y, z] = centre_of({{0, 0, 1}, angle}, {rotation.translation[0], rotation.translation[1], 0});
  return fmt::format("a rotation by {:.6g} degrees about {}", degrees(angle), place(rounded(std::array{x, y})));
}

std::string description(const RigidMotion<3>& rotation) {
  const AxisAngle of = axis_and_angle(rotation.rotation);
  return fmt::format("a rotation by {:.6g} degrees about the axis through {} along {}", degrees(of.angle),
                     place(rounded(centre_of(of, rotation.translation))), place(rounded(of.axis)));
}

template RigidMotion<2> inverse<2>(const RigidMotion<2>&);
template RigidMotion<3> inverse<3>(const RigidMotion<3>&);
template RigidMotion<2> motion_of<2>(const PeriodicPair<2>&);
template RigidMotion<3> motion_of<3>(const PeriodicPair<3>&);

}  // namespace dg
