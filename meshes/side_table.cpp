#include "meshes/side_table.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <tuple>
#include <utility>

#include "meshes/lattice.hpp"
#include "meshes/side_by_side.hpp"

namespace dg {

template <int Dim>
auto SideTable<Dim>::key_of(FaceVertices<Index> vertices) -> Key {
  auto& v = vertices.vertex;
  for (int i = 1; i < vertices.count; ++i) {
    for (int k = i; k > 0 && v[k - 1] > v[k]; --k) std::swap(v[k - 1], v[k]);
  }
  Key key{v[0], {}};
  for (int d = 1; d < Dim; ++d) key.higher[d - 1] = v[d];
  return key;
}

template <int Dim>
SideTable<Dim>::SideTable(const Mesh<Dim>& mesh) : begin_(mesh.nodes.size() + 1, 0) {
  constexpr Index no_face = -1, least = 4096;
  const auto keys =
      std::make_unique_for_overwrite<Key[]>(mesh.cell_shapes.size() * sides_per_cell<Dim>);  // of each side
  const auto count = [&](Index node) { return std::atomic_ref(begin_[node]).fetch_add(1, std::memory_order_relaxed); };
  in_parts(mesh.cell_count(), least, [&](Index first, Index last) {
    for (Index c = first; c < last; ++c)
      for (int f = 0; f < sides_per_cell<Dim>; ++f) {
        Key& key = keys[make_side<Dim>(c, f)];
        key = f < face_count(mesh.cell_shapes[c]) ? key_of(face_vertex_nodes(mesh, c, f)) : Key{no_face, {}};
        if (key.lowest != no_face) count(key.lowest);
      }
  });
  Index total = 0;
  for (Index& b : begin_) total += std::exchange(b, total);
  higher_.resize(total);
  sides_.resize(total);

  // Filling moves the start of each bucket to its end, which is the start of the next one; sorting ends the order in
  // which threads come.
  in_parts(mesh.cell_count(), least, [&](Index first, Index last) {
    for (Index c = first; c < last; ++c)
      for (int f = 0; f < sides_per_cell<Dim>; ++f) {
        const Side side = make_side<Dim>(c, f);
        const Key& key = keys[side];
        if (key.lowest == no_face) continue;
        const Index i = count(key.lowest);
        higher_[i] = key.higher;
        sides_[i] = side;
      }
  });
  std::move_backward(begin_.begin(), begin_.end() - 1, begin_.end());
  begin_.front() = 0;
  in_parts(node_count(), least, [&](Index first, Index last) {
    for (Index v = first; v < last; ++v) sort_bucket(begin_[v], begin_[v + 1]);
  });
}

template <int Dim>
void SideTable<Dim>::sort_bucket(Index first, Index last) {
  constexpr Index few = 32;
  if (last - first > few) {  // the hub of a fan: insertion would be quadratic
    std::vector<std::pair<Higher, Side>> entries;
    for (Index i = first; i < last; ++i) entries.emplace_back(higher_[i], sides_[i]);
    std::sort(entries.begin(), entries.end());
    for (Index i = first; i < last; ++i) std::tie(higher_[i], sides_[i]) = entries[i - first];
    return;
  }
  for (Index i = first + 1; i < last; ++i) {
    const Higher high = higher_[i];
    const Side side = sides_[i];
    Index k = i;
    for (; k > first && std::tie(high, side) < std::tie(higher_[k - 1], sides_[k - 1]); --k) {
      higher_[k] = higher_[k - 1];
      sides_[k] = sides_[k - 1];
    }
    higher_[k] = high;
    sides_[k] = side;
  }
}

template <int Dim>
auto SideTable<Dim>::sides(const FaceVertices<Index>& vertices) const -> Range {
  const Key key = key_of(vertices);
  const auto [first, last] =
      std::equal_range(higher_.begin() + begin_[key.lowest], higher_.begin() + begin_[key.lowest + 1], key.higher);
  return {sides_.data() + (first - higher_.begin()), sides_.data() + (last - higher_.begin())};
}

template class SideTable<2>;
template class SideTable<3>;

}  // namespace dg
