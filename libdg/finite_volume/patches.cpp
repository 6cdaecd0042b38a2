#include "libdg/finite_volume/patches.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "libdg/finite_volume/cell_averages.hpp"
#include "libdg/finite_volume/gradient_stencil.hpp"
#include "libdg/finite_volume/patch_cells.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

using Cells = std::span<Index>;

/// Which coordinate of the centroids of `cells` has the longer range.
int longer_way(const CellNeighbours<2>& mesh, Cells cells) {
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
void cut(const CellNeighbours<2>& mesh, Cells cells, std::size_t size, const Take& take) {
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
  PatchMaker(const Mesh2& mesh, const CellNeighbours<2>& neighbours, const std::vector<Index>& place,
             const PatchPlan& plan)
      : mesh_(mesh),
        neighbours_(neighbours),
        place_(place),
        number_of_cell_(mesh.cell_count(), -1),
        number_of_face_(mesh.face_count(), -1),
        own_cells_(plan.own_cells),
        sides_(mesh.cell_count(), {no_side, no_side, no_side, no_side}) {
    arrays_.sides = plan.sides;
    arrays_.straight = plan.straight;
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
    for (const Index cell : owned) for_faces(cell, [&](int f) { number_face(sides_[cell][f] / 2); });
    number_across(owned, [&](Index cell) { return !is_ghost(cell); });
    b.found = count(cells_);
    number_across(owned, [&](Index cell) { return is_ghost(cell); });
    b.sloped = count(cells_);
    for (Index i = 0; i < b.found; ++i)
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
  template <class T>
  static Index count(const std::vector<T>& list) {
    return static_cast<Index>(list.size());
  }

  template <class Visit>
  void for_faces(Index cell, const Visit& visit) const {
    for (int f = 0; f < face_count(mesh_.cell_shapes[cell]); ++f) visit(f);
  }

  bool is_ghost(Index cell) const { return cell >= own_cells_; }

  /// The cells across the faces of others that are wanted.
  template <class IsWanted>
  void number_across(Cells owned, const IsWanted& is_wanted) {
    for (const Index cell : owned)
      for_faces(cell, [&](int f) {
        if (const Index other = neighbours_.sides(cell)[f].cell; other >= 0 && is_wanted(other)) number_cell(other);
      });
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
    b.cell_group = count(a.around) / patch_group;
    b.face_group = static_cast<Index>(a.of_faces.size() / (3 * patch_group));
    b.boundary_begin = count(a.boundary);
    for (const Index cell : cells_) a.place.push_back(place_[cell]);
    a.around.resize(a.around.size() + in_groups(b.sloped));
    a.of_cells.resize(a.around.size() * 2 * patch_pairs(a.sides, a.straight));
    Index foreign = 2 * b.faces;
    for (Index i = 0; i < b.sloped; ++i) {
      append_sides(b, i, foreign);
      append_cell(b, i);
    }
    a.of_faces.resize(a.of_faces.size() + 3 * in_groups(b.faces));
    for (Index i = 0; i < b.faces; ++i) append_face(b, i);
    a.bounds.push_back(b);
    a.most_loaded = std::max<int>(a.most_loaded, b.loaded);
    a.most_faces = std::max<int>(a.most_faces, (foreign + 1) / 2);
  }

  static std::size_t in_groups(Index n) { return std::size_t(n + patch_group - 1) / patch_group * patch_group; }

  /// `foreign` is the next number of a foreign face.
  void append_sides(const PatchBounds& b, Index i, Index& foreign) {
    const Index cell = cells_[i];
    std::array<Index, most_sides<2>> stencil{cell, cell, cell, cell};
    if (i < b.found) stencil = gradient_stencil(mesh_, neighbours_, cell);
    const std::size_t at = std::size_t(b.cell_group) * patch_group + i;
    PatchSides& around = arrays_.around[at];
    for (int f = 0; f < arrays_.sides; ++f) {
      const bool exists = sides_[cell][f] != no_side;
      const Index side = exists ? sides_[cell][f] : 0, face = exists ? number_of_face_[side / 2] : -1;
      around.stencil[f] = static_cast<std::uint16_t>(number_of_cell_[stencil[f] >= 0 ? stencil[f] : cell]);
      around.face[f] = static_cast<std::uint16_t>(face >= 0 ? 2 * face + side % 2 : foreign++);
    }
  }

  void append_cell(const PatchBounds& b, Index i) {
    const Index cell = cells_[i];
    const int sides = arrays_.sides, ways = arrays_.straight ? 2 : sides, pairs = patch_pairs(sides, arrays_.straight);
    double* to = &arrays_.of_cells[static_cast<std::size_t>(pair_of_cell(b, i, 0, pairs))];
    const auto put = [&](const std::array<double, 2>& pair) {
      std::copy(pair.begin(), pair.end(), to);
      to += 2 * patch_group;
    };
    std::array<std::array<double, 2>, most_sides<2>> weights{};
    if (i < b.found) weights = gradient_weights(mesh_, neighbours_, cell);
    for (int f = 0; f < sides; ++f) put(weights[f]);
    for (int f = 0; f < ways; ++f) put(neighbours_.sides(cell)[f].own_middle);
    const double area = cell_area(mesh_, cell);
    put({1 / (area * mean_of_mode(mesh_.cell_shapes[cell])), area * std::sqrt(area)});
  }

  void append_face(const PatchBounds& b, Index i) {
    const Face& face = mesh_.faces[faces_[i]];
    const Index boundary = neighbours_.sides(face.minus)[face.minus_face].boundary_face;
    if (boundary >= 0) arrays_.boundary.push_back(boundary_place(boundary));
    const auto normal = flat_normal(mesh_, face.minus, face.minus_face);
    const double length = std::sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
    double* to = &arrays_.of_faces[(std::size_t(b.face_group) + i / patch_group) * 3 * patch_group + i % patch_group];
    for (const double x : {normal[0] / length, normal[1] / length, length}) {
      *to = x;
      to += patch_group;
    }
  }

  const Mesh2& mesh_;
  const CellNeighbours<2>& neighbours_;
  const std::vector<Index>& place_;
  std::vector<Index> number_of_cell_, number_of_face_;  ///< in the patch at hand, or -1
  Index own_cells_;
  static constexpr Index no_side = -1;       ///< of a triangle, or of a ghost where it meets no cell of the rank
  std::vector<std::array<Index, 4>> sides_;  ///< 2 * face + (1 on its plus side)
  std::vector<Index> cells_, faces_;         ///< of the patch at hand
  PatchArrays arrays_;
};

}  // namespace

PatchArrays make_patches(const Mesh2& mesh, const CellNeighbours<2>& neighbours, const std::vector<Index>& place,
                         const PatchPlan& plan) {
  std::vector<Index> cells(plan.cells);
  std::iota(cells.begin(), cells.end(), 0);
  PatchMaker maker(mesh, neighbours, place, plan);
  if (!cells.empty()) cut(neighbours, cells, plan.size, [&](Cells part) { maker.add(part); });
  return std::move(maker).take();
}

int most_sides_of(const Mesh2& mesh) {
  int most = 0;
  for (const CellShape shape : mesh.cell_shapes) most = std::max(most, face_count(shape));
  return most;
}

}  // namespace dg
