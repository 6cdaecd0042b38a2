/// Values of the fields that users look at, at the nodes of each cell, from a solver's conservative state.
#pragma once

#include <array>
#include <vector>

#include "libdg/output/lagrange_basis.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The fields that are shown at points, under the names that they have in files and scripts.
enum class PointField { rho, velocity, pressure, temperature, mach, vorticity };

struct PointFieldInfo {
  PointField field;
  const char* name;
  int components;
};

inline constexpr std::array<PointFieldInfo, 6> point_fields{{{PointField::rho, "rho", 1},
                                                             {PointField::velocity, "velocity", 3},
                                                             {PointField::pressure, "pressure", 1},
                                                             {PointField::temperature, "temperature", 1},
                                                             {PointField::mach, "Mach", 1},
                                                             {PointField::vorticity, "vorticity", 1}}};

/// The order of the cells that show a solution: no less than what the solution and the geometry have.
int shown_order(const Mesh2& mesh, int degree);

/// The state at the lattice of order `order` of every cell, and what follows from it. Keeps a reference to the mesh.
class FieldSampler {
 public:
  /// Precondition: order >= degree of the solution, so that it is its own interpolant.
  FieldSampler(const Mesh2& mesh, const Solver& solver, int order, double gamma);

  int node_count(Index cell) const { return of(cell).basis.size(); }

  /// Places of the nodes of a cell; valid until the next call.
  const std::vector<std::array<double, 2>>& places(Index cell);

  /// Conservative state rho, rho u, rho v, rho E at a node.
  std::array<double, 4> state(Index cell, int node) const;

  double pressure(Index cell, int node) const;

  /// T = gamma p / rho, the square of the speed of sound.
  double temperature(Index cell, int node) const;

  double mach(Index cell, int node) const;

  /// dv/dx - du/dy at the nodes of a cell, from the derivatives of the solution; valid until the next call.
  const std::vector<double>& vorticity(Index cell);

  /// A field at the nodes of a cell, [node][component]; valid until the next call.
  const std::vector<double>& values(Index cell, PointField field);

 private:
  struct Shape {
    LagrangeBasis basis;
    CellMap<2> map;
    std::vector<std::array<double, 2>> derivative;  ///< [node][function]: gradient of the function at the node
    Shape(CellShape shape, int order, int geometry_order);
  };

  const Shape& of(Index cell) const {
    return mesh_.cell_shapes[cell] == CellShape::triangle ? triangle_ : quadrilateral_;
  }

  const Mesh2& mesh_;
  double gamma_;
  Shape triangle_, quadrilateral_;
  std::vector<std::size_t> begin_;  ///< of each cell in samples_
  std::vector<double> samples_;
  std::vector<std::array<double, 2>> places_;
  std::vector<Jacobian2> jacobians_;
  std::vector<double> vorticity_, values_;
};

}  // namespace dg
