/// Where fronts keep what they need while their factors are found, each as long as it needs it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace dg {

/// Pieces of an array that grows as needed: the smallest gap that is large enough, else its end.
class PieceAllocator {
 public:
  std::int64_t allocate(std::int64_t count);
  /// Gives back what allocate() returned for this count.
  void release(std::int64_t begin, std::int64_t count);

  /// Entries that the array has had to have.
  std::int64_t size() const { return size_; }

 private:
  void add_gap(std::int64_t begin, std::int64_t count);
  void remove_gap(std::int64_t begin);

  std::map<std::int64_t, std::int64_t> gaps_;                 ///< begin, count; no two touch each other
  std::set<std::pair<std::int64_t, std::int64_t>> by_count_;  ///< the same as count, begin
  std::int64_t size_ = 0;
};

}  // namespace dg
