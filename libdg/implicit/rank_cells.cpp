#include "libdg/implicit/rank_cells.hpp"

#include <algorithm>
#include <numeric>

#include "libdg/implicit/whole_list.hpp"

namespace dg {
namespace {

std::vector<int> columns_of(const BlockGraph& graph, const std::vector<std::vector<Index>>& colours) {
  std::vector<int> columns;
  for (const std::vector<Index>& cells : colours) {
    int most = 0;
    for (const Index cell : cells) most = std::max(most, graph.size(cell));
    columns.push_back(most);
  }
  return columns;
}

}  // namespace

RankCells rank_cells(const Halo& halo, Communicator& ranks) {
  RankCells cells{{std::vector<Index>(halo.cell.size()), {}, halo.ghosts()}, &ranks};
  std::iota(cells.order.begin(), cells.order.end(), 0);
  std::sort(cells.order.begin(), cells.order.begin() + halo.own_cells,
            [&](Index a, Index b) { return halo.cell[a] < halo.cell[b]; });
  for (const Index cell : cells.order) cells.number.push_back(halo.cell[cell]);
  return cells;
}

BlockGraph whole_graph(const BlockGraph& own, const RankCells& cells) {
  std::vector<Index> rows;  // per cell its number and modes, how many neighbours it has, and their numbers
  for (Index cell = 0; cell < own.cells(); ++cell) {
    rows.insert(rows.end(), {cells.number[cell], own.modes[cell], own.first[cell + 1] - own.first[cell]});
    for (Index link = own.first[cell]; link < own.first[cell + 1]; ++link)
      rows.push_back(cells.number[own.neighbour[link]]);
  }
  const std::vector<std::vector<Index>> of_ranks = gather_on_all(*cells.ranks, rows);
  const auto for_each_row = [&](const auto& use) {
    for (const std::vector<Index>& list : of_ranks)
      for (auto at = list.begin(); at != list.end(); at += 3 + at[2]) use(at[0], at[1], at + 3, at + 3 + at[2]);
  };
  Index count = 0;
  for_each_row([&](auto...) { ++count; });
  BlockGraph whole;
  whole.n_var = own.n_var;
  whole.modes.resize(count);
  whole.first.assign(count + 1, 0);
  for_each_row([&](Index cell, int modes, auto begin, auto end) {
    whole.modes[cell] = modes;
    whole.first[cell + 1] = static_cast<Index>(end - begin);
  });
  std::partial_sum(whole.first.begin(), whole.first.end(), whole.first.begin());
  whole.neighbour.resize(whole.first.back());
  for_each_row([&](Index cell, int, auto begin, auto end) {
    const auto to = whole.neighbour.begin() + whole.first[cell];
    std::sort(to, std::copy(begin, end, to));
  });
  complete(whole);
  return whole;
}

CellColours cell_colours(const BlockGraph& graph) {
  CellColours colours{distance_two_colours(graph), {}};
  colours.columns = columns_of(graph, colours.cells);
  return colours;
}

CellColours cell_colours(const BlockGraph& own, const BlockGraph& whole, const RankCells& cells) {
  const std::vector<std::vector<Index>> of_all = distance_two_colours(whole);
  std::vector<int> colour(whole.cells());
  for (std::size_t c = 0; c < of_all.size(); ++c)
    for (const Index cell : of_all[c]) colour[cell] = static_cast<int>(c);
  CellColours colours;
  colours.cells.resize(of_all.size());
  for (std::size_t cell = 0; cell < cells.number.size(); ++cell)
    colours.cells[colour[cells.number[cell]]].push_back(static_cast<Index>(cell));
  const std::vector<int> here = columns_of(own, colours.cells);
  std::vector<std::int64_t> most(here.begin(), here.end());
  cells.ranks->reduce(most, Reduction::largest);
  colours.columns.assign(most.begin(), most.end());
  return colours;
}

}  // namespace dg
