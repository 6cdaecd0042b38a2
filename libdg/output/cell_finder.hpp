/// Which cells may hold a point: those whose boxes reach into the part of the domain where it lies.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "meshes/bounding_box.hpp"
#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
class CellFinder {
 public:
  using Point = std::array<double, Dim>;

  explicit CellFinder(const Mesh<Dim>& mesh) {
    for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
      boxes_.push_back(box_of(mesh, cell));
      whole_.include(boxes_.back().low);
      whole_.include(boxes_.back().high);
    }
    set_counts();
    std::vector<std::size_t> size(bins() + 1, 0);
    for (const auto& box : boxes_) for_each_bin(box, [&](std::size_t bin) { ++size[bin + 1]; });
    for (std::size_t bin = 0; bin < bins(); ++bin) size[bin + 1] += size[bin];
    begin_ = size;
    cells_.resize(size.back());
    for (Index cell = 0; cell < mesh.cell_count(); ++cell)
      for_each_bin(boxes_[cell], [&](std::size_t bin) { cells_[size[bin]++] = cell; });
  }

  /// In ascending order; none for a point outside of all boxes.
  std::span<const Index> near(const Point& point) const {
    if (!is_within(whole_, point)) return {};
    std::size_t bin = 0;
    for (int d = Dim - 1; d >= 0; --d) bin = bin * count_[d] + place(point[d], d);
    return std::span(cells_).subspan(begin_[bin], begin_[bin + 1] - begin_[bin]);
  }

  bool may_hold(Index cell, const Point& point) const { return is_within(boxes_[cell], point); }

 private:
  using Box = BoundingBox<Dim>;

  /// Around the nodes of a cell. That of a curved cell is wider by half, since a side may bulge beyond its nodes.
  static Box box_of(const Mesh<Dim>& mesh, Index cell) {
    Box box;
    for (Index n = mesh.cell_node_begin[cell]; n < mesh.cell_node_begin[cell + 1]; ++n)
      box.include(mesh.nodes[mesh.cell_nodes[n]]);
    double size = 0.0;
    for (int d = 0; d < Dim; ++d) size = std::max(size, box.high[d] - box.low[d]);
    const double margin = (mesh.geometry_order > 1 ? 0.5 : 1e-6) * size;
    for (int d = 0; d < Dim; ++d) box.low[d] -= margin, box.high[d] += margin;
    return box;
  }

  static bool is_within(const Box& box, const Point& p) {
    for (int d = 0; d < Dim; ++d)
      if (!(p[d] >= box.low[d] && p[d] <= box.high[d])) return false;
    return true;
  }

  /// About as many bins as cells, as nearly cubes as that allows.
  void set_counts() {
    double volume = 1.0;
    for (int d = 0; d < Dim; ++d) volume *= std::max(whole_.high[d] - whole_.low[d], 1e-300);
    const double size = std::pow(volume / static_cast<double>(std::max<std::size_t>(1, boxes_.size())), 1.0 / Dim);
    constexpr double most = Dim == 2 ? 4000 : 250;
    for (int d = 0; d < Dim; ++d)
      count_[d] = static_cast<std::size_t>(std::clamp((whole_.high[d] - whole_.low[d]) / size, 1.0, most));
  }

  std::size_t bins() const {
    std::size_t bins = 1;
    for (const std::size_t count : count_) bins *= count;
    return bins;
  }

  std::size_t place(double x, int d) const {
    const double part = (x - whole_.low[d]) / (whole_.high[d] - whole_.low[d]) * static_cast<double>(count_[d]);
    return std::min(static_cast<std::size_t>(std::max(part, 0.0)), count_[d] - 1);
  }

  template <class Visit>
  void for_each_bin(const Box& box, const Visit& visit) const {
    std::array<std::size_t, 3> low{}, high{};
    for (int d = 0; d < Dim; ++d) low[d] = place(box.low[d], d), high[d] = place(box.high[d], d);
    for (std::size_t k = low[2]; k <= high[2]; ++k)
      for (std::size_t j = low[1]; j <= high[1]; ++j)
        for (std::size_t i = low[0]; i <= high[0]; ++i) visit((k * count_[1] + j) * count_[0] + i);
  }

  std::vector<Box> boxes_;
  Box whole_;
  std::array<std::size_t, Dim> count_{};
  std::vector<std::size_t> begin_;
  std::vector<Index> cells_;
};

}  // namespace dg
