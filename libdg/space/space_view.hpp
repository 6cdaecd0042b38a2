/// What kernels read of a discretisation in space, whatever the equations.
#pragma once

#include "libdg/space/face_list.hpp"
#include "libdg/space/tile_faces.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

template <class Real>
struct SpaceView {
  ZonesView<Real> zones;
  Real eta[max_zones];                        ///< BR2 stabilisation of the cells of each zone
  FaceList faces[max_face_kinds];             ///< [kind]; empty with assemblies `fused` and `tiles`
  TileFacesView<Real> tiles[max_face_kinds];  ///< [kind]; empty but with assembly `tiles`
};

}  // namespace dg
