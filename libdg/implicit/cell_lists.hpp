/// Lists of cells, or of other items, where kernels run.
#pragma once

#include <algorithm>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/core/index.hpp"

namespace dg {

/// Lists of items, one after the other.
template <class T>
class ItemLists {
 public:
  ItemLists() = default;
  ItemLists(Backend& backend, const std::vector<std::vector<T>>& lists) {
    std::vector<T> items;
    for (const std::vector<T>& list : lists) {
      items.insert(items.end(), list.begin(), list.end());
      first_.push_back(items.size());
    }
    items_ = Array<T>(backend, items);
  }

  int count() const { return static_cast<int>(first_.size()) - 1; }
  const T* items(int list) const { return items_.data() + first_[list]; }
  Index size(int list) const { return static_cast<Index>(first_[list + 1] - first_[list]); }
  Index longest() const {
    Index most = 0;
    for (int i = 0; i < count(); ++i) most = std::max(most, size(i));
    return most;
  }

 private:
  std::vector<std::size_t> first_{0};
  Array<T> items_;
};

using CellLists = ItemLists<Index>;

}  // namespace dg
