#include "apps/run/slow_assembly.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "libdg/space/tile_families.hpp"

namespace dg::app {
namespace {

struct Remedy {
  const char* text;
  void (*apply)(SpaceOptions&);
};
constexpr std::array remedies{
    Remedy{"extra_quadrature = 0", [](SpaceOptions& o) { o.extra_quadrature = 0; }},
    Remedy{"face_rule = full", [](SpaceOptions& o) { o.face_rule = FaceRule::full; }},
    Remedy{"mass_inverse = weight_adjusted", [](SpaceOptions& o) { o.mass_inverse = MassInverse::weight_adjusted; }},
    Remedy{"prisms = P", [](SpaceOptions& o) { o.quads.prisms = false; }},
    Remedy{"hexahedra = P", [](SpaceOptions& o) { o.quads.quads = false; }}};

constexpr std::array shapes_3d{std::pair{CellShape::tetrahedron, "tetrahedra"}, std::pair{CellShape::prism, "prisms"},
                               std::pair{CellShape::hexahedron, "hexahedra"},
                               std::pair{CellShape::pyramid, "pyramids"}};

/// A kind that tiles do not hold in a mesh of these kinds.
std::string description(const CellKind& kind, const std::vector<CellKind>& kinds, const SpaceOptions& o) {
  const auto shape = std::ranges::find(shapes_3d, kind.shape, [](const auto& named) { return named.first; });
  const Space space = space_of(kind.shape, o.quads);
  const bool is_product = space == Space::prism_Q || space == Space::hexahedron_Q;
  const std::string cells = fmt::format("{}{}{} of degree {}", kind.curved ? "curved " : "", shape->second,
                                        is_product ? " with Q" : "", o.degree);
  for (const Remedy& remedy : remedies) {
    SpaceOptions other = o;
    remedy.apply(other);
    const std::vector<CellKind> beyond = beyond_tiles(kinds, other);
    if (std::ranges::find(beyond, kind) == beyond.end())
      return fmt::format("{}, but would with '{}'", cells, remedy.text);
  }
  return cells;
}

}  // namespace

template <int Dim>
std::string slow_assembly(const Mesh<Dim>& mesh, const SolverOptions& options, const SolverInfo& info) {
  if (info.backend != "cuda" || info.assembly != "gather" || options.assembly != Assembly::automatic ||
      options.degree < 1)
    return "";
  const std::vector<CellKind> kinds = cell_kinds(mesh);
  std::vector<std::string> cells;
  for (const CellKind& kind : beyond_tiles(kinds, options)) cells.push_back(description(kind, kinds, options));
  return cells.empty()
             ? ""
             : fmt::format("'gather' assembles this mesh, many times as slowly as 'tiles', which do not support {}",
                           fmt::join(cells, ", nor "));
}

template std::string slow_assembly<2>(const Mesh<2>&, const SolverOptions&, const SolverInfo&);
template std::string slow_assembly<3>(const Mesh<3>&, const SolverOptions&, const SolverInfo&);

}  // namespace dg::app
