#include "libdg/implicit/block_graph.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <span>

#include "libdg/core/errors.hpp"

namespace dg {

void complete(BlockGraph& graph) {
  const auto all = static_cast<Index>(graph.modes.size());
  graph.begin.assign(1, 0);
  for (Index cell = 0; cell < all; ++cell) graph.begin.push_back(graph.begin.back() + graph.size(cell));
  graph.reverse.resize(graph.neighbour.size());
  for (Index cell = 0; cell < all; ++cell)
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link) {
      const Index other = graph.neighbour[link];
      const auto begin = graph.neighbour.begin();
      const auto back = std::find(begin + graph.first[other], begin + graph.first[other + 1], cell);
      graph.reverse[link] = static_cast<Index>(back - begin);
    }
}

namespace {

/// A cell and its rotated copy, or two copies, are one cell of the whole mesh.
void require_one_link(Index cell, std::span<const Index> neighbours, const GraphCells& cells) {
  Index last = -1;
  for (const Index other : neighbours) {
    const Index number = cells.number[other];
    if (number == last || number == cells.number[cell])
      throw InputError(
          "Newton's method and implicit schemes need at least three cells from one boundary to another that "
          "matches it by a rotation; use explicit steps or a finer mesh");
    last = number;
  }
}

}  // namespace

template <int Dim>
BlockGraph make_block_graph(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var) {
  GraphCells all{std::vector<Index>(mesh.cell_count()), {}};
  std::iota(all.order.begin(), all.order.end(), 0);
  all.number = all.order;
  return make_block_graph(mesh, degree, quads, n_var, all);
}

template <int Dim>
BlockGraph make_block_graph(const Mesh<Dim>& mesh, int degree, QuadSpace quads, int n_var, const GraphCells& cells) {
  BlockGraph graph;
  assert(n_var <= most_variables);
  graph.n_var = n_var;
  graph.ghosts = cells.ghosts;
  std::vector<Index> place(mesh.cell_count());
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) place[cells.order[cell]] = cell;
  std::vector<std::vector<Index>> links(mesh.cell_count());
  for (const Face& face : mesh.faces) {
    if (face.plus < 0 || face.plus == face.minus) continue;
    links[place[face.minus]].push_back(place[face.plus]);
    links[place[face.plus]].push_back(place[face.minus]);
  }
  graph.first.assign(1, 0);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    graph.modes.push_back(mode_count(space_of(mesh.cell_shapes[cells.order[cell]], quads), degree));
    std::ranges::sort(links[cell], {}, [&](Index other) { return cells.number[other]; });
    const auto end = std::unique(links[cell].begin(), links[cell].end());
    if (cell < mesh.cell_count() - cells.ghosts) require_one_link(cell, {links[cell].begin(), end}, cells);
    graph.neighbour.insert(graph.neighbour.end(), links[cell].begin(), end);
    graph.first.push_back(static_cast<Index>(graph.neighbour.size()));
  }
  complete(graph);
  return graph;
}

template BlockGraph make_block_graph<2>(const Mesh<2>&, int, QuadSpace, int);
template BlockGraph make_block_graph<3>(const Mesh<3>&, int, QuadSpace, int);
template BlockGraph make_block_graph<2>(const Mesh<2>&, int, QuadSpace, int, const GraphCells&);
template BlockGraph make_block_graph<3>(const Mesh<3>&, int, QuadSpace, int, const GraphCells&);

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
