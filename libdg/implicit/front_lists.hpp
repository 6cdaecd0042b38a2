/// The fronts of a direct solution as the lists that groups of threads work through, level by level of the elimination
/// tree. See front_bodies.hpp and front_factors.hpp.
#pragma once

#include "libdg/implicit/block_lu.hpp"
#include "libdg/implicit/front_factors.hpp"

namespace dg {

struct FrontLists {
  static constexpr int pivots = 96;  ///< of a front of several cells, at most

  explicit FrontLists(const BlockGraph& graph);

  std::vector<FrontPlace> places;
  std::vector<std::int64_t> rows;
  std::vector<Index> children;
  std::vector<int> rows_in_parent;
  std::vector<FrontBlock> blocks;
  std::vector<std::vector<Index>> levels;  ///< of fronts whose children are in lower ones
  std::vector<std::vector<FrontColumns>> columns;
  std::vector<std::vector<FrontTile>> factor_tiles, update_tiles;
  std::vector<std::vector<FrontSlice>> rows_of_rest, columns_of_rest;
  std::size_t factors = 0, work = 0, products = 0;  ///< numbers
  int most_pivots = 0;

 private:
  void place(const BlockGraph& graph, const std::vector<BlockLu::Front>& fronts);
  void place_work(const std::vector<BlockLu::Front>& fronts);
  void list_columns(const BlockGraph& graph, const std::vector<BlockLu::Front>& fronts);
  void list_tiles();
  void list_slices();
};

/// Numbers that the factors take on a device, and the work of finding them.
std::size_t front_numbers(const BlockGraph& graph);

}  // namespace dg
