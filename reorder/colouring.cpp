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
      : graph_(graph), of_face_(graph.faces.size(), uncoloured), at_cell_(graph.cell_count(), 0) {}

  void colour_greedily() {
    for (Index f = 0; f < graph_.face_count(); ++f) give_lowest_free(f);
  }

  // As greedily, but where that would take a colour beyond the bound of Vizing, colours of other faces change.
  void colour_with_few() {
    Index most = 0;
    for (Index cell = 0; cell < graph_.cell_count(); ++cell)
      most = std::max(most, graph_.cell_begin[cell + 1] - graph_.cell_begin[cell]);
    const int bound = static_cast<int>(most) + 1;
    for (Index f = 0; f < graph_.face_count(); ++f) {
      if (std::countr_one(taken(f)) < bound || !free_colour(f)) give_lowest_free(f);
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
  static constexpr std::uint8_t uncoloured = max_colours;

  ColourSet taken(Index f) const {
    const auto& face = graph_.faces[f];
    return at_cell_[face.minus] | (face.plus == -1 ? 0 : at_cell_[face.plus]);
  }

  void give_lowest_free(Index f) {
    const int colour = std::countr_one(taken(f));
    if (colour >= max_colours)
      throw InputError("face " + std::to_string(f) + " finds all " + std::to_string(max_colours) +
                       " colours taken by the faces of its cells: this mesh needs an assembly without colours");
    if (colour == static_cast<int>(sizes_.size())) sizes_.push_back(0);
    give(f, colour);
  }

  Index across(Index f, Index cell) const {
    const auto& face = graph_.faces[f];
    return face.minus == cell ? face.plus : face.minus;
  }

  // True if `colour` is free beyond face `f` of `cell`; beyond a boundary face all are.
  bool free_beyond(Index f, Index cell, int colour) const {
    const Index other = across(f, cell);
    return other == -1 || (at_cell_[other] >> colour & 1) == 0;
  }

  Index face_of_colour(Index cell, int colour) const {
    for (const Index f : graph_.faces_of(cell))
      if (of_face_[f] == colour) return f;
    return -1;
  }

  // Faces of `cell`, the first of them `f`: each next one has a colour that is free beyond the one before it, so that
  // their colours can move up by one place. As long as possible; no two lead to the same cell.
  std::vector<Index> fan(Index f, Index cell) const {
    std::vector<Index> faces{f};
    const auto continues = [&](Index next) {
      if (of_face_[next] == uncoloured || !free_beyond(faces.back(), cell, of_face_[next])) return false;
      const Index there = across(next, cell);
      return there != cell && std::none_of(faces.begin(), faces.end(), [&](Index in) {
               return in == next || (there != -1 && across(in, cell) == there);
             });
    };
    const auto all = graph_.faces_of(cell);
    for (auto next = all.begin(); next != all.end();) {
      next = std::find_if(all.begin(), all.end(), continues);
      if (next != all.end()) faces.push_back(*next);
    }
    return faces;
  }

  // Exchanges two colours along the chain that leaves `cell` by its face of colour `first`.
  void exchange_along_chain(Index cell, int first, int second) {
    std::vector<Index> chain;
    int colour = first;
    for (Index f = face_of_colour(cell, colour); f != -1; f = face_of_colour(cell, colour)) {
      chain.push_back(f);
      const Index next = across(f, cell);
      if (next == -1 || next == cell) break;
      cell = next;
      colour = colour == first ? second : first;
    }
    std::vector<int> after;
    for (const Index f : chain) after.push_back(of_face_[f] == first ? second : first);
    for (const Index f : chain) take_back(f);
    for (std::size_t i = 0; i < chain.size(); ++i) give(chain[i], after[i]);
  }

  // Colours face `f` without a new colour, by changing others; false if two faces between the same cells prevent it.
  bool free_colour(Index f) {
    const Index cell = graph_.faces[f].minus;
    of_face_[f] = uncoloured;
    const auto faces = fan(f, cell);
    const int here = std::countr_one(at_cell_[cell]);
    const Index end = across(faces.back(), cell);
    const int there = end == -1 ? here : std::countr_one(at_cell_[end]);
    if (at_cell_[cell] >> there & 1) exchange_along_chain(cell, there, here);

    // The chain may have changed the fan: it holds up to `last`.
    std::size_t last = 0;
    while (!free_beyond(faces[last], cell, there)) {
      if (last + 1 == faces.size() || !free_beyond(faces[last], cell, of_face_[faces[last + 1]])) return false;
      ++last;
    }
    if (at_cell_[cell] >> there & 1) return false;
    for (std::size_t i = 0; i < last; ++i) {
      const int colour = of_face_[faces[i + 1]];
      take_back(faces[i + 1]);
      give(faces[i], colour);
      of_face_[faces[i + 1]] = uncoloured;
    }
    give(faces[last], there);
    return true;
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
  if (rule == ColouringRule::few) {
    colours.colour_with_few();
    return colours.sorted();
  }
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
