/// Whether a motion takes one side of a face to the other.
#pragma once

#include <limits>

#include "meshes/mesh.hpp"
#include "meshes/rigid_motion.hpp"

namespace dg {

/// The largest distance of the nodes on the plus side of a face from those on its minus side once these have moved.
/// Face::orientation pairs them. It gives up where they are further apart than `limit`. Precondition:
/// fits_orientation().
template <int Dim>
double gap_after(const Mesh<Dim>& mesh, const Face& face, const RigidMotion<Dim>& motion,
                 double limit = std::numeric_limits<double>::max());

/// Gives a face the orientation by which a motion takes its minus side to its plus side; false if there is none.
template <int Dim>
bool find_orientation(const Mesh<Dim>& mesh, Face& face, const RigidMotion<Dim>& motion, double tolerance);

}  // namespace dg
