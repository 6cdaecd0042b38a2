/// The solution with the factors of BlockLu where kernels run, by groups of threads: one for each front, fronts that do
/// not wait for each other at once.
#pragma once

#include <algorithm>

#include "libdg/backend/backend.hpp"
#include "libdg/implicit/block_lu.hpp"
#include "libdg/implicit/cell_lists.hpp"
#include "libdg/implicit/front_bodies.hpp"

namespace dg {

template <class Groups>
class GroupFronts {
 public:
  /// The backend must outlive this object; `lu` is for this graph.
  GroupFronts(Backend& backend, const BlockGraph& graph, const BlockLu& lu) {
    const std::vector<BlockLu::Front>& fronts = lu.fronts();
    std::vector<FrontPlace> places;
    std::vector<std::int64_t> rows;
    std::vector<Index> children;
    std::vector<int> rows_in_parent;
    std::vector<std::vector<Index>> levels;
    std::vector<Index> level(fronts.size(), 0);
    std::int64_t factors = 0;
    for (std::size_t f = 0; f < fronts.size(); ++f) {
      const BlockLu::Front& front = fronts[f];
      places.push_back({front.pivots(), front.rows(), static_cast<std::int64_t>(rows.size()), factors,
                        static_cast<std::int64_t>(children.size()), static_cast<int>(front.children.size()), 0});
      factors = places.back().lower() + std::int64_t(front.rows()) * front.pivots();
      for (const Index cell : front.cells)
        for (int i = 0; i < graph.size(cell); ++i) rows.push_back(static_cast<std::int64_t>(graph.begin[cell]) + i);
      for (const Index child : front.children) {
        children.push_back(child);
        level[f] = std::max(level[f], level[child] + 1);
        places[child].rows_in_parent = static_cast<std::int64_t>(rows_in_parent.size());
        append_rows(front, fronts[child], rows_in_parent);
      }
      if (level[f] >= static_cast<Index>(levels.size())) levels.resize(level[f] + 1);
      levels[level[f]].push_back(static_cast<Index>(f));
    }
    places_ = Array<FrontPlace>(backend, places);
    rows_ = Array<std::int64_t>(backend, rows);
    children_ = Array<Index>(backend, children);
    rows_in_parent_ = Array<int>(backend, rows_in_parent);
    factors_ = Array<float>(backend, factors);
    vectors_ = Array<float>(backend, rows.size());
    levels_ = CellLists(backend, levels);
  }

  /// Takes the factors that are there now.
  void update(const BlockLu& lu) {
    std::vector<float> numbers;
    numbers.reserve(factors_.size());
    for (const BlockLu::Front& front : lu.fronts())
      for (const auto* part : {&front.inverse, &front.upper, &front.lower})
        numbers.insert(numbers.end(), part->begin(), part->end());
    factors_.copy_in(numbers);
  }

  /// z = A^-1 b; only launches.
  void solve(const float* b, float* z) {
    const FrontsView view{places_.data(),         rows_.data(),    children_.data(),
                          rows_in_parent_.data(), factors_.data(), vectors_.data()};
    for (int level = 0; level < levels_.count(); ++level)
      Groups::run(EliminateFront{view, levels_.cells(level), b}, levels_.size(level), threads, "eliminate_front");
    for (int level = levels_.count(); level-- > 0;)
      Groups::run(SolveFront{view, levels_.cells(level), z}, levels_.size(level), threads, "solve_front");
  }

 private:
  static constexpr int threads = 256;

  /// Appends the rows of a parent that are those of the rest of a child.
  static void append_rows(const BlockLu::Front& parent, const BlockLu::Front& child, std::vector<int>& list) {
    auto at = parent.cells.begin();  // cells of both ascend in the order of elimination
    for (std::size_t i = child.eliminated; i < child.cells.size(); ++i) {
      at = std::find(at, parent.cells.end(), child.cells[i]);
      const int begin = parent.begin[at - parent.cells.begin()];
      for (int k = 0; k < child.begin[i + 1] - child.begin[i]; ++k) list.push_back(begin + k);
    }
  }

  Array<FrontPlace> places_;
  Array<std::int64_t> rows_;
  Array<Index> children_;
  Array<int> rows_in_parent_;
  Array<float> factors_, vectors_;
  CellLists levels_;
};

}  // namespace dg
