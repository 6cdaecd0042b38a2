#include "meshes/edge_table.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "meshes/lattice.hpp"

namespace dg {
namespace {

template <class Visitor>
void for_each_side(const Mesh2& mesh, Visitor visit) {
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    for (int f = 0; f < face_count(mesh.cell_shapes[c]); ++f) {
      const auto [low, high] = std::minmax({vertex_node(mesh, c, f), vertex_node(mesh, c, f + 1)});
      visit(make_side(c, f), low, high);
    }
  }
}

}  // namespace

EdgeTable::EdgeTable(const Mesh2& mesh) : begin_(mesh.nodes.size() + 1, 0) {
  for_each_side(mesh, [&](Side, Index low, Index) { ++begin_[low]; });
  Index total = 0;
  for (Index& b : begin_) total += std::exchange(b, total);
  higher_.resize(total);
  sides_.resize(total);

  // Filling moves the start of each bucket to its end, which is the start of the next one.
  for_each_side(mesh, [&](Side side, Index low, Index high) {
    const Index i = begin_[low]++;
    higher_[i] = high;
    sides_[i] = side;
  });
  std::move_backward(begin_.begin(), begin_.end() - 1, begin_.end());
  begin_.front() = 0;
  for (std::size_t v = 0; v + 1 < begin_.size(); ++v) sort_bucket(begin_[v], begin_[v + 1]);
}

void EdgeTable::sort_bucket(Index first, Index last) {
  constexpr Index few = 32;
  if (last - first > few) {  // the hub of a fan: insertion would be quadratic
    std::vector<std::pair<Index, Side>> entries;
    for (Index i = first; i < last; ++i) entries.emplace_back(higher_[i], sides_[i]);
    std::sort(entries.begin(), entries.end());
    for (Index i = first; i < last; ++i) std::tie(higher_[i], sides_[i]) = entries[i - first];
    return;
  }
  for (Index i = first + 1; i < last; ++i) {
    const Index high = higher_[i];
    const Side side = sides_[i];
    Index k = i;
    for (; k > first && higher_[k - 1] > high; --k) {
      higher_[k] = higher_[k - 1];
      sides_[k] = sides_[k - 1];
    }
    higher_[k] = high;
    sides_[k] = side;
  }
}

EdgeTable::Range EdgeTable::sides(std::array<Index, 2> vertices) const {
  const auto [low, high] = std::minmax(vertices[0], vertices[1]);
  const auto [first, last] = std::equal_range(higher_.begin() + begin_[low], higher_.begin() + begin_[low + 1], high);
  return {sides_.data() + (first - higher_.begin()), sides_.data() + (last - higher_.begin())};
}

}  // namespace dg
