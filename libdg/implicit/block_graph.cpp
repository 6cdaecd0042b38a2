#include "libdg/implicit/block_graph.hpp"

#include <algorithm>
#include <cassert>

namespace dg {
namespace {

void set_begin(BlockGraph& graph) {
  graph.begin.assign(1, 0);
  for (Index cell = 0; cell < graph.cells(); ++cell) graph.begin.push_back(graph.begin.back() + graph.size(cell));
}

void set_reverse(BlockGraph& graph) {
  graph.reverse.resize(graph.neighbour.size());
  for (Index cell = 0; cell < graph.cells(); ++cell)
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link) {
      const Index other = graph.neighbour[link];
      const auto begin = graph.neighbour.begin();
      const auto back = std::lower_bound(begin + graph.first[other], begin + graph.first[other + 1], cell);
      graph.reverse[link] = static_cast<Index>(back - begin);
    }
}

}  // namespace

template <int Dim>
BlockGraph make_block_graph(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var) {
  BlockGraph graph;
  assert(n_var <= most_variables);
  graph.n_var = n_var;
  std::vector<std::vector<Index>> links(mesh.cell_count());
  for (const Face& face : mesh.faces) {
    if (face.plus < 0 || face.plus == face.minus) continue;
    links[face.minus].push_back(face.plus);
    links[face.plus].push_back(face.minus);
  }
  graph.first.assign(1, 0);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    graph.modes.push_back(mode_count(space_of(mesh.cell_shapes[cell], quads), degree));
    std::sort(links[cell].begin(), links[cell].end());
    const auto end = std::unique(links[cell].begin(), links[cell].end());
    graph.neighbour.insert(graph.neighbour.end(), links[cell].begin(), end);
    graph.first.push_back(static_cast<Index>(graph.neighbour.size()));
  }
  set_begin(graph);
  set_reverse(graph);
  return graph;
}

template BlockGraph make_block_graph<2>(const Mesh<2>&, int, QuadSpace, int);
template BlockGraph make_block_graph<3>(const Mesh<3>&, int, QuadSpace, int);

std::vector<std::vector<Index>> distance_two_colours(const BlockGraph& graph) {
  std::vector<std::vector<Index>> groups;
  std::vector<int> colour(graph.cells(), -1);
  std::vector<Index> taken;  // [colour] last cell that may not have it
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    const auto refuse = [&](Index other) {
      if (colour[other] >= 0) taken[colour[other]] = cell;
    };
    for (Index i = graph.first[cell]; i < graph.first[cell + 1]; ++i) {
      const Index near = graph.neighbour[i];
      refuse(near);
      for (Index j = graph.first[near]; j < graph.first[near + 1]; ++j) refuse(graph.neighbour[j]);
    }
    const auto free = std::find_if(taken.begin(), taken.end(), [cell](Index last) { return last != cell; });
    colour[cell] = static_cast<int>(free - taken.begin());
    if (free == taken.end()) {
      taken.push_back(-1);
      groups.emplace_back();
    }
    groups[colour[cell]].push_back(cell);
  }
  return groups;
}

}  // namespace dg
