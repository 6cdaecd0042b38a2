/// Solvers of 2-D meshes on all ranks of a test, and how their states compare with those of one.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/tests/ranks.hpp"
#include "support.hpp"

namespace dg::test {

using Solver2D = EquationSolver<NavierStokes2D<double>>;

/// A periodic chequer of triangles and quadrilaterals of order 2, straight in its right half and curved in the left.
inline Mesh2 half_curved_mesh(int n) {
  Mesh2 mesh = hybrid_mesh({.n = n, .order = 2, .distortion = 0});
  for (auto& [x, y] : mesh.nodes) {
    const double shift = 0.04 * std::sin(2 * std::numbers::pi * x) * std::sin(2 * std::numbers::pi * y);
    if (x >= 0.5) continue;
    x += shift;
    y -= shift;
  }
  return mesh;
}

/// Neighbouring cells on different ranks almost everywhere.
inline std::vector<int> scattered(const Mesh2& mesh, int ranks) {
  Random random(7);
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    rank_of.push_back(c < ranks ? c : std::min(ranks - 1, static_cast<int>(random() * ranks)));
  return rank_of;
}

/// As many cells on each in the order of the mesh.
inline std::vector<int> in_rows(const Mesh2& mesh, int ranks) {
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    rank_of.push_back(static_cast<int>(std::int64_t(c) * ranks / mesh.cell_count()));
  return rank_of;
}

inline Solver2D on_this_rank(const Mesh2& mesh, const std::vector<int>& rank_of, const SolverOptions& o) {
  Communicator& ranks = all_ranks();
  return Solver2D(make_subdomain(mesh, rank_of, ranks.rank(), ranks.size()), o,
                  gas_physics<double>(o.gas, o.riemann, o.boundaries), ranks);
}

inline std::vector<std::size_t> begins(const Mesh2& mesh, const SolverOptions& o) {
  std::vector<std::size_t> begin{0};
  for (const CellShape shape : mesh.cell_shapes)
    begin.push_back(begin.back() + 4 * mode_count(space_of(shape, o.quads), o.degree));
  return begin;
}

/// The coefficients of the cells of this rank, ghosts included, out of those of the whole mesh.
inline std::vector<double> local(const std::vector<double>& whole, const Mesh2& mesh, const Halo& halo,
                                 const SolverOptions& o) {
  if (halo.is_whole()) return whole;
  const auto begin = begins(mesh, o);
  std::vector<double> result;
  for (const Index cell : halo.cell)
    result.insert(result.end(), whole.begin() + begin[cell], whole.begin() + begin[cell + 1]);
  return result;
}

/// How many of the coefficients of own cells are not those of the whole mesh, in any bit.
inline std::size_t differences(const std::vector<double>& found, const std::vector<double>& wanted,
                               const Solver2D& solver) {
  const Halo& halo = solver.halo();
  const std::size_t own = solver.host_space().begin_of(halo.is_whole() ? solver.mesh().cell_count() : halo.own_cells);
  std::size_t count = 0;
  for (std::size_t i = 0; i < own; ++i) count += found[i] != wanted[i];
  return count;
}

/// A solver of this rank's part of a mesh.
struct PartOfMesh {
  Halo halo;
  std::unique_ptr<Solver> solver;
};

/// On all ranks, `scattered` or in rows.
inline PartOfMesh on_ranks(const Mesh2& mesh, const SolverOptions& o, bool apart) {
  Communicator& ranks = all_ranks();
  auto part = make_subdomain(mesh, apart ? scattered(mesh, ranks.size()) : in_rows(mesh, ranks.size()), ranks.rank(),
                             ranks.size());
  Halo halo = part.halo;
  return {std::move(halo), make_solver(std::move(part), o, ranks)};
}

/// The coefficients of own cells that a solver of the part has, and those that one of the whole mesh has there.
inline std::pair<std::vector<double>, std::vector<double>> own_of_both(const PartOfMesh& part, const Solver& alone,
                                                                       const Mesh2& mesh, const SolverOptions& o) {
  std::vector<double> found = part.solver->coefficients();
  std::vector<double> wanted = local(alone.coefficients(), mesh, part.halo, o);
  std::size_t own = 0;
  const Index cells = part.halo.is_whole() ? mesh.cell_count() : part.halo.own_cells;
  for (Index cell = 0; cell < cells; ++cell) own += std::size_t{4} * part.solver->mode_count(cell);
  found.resize(own);
  wanted.resize(own);
  return {std::move(found), std::move(wanted)};
}

}  // namespace dg::test
