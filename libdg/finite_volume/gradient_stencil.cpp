#include "libdg/finite_volume/gradient_stencil.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "libdg/finite_volume/vector_arithmetic.hpp"

namespace dg {
namespace {

using namespace vectors;

/// A cell from which a gradient is found, and the way to its centroid.
template <int Dim>
struct Neighbour {
  Index cell = -1;
  Vector<Dim> way{};

  Vector<Dim> direction() const { return cell < 0 ? way : 1 / std::sqrt(dot(way, way)) * way; }
};
template <int Dim>
using Neighbours = std::array<Neighbour<Dim>, most_sides<Dim>>;

/// Directions at right angles to each other that a list of neighbours spans.
template <int Dim>
class Span {
 public:
  explicit Span(const Neighbours<Dim>& neighbours) {
    while (size_ < Dim) {
      const auto furthest = std::max_element(neighbours.begin(), neighbours.end(), [&](const auto& a, const auto& b) {
        return beyond(a.direction()) < beyond(b.direction());
      });
      if (beyond(furthest->direction()) < least) return;
      add(furthest->direction());
    }
  }

  int size() const { return size_; }
  bool is_whole() const { return size_ == Dim; }
  const Vector<Dim>& operator[](int i) const { return basis_[i]; }

  void add(const Vector<Dim>& direction) {
    const Vector<Dim> rest = outside(direction);
    const double length = std::sqrt(dot(rest, rest));
    if (!is_whole() && length >= least) basis_[size_++] = 1 / length * rest;
  }
  /// How much of a direction is not spanned.
  double beyond(const Vector<Dim>& direction) const {
    const Vector<Dim> rest = outside(direction);
    return is_whole() ? 0 : std::sqrt(dot(rest, rest));
  }

 private:
  static constexpr double least = 0.017;  ///< two directions a degree apart span a plane

  Vector<Dim> outside(Vector<Dim> direction) const {
    for (int i = 0; i < size_; ++i) direction = direction - dot(direction, basis_[i]) * basis_[i];
    return direction;
  }

  int size_ = 0;
  std::array<Vector<Dim>, Dim> basis_{};
};

template <int Dim>
Neighbours<Dim> neighbours_of(const CellNeighbours<Dim>& mesh, Index cell) {
  Neighbours<Dim> list;
  for (int f = 0; f < most_sides<Dim>; ++f) {
    const auto& side = mesh.sides(cell)[f];
    if (side.cell >= 0) list[f] = {side.cell, side.own_middle - side.other_middle};
  }
  return list;
}

/// Cells behind the neighbours of `cell`, in the order of the faces.
template <int Dim>
std::vector<Neighbour<Dim>> cells_behind(const CellNeighbours<Dim>& mesh, Index cell, const Neighbours<Dim>& near) {
  std::vector<Neighbour<Dim>> behind;
  for (const auto& n : near) {
    if (n.cell < 0) continue;
    for (const auto& far : neighbours_of(mesh, n.cell)) {
      const auto is_far = [&](const auto& x) { return x.cell == far.cell; };
      if (far.cell < 0 || far.cell == cell || std::any_of(near.begin(), near.end(), is_far) ||
          std::any_of(behind.begin(), behind.end(), is_far))
        continue;
      behind.push_back({far.cell, n.way + far.way});
    }
  }
  return behind;
}

template <int Dim>
Neighbours<Dim> stencil_of(const CellNeighbours<Dim>& mesh, Index cell, int faces) {
  Neighbours<Dim> list = neighbours_of(mesh, cell);
  Span<Dim> span(list);
  if (span.is_whole()) return list;
  std::vector<Neighbour<Dim>> behind = cells_behind(mesh, cell, list);
  for (int f = 0; f < faces && !behind.empty(); ++f) {
    if (list[f].cell >= 0) continue;
    const auto best = std::max_element(behind.begin(), behind.end(), [&](const auto& a, const auto& b) {
      return span.beyond(a.direction()) < span.beyond(b.direction());
    });
    span.add(best->direction());
    list[f] = *best;
    behind.erase(best);
  }
  return list;
}

/// Solves A x = b with a symmetric positive definite A of n rows in place.
template <std::size_t Dim>
void solve(std::array<Vector<Dim>, Dim>& a, int n, std::span<double> b) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
}

template <int Dim>
std::array<Vector<Dim>, most_sides<Dim>> weights_of(const Neighbours<Dim>& stencil) {
  const Span<Dim> span(stencil);
  std::array<Vector<Dim>, Dim> moments{};
  for (const auto& n : stencil)
    for (int i = 0; i < span.size(); ++i)
      for (int j = 0; j < span.size(); ++j) moments[i][j] += dot(n.way, span[i]) * dot(n.way, span[j]);
  std::array<Vector<Dim>, most_sides<Dim>> weights{};
  for (int f = 0; f < most_sides<Dim>; ++f) {
    Vector<Dim> part{};
    for (int i = 0; i < span.size(); ++i) part[i] = dot(stencil[f].way, span[i]);
    auto matrix = moments;
    solve(matrix, span.size(), part);
    for (int i = 0; i < span.size(); ++i) weights[f] = weights[f] + part[i] * span[i];
  }
  return weights;
}

}  // namespace

template <int Dim>
std::array<Index, most_sides<Dim>> gradient_stencil(const Mesh<Dim>& mesh, const CellNeighbours<Dim>& neighbours,
                                                    Index cell) {
  std::array<Index, most_sides<Dim>> cells{};
  const auto stencil = stencil_of(neighbours, cell, face_count(mesh.cell_shapes[cell]));
  for (int f = 0; f < most_sides<Dim>; ++f) cells[f] = stencil[f].cell;
  return cells;
}

template <int Dim>
bool has_far_stencil(const CellNeighbours<Dim>& neighbours, Index cell) {
  return !Span<Dim>(neighbours_of(neighbours, cell)).is_whole();
}

template <int Dim>
std::array<std::array<double, Dim>, most_sides<Dim>> gradient_weights(const Mesh<Dim>& mesh,
                                                                      const CellNeighbours<Dim>& neighbours,
                                                                      Index cell) {
  return weights_of(stencil_of(neighbours, cell, face_count(mesh.cell_shapes[cell])));
}

template std::array<Index, 4> gradient_stencil<2>(const Mesh<2>&, const CellNeighbours<2>&, Index);
template std::array<Index, 6> gradient_stencil<3>(const Mesh<3>&, const CellNeighbours<3>&, Index);
template bool has_far_stencil<2>(const CellNeighbours<2>&, Index);
template bool has_far_stencil<3>(const CellNeighbours<3>&, Index);
template std::array<std::array<double, 2>, 4> gradient_weights<2>(const Mesh<2>&, const CellNeighbours<2>&, Index);
template std::array<std::array<double, 3>, 6> gradient_weights<3>(const Mesh<3>&, const CellNeighbours<3>&, Index);

}  // namespace dg
