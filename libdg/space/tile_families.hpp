/// By which products Assembly::tiles takes 3-D cells of each shape.
#pragma once

#include <vector>

#include "libdg/element/element.hpp"
#include "libdg/element/state_basis.hpp"
#include "libdg/space/space_options.hpp"
#include "meshes/mesh.hpp"

namespace dg {

enum class TileFamily {
  none,      ///< their averages alone, or more modes than a warp has space for
  matrices,  ///< as matrices, or by triangle and line (element/prism_fragments.hpp), with values at the points of faces
  nodes,     ///< the same with values at the nodes of faces, which are fewer (element/face_nodes.hpp)
  sum_factorised  ///< line by line, by sum factorisation, on states by points
                  ///< (kernels/engines/sum_factorisation_3d.hpp)
};

/// The cells of one shape that are all straight or all curved.
struct CellKind {
  CellShape shape;
  bool curved;
  int order = 1;  ///< of the polynomials that map curved ones

  friend bool operator==(const CellKind&, const CellKind&) = default;
};

TileFamily tile_family(const CellKind& kind, const SpaceOptions& options);

/// What states of such cells are made of, in assembly `tiles`.
StateBasis state_basis(const CellKind& kind, const SpaceOptions& options);

/// Those of a mesh, by shape, straight before curved.
template <int Dim>
std::vector<CellKind> cell_kinds(const Mesh<Dim>& mesh);

/// Which of the kinds of a mesh Assembly::tiles does not hold. These are 3-D ones without a TileFamily and, unless all
/// go by sum factorisation, those with too many modes beside a tile of faces.
std::vector<CellKind> beyond_tiles(const std::vector<CellKind>& kinds, const SpaceOptions& options);

}  // namespace dg
