#include "meshes/curving/sharp_edges.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "meshes/curving/vectors.hpp"
#include "meshes/lattice.hpp"

namespace dg {

template <int Dim>
std::set<std::array<Index, 2>> sharp_edges(const Mesh<Dim>& mesh, const std::vector<Index>& faces, double angle) {
  std::set<std::array<Index, 2>> sharp;
  if constexpr (Dim == 3) {
    const double least_cosine = std::cos(angle * std::numbers::pi / 180);
    std::map<std::array<Index, 2>, Vector<3>> normals;  // of the first face at an edge
    for (const Index f : faces) {
      const auto v = face_vertex_nodes(mesh, mesh.faces[f].minus, mesh.faces[f].minus_face);
      const auto p = [&](int i) { return mesh.nodes[v[i]]; };
      const Vector<3> normal = direction(v.count == 3 ? cross(sum(p(1), -1, p(0)), sum(p(2), -1, p(0)))
                                                      : cross(sum(p(2), -1, p(0)), sum(p(3), -1, p(1))));
      for (int i = 0; i < v.count; ++i) {
        const auto [low, high] = std::minmax({v[i], v[(i + 1) % v.count]});
        const auto [found, is_first] = normals.emplace(std::array{low, high}, normal);
        if (!is_first && inner(found->second, normal) < least_cosine) sharp.insert({low, high});
      }
    }
  }
  return sharp;
}

template std::set<std::array<Index, 2>> sharp_edges<2>(const Mesh<2>&, const std::vector<Index>&, double);
template std::set<std::array<Index, 2>> sharp_edges<3>(const Mesh<3>&, const std::vector<Index>&, double);

}  // namespace dg
