#include "meshes/motion_fit.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

#include "meshes/curving/vectors.hpp"

namespace dg {
namespace {

constexpr double least_angle = 2 * std::numbers::pi * 1e-6;

template <int Dim>
using Points = std::span<const std::array<double, Dim>>;

template <int Dim>
Vector<Dim> mean(Points<Dim> points) {
  Vector<Dim> total{};
  for (const auto& p : points) total = sum(total, 1, p);
  return scaled(1 / static_cast<double>(points.size()), total);
}

template <int Dim>
std::size_t farthest_from(Points<Dim> points, const Vector<Dim>& place) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (length(sum(points[i], -1, place)) > length(sum(points[most], -1, place))) most = i;
  return most;
}

/// Rows are the directions of a plane through three points, and its normal; all zero where they lie on a line.
std::array<Vector<3>, 3> frame_of(const Vector<3>& a, const Vector<3>& b, const Vector<3>& c) {
  const Vector<3> along = direction(sum(b, -1, a)), normal = direction(cross(along, sum(c, -1, a)));
  return {along, cross(normal, along), normal};
}

std::optional<RigidMotion<2>> rotation_of(Points<2> from, Points<2> to) {
  const Vector<2> start = mean<2>(from), end = mean<2>(to);
  double cosine = 0, sine = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Vector<2> p = sum(from[i], -1, start), q = sum(to[i], -1, end);
    cosine += inner(p, q);
    sine += p[0] * q[1] - p[1] * q[0];
  }
  if (cosine == 0 && sine == 0) return std::nullopt;
  return rotation_by(std::atan2(sine, cosine), start, end);
}

/// By three points that lie far apart.
std::optional<RigidMotion<3>> rotation_of(Points<3> from, Points<3> to) {
  constexpr double flat = 1e-6;  // the least height of their triangle, of its length
  const Vector<3> start = mean<3>(from);
  const std::size_t a = farthest_from<3>(from, start), b = farthest_from<3>(from, from[a]);
  const Vector<3> line = sum(from[b], -1, from[a]);
  std::size_t c = a;
  double most = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const double area = length(cross(line, sum(from[i], -1, from[a])));
    if (area > most) most = area, c = i;
  }
  if (most <= flat * inner(line, line)) return std::nullopt;
  const auto old_frame = frame_of(from[a], from[b], from[c]), new_frame = frame_of(to[a], to[b], to[c]);
  RigidMotion<3> motion{};
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) motion.rotation[3 * i + j] += new_frame[k][i] * old_frame[k][j];
  motion.translation = sum(mean<3>(to), -1, motion.rotated(start));
  return motion;
}

template <int Dim>
RigidMotion<Dim> translation_of(Points<Dim> from, Points<Dim> to) {
  RigidMotion<Dim> motion{};
  for (int d = 0; d < Dim; ++d) motion.rotation[Dim * d + d] = 1;
  motion.translation = sum(mean<Dim>(to), -1, mean<Dim>(from));
  return motion;
}

}  // namespace

bool is_translation(const RigidMotion<2>& motion) {
  return std::abs(std::atan2(motion.rotation[2], motion.rotation[0])) < least_angle;
}

bool is_translation(const RigidMotion<3>& motion) {
  const auto& r = motion.rotation;
  const double sine = length(Vector<3>{r[7] - r[5], r[2] - r[6], r[3] - r[1]});
  return std::atan2(sine, r[0] + r[4] + r[8] - 1) < least_angle;
}

template <int Dim>
std::optional<RigidMotion<Dim>> motion_between(Points<Dim> from, Points<Dim> to, double tolerance) {
  std::optional<RigidMotion<Dim>> motion = rotation_of(from, to);
  if (motion && is_translation(*motion)) motion = translation_of<Dim>(from, to);
  if (!motion) return motion;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (!(length(sum((*motion)(from[i]), -1, to[i])) <= tolerance)) return std::nullopt;
  return motion;
}

template std::optional<RigidMotion<2>> motion_between<2>(Points<2>, Points<2>, double);
template std::optional<RigidMotion<3>> motion_between<3>(Points<3>, Points<3>, double);

}  // namespace dg
