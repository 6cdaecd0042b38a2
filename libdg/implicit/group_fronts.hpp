/// Direct factors of a block matrix and the solution with them where kernels run, by groups of threads. The factors are
/// those of BlockLu; fronts that do not wait for each other go at once. Pivots are sought within panels of a front.
#pragma once

#include <algorithm>

#include "libdg/backend/backend.hpp"
#include "libdg/implicit/block_lu.hpp"
#include "libdg/implicit/cell_lists.hpp"
#include "libdg/implicit/front_factors.hpp"
#include "libdg/implicit/front_lists.hpp"

namespace dg {

template <class Groups>
class GroupFronts {
 public:
  /// The backend must outlive this object.
  GroupFronts(Backend& backend, const BlockGraph& graph) : GroupFronts(backend, FrontLists(graph)) {}

  /// Factors shift I + A, of which these are BlockMatrix::numbers() where kernels run; only launches.
  void factor(const float* numbers, float shift) {
    const FrontsView fronts = view();
    for (int level = 0; level < columns_.count(); ++level) {
      const int slices = std::clamp(groups_at_once / std::max(columns_.size(level), 1), 1, 32);
      Groups::run(AssembleColumns{fronts, columns_.items(level), slices, blocks_.data(), numbers, shift},
                  columns_.size(level) * slices, 128, "assemble_columns");
      for (int panel = first_panel_[level]; panel < first_panel_[level + 1]; ++panel)
        invert_panel(fronts, panel, (panel - first_panel_[level]) * InvertPanel::width);
      multiply(fronts, factor_tiles_, level);
      multiply(fronts, update_tiles_, level);
    }
  }

  /// z = A^-1 b; only launches.
  void solve(const float* b, float* z) {
    const FrontsView fronts = view();
    const int levels = columns_.count();
    for (int level = 0; level < levels; ++level)
      Groups::run(EliminateSlice{fronts, rest_slices_.items(level), b}, rest_slices_.size(level), slice_threads_[level],
                  "eliminate_slice");
    for (int level = levels; level-- > 0;) {
      Groups::run(MultiplyUpper{fronts, upper_slices_.items(level), z}, upper_slices_.size(level),
                  slice_threads_[level], "multiply_upper");
      Groups::run(SolveSlice{fronts, pivot_slices_.items(level), z}, pivot_slices_.size(level), slice_threads_[level],
                  "solve_slice");
    }
  }

 private:
  static constexpr Index groups_at_once = 2048;  ///< that keep a device busy

  GroupFronts(Backend& backend, const FrontLists& lists)
      : places_(backend, lists.places),
        rows_(backend, lists.rows),
        children_(backend, lists.children),
        rows_in_parent_(backend, lists.rows_in_parent),
        factors_(backend, lists.factors),
        vectors_(backend, lists.rows.size()),
        work_(backend, lists.work),
        products_(backend, lists.products),
        blocks_(backend, lists.blocks),
        columns_(backend, lists.columns),
        panels_(backend, lists.panels),
        factor_tiles_(backend, lists.factor_tiles),
        update_tiles_(backend, lists.update_tiles),
        row_tiles_(backend, lists.row_tiles),
        inner_tiles_(backend, lists.inner_tiles),
        column_tiles_(backend, lists.column_tiles),
        rest_slices_(backend, lists.rest_slices),
        upper_slices_(backend, lists.upper_slices),
        pivot_slices_(backend, lists.pivot_slices),
        slice_threads_(lists.slice_threads),
        first_panel_(lists.first_panel) {}

  void multiply(const FrontsView& fronts, const ItemLists<FrontTile>& tiles, int list, int panel = 0) {
    Groups::run(MultiplyTile{fronts, tiles.items(list), panel}, tiles.size(list), MultiplyTile::threads,
                "multiply_tile");
  }

  /// A step of Gauss and Jordan by blocks, for all fronts of a level that have this panel.
  void invert_panel(const FrontsView& fronts, int list, int panel) {
    Groups::run(InvertPanel{fronts, panels_.items(list), panel}, panels_.size(list), 256, "invert_panel");
    for (const auto* tiles : {&row_tiles_, &inner_tiles_, &column_tiles_}) multiply(fronts, *tiles, list, panel);
  }

  FrontsView view() {
    return {places_.data(),  rows_.data(),    children_.data(), rows_in_parent_.data(),
            factors_.data(), vectors_.data(), work_.data(),     products_.data()};
  }

  Array<FrontPlace> places_;
  Array<std::int64_t> rows_;
  Array<Index> children_;
  Array<int> rows_in_parent_;
  Array<float> factors_, vectors_, work_, products_;
  Array<FrontBlock> blocks_;
  ItemLists<FrontColumns> columns_;
  CellLists panels_;
  ItemLists<FrontTile> factor_tiles_, update_tiles_, row_tiles_, inner_tiles_, column_tiles_;
  ItemLists<FrontSlice> rest_slices_, upper_slices_, pivot_slices_;
  std::vector<int> slice_threads_, first_panel_;
};

}  // namespace dg
