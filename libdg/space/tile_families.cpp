#include "libdg/space/tile_families.hpp"

#include <algorithm>

#include "libdg/element/face_nodes.hpp"
#include "libdg/element/prism_fragments.hpp"
#include "libdg/element/tetrahedron_symmetry.hpp"
#include "libdg/space/volume_degree.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

/// Whether cells are prisms with triangle x line that have the points that products by triangle and line are made for.
bool have_prism_points(const CellKind& kind, const SpaceOptions& o) {
  const Space space = space_of(kind.shape, o.quads);
  const int degree = kind.curved ? curved_volume_degree(space, o.degree, kind.order) : 2 * o.degree;
  return has_prism_fragments(space, o.degree) && degree + o.extra_quadrature == 2 * o.degree &&
         o.face_rule == FaceRule::full;
}

/// The highest degree of hexahedra by sum factorisation: beyond it a cell takes more warps than a block has.
constexpr int most_sum_factorised = 4;

}  // namespace

TileFamily tile_family(const CellKind& kind, const SpaceOptions& o) {
  const Space space = space_of(kind.shape, o.quads);
  if (o.degree < 1) return TileFamily::none;
  const bool fastest = o.tile_products == TileProducts::fastest;
  const bool by_points =
      o.extra_quadrature == 0 && (!kind.curved || mass_inverse_of(space, o) == MassInverse::weight_adjusted);
  if (fastest && space == Space::hexahedron_Q && by_points && o.degree <= most_sum_factorised)
    return TileFamily::sum_factorised;
  if (!fits_tiles_3d(space, o.degree) && !have_prism_points(kind, o)) return TileFamily::none;
  const bool by_nodes = fastest && space == Space::tetrahedron_P && !kind.curved && face_nodes_pay(o.degree);
  return by_nodes ? TileFamily::nodes : TileFamily::matrices;
}

StateBasis state_basis(const CellKind& kind, const SpaceOptions& o) {
  const TileFamily family = tile_family(kind, o);
  if (family == TileFamily::sum_factorised) return StateBasis::line_points;
  if (family == TileFamily::matrices && have_prism_points(kind, o)) return StateBasis::triangle_modes;
  const bool by_blocks = family == TileFamily::nodes && o.extra_quadrature == 0 &&
                         has_symmetric_products(space_of(kind.shape, o.quads), o.degree);
  return by_blocks ? StateBasis::symmetric_modes : StateBasis::modes;
}

template <int Dim>
std::vector<CellKind> cell_kinds(const Mesh<Dim>& mesh) {
  const auto bit = [](CellShape shape, bool curved) { return 1u << (2 * static_cast<int>(shape) + curved); };
  unsigned found = 0;
#pragma omp parallel for reduction(| : found)
  for (Index c = 0; c < mesh.cell_count(); ++c) found |= bit(mesh.cell_shapes[c], !is_affine(mesh, c));
  std::vector<CellKind> kinds;
  for (int shape = 0; shape < cell_shape_count; ++shape)
    for (const bool curved : {false, true})
      if (found & bit(CellShape(shape), curved))
        kinds.push_back({CellShape(shape), curved, curved ? mesh.geometry_order : 1});
  return kinds;
}

template std::vector<CellKind> cell_kinds<2>(const Mesh<2>&);
template std::vector<CellKind> cell_kinds<3>(const Mesh<3>&);

std::vector<CellKind> beyond_tiles(const std::vector<CellKind>& kinds, const SpaceOptions& options) {
  const auto family = [&](const CellKind& kind) { return tile_family(kind, options); };
  const bool all_sum_factorised =
      std::ranges::all_of(kinds, [&](const CellKind& kind) { return family(kind) == TileFamily::sum_factorised; });
  std::vector<CellKind> beyond;
  for (const CellKind& kind : kinds) {
    if (dim_of(kind.shape) == 2) continue;
    const bool fits_beside =
        all_sum_factorised || fits_beside_tiles(space_of(kind.shape, options.quads), options.degree);
    if (family(kind) == TileFamily::none || !fits_beside) beyond.push_back(kind);
  }
  return beyond;
}

}  // namespace dg
