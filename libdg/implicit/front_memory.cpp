#include "libdg/implicit/front_memory.hpp"

#include <iterator>

namespace dg {

void PieceAllocator::add_gap(std::int64_t begin, std::int64_t count) {
  gaps_.emplace(begin, count);
  by_count_.emplace(count, begin);
}

void PieceAllocator::remove_gap(std::int64_t begin) {
  const auto gap = gaps_.find(begin);
  by_count_.erase({gap->second, begin});
  gaps_.erase(gap);
}

std::int64_t PieceAllocator::allocate(std::int64_t count) {
  if (count == 0) return 0;
  const auto fitting = by_count_.lower_bound({count, 0});
  if (fitting != by_count_.end()) {
    const auto [length, begin] = *fitting;
    remove_gap(begin);
    if (length > count) add_gap(begin + count, length - count);
    return begin;
  }
  std::int64_t begin = size_;
  if (!gaps_.empty()) {
    const auto [last, length] = *gaps_.rbegin();
    if (last + length == size_) {
      begin = last;
      remove_gap(last);
    }
  }
  size_ = begin + count;
  return begin;
}

void PieceAllocator::release(std::int64_t begin, std::int64_t count) {
  if (count == 0) return;
  const auto next = gaps_.lower_bound(begin);
  std::int64_t first = begin, end = begin + count;
  if (next != gaps_.begin()) {
    const auto [before, length] = *std::prev(next);
    if (before + length == begin) first = before;
  }
  if (next != gaps_.end() && next->first == end) {
    end += next->second;
    remove_gap(next->first);
  }
  if (first < begin) remove_gap(first);
  add_gap(first, end - first);
}

}  // namespace dg
