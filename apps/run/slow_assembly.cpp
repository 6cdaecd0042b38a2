#include "apps/run/slow_assembly.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>
#include <vector>

#include "libdg/space/tile_ways.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::app {
namespace {

struct Remedy {
  const char* text;
  void (*apply)(SpaceOptions&);
};
constexpr std::array remedies{
    Remedy{"extra_quadrature = 0", [](SpaceOptions& o) { o.extra_quadrature = 0; }},
    Remedy{"mass_inverse = weight_adjusted", [](SpaceOptions& o) { o.mass_inverse = MassInverse::weight_adjusted; }},
    Remedy{"prisms = P", [](SpaceOptions& o) { o.quads.prisms = false; }},
    Remedy{"hexahedra = P", [](SpaceOptions& o) { o.quads.quads = false; }}};

/// Alone, or beside cells that go another way.
bool holds(CellShape shape, bool curved, const SpaceOptions& o, bool alone) {
  const Space space = space_of(shape, o.quads);
  return tile_way(space, curved, o) != TileWay::none && (alone || fits_beside_tiles(space, o.degree));
}

constexpr std::array solids{std::pair{CellShape::tetrahedron, "tetrahedra"}, std::pair{CellShape::prism, "prisms"},
                            std::pair{CellShape::hexahedron, "hexahedra"}, std::pair{CellShape::pyramid, "pyramids"}};

std::string description(CellShape shape, const char* name, bool curved, const SpaceOptions& o) {
  const Space space = space_of(shape, o.quads);
  const bool is_product = space == Space::prism_Q || space == Space::hexahedron_Q;
  const std::string cells =
      fmt::format("{}{}{} of degree {}", curved ? "curved " : "", name, is_product ? " with Q" : "", o.degree);
  for (const Remedy& remedy : remedies) {
    SpaceOptions other = o;
    remedy.apply(other);
    if (holds(shape, curved, other, false)) return fmt::format("{}, but would with '{}'", cells, remedy.text);
  }
  return cells;
}

}  // namespace

template <int Dim>
std::string slow_assembly(const Mesh<Dim>& mesh, const SolverOptions& options, const SolverInfo& info) {
  if (Dim == 2 || info.backend != "cuda" || info.assembly != "gather" || options.assembly != Assembly::automatic ||
      options.degree < 1)
    return "";
  bool there[cell_shape_count][2] = {};
  for (Index cell = 0; cell < mesh.cell_count(); ++cell)
    there[static_cast<std::size_t>(mesh.cell_shapes[cell])][is_affine(mesh, cell) ? 0 : 1] = true;
  bool all_by_lines = true;
  const auto each = [&](const auto& visit) {
    for (const auto& [shape, name] : solids)
      for (const bool curved : {false, true})
        if (there[static_cast<std::size_t>(shape)][curved]) visit(shape, name, curved);
  };
  each([&](CellShape shape, const char*, bool curved) {
    all_by_lines = all_by_lines && tile_way(space_of(shape, options.quads), curved, options) == TileWay::lines;
  });
  std::vector<std::string> cells;
  each([&](CellShape shape, const char* name, bool curved) {
    if (!holds(shape, curved, options, all_by_lines)) cells.push_back(description(shape, name, curved, options));
  });
  return cells.empty() ? ""
                       : fmt::format("'gather' takes this mesh, many times as slowly as 'tiles', which do not hold {}",
                                     fmt::join(cells, ", nor "));
}

template std::string slow_assembly<2>(const Mesh<2>&, const SolverOptions&, const SolverInfo&);
template std::string slow_assembly<3>(const Mesh<3>&, const SolverOptions&, const SolverInfo&);

}  // namespace dg::app
