#include "libdg/finite_volume/patches.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "libdg/finite_volume/view.hpp"

namespace dg {
namespace {

using Cells = std::span<Index>;

/// Which coordinate of the centroids of `cells` has the longer range.
int longer_way(const CellNeighbours& mesh, Cells cells) {
  std::array<double, 2> low = mesh.centroid(cells.front()), high = low;
  for (const Index cell : cells)
    for (int d = 0; d < 2; ++d) {
      low[d] = std::min(low[d], mesh.centroid(cell)[d]);
      high[d] = std::max(high[d], mesh.centroid(cell)[d]);
    }
  return high[0] - low[0] < high[1] - low[1] ? 1 : 0;
}

/// Calls take(part) with parts of at most `size` cells; where cells are cut, one side is a whole number of full parts.
template <class Take>
void cut(const CellNeighbours& mesh, Cells cells, std::size_t size, const Take& take) {
  if (cells.size() <= size) return take(cells);
  const int way = longer_way(mesh, cells);
  const std::size_t first = (cells.size() + size - 1) / size / 2 * size;
  std::nth_element(cells.begin(), cells.begin() + std::ptrdiff_t(first), cells.end(), [&](Index a, Index b) {
    const double x = mesh.centroid(a)[way], y = mesh.centroid(b)[way];
    return x < y || (x == y && a < b);
  });
  cut(mesh, cells.subspan(0, first), size, take);
  cut(mesh, cells.subspan(first), size, take);
}

class PatchMaker {
 public:
  PatchMaker(const Mesh2& mesh, const CellNeighbours& neighbours, const std::vector<Index>& place)
      : mesh_(mesh),
        neighbours_(neighbours),
        place_(place),
        number_of_cell_(mesh.cell_count(), -1),
        number_of_face_(mesh.face_count(), -1),
        sides_(mesh.cell_count()) {
    for (Index i = 0; i < mesh.face_count(); ++i) {
      const Face& face = mesh.faces[i];
      sides_[face.minus][face.minus_face] = 2 * i;
      if (face.plus >= 0) sides_[face.plus][face.plus_face] = 2 * i + 1;
    }
  }

  void add(Cells owned) {
    std::sort(owned.begin(), owned.end(), [&](Index a, Index b) { return place_[a] < place_[b]; });
    cells_.clear();
    faces_.clear();
    for (const Index cell : owned) number_cell(cell);
    PatchBounds b{};
    b.owned = count(cells_);
    for (const Index cell : owned) {
      for_faces(cell, [&](int f) {
        number_face(sides_[cell][f] / 2);
        if (const Index other = neighbours_.sides(cell)[f].cell; other >= 0) number_cell(other);
      });
    }
    b.sloped = count(cells_);
    for (Index i = 0; i < b.sloped; ++i)
      for (const Index cell : gradient_stencil(mesh_, neighbours_, cells_[i]))
        if (cell >= 0) number_cell(cell);
    b.loaded = count(cells_);
    b.faces = count(faces_);
    b.inner = boundary_faces_last();
    append(b);
    for (const Index cell : cells_) number_of_cell_[cell] = -1;
    for (const Index face : faces_) number_of_face_[face] = -1;
  }

  PatchArrays take() && { return std::move(arrays_); }

 private:
  static Index count(const std::vector<Index>& list) { return static_cast<Index>(list.size()); }

  template <class Visit>
  void for_faces(Index cell, const Visit& visit) const {
    for (int f = 0; f < face_count(mesh_.cell_shapes[cell]); ++f) visit(f);
  }

  void number_cell(Index cell) {
    if (number_of_cell_[cell] >= 0) return;
    number_of_cell_[cell] = count(cells_);
    cells_.push_back(cell);
  }
  void number_face(Index face) {
    if (number_of_face_[face] >= 0) return;
    number_of_face_[face] = count(faces_);
    faces_.push_back(face);
  }

  /// Returns the number of those before.
  Index boundary_faces_last() {
    const auto boundary =
        std::stable_partition(faces_.begin(), faces_.end(), [&](Index face) { return mesh_.faces[face].plus >= 0; });
    for (Index i = 0; i < count(faces_); ++i) number_of_face_[faces_[i]] = i;
    return static_cast<Index>(boundary - faces_.begin());
  }

  void append(PatchBounds b) {
    PatchArrays& a = arrays_;
    b.cell_begin = count(a.place);
    b.side_begin = static_cast<Index>(a.stencil.size());
    b.face_begin = static_cast<Index>(a.normal.size() / 2);
    b.boundary_begin = count(a.boundary);
    for (const Index cell : cells_) a.place.push_back(place_[cell]);
    a.stencil.resize(a.stencil.size() + std::size_t(4) * b.sloped);
    a.face.resize(a.stencil.size(), foreign_face);
    for (Index i = 0; i < b.sloped; ++i) append_sides(b, i);
    a.normal.resize(2 * (std::size_t(b.face_begin) + b.faces));
    for (Index i = 0; i < b.faces; ++i) append_face(b, i);
    a.bounds.push_back(b);
    a.most_loaded = std::max<int>(a.most_loaded, b.loaded);
    a.most_faces = std::max<int>(a.most_faces, b.faces);
  }

  void append_sides(const PatchBounds& b, Index i) {
    const Index cell = cells_[i];
    const auto stencil = gradient_stencil(mesh_, neighbours_, cell);
    for_faces(cell, [&](int f) {
      const std::size_t at = b.side_begin + std::size_t(f) * b.sloped + i;
      arrays_.stencil[at] = static_cast<std::uint16_t>(number_of_cell_[stencil[f] >= 0 ? stencil[f] : cell]);
      const Index side = sides_[cell][f], face = number_of_face_[side / 2];
      if (face >= 0) arrays_.face[at] = static_cast<std::uint16_t>(2 * face + side % 2);
    });
  }

  void append_face(const PatchBounds& b, Index i) {
    const Face& face = mesh_.faces[faces_[i]];
    const Index boundary = neighbours_.sides(face.minus)[face.minus_face].boundary_face;
    if (boundary >= 0) arrays_.boundary.push_back(boundary_place(boundary));
    const auto normal = chord_normal(mesh_, face.minus, face.minus_face);
    for (int d = 0; d < 2; ++d)
      arrays_.normal[2 * std::size_t(b.face_begin) + std::size_t(d) * b.faces + i] = normal[d];
  }

  const Mesh2& mesh_;
  const CellNeighbours& neighbours_;
  const std::vector<Index>& place_;
  std::vector<Index> number_of_cell_, number_of_face_;  ///< in the patch at hand, or -1
  std::vector<std::array<Index, 4>> sides_;             ///< 2 * face + (1 on its plus side)
  std::vector<Index> cells_, faces_;                    ///< of the patch at hand
  PatchArrays arrays_;
};

}  // namespace

PatchArrays make_patches(const Mesh2& mesh, const CellNeighbours& neighbours, const std::vector<Index>& place,
                         Index size) {
  std::vector<Index> cells(mesh.cell_count());
  std::iota(cells.begin(), cells.end(), 0);
  PatchMaker maker(mesh, neighbours, place);
  cut(neighbours, cells, size, [&](Cells part) { maker.add(part); });
  return std::move(maker).take();
}

}  // namespace dg
