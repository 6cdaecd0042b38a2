/// The rotation or translation by which points lie apart.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "meshes/mesh.hpp"
#include "meshes/rigid_motion.hpp"

namespace dg {

/// The motion that takes each of the points `from` to its counterpart in `to`, within a tolerance. There is none if no
/// motion does so. There is none either if the points lie in one place or, in space, on one line. Precondition: both
/// have the same number of points, one at least.
template <int Dim>
std::optional<RigidMotion<Dim>> motion_between(std::span<const std::array<double, Dim>> from,
                                               std::span<const std::array<double, Dim>> to, double tolerance);

/// Whether a motion turns nothing: it rotates by less than a millionth of a circle.
bool is_translation(const RigidMotion<2>& motion);
bool is_translation(const RigidMotion<3>& motion);

}  // namespace dg
