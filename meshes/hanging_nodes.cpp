#include "meshes/hanging_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "meshes/errors.hpp"
#include "meshes/face_match.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"

namespace dg {
namespace {

template <int Dim>
FaceVertices<Index> vertices_of(const Mesh<Dim>& mesh, Side side) {
  return face_vertex_nodes(mesh, side_cell<Dim>(side), side_face<Dim>(side));
}

template <int Dim>
void compare(const Mesh<Dim>& mesh, Side a, Side b, const std::string& source) {
  for (const auto& [inner, outer] : {std::pair{a, b}, std::pair{b, a}}) {
    const FaceVertices<Index> face = vertices_of(mesh, outer);
    for (const Index node : vertices_of(mesh, inner)) {
      if (!lies_within(mesh, node, face)) continue;
      throw InputError(fmt::format("{}: hanging node {} at {} on {} {} of {}; the mesh must be conforming", source,
                                   node, place(mesh.nodes[node]), face_word<Dim>, outline(mesh, face),
                                   cell_at(mesh, side_cell<Dim>(outer))));
    }
  }
}

}  // namespace

template <int Dim>
void refuse_hanging_nodes(const Mesh<Dim>& mesh, const std::vector<Side>& sides, const std::string& source) {
  if (sides.empty()) return;
  for (const Side other : sides) compare(mesh, other, sides.front(), source);
  std::vector<std::pair<Index, Side>> at_vertex;
  for (const Side side : sides)
    for (const Index vertex : vertices_of(mesh, side)) at_vertex.emplace_back(vertex, side);
  std::sort(at_vertex.begin(), at_vertex.end());
  constexpr std::ptrdiff_t most_compared = 64;  // at a vertex, so that a fan of many faces takes no square of time
  for (auto first = at_vertex.begin(); first != at_vertex.end();) {
    auto end = first;
    while (end != at_vertex.end() && end->first == first->first) ++end;
    for (auto a = first; a != end; ++a)
      for (auto b = a + 1; b != end && b - a <= most_compared; ++b) compare(mesh, a->second, b->second, source);
    first = end;
  }
}

template void refuse_hanging_nodes<2>(const Mesh<2>&, const std::vector<Side>&, const std::string&);
template void refuse_hanging_nodes<3>(const Mesh<3>&, const std::vector<Side>&, const std::string&);

}  // namespace dg
