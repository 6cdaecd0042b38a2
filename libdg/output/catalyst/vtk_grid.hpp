/// The cells that a rank has, and the fields on them, as a grid of VTK in memory.
#pragma once

#include <vtkNew.h>
#include <vtkUnstructuredGrid.h>

#include <vector>

#include "libdg/output/catalyst_adaptor.hpp"
#include "libdg/output/lagrange_basis.hpp"

namespace dg {

/// Points at the nodes of LagrangeBasis of every own cell, discontinuous between cells, and on them linear or Lagrange
/// cells. No two cells share a point, so that filters need no ghost cells. The mesh must outlive the object.
template <int Dim>
class VtkGrid {
 public:
  VtkGrid(const OwnCells<Dim>& own, const CatalystOptions& options);

  /// Replaces the fields by those of the present state, that of this time, in new arrays: filters may still hold the
  /// former ones. The solver is that of the mesh.
  void update(const SolverOf<Dim>& solver, double time);

  vtkUnstructuredGrid* grid() const { return grid_; }

 private:
  void add_points(const std::vector<LagrangeBasis<Dim>>& bases);
  void add_cells(const std::vector<LagrangeBasis<Dim>>& bases);

  OwnCells<Dim> own_;
  CatalystCells cells_;
  int order_;
  double gamma_, temperature_unit_;
  vtkNew<vtkUnstructuredGrid> grid_;
};

}  // namespace dg
