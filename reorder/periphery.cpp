#include "reorder/periphery.hpp"

#include <utility>

namespace dg {

PeripheryFinder::Reach PeripheryFinder::search(Index root) {
  if (reached_.empty()) reached_.assign(graph_.cell_count(), false);
  queue_.assign(1, root);
  reached_[root] = true;
  Reach reach{-1, root};
  std::size_t begin = 0;
  for (std::size_t end = 1; begin < end; end = queue_.size()) {
    ++reach.depth;
    const std::size_t last_begin = begin;
    for (; begin < end; ++begin)
      for (const Index next : graph_.neighbours_of(queue_[begin]))
        if (next != -1 && !reached_[next]) {
          reached_[next] = true;
          queue_.push_back(next);
        }
    if (queue_.size() > end) continue;
    const auto rank = [&](Index cell) { return std::pair{graph_.degree_of(cell), cell}; };
    reach.farthest = queue_[last_begin];
    for (std::size_t i = last_begin; i < end; ++i)
      if (rank(queue_[i]) < rank(reach.farthest)) reach.farthest = queue_[i];
  }
  for (const Index cell : queue_) reached_[cell] = false;
  return reach;
}

Index PeripheryFinder::find(Index cell) {
  auto reach = search(cell);
  for (;;) {
    const auto back = search(reach.farthest);
    if (back.depth <= reach.depth) return reach.farthest;
    reach = back;
  }
}

}  // namespace dg
