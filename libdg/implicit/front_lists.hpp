/// The fronts of a direct solution as the lists that groups of threads work through, level by level of the elimination
/// tree. See front_bodies.hpp and front_factors.hpp.
#pragma once

#include "libdg/implicit/block_lu.hpp"
#include "libdg/implicit/front_factors.hpp"

namespace dg {

struct FrontLists {
  explicit FrontLists(const BlockGraph& graph);

  std::vector<FrontPlace> places;
  std::vector<std::int64_t> rows;
  std::vector<Index> children;
  std::vector<int> rows_in_parent;
  std::vector<FrontBlock> blocks;

  /// [level]: fronts have their children in lower ones.
  std::vector<std::vector<FrontColumns>> columns;
  std::vector<std::vector<FrontTile>> factor_tiles, update_tiles;
  std::vector<std::vector<FrontSlice>> rest_slices, upper_slices, pivot_slices;
  std::vector<int> slice_threads;  ///< of groups that work on slices
  std::vector<int> first_panel;    ///< and behind the last level

  /// [panel]: the first pivots of the fronts of a level, the next ones, and so on.
  std::vector<std::vector<Index>> panels;  ///< fronts
  std::vector<std::vector<FrontTile>> row_tiles, inner_tiles, column_tiles;

  std::size_t factors = 0, work = 0, products = 0;  ///< numbers

 private:
  using Levels = std::vector<std::vector<Index>>;

  void place(const BlockGraph& graph, const std::vector<BlockLu::Front>& fronts);
  void place_work(const Levels& levels, const std::vector<BlockLu::Front>& fronts);
  void list_columns(const Levels& levels, const BlockGraph& graph, const std::vector<BlockLu::Front>& fronts);
  void list_tiles(const Levels& levels);
  void list_panels(const Levels& levels);
  void list_slices(const Levels& levels);
};

/// Numbers that the factors take on a device, and the work of finding them.
std::size_t front_numbers(const BlockGraph& graph);

}  // namespace dg
