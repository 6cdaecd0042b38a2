#include "libdg/implicit/front_lists.hpp"

#include <algorithm>
#include <cassert>

#include "libdg/implicit/block_matrix.hpp"
#include "libdg/implicit/front_memory.hpp"

namespace dg {
namespace {

/// Appends the rows of a parent that are those of the rest of a child.
void append_rows(const BlockLu::Front& parent, const BlockLu::Front& child, std::vector<int>& list) {
  auto at = parent.cells.begin();  // cells of both ascend in the order of elimination
  for (std::size_t i = child.eliminated; i < child.cells.size(); ++i) {
    at = std::find(at, parent.cells.end(), child.cells[i]);
    const int begin = parent.begin[at - parent.cells.begin()];
    for (int k = 0; k < child.begin[i + 1] - child.begin[i]; ++k) list.push_back(begin + k);
  }
}

/// The level of each front: above those of its children.
std::vector<Index> levels_of(const std::vector<BlockLu::Front>& fronts) {
  std::vector<Index> level(fronts.size(), 0);
  for (std::size_t f = 0; f < fronts.size(); ++f)
    for (const Index child : fronts[f].children) level[f] = std::max(level[f], level[child] + 1);
  return level;
}

void append_tiles(Index front, FrontPart part, int rows, int columns, std::vector<FrontTile>& tiles) {
  for (int column = 0; column < columns; column += FrontTile::width)
    for (int row = 0; row < rows; row += FrontTile::width) tiles.push_back({front, part, row, column});
}

}  // namespace

FrontLists::FrontLists(const BlockGraph& graph) {
  const BlockLu lu(graph, 1, pivots);
  const std::vector<BlockLu::Front>& fronts = lu.fronts();
  const std::vector<Index> level = levels_of(fronts);
  levels.resize(fronts.empty() ? 0 : std::size_t(std::ranges::max(level)) + 1);
  for (std::size_t f = 0; f < fronts.size(); ++f) levels[level[f]].push_back(static_cast<Index>(f));
  place(graph, fronts);
  place_work(fronts);
  list_columns(graph, fronts);
  list_tiles();
  list_slices();
}

void FrontLists::place(const BlockGraph& graph, const std::vector<BlockLu::Front>& fronts) {
  std::int64_t end = 0;
  for (const BlockLu::Front& front : fronts) {
    FrontPlace at{};
    at.pivots = front.pivots();
    at.rest = front.rows();
    at.rows = static_cast<std::int64_t>(rows.size());
    at.inverse = end;
    at.first_child = static_cast<std::int64_t>(children.size());
    at.children = static_cast<int>(front.children.size());
    end = at.lower() + std::int64_t(at.rest) * at.pivots;
    most_pivots = std::max(most_pivots, at.pivots);
    assert(at.pivots <= EliminateSlice::most_pivots);
    for (const Index cell : front.cells)
      for (int i = 0; i < graph.size(cell); ++i) rows.push_back(static_cast<std::int64_t>(graph.begin[cell]) + i);
    for (const Index child : front.children) {
      children.push_back(child);
      places[child].rows_in_parent = static_cast<std::int64_t>(rows_in_parent.size());
      append_rows(front, fronts[child], rows_in_parent);
    }
    places.push_back(at);
  }
  factors = static_cast<std::size_t>(end);
}

/// A front needs its unfactored parts while its level is worked on, and what elimination leaves until its parent has
/// taken it.
void FrontLists::place_work(const std::vector<BlockLu::Front>& fronts) {
  PieceAllocator memory;
  const auto raw = [](const FrontPlace& at) { return 2 * std::int64_t(at.pivots) * at.rest; };
  const auto update = [](const FrontPlace& at) { return std::int64_t(at.rest) * at.rest; };
  for (const std::vector<Index>& level : levels) {
    for (const Index front : level) {
      places[front].update = memory.allocate(update(places[front]));
      places[front].raw = memory.allocate(raw(places[front]));
    }
    for (const Index front : level) {
      memory.release(places[front].raw, raw(places[front]));
      for (const Index child : fronts[front].children) memory.release(places[child].update, update(places[child]));
    }
  }
  work = static_cast<std::size_t>(memory.size());
}

void FrontLists::list_columns(const BlockGraph& graph, const std::vector<BlockLu::Front>& fronts) {
  const BlockPlaces matrix(graph);
  std::vector<Index> place_in_front(graph.cells(), -1);
  for (const std::vector<Index>& level : levels) {
    std::vector<FrontColumns>& list = columns.emplace_back();
    for (const Index f : level) {
      const BlockLu::Front& front = fronts[f];
      const auto cells = static_cast<Index>(front.cells.size());
      for (Index i = 0; i < cells; ++i) place_in_front[front.cells[i]] = i;
      std::vector<std::vector<FrontBlock>> of_column(cells);
      const auto add = [&](Index row, Index column, std::int64_t from) {
        of_column[column].push_back({from, front.begin[row], graph.size(front.cells[row])});
      };
      for (Index i = 0; i < front.eliminated; ++i) {
        const Index cell = front.cells[i];
        add(i, i, matrix.diagonal[cell]);
        for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link) {
          const Index other = place_in_front[graph.neighbour[link]];
          if (other <= i) continue;  // eliminated before, here or in another front
          add(i, other, matrix.link[link]);
          add(other, i, matrix.link[graph.reverse[link]]);
        }
      }
      for (Index i = 0; i < cells; ++i) {
        list.push_back({f, front.begin[i], graph.size(front.cells[i]), static_cast<std::int64_t>(blocks.size()),
                        static_cast<int>(of_column[i].size())});
        blocks.insert(blocks.end(), of_column[i].begin(), of_column[i].end());
        place_in_front[front.cells[i]] = -1;
      }
    }
  }
}

void FrontLists::list_tiles() {
  for (const std::vector<Index>& level : levels) {
    std::vector<FrontTile>&factor = factor_tiles.emplace_back(), &update = update_tiles.emplace_back();
    for (const Index f : level) {
      const int p = places[f].pivots, r = places[f].rest;
      append_tiles(f, FrontPart::upper, p, r, factor);
      append_tiles(f, FrontPart::lower, r, p, factor);
      append_tiles(f, FrontPart::update, r, r, update);
    }
  }
}

void FrontLists::list_slices() {
  for (const std::vector<Index>& level : levels) {
    std::vector<FrontSlice>&row_list = rows_of_rest.emplace_back(), &column_list = columns_of_rest.emplace_back();
    for (const Index f : level) {
      FrontPlace& at = places[f];
      at.products = static_cast<std::int64_t>(products);
      for (int first = 0; first == 0 || first < at.rest; first += EliminateSlice::most_rows)
        row_list.push_back({f, first, std::min(at.rest - first, EliminateSlice::most_rows)});
      for (int first = 0; first < at.rest; first += MultiplyUpper::most_columns) {
        column_list.push_back({f, first, std::min(at.rest - first, MultiplyUpper::most_columns)});
        products += static_cast<std::size_t>(at.pivots);
      }
    }
  }
}

std::size_t front_numbers(const BlockGraph& graph) {
  const FrontLists lists(graph);
  return lists.factors + lists.work;
}

}  // namespace dg
