#include "reorder/colouring.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>

#include "meshes/errors.hpp"

namespace dg {
namespace {

using ColourSet = std::uint64_t;

// Colours of faces, and for each cell the set of colours its faces have.
class Colours {
 public:
  explicit Colours(const CellGraph& graph)
      : graph_(graph), of_face_(graph.faces.size()), at_cell_(graph.cell_count(), 0) {}

  void colour_greedily() {
    for (Index f = 0; f < graph_.face_count(); ++f) {
      const int colour = std::countr_one(taken(f));
      if (colour >= max_colours)
        throw InputError("face " + std::to_string(f) + " finds all " + std::to_string(max_colours) +
                         " colours taken by the faces of its cells: this mesh needs an assembly without colours");
      if (colour == static_cast<int>(sizes_.size())) sizes_.push_back(0);
      give(f, colour);
    }
  }

  // Moves faces of colours above the mean size to the smallest free colour below it; a sweep that moves nothing ends
  // it.
  void balance() {
    const auto mean = static_cast<Index>(graph_.faces.size() / std::max<std::size_t>(1, sizes_.size()));
    for (bool moved = true; moved;) {
      moved = false;
      for (Index f = 0; f < graph_.face_count(); ++f) {
        if (sizes_[of_face_[f]] <= mean) continue;
        const int colour = smallest_free(f);
        if (colour == -1 || sizes_[colour] >= mean) continue;
        take_back(f);
        give(f, colour);
        moved = true;
      }
    }
  }

  FaceColouring sorted() const {
    FaceColouring result;
    for (const Index size : sizes_) result.colour_begin.push_back(result.colour_begin.back() + size);
    result.faces.resize(of_face_.size());
    auto next = result.colour_begin;
    for (Index f = 0; f < graph_.face_count(); ++f) result.faces[next[of_face_[f]]++] = f;
    return result;
  }

 private:
  ColourSet taken(Index f) const {
    const auto& face = graph_.faces[f];
    return at_cell_[face.minus] | (face.plus == -1 ? 0 : at_cell_[face.plus]);
  }

  int smallest_free(Index f) const {
    int best = -1;
    for (int colour = 0; colour < static_cast<int>(sizes_.size()); ++colour)
      if ((taken(f) >> colour & 1) == 0 && (best == -1 || sizes_[colour] < sizes_[best])) best = colour;
    return best;
  }

  void give(Index f, int colour) {
    of_face_[f] = static_cast<std::uint8_t>(colour);
    ++sizes_[colour];
    flip(f);
  }

  void take_back(Index f) {
    --sizes_[of_face_[f]];
    flip(f);
  }

  void flip(Index f) {
    const auto& face = graph_.faces[f];
    const auto bit = ColourSet{1} << of_face_[f];
    at_cell_[face.minus] ^= bit;
    if (face.plus != -1 && face.plus != face.minus) at_cell_[face.plus] ^= bit;
  }

  const CellGraph& graph_;
  std::vector<std::uint8_t> of_face_;
  std::vector<ColourSet> at_cell_;
  std::vector<Index> sizes_;
};

}  // namespace

FaceColouring colour_faces(const CellGraph& graph, ColouringRule rule) {
  Colours colours(graph);
  colours.colour_greedily();
  if (rule == ColouringRule::balanced) colours.balance();
  return colours.sorted();
}

std::vector<Index> sizes_of(const std::vector<Index>& begin) {
  std::vector<Index> sizes(begin.size());
  std::adjacent_difference(begin.begin(), begin.end(), sizes.begin());
  if (!sizes.empty()) sizes.erase(sizes.begin());
  return sizes;
}

}  // namespace dg
