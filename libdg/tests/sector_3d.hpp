/// Sectors in space whose sides match by a rotation about any axis.
#pragma once

#include "libdg/tests/sector.hpp"
#include "meshes/extruded.hpp"
#include "meshes/periodic.hpp"
#include "meshes/rigid_motion.hpp"

namespace dg::test {

/// Swept along z, which then becomes another axis; periodic along it, too.
inline Mesh3 swept(const Annulus& sizes, const RigidMotion<3>& placed) {
  Mesh3 mesh = extruded(annulus_mesh(sizes), 0, 0.75, 3, "sector");
  for (auto& x : mesh.nodes) x = placed(x);
  for (auto& pair : mesh.periodic_pairs) {  // joined where z was the axis
    if (!pair.is_rotated()) continue;
    RigidMotion<3> motion = motion_of(pair);
    const auto back = inverse(placed);
    for (int j = 0; j < 3; ++j) {
      std::array<double, 3> unit{};
      unit[j] = 1;
      const auto column = placed.rotated(motion.rotated(back.rotated(unit)));
      for (int i = 0; i < 3; ++i) pair.rotation[3 * i + j] = column[i];
    }
    pair.translation = placed(motion(back(std::array<double, 3>{})));
  }
  connect_periodic(mesh, "front", "back", "sector");
  return mesh;
}

}  // namespace dg::test
