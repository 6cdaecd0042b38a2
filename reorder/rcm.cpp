#include "reorder/rcm.hpp"

#include <algorithm>

#include "reorder/periphery.hpp"

namespace dg {
namespace {

struct Reached {
  Index cell, degree;
  Index from;  // local face through which it was reached
};

}  // namespace

std::vector<Index> rcm_order(const CellGraph& graph) {
  std::vector<Reached> queue;
  queue.reserve(graph.cell_count());
  std::vector<bool> reached(graph.cell_count(), false);
  const auto reach = [&](Index cell, Index from) {
    if (reached[cell]) return;
    reached[cell] = true;
    queue.push_back({cell, graph.degree_of(cell), from});
  };
  PeripheryFinder periphery(graph);
  for (Index part = 0; part < graph.cell_count(); ++part) {
    if (reached[part]) continue;
    auto head = queue.size();
    for (reach(periphery.find(part), 0); head < queue.size(); ++head) {
      const auto first_new = static_cast<std::ptrdiff_t>(queue.size());
      const auto [cell, degree, from] = queue[head];
      graph.go_round(cell, from, [&, via = cell](Index next) { reach(next, graph.local_face_towards(next, via)); });
      std::stable_sort(queue.begin() + first_new, queue.end(),
                       [](const Reached& a, const Reached& b) { return a.degree < b.degree; });
    }
  }
  std::vector<Index> cells(queue.size());
  std::transform(queue.begin(), queue.end(), cells.rbegin(), [](const Reached& entry) { return entry.cell; });
  return cells;
}

}  // namespace dg
