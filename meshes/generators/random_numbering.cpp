#include "meshes/generators/random_numbering.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "meshes/build.hpp"

namespace dg {
namespace {

/// The order of faces that build_faces() gives to cells in the order `cells`: faces between two cells as the lower one
/// meets them, then those of the boundaries as they are.
std::vector<Index> faces_as_met(const Mesh3& mesh, const std::vector<Index>& cells) {
  std::vector<Index> number(cells.size()), begin(cells.size() + 1, 0);
  for (std::size_t i = 0; i < cells.size(); ++i) number[cells[i]] = static_cast<Index>(i);
  struct Entry {
    Index face;
    std::int8_t local;
  };
  const auto lower_side = [&](const Face& face) {
    return number[face.minus] < number[face.plus] ? std::pair{number[face.minus], face.minus_face}
                                                  : std::pair{number[face.plus], face.plus_face};
  };
  Index between = 0;
  for (; between < mesh.face_count() && mesh.faces[between].plus >= 0; ++between)
    ++begin[lower_side(mesh.faces[between]).first + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Entry> entries(between);
  auto next = begin;
  for (Index f = 0; f < between; ++f) {
    const auto [cell, local] = lower_side(mesh.faces[f]);
    entries[next[cell]++] = {f, local};
  }
  std::vector<Index> faces;
  faces.reserve(mesh.faces.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto first = entries.begin() + begin[i], last = entries.begin() + begin[i + 1];
    std::sort(first, last, [](const Entry& a, const Entry& b) { return a.local < b.local; });
    for (auto entry = first; entry != last; ++entry) faces.push_back(entry->face);
  }
  for (Index f = between; f < mesh.face_count(); ++f) faces.push_back(f);
  return faces;
}

}  // namespace

Mesh3 randomly_numbered(const Mesh3& mesh, std::uint64_t seed) {
  std::vector<Index> cells(mesh.cell_shapes.size());
  std::iota(cells.begin(), cells.end(), 0);
  // The standard fixes the sequence of the engine but not that of its distributions. The modulo favours some
  // permutations by less than one part in 2^32.
  std::mt19937_64 engine(seed);
  for (std::size_t i = cells.size(); i > 1; --i) std::swap(cells[i - 1], cells[engine() % i]);
  return permuted(mesh, cells, faces_as_met(mesh, cells));
}

}  // namespace dg
