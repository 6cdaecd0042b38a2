#include "libdg/implicit/front_lists.hpp"

#include <algorithm>
#include <cassert>

#include "libdg/implicit/block_matrix.hpp"
#include "libdg/implicit/front_memory.hpp"

namespace dg {
namespace {

static_assert(EliminateSlice::most_pivots >= BlockLu::most_pivots);

/// Appends the rows of a parent that are those of the rest of a child.
void append_rows(const BlockLu::Front& parent, const BlockLu::Front& child, std::vector<int>& list) {
  auto at = parent.cells.begin();  // cells of both ascend in the order of elimination
  for (std::size_t i = child.eliminated; i < child.cells.size(); ++i) {
    at = std::find(at, parent.cells.end(), child.cells[i]);
    const int begin = parent.begin[at - parent.cells.begin()];
    for (int k = 0; k < child.begin[i + 1] - child.begin[i]; ++k) list.push_back(begin + k);
  }
}

/// Fronts by levels, which are above those of their children.
std::vector<std::vector<Index>> levels_of(const std::vector<BlockLu::Front>& fronts) {
  std::vector<std::vector<Index>> levels;
  std::vector<std::size_t> level(fronts.size(), 0);
  for (std::size_t f = 0; f < fronts.size(); ++f) {
    for (const Index child : fronts[f].children) level[f] = std::max(level[f], level[child] + 1);
    if (level[f] >= levels.size()) levels.resize(level[f] + 1);
    levels[level[f]].push_back(static_cast<Index>(f));
  }
  return levels;
}

void append_tiles(Index front, FrontPart part, int rows, int columns, std::vector<FrontTile>& tiles) {
  for (int column = 0; column < columns; column += FrontTile::width)
    for (int row = 0; row < rows; row += FrontTile::width) tiles.push_back({front, part, row, column});
}

}  // namespace

FrontLists::FrontLists(const BlockGraph& graph) {
  const BlockLu lu(graph);
  const std::vector<BlockLu::Front>& fronts = lu.fronts();
  const Levels levels = levels_of(fronts);
  place(graph, fronts);
  place_work(levels, fronts);
  list_columns(levels, graph, fronts);
  list_tiles(levels);
  list_panels(levels);
  list_slices(levels);
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
void FrontLists::place_work(const Levels& levels, const std::vector<BlockLu::Front>& fronts) {
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

void FrontLists::list_columns(const Levels& levels, const BlockGraph& graph,
                              const std::vector<BlockLu::Front>& fronts) {
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

void FrontLists::list_tiles(const Levels& levels) {
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

void FrontLists::list_panels(const Levels& levels) {
  constexpr int width = InvertPanel::width;
  for (const std::vector<Index>& level : levels) {
    first_panel.push_back(static_cast<int>(panels.size()));
    for (int panel = 0;; panel += width) {
      std::vector<Index> fronts;
      for (const Index f : level)
        if (places[f].pivots > panel) fronts.push_back(f);
      if (fronts.empty()) break;
      std::vector<FrontTile>&row = row_tiles.emplace_back(), &inner = inner_tiles.emplace_back(),
      &column = column_tiles.emplace_back();
      for (const Index f : fronts)
        for (int i = 0; i < places[f].pivots; i += width) {
          if (i == panel) continue;
          row.push_back({f, FrontPart::pivot_row, panel, i});
          column.push_back({f, FrontPart::pivot_column, i, panel});
          for (int j = 0; j < places[f].pivots; j += width)
            if (j != panel) inner.push_back({f, FrontPart::pivot_update, i, j});
        }
      panels.push_back(std::move(fronts));
    }
  }
  first_panel.push_back(static_cast<int>(panels.size()));
}

/// Where a level has few fronts, many groups share their rows, and many threads the columns.
void FrontLists::list_slices(const Levels& levels) {
  constexpr std::size_t many = 500;
  for (const std::vector<Index>& level : levels) {
    const bool is_wide = level.size() > many;
    const int width = is_wide ? FrontSlice::most_rows : 32;
    slice_threads.push_back(is_wide ? 128 : 512);
    std::vector<FrontSlice>&rest = rest_slices.emplace_back(), &upper = upper_slices.emplace_back(),
    &pivots = pivot_slices.emplace_back();
    for (const Index f : level) {
      FrontPlace& at = places[f];
      const int chunks = (at.rest + MultiplyUpper::chunk - 1) / MultiplyUpper::chunk;
      at.products = static_cast<std::int64_t>(products);
      products += std::size_t(chunks) * at.pivots;
      for (int first = 0; first == 0 || first < at.rest; first += width)
        rest.push_back({f, first, std::min(at.rest - first, width), 0});
      for (int first = 0; first < at.pivots; first += width) {
        const int count = std::min(at.pivots - first, width);
        pivots.push_back({f, first, count, 0});
        for (int chunk = 0; chunk < chunks; ++chunk) upper.push_back({f, first, count, chunk});
      }
    }
  }
}

std::size_t front_numbers(const BlockGraph& graph) {
  const FrontLists lists(graph);
  return lists.factors + lists.work;
}

}  // namespace dg
