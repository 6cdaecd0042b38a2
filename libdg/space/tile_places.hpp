/// In which tile each face lies, see tile_faces.hpp.
#pragma once

#include <array>
#include <vector>

#include "libdg/space/tile_faces.hpp"

namespace dg {

/// The faces in the order of their places in tiles; -1 repeats the face before.
struct TilePlaces {
  std::vector<Index> face;
  std::array<Index, face_classes + 1> begin{};                 ///< first place of each class
  std::array<std::vector<Index>, face_classes> group_begin{};  ///< and of each group in it
};

/// Of faces with so many points. `curved_zones` tells which zones are curved.
template <int Dim>
TilePlaces place_in_tiles(const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                          const std::vector<bool>& curved_zones, int points, const FaceGroups& groups);

}  // namespace dg
