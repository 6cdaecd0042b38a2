/// Lists of cells, or of other items, where kernels run.
#pragma once

#include <algorithm>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/core/index.hpp"

namespace dg {

/// Lists of cells, one after the other.
class CellLists {
 public:
  CellLists() = default;
  CellLists(Backend& backend, const std::vector<std::vector<Index>>& lists) {
    std::vector<Index> cells;
    for (const std::vector<Index>& list : lists) {
      cells.insert(cells.end(), list.begin(), list.end());
      first_.push_back(static_cast<Index>(cells.size()));
    }
    cells_ = Array<Index>(backend, cells);
  }

  int count() const { return static_cast<int>(first_.size()) - 1; }
  const Index* cells(int list) const { return cells_.data() + first_[list]; }
  Index size(int list) const { return first_[list + 1] - first_[list]; }
  Index longest() const {
    Index most = 0;
    for (int i = 0; i < count(); ++i) most = std::max(most, size(i));
    return most;
  }

 private:
  std::vector<Index> first_{0};
  Array<Index> cells_;
};

}  // namespace dg
