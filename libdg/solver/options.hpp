/// What a run is made of, apart from the mesh: discretisation, gas, boundary conditions, time integration, backend.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "libdg/core/backend_kind.hpp"
#include "libdg/core/index.hpp"
#include "libdg/core/precision.hpp"

namespace dg {

/// Polynomial space on quadrilaterals: total degree P^p, or tensor product Q^p.
enum class QuadSpace { P, Q };
enum class Riemann { llf, roe, hllc };
/// How the mass matrix of a curved cell is inverted: exactly, or as M^-1 ~ M_r^-1 M_(1/J) M_r^-1 with the reference
/// cell's mass matrix M_r (Chan, Hewett, Warburton, SIAM J. Sci. Comput. 39 (2017) A2395). The latter takes for J its
/// L2 projection on the space of the cell, so that the integral of a function is kept exactly.
enum class MassInverse { exact, weight_adjusted };
/// How line integrals reach the residuals of the two cells of a face.
///
/// `tensor` is `gather` with the products by matrices on the double-precision matrix units of a GPU.
enum class Assembly { automatic, fused, gather, tensor, atomic, colour, block_colour };
/// Memory layout of the coefficients: flat a[component][mode][cell]; the same in blocks of 32 cells; or, for a GPU,
/// blocks a[component][group of modes][cell][mode], groups of four.
enum class Layout { automatic, flat, blocked, cellwise };
enum class ViscosityLaw { constant, sutherland };
enum class TimeScheme { ssprk3, ssprk54, rk4 };

enum class BoundaryType {
  farfield,
  wall_adiabatic,
  wall_isothermal,
  wall_slip,
  symmetry,
  outflow_pressure,
  inflow_total,
  supersonic_in,
  supersonic_out,
  exact,
  periodic
};

/// Perfect gas in units of the case: p = (gamma - 1)(rho E - rho |u|^2 / 2), temperature T = gamma p / rho, so that T
/// is the square of the speed of sound and T = 1 in the free stream (rho = 1, p = 1/gamma).
struct GasOptions {
  bool viscous = true;  ///< Navier-Stokes; false: Euler
  double gamma = 1.4;
  double prandtl = 0.72;
  ViscosityLaw law = ViscosityLaw::constant;
  double viscosity = 0.0;               ///< dynamic viscosity at T = 1
  double sutherland_constant = 0.3831;  ///< S / T_ref of Sutherland's law (110.4 K / 288.15 K)
};

/// One named boundary and what holds on it. States are primitive: rho, u, v, p.
struct BoundaryCondition {
  std::string name;
  BoundaryType type = BoundaryType::farfield;
  std::array<double, 4> state{1.0, 0.0, 0.0, 1.0 / 1.4};  ///< farfield, supersonic_in
  std::array<double, 2> velocity{0.0, 0.0};               ///< of a moving wall
  double temperature = 1.0;                               ///< wall_isothermal, T = gamma p / rho
  double pressure = 1.0 / 1.4;                            ///< outflow_pressure: static
  double total_pressure = 1.0 / 1.4;                      ///< inflow_total
  double total_temperature = 1.0;                         ///< inflow_total
  std::array<double, 2> direction{1.0, 0.0};              ///< inflow_total: of the flow
  std::string partner;                                    ///< periodic
};

/// Faces in groups of which no two faces share a cell: group i is faces[begin[i]] up to (not including)
/// faces[begin[i + 1]].
///
/// Assembly::colour takes the groups one after the other. Assembly::block_colour takes the groups block_begin[b], ...
/// of block b one after the other, and the blocks colour_begin[c], ... of colour c, which share no cell, at once.
struct ColouredFaces {
  std::vector<Index> faces, begin;
  std::vector<Index> block_begin{}, colour_begin{};
};

struct SolverOptions {
  int degree = 2;
  QuadSpace quads = QuadSpace::P;
  Riemann riemann = Riemann::llf;
  double eta = 0.0;  ///< BR2 stabilisation; 0: the number of faces of the cell
  MassInverse mass_inverse = MassInverse::exact;
  int extra_quadrature = 0;  ///< added to the degree of the volume rules (over-integration)
  Assembly assembly = Assembly::automatic;
  ColouredFaces colouring;  ///< for Assembly::colour and block_colour
  Layout layout = Layout::automatic;
  Precision precision = Precision::double_precision;
  GasOptions gas;
  std::vector<BoundaryCondition> boundaries;
  TimeScheme scheme = TimeScheme::ssprk3;
  double cfl = 0.5;                ///< fraction of the linear stability limit
  double fixed_dt = 0.0;           ///< > 0: this step instead of the stability limit
  bool local_time_step = false;    ///< each cell takes the step it can: a march to a steady state, in which time stands
  double time_step_spread = 1e30;  ///< with local_time_step: largest ratio of the steps of two cells
  /// > 0, with local_time_step: selective frequency damping (Akervik et al., Phys. Fluids 18 (2006) 068102; split from
  /// the step as by Jordi, Cotter and Sherwin, Phys. Fluids 26 (2014) 034101) with a filter this many steps wide. It
  /// holds a steady flow that would oscillate by itself: oscillations with periods of about pi widths or less die out.
  long damping_width = 0;
  BackendKind backend = BackendKind::automatic;
  int threads = 0;  ///< CPU backend; 0: all
};

}  // namespace dg
