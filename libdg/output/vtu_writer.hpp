/// Fields as VTU files that ParaView opens: one high-order Lagrange cell for each cell of the mesh, discontinuous
/// between cells.
///
/// Point data: rho, velocity, pressure, temperature (T = gamma p / rho), Mach, vorticity (in 2-D
/// dv/dx - du/dy, in 3-D a vector). Cell data:
/// the number of the cell in the mesh. Derivatives are those of the numerical solution itself, not of a fit to it.
#pragma once

#include <string>
#include <vector>

#include "libdg/output/field_sampler.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/output/point_array.hpp"
#include "libdg/output/vtu_file.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Writes the present state of `solver` on `mesh`. Cells have the order max(degree, order of the geometry, 1), on whose
/// nodes the solution of any degree up to it is exact. The file appears whole or not at all. Throws InputError with the
/// reason if it cannot be written.
template <int Dim>
void write_vtu(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, int degree, double gamma, const std::string& path);

/// The same of all ranks, which call this together, each with its own cells and the solver of its mesh. The file is
/// that of one process, byte for byte; its path that of rank 0. It says that it is of this time, the same on all.
template <int Dim>
void write_vtu(const OwnCells<Dim>& own, const SolverOf<Dim>& solver, int degree, double gamma, double time,
               const std::string& path);

/// Writes other values in place of the state's, at these nodes, whose order is `order`, and notes beside them.
template <int Dim>
void write_vtu(const OwnCells<Dim>& own, CellNodes<Dim>& nodes, int order, const std::vector<PointArray>& fields,
               double time, const std::string& path, const std::vector<VtuNote>& notes = {});

}  // namespace dg
