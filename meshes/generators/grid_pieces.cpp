#include "meshes/generators/grid_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "meshes/errors.hpp"
#include "meshes/side_table.hpp"

namespace dg {
namespace {

int first_cube(int cubes, int block, int blocks) { return static_cast<int>(std::int64_t{cubes} * block / blocks); }

int block_of(int cubes, int cube, int blocks) {
  int block = static_cast<int>(std::int64_t{cube} * blocks / cubes);
  while (block + 1 < blocks && first_cube(cubes, block + 1, blocks) <= cube) ++block;
  return block;
}

/// Sides of cubes between blocks.
template <int Dim>
double cut_sides(const std::array<int, Dim>& cubes, const std::array<int, Dim>& blocks) {
  double sides = 0;
  for (int d = 0; d < Dim; ++d) {
    double across = blocks[d] - 1;
    for (int e = 0; e < Dim; ++e)
      if (e != d) across *= cubes[e];
    sides += across;
  }
  return sides;
}

/// Calls visit(blocks) for all ways to cut the grid into so many parts.
template <int Dim, class Visit>
void for_each_cut(const std::array<int, Dim>& cubes, int parts, const Visit& visit) {
  for (int x = 1; x <= std::min(parts, cubes[0]); ++x) {
    if (parts % x != 0) continue;
    const int rest = parts / x;
    if constexpr (Dim == 2) {
      if (rest <= cubes[1]) visit(std::array{x, rest});
    } else {
      for (int y = 1; y <= std::min(rest, cubes[1]); ++y)
        if (rest % y == 0 && rest / y <= cubes[2]) visit(std::array{x, y, rest / y});
    }
  }
}

template <int Dim>
std::array<int, Dim> best_cut(const std::array<int, Dim>& cubes, int parts, const std::string& source) {
  std::array<int, Dim> best{};
  double least = std::numeric_limits<double>::infinity();
  for_each_cut<Dim>(cubes, parts, [&](const std::array<int, Dim>& blocks) {
    if (const double sides = cut_sides<Dim>(cubes, blocks); sides < least) {
      least = sides;
      best = blocks;
    }
  });
  if (best[0] == 0)
    throw InputError(fmt::format("{}: {} parts are no product of numbers up to those of its cubes, {}; choose others",
                                 source, parts, fmt::join(cubes, " x ")));
  return best;
}

}  // namespace

template <int Dim>
GridPieces<Dim>::GridPieces(Grid<Dim> grid, int parts, const std::string& source)
    : grid_(std::move(grid)), blocks_(best_cut<Dim>(grid_.cubes, parts, source)), part_cells_{0} {
  constexpr double most = std::numeric_limits<Index>::max();
  for (int part = 0; part < parts; ++part) {
    const GridWindow<Dim> own = block(part);
    double cubes = 1, around = 1;
    for (int d = 0; d < Dim; ++d) {
      cubes *= own.along(d);
      around *= own.along(d) + 2;
    }
    if (around * grid_.cells_of_cube >= max_cell_count<Dim> || around * grid_.nodes_of_cube > most)
      throw InputError(fmt::format("{}: {} cells are too many for {} part{}; use more parts", source,
                                   cubes * grid_.cells_of_cube * parts, parts, parts == 1 ? "" : "s"));
    part_cells_.push_back(part_cells_.back() + static_cast<GlobalIndex>(cubes) * grid_.cells_of_cube);
  }
}

template <int Dim>
int GridPieces<Dim>::parts() const {
  return static_cast<int>(part_cells_.size()) - 1;
}

// Nodes of cells are the longest of the lists: a cell has fewer faces than nodes, or as many.
template <int Dim>
bool GridPieces<Dim>::has_long_numbers() const {
  return part_cells_.back() / grid_.cells_of_cube * grid_.nodes_of_cube >= std::numeric_limits<Index>::max();
}

/// Blocks are numbered as cubes are, so that of two neighbours the lower cell is in the lower part.
template <int Dim>
GridWindow<Dim> GridPieces<Dim>::block(int part) const {
  GridWindow<Dim> window{};
  for (int d = 0; d < Dim; ++d) {
    const int at = part % blocks_[d];
    part /= blocks_[d];
    window.first[d] = first_cube(grid_.cubes[d], at, blocks_[d]);
    window.last[d] = first_cube(grid_.cubes[d], at + 1, blocks_[d]);
  }
  return window;
}

template <int Dim>
GlobalIndex GridPieces<Dim>::number_of(const std::array<int, Dim>& cube) const {
  int part = 0;
  for (int d = Dim; d-- > 0;) part = part * blocks_[d] + block_of(grid_.cubes[d], cube[d], blocks_[d]);
  const GridWindow<Dim> own = block(part);
  GlobalIndex place = 0;
  for (int d = Dim; d-- > 0;) place = place * own.along(d) + (cube[d] - own.first[d]);
  return part_cells_[part] + place * grid_.cells_of_cube;
}

template <int Dim>
MeshPiece<Dim> GridPieces<Dim>::piece(int part) const {
  GridWindow<Dim> window = block(part);
  for (int d = 0; d < Dim; ++d) {
    window.first[d] = std::max(0, window.first[d] - 1);
    window.last[d] = std::min(grid_.cubes[d], window.last[d] + 1);
  }
  MeshPiece<Dim> piece{grid_.make(window), {}};
  piece.cell.reserve(piece.mesh.cell_shapes.size());
  std::array<int, Dim> cube = window.first;
  while (cube[Dim - 1] < window.last[Dim - 1]) {
    const GlobalIndex number = number_of(cube);
    for (int i = 0; i < grid_.cells_of_cube; ++i) piece.cell.push_back(number + i);
    ++cube[0];
    for (int d = 0; d + 1 < Dim && cube[d] == window.last[d]; ++d) {
      cube[d] = window.first[d];
      ++cube[d + 1];
    }
  }
  return piece;
}

template class GridPieces<2>;
template class GridPieces<3>;

}  // namespace dg
