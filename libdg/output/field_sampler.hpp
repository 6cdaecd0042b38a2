/// Values of the fields that users look at, at the nodes of each cell, from a solver's conservative state.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "libdg/output/cell_nodes.hpp"
#include "libdg/solver/solver.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The fields that are shown at points, under the names that they have in files and scripts.
enum class PointField { rho, velocity, pressure, temperature, mach, vorticity, limiting, eddy_viscosity };

struct PointFieldInfo {
  PointField field;
  const char* name;
  int components;
};

/// Those of every state. In 2-D vorticity is a number.
template <int Dim>
inline constexpr std::array<PointFieldInfo, 6> point_fields{{{PointField::rho, "rho", 1},
                                                             {PointField::velocity, "velocity", 3},
                                                             {PointField::pressure, "pressure", 1},
                                                             {PointField::temperature, "temperature", 1},
                                                             {PointField::mach, "Mach", 1},
                                                             {PointField::vorticity, "vorticity", Dim == 2 ? 1 : 3}}};

/// The state at the lattice of order `order` of every cell, and what follows from it. Keeps a reference to the mesh.
template <int Dim = 2>
class FieldSampler : public CellNodes<Dim> {
 public:
  using typename CellNodes<Dim>::Point;
  using CellNodes<Dim>::node_count;
  using State = std::array<double, Dim + 2>;

  /// Precondition: order >= degree of the solution, so that it is its own interpolant.
  FieldSampler(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, int order, double gamma);

  /// The same of a solution of which SolverOf::sample() is all that is known.
  using Sample = std::function<std::vector<double>(const PointsOfShapes<Dim>& points)>;
  FieldSampler(const Mesh<Dim>& mesh, const Sample& sample, int order, double gamma);

  /// What values() multiplies temperatures by; 1 unless it is set.
  void set_temperature_unit(double unit) { temperature_unit_ = unit; }

  /// What is shown of this solver: point_fields; of one with filters, how strongly these changed each cell; of one with
  /// a subgrid model, its viscosity.
  std::vector<PointFieldInfo> fields() const;

  /// Conservative state rho, rho u, ..., rho E at a node.
  State state(Index cell, int node) const;

  double pressure(Index cell, int node) const;

  /// T = gamma p / rho, the square of the speed of sound.
  double temperature(Index cell, int node) const;

  double mach(Index cell, int node) const;

  /// curl u at the nodes of a cell, [node][component], from the derivatives of the solution; valid until the next call.
  /// In 2-D the one component dv/dx - du/dy.
  const std::vector<double>& vorticity(Index cell);

  /// The dynamic viscosity of the subgrid model at the nodes of a cell, likewise. Precondition: there is a model.
  const std::vector<double>& eddy_viscosity(Index cell);

  /// A field at the nodes of a cell, [node][component]; valid until the next call.
  const std::vector<double>& values(Index cell, PointField field);

 private:
  using CellNodes<Dim>::mesh_, CellNodes<Dim>::of, CellNodes<Dim>::shapes_;

  using VelocityGradients = std::array<Point, Dim>;  ///< [i][d]: du_i / dx_d
  /// At the nodes of a cell; valid until the next call.
  const std::vector<VelocityGradients>& velocity_gradients(Index cell);

  double gamma_, temperature_unit_ = 1.0;
  /// By shape_number(), [node][function]: gradient of the function at the node.
  std::vector<std::vector<Point>> derivatives_;
  std::vector<std::size_t> begin_;  ///< of each cell in samples_
  std::vector<double> samples_, limiting_;
  SubgridFilter subgrid_;
  std::vector<JacobianMatrix<Dim>> jacobians_;
  std::vector<VelocityGradients> velocity_gradients_;
  std::vector<double> vorticity_, eddy_viscosity_, values_;
};

}  // namespace dg
