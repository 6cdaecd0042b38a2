/// dU/dt by plain loops over cells, faces and quadrature points: the scheme written a second time, from its definition.
///
/// Shares with the kernels the bases, the quadrature rules, the maps of faces, the Riemann fluxes and the boundary
/// states, all tested by themselves. Geometry, mass matrices, BR2 lifting, viscous fluxes and the sums are its own. For
/// every test function phi of cell K with outward normal n:
///   int_K phi dU/dt = int_K grad phi . (F_c(U) - F_v(U, grad U + sum_e r_e)) - sum_e int_e phi H + int_K phi S,
///   int_K r_e . w = -1/2 int_e (U_K - U_neighbour) (w . n), on a boundary -int_e (U_K - U_b) (w . n).
/// Reference: Bassi, Crivellini, Rebay, Savini, Comput. Fluids 34 (2005) 507.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "libdg/equations/navier_stokes/boundary.hpp"
#include "libdg/solver/solver.hpp"

namespace dg::test {

/// What is discretised, and how.
template <int Dim>
struct ReferenceScheme {
  /// Conservative variables at a place.
  using Field = std::function<std::array<double, Dim + 2>(const std::array<double, Dim>&)>;

  int degree;
  QuadSpace quads;
  double eta;  ///< 0: the number of faces of the cell
  int extra_quadrature;
  GasOptions gas;
  Riemann riemann;
  std::vector<BoundaryParameters<double, Dim>> boundaries;  ///< in the order of the mesh
  Field data;                                               ///< on boundaries of type `exact`
  Field source;                                             ///< may be empty
  FaceRule face_rule = FaceRule::full;
  MassInverse mass_inverse = MassInverse::automatic;
  std::vector<double> added_viscosity = {};  ///< [cell], with SubgridModel::given: nu_a
};

/// Coefficients of dU/dt from those of the state, both [cell][variable][mode].
template <int Dim>
std::vector<double> reference_rate(const Mesh<Dim>& mesh, const ReferenceScheme<Dim>& scheme,
                                   const std::vector<double>& coefficients);

/// The same of a solver in 2-D at t = 0, in the order of Solver::coefficients(). `data` are the primitive fields
/// on boundaries of type `exact`; `source` may be empty, and so may `added_viscosity`, [cell].
std::vector<double> reference_rate(const Mesh2& mesh, const SolverOptions& options,
                                   const std::vector<double>& coefficients, const FieldFunction& data,
                                   const FieldFunction& source, const std::vector<double>& added_viscosity = {});

}  // namespace dg::test
