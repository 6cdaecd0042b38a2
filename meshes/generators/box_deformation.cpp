#include "meshes/generators/box_deformation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "meshes/lattice.hpp"
#include "meshes/node_polynomial.hpp"

namespace dg {
namespace {

bool on_side(const Box& box, const std::array<double, 3>& x) {
  bool on = false;
  for (int d = 0; d < 3; ++d) on = on || x[d] == box.low[d] || x[d] == box.high[d];
  return on;
}

/// Least distance to the next lines of the grid, along each direction, from a place inside the box.
std::array<double, 3> spacing_at(const GridLines& lines, const std::array<double, 3>& x) {
  std::array<double, 3> spacing;
  for (int d = 0; d < 3; ++d) {
    const auto above = std::upper_bound(lines[d].begin(), lines[d].end(), x[d]);
    const auto below = std::lower_bound(lines[d].begin(), lines[d].end(), x[d]) - 1;
    spacing[d] = std::min(*above - x[d], x[d] - *below);
  }
  return spacing;
}

}  // namespace

GridLines grid_lines(const Box& box) {
  GridLines lines;
  for (int d = 0; d < 3; ++d) {
    const double side = box.high[d] - box.low[d], g = box.grading[d];
    for (int i = 0; i <= box.n[d]; ++i) {
      const double share = double(i) / box.n[d];
      const double graded = g == 0 ? share : 0.5 * (1 + std::tanh(g * (2 * share - 1)) / std::tanh(g));
      lines[d].push_back(box.low[d] + side * graded);
    }
    lines[d].front() = box.low[d];
    lines[d].back() = box.high[d];
  }
  return lines;
}

void distort(Mesh3& mesh, const Box& box) {
  if (box.distortion == 0) return;
  // The standard fixes the sequence of the engine but not that of its distributions.
  std::mt19937_64 engine(static_cast<std::uint64_t>(box.seed));
  const auto uniform = [&] { return double(engine() >> 11) * 0x1p-52 - 1; };
  const GridLines lines = grid_lines(box);
  const auto straight = mesh.nodes;
  std::vector<std::array<double, 3>> moved(straight.size());
  for (std::size_t i = 0; i < straight.size(); ++i) {
    std::array<double, 3> x;
    do {
      x = {uniform(), uniform(), uniform()};
    } while (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] > 1);
    if (on_side(box, straight[i])) continue;
    const auto spacing = spacing_at(lines, straight[i]);
    for (int d = 0; d < 3; ++d) moved[i][d] = box.distortion * spacing[d] * x[d];
  }
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const CellShape shape = mesh.cell_shapes[c];
    Index entry = mesh.cell_node_begin[c];
    for (const auto& xi : lattice_points<3>(shape, box.order)) {
      const Index node = mesh.cell_nodes[entry++];
      mesh.nodes[node] = straight[node];
      for (int v = 0; v < vertex_count(shape); ++v) {
        const double share = node_polynomial<3>(shape, 1, vertex_corner(shape, v), xi).value;
        for (int d = 0; d < 3; ++d) mesh.nodes[node][d] += share * moved[vertex_node(mesh, c, v)][d];
      }
    }
  }
}

void curve(Mesh3& mesh, const Box& box) {
  if (box.curved == 0) return;
  for (auto& node : mesh.nodes) {
    // Sines of the rounded multiples of pi are not zero: leave the nodes of the sides exactly where they are.
    if (on_side(box, node)) continue;
    double bump = box.curved;
    for (int d = 0; d < 3; ++d)
      bump *= std::sin(2 * std::numbers::pi * (node[d] - box.low[d]) / (box.high[d] - box.low[d]));
    for (int d = 0; d < 3; ++d) node[d] += (box.high[d] - box.low[d]) * bump;
  }
}

}  // namespace dg
