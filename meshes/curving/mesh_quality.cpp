#include "meshes/curving/mesh_quality.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "meshes/cell_geometry.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

template <int Dim>
using Maps = std::map<CellShape, CellMap<Dim>>;

template <int Dim>
const CellMap<Dim>& map_of(Maps<Dim>& maps, CellShape shape, int order) {
  if (const auto found = maps.find(shape); found != maps.end()) return found->second;
  auto points = lattice_points<Dim>(shape, 2 * order);
  // The map of a pyramid has no Jacobian at its apex, which comes last.
  if (shape == CellShape::pyramid) points.pop_back();
  return maps.emplace(shape, CellMap<Dim>(shape, order, points)).first->second;
}

}  // namespace

template <int Dim>
MeshQuality mesh_quality(const Mesh<Dim>& mesh) {
  Maps<Dim> maps;
  std::vector<JacobianMatrix<Dim>> jacobians;
  MeshQuality quality;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const CellShape shape = mesh.cell_shapes[c];
    const CellMap<Dim>& map = map_of(maps, shape, mesh.geometry_order);
    jacobians.resize(static_cast<std::size_t>(map.point_count()));
    map.evaluate(mesh, c, {}, jacobians);
    double low = determinant(jacobians.front()), high = low;
    for (const auto& j : jacobians) {
      low = std::min(low, determinant(j));
      high = std::max(high, determinant(j));
    }
    const double ratio = high > 0 ? low / high : -1;
    if (ratio < quality.least) {
      quality.least = ratio;
      quality.cell = c;
    }
    const auto bin = static_cast<int>(std::ceil(ratio * static_cast<double>(quality.counts.size()))) - 1;
    ++quality.counts[static_cast<std::size_t>(std::clamp(bin, 0, static_cast<int>(quality.counts.size()) - 1))];
  }
  return quality;
}

template MeshQuality mesh_quality<2>(const Mesh<2>&);
template MeshQuality mesh_quality<3>(const Mesh<3>&);

}  // namespace dg
