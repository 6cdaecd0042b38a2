/// Direct factors of a block matrix and the solution with them where kernels run, by groups of threads. The factors are
/// those of BlockLu; fronts that do not wait for each other go at once.
///
/// Fronts have fewer pivots than those of the host, since one group inverts them; what is left is products of matrices,
/// which many groups share.
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
    for (int level = 0; level < levels_.count(); ++level) {
      const int slices = std::clamp(groups_at_once / std::max(columns_.size(level), 1), 1, 32);
      Groups::run(AssembleColumns{fronts, columns_.items(level), slices, blocks_.data(), numbers, shift},
                  columns_.size(level) * slices, 128, "assemble_columns");
      Groups::run(InvertPivots{fronts, levels_.items(level), swaps_.data(), most_pivots_}, levels_.size(level), 256,
                  "invert_pivots");
      for (const auto* tiles : {&factor_tiles_, &update_tiles_})
        Groups::run(MultiplyTile{fronts, tiles->items(level)}, tiles->size(level), MultiplyTile::threads,
                    "multiply_tile");
    }
  }

  /// z = A^-1 b; only launches.
  void solve(const float* b, float* z) {
    const FrontsView fronts = view();
    for (int level = 0; level < levels_.count(); ++level)
      Groups::run(EliminateSlice{fronts, rows_of_rest_.items(level), b}, rows_of_rest_.size(level),
                  EliminateSlice::most_threads, "eliminate_slice");
    for (int level = levels_.count(); level-- > 0;) {
      Groups::run(MultiplyUpper{fronts, columns_of_rest_.items(level), z}, columns_of_rest_.size(level),
                  MultiplyUpper::most_threads, "multiply_upper");
      Groups::run(SolveFront{fronts, levels_.items(level), z}, levels_.size(level), SolveFront::most_threads,
                  "solve_front");
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
        levels_(backend, lists.levels),
        columns_(backend, lists.columns),
        factor_tiles_(backend, lists.factor_tiles),
        update_tiles_(backend, lists.update_tiles),
        rows_of_rest_(backend, lists.rows_of_rest),
        columns_of_rest_(backend, lists.columns_of_rest),
        most_pivots_(lists.most_pivots) {
    swaps_ = Array<int>(backend, std::size_t(levels_.longest()) * most_pivots_);
  }

  FrontsView view() {
    return {places_.data(),  rows_.data(),    children_.data(), rows_in_parent_.data(),
            factors_.data(), vectors_.data(), work_.data(),     products_.data()};
  }

  Array<FrontPlace> places_;
  Array<std::int64_t> rows_;
  Array<Index> children_;
  Array<int> rows_in_parent_, swaps_;
  Array<float> factors_, vectors_, work_, products_;
  Array<FrontBlock> blocks_;
  CellLists levels_;
  ItemLists<FrontColumns> columns_;
  ItemLists<FrontTile> factor_tiles_, update_tiles_;
  ItemLists<FrontSlice> rows_of_rest_, columns_of_rest_;
  int most_pivots_;
};

}  // namespace dg
