/// The gas on meshes of 3-D cells: projections, and rates of change as the kernels compute them.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "meshes/mesh.hpp"

namespace dg::test {

/// Conservative variables.
using State3D = std::array<double, 5>;

/// What gas it is: viscous, with a constant viscosity of 0.02.
GasOptions gas_3d();

/// Conservative state of density, velocity and pressure.
State3D state_3d(double rho, const std::array<double, 3>& velocity, double pressure);

/// Ways to assemble the cells of a mesh on the tested backend.
std::vector<Assembly> assemblies_3d(const Mesh3& mesh, int degree, QuadSpace quads = QuadSpace::P,
                                    MassInverse mass_inverse = MassInverse::automatic);

/// A wave in all variables.
State3D wave_at(const std::array<double, 3>& x);

/// Largest magnitude, 1e300 where there is what is no number.
double largest(const std::vector<double>& x);

/// True on GPUs, and where RKDG_TEST_ALL_CASES is set. Else kernels of degree 3, which no build has and a run compiles,
/// are tested on tetrahedra and on hexahedra with Q alone.
bool takes_all_cases();

/// How a flow is discretised, on the tested backend.
struct FlowOptions3D {
  int degree = 1;
  QuadSpace quads = QuadSpace::P;
  Assembly assembly = Assembly::gather;  ///< which all backends have
  bool viscous = true;
  double eta = 0;  ///< BR2 stabilisation; 0: the number of faces of the cell
  int extra_quadrature = 0;
  FaceRule face_rule = FaceRule::full;
  MassInverse mass_inverse = MassInverse::automatic;
  int slabs = 0;  ///< of Assembly::tiles; 0: as many as suit the mesh
  SubgridOptions subgrid{};
};

/// Gas_: NavierStokes3D<double> or AddedViscosityGas3D<double>.
template <class Gas_>
class FlowOf3D {
 public:
  using Point = std::array<double, 3>;
  using Field = std::function<State3D(const Point& x)>;
  using Options = FlowOptions3D;

  /// The mesh must outlive this object; what lies behind a boundary is set by set_outside().
  FlowOf3D(const Mesh3& mesh, const Options& options);

  /// Coefficients of the L2 projection of a field.
  std::vector<double> project(const Field& field) const;
  /// The same of what at(cell, x) gives at places x of the reference cell.
  std::vector<double> project_in_cells(const std::function<State3D(Index cell, const Point& x)>& at) const;

  /// First coefficient of each cell, [5][mode] each, and the end of the last.
  const std::vector<std::size_t>& cell_begin() const { return space_->cell_begin(); }

  void set_outside(const Field& field);

  /// Coefficients of dU/dt.
  std::vector<double> rate(const std::vector<double>& coefficients) const;

  /// L2 norm of the density less that of a field.
  double density_error(const std::vector<double>& coefficients, const Field& field) const;

  /// Integrals of a state over the domain.
  State3D integrals(const std::vector<double>& coefficients) const;

 private:
  using Gas = Gas_;

  Space space_of_cell(Index cell) const { return space_of(mesh_.cell_shapes[cell], options_.quads); }

  const Mesh3& mesh_;
  Options options_;
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<SemiDiscretisation<Gas>> space_;
  std::unique_ptr<Operators<Gas>> operators_;
};

using Flow3D = FlowOf3D<NavierStokes3D<double>>;
using LargeEddyFlow = FlowOf3D<AddedViscosityGas3D<double>>;

/// Coefficients of a smooth flow with jumps at all faces, others for each seed.
template <class Gas>
std::vector<double> rough_state(const FlowOf3D<Gas>& flow, unsigned long long seed = 11);

}  // namespace dg::test
