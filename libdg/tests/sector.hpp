/// Sectors of an annulus whose sides match by a rotation, the whole annulus that they are a part of, and flows in them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <vector>

#include "libdg/parallel/ranked_solver.hpp"
#include "libdg/tests/ranks.hpp"
#include "meshes/build.hpp"
#include "meshes/mesh.hpp"
#include "meshes/subdomain.hpp"
#include "support.hpp"

namespace dg::test {

/// Between radii 1 and 2, with boundaries "inner" and "outer" that follow the circles, as an order of 2 and more can.
struct Annulus {
  int order = 1;
  int radial = 2;      ///< rows of cells along the radius
  int around = 4;      ///< columns in one sector: quadrilaterals and pairs of triangles in turns
  int sectors = 6;     ///< in the whole circle
  bool whole = false;  ///< all of them, sector after sector; otherwise the first, with its sides joined
};

inline Mesh2 annulus_mesh(const Annulus& a) {
  const int m = a.order, columns = a.around * (a.whole ? a.sectors : 1), rows = a.radial * m;
  const int lines = columns * m + (a.whole ? 0 : 1);
  Mesh2 mesh;
  mesh.geometry_order = m;
  mesh.boundary_names = {"inner", "outer", "low", "high"};
  if (a.whole) mesh.boundary_names.resize(2);
  const auto node = [&](int i, int j) { return static_cast<Index>((j % lines) * (rows + 1) + i); };
  for (int j = 0; j < lines; ++j)
    for (int i = 0; i <= rows; ++i) {
      // Bent lines, so that sides are neither flat nor along the radius, and every sector has the same.
      const double r = 1 + double(i) / rows;
      const double angle = 2 * std::numbers::pi * (double(j) / (a.around * m * a.sectors) + 0.03 * (r - 1) * (r - 1));
      mesh.nodes.push_back({r * std::cos(angle), r * std::sin(angle)});
    }
  const auto add = [&](CellShape shape, int i, int j, int sign) {
    for (int v = 0; v <= m; ++v)
      for (int u = 0; u <= (shape == CellShape::triangle ? m - v : m); ++u)
        mesh.cell_nodes.push_back(node(i + sign * u, j + sign * v));
    mesh.cell_shapes.push_back(shape);
    mesh.cell_node_begin.push_back(static_cast<Index>(mesh.cell_nodes.size()));
  };
  std::vector<BoundaryEdge> edges;
  for (int j = 0; j < columns * m; j += m) {
    for (int i = 0; i < rows; i += m) {
      if ((i / m + j / m) % 2 == 0) {
        add(CellShape::quadrilateral, i, j, 1);
      } else {
        add(CellShape::triangle, i, j, 1);
        add(CellShape::triangle, i + m, j + m, -1);
      }
    }
    edges.push_back({{node(0, j), node(0, j + m)}, 0});
    edges.push_back({{node(rows, j), node(rows, j + m)}, 1});
  }
  for (int i = 0; i < rows && !a.whole; i += m)
    for (const bool high : {false, true})
      edges.push_back(
          {{node(i, high * columns * m), node(i + m, high * columns * m)}, static_cast<std::int16_t>(2 + high)});
  build_faces(mesh, edges, "annulus");
  if (!a.whole) connect_periodic(mesh, "low", "high", "annulus");
  return mesh;
}

template <int Dim>
std::vector<int> on_one_rank(const Mesh<Dim>& mesh) {
  return std::vector<int>(mesh.cell_shapes.size());
}

/// Neighbouring cells on different ranks almost everywhere, or as many on each in the order of the mesh.
inline std::vector<int> on_many_ranks(const Mesh2& mesh, int ranks, bool apart) {
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    rank_of.push_back(apart ? (c < ranks ? c : c * 7 % 11 % ranks)
                            : static_cast<int>(std::int64_t(c) * ranks / mesh.cell_count()));
  return rank_of;
}

/// The solver of a whole mesh with rotated sides on this rank, beside all others.
template <int Dim>
std::unique_ptr<RankedSolverOf<Dim>> alone_on_sector(const Mesh<Dim>& mesh, const SolverOptions& o) {
  static SelfCommunicator self;
  return make_ranked_solver(make_subdomain(mesh, on_one_rank(mesh), 0, 1), o, self);
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// That of all ranks together.
inline std::unique_ptr<RankedSolver> on_all_ranks(const Mesh2& mesh, const SolverOptions& o, bool apart) {
  Communicator& ranks = all_ranks();
  return make_ranked_solver(make_subdomain(mesh, on_many_ranks(mesh, ranks.size(), apart), ranks.rank(), ranks.size()),
                            o, ranks);
}

inline SolverOptions options_of(int degree, BoundaryType type) {
  SolverOptions o = serial_options();
  o.degree = degree;
  o.boundaries = {on("inner", type), on("outer", type)};
  return o;
}

/// A gas that circles, with waves of amplitude a that are the same in all sectors.
inline std::array<double, 4> circling(double x, double y, double a, int sectors) {
  const double r = std::hypot(x, y), phase = sectors * std::atan2(y, x);
  const double across = 0.1 * a * std::sin(phase + 3 * r), along = 0.5 * r + 0.1 * a * std::cos(phase - r);
  const double rho = 1 + 0.2 * a * std::cos(phase), p = 1 + 0.125 * r * r + 0.1 * a * std::sin(phase);
  return {rho, (across * x - along * y) / r, (across * y + along * x) / r, p};
}

}  // namespace dg::test
