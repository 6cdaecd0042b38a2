#include "libdg/solver/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/make_operators.hpp"
#include "libdg/finite_volume/reconstructed_gas.hpp"
#include "libdg/solver/equation_solver.hpp"
#include "libdg/solver/observe_one_by_one.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

/// A gas: primitive fields outside, forces on boundaries.
template <class Real>
class GasSolver final : public Solver {
 public:
  GasSolver(Subdomain<2> part, const SolverOptions& options, Communicator& communicator)
      : gas_(options.gas),
        solver_(std::move(part), options, gas_physics<Real>(options.gas, options.riemann, options.boundaries),
                communicator,
                options.reconstruction == Reconstruction::none ? EquationSolver<Gas2<Real>>::make_galerkin_operators
                                                               : make_volumes),
        info_(solver_.info()) {}

  const SolverInfo& info() const override { return info_; }
  double time() const override { return solver_.time(); }
  void set_time(double time) override { solver_.set_time(time); }

  void set_state(const FieldFunction& primitive) override { solver_.set_state(to_conservative(primitive)); }

  void set_boundary_data(const FieldFunction& primitive, bool varies) override {
    solver_.set_boundary_data(to_conservative(primitive), varies);
  }

  void set_source(const FieldFunction& source, bool varies) override {
    solver_.set_source(source, varies);
    info_ = solver_.info();
  }

  void set_boundary_data(const std::string& boundary, std::shared_ptr<const Formulas> data) override {
    solver_.set_boundary_data(number_of(boundary), std::move(data));
    info_ = solver_.info();
  }

  void set_source(std::shared_ptr<const Formulas> source) override {
    solver_.set_source(std::move(source));
    info_ = solver_.info();
  }

  Progress advance(long steps, double end_time) override { return solver_.advance(steps, end_time); }
  NewtonStep newton_step() override { return solver_.newton_step(mean_scales()); }

  double stable_time_step() const override { return solver_.stable_time_step(); }
  double time_step_limit() const override { return solver_.time_step_limit(); }

  /// The state is fetched only if something is wrong with it.
  BadCell find_bad_cell() const override {
    if (solver_.sums().is_admissible()) return {};
    return solver_.host_space().find_bad_cell(coefficients(), [&](const std::array<double, 4>& state) {
      double u[4];
      std::copy(state.begin(), state.end(), u);
      const NavierStokes<double, 2> gas(gas_);
      return gas.admissible(u, gas.point(u));
    });
  }

  Norms residual_norms() const override { return solver_.residual_norms(); }
  Norms errors(const FieldFunction& primitive) const override {
    const FieldFunction exact = to_conservative(primitive);
    if (!reconstructs()) return solver_.errors(exact);
    return solver_.host_space().norms(reconstructed(), exact, solver_.time());
  }
  std::array<double, 4> totals() const override { return solver_.sums().integrals(); }

  FlowTotals flow_totals() const override {
    const auto [kinetic_energy, enstrophy, entropy] = solver_.integrals();
    return {kinetic_energy, enstrophy, entropy};
  }

  Force force(const std::string& boundary) const override { return force_of(surface(boundary)); }

  std::vector<SurfacePoint> surface(const std::string& boundary) const override {
    const BoundaryFaces& faces = faces_of(boundary);
    if (faces.count() == 0) return {};
    return surface_points(faces, solver_.boundary_fluxes(faces));
  }

  Observation observe(const std::vector<std::string>& boundaries, const SampledCells& cells) const override {
    if (reconstructs()) return observe_one_by_one(*this, boundaries, cells);
    auto& list = watch_lists_[{boundaries, cells.cells}];
    if (!list) {
      std::vector<const BoundaryFaces*> faces;
      for (const std::string& name : boundaries) faces.push_back(&faces_of(name));
      list = solver_.watch_list(std::move(faces), cells.cells);
    }
    const auto [residual, integrals] = solver_.watch(*list);
    Observation seen{residual, totals(), {integrals[0], integrals[1], integrals[2]}, {}, {}};
    for (std::size_t i = 0; i < boundaries.size(); ++i)
      seen.forces.push_back(force_of(surface_points(*list->boundaries()[i], list->fluxes()[i].values())));
    const std::span<const Real> c = list->coefficients();
    seen.samples = solver_.host_space().sample(cells.cells, std::vector<double>(c.begin(), c.end()), cells.triangle,
                                               cells.quadrilateral);
    return seen;
  }

  int mode_count(Index cell) const override { return solver_.host_space().modes(cell); }
  std::vector<double> coefficients() const override { return solver_.coefficients(); }
  void set_coefficients(std::span<const double> coefficients) override { solver_.set_coefficients(coefficients); }

  DampingState damping_state() const override { return solver_.damping_state(); }
  void set_damping_state(const DampingState& state) override { solver_.set_damping_state(state); }

  std::vector<double> sample(std::span<const std::array<double, 2>> triangle,
                             std::span<const std::array<double, 2>> quadrilateral) const override {
    if (reconstructs()) return solver_.host_space().sample(reconstructed(), triangle, quadrilateral);
    return solver_.host_space().sample(coefficients(), triangle, quadrilateral);
  }

 private:
  bool reconstructs() const { return solver_.options().reconstruction != Reconstruction::none; }
  ReconstructedGas reconstructed() const { return {solver_.mesh(), gas_, coefficients(), solver_.slopes()}; }

  static std::unique_ptr<Operators<Gas2<Real>>> make_volumes(Backend& backend, const Mesh2& mesh,
                                                             const SemiDiscretisation<Gas2<Real>>& space,
                                                             const RunOptions& options) {
    return make_finite_volumes<Real>(backend, mesh, space, space.scheme(), {options.smoothing, options.sweeps});
  }

  /// Sizes of density, momentum and energy in the mean over the mesh.
  std::vector<double> mean_scales() {
    if (area_ == 0.0)
      for (Index cell = 0; cell < solver_.mesh().cell_count(); ++cell) area_ += cell_area(solver_.mesh(), cell);
    const std::array<double, 4> totals = solver_.sums().integrals();
    const double density = totals[0] / area_, energy = totals[3] / area_, momentum = std::sqrt(density * energy);
    return {density, momentum, momentum, energy};
  }

  FieldFunction to_conservative(const FieldFunction& primitive) const {
    return [primitive, gas = Gas<double>(gas_)](double x, double y, double t) {
      const auto w = primitive(x, y, t);
      std::array<double, 4> u;
      conservative<2>(gas, w.data(), u.data());
      return u;
    };
  }

  const BoundaryFaces& faces_of(const std::string& boundary) const {
    const int number = number_of(boundary);
    auto& faces = faces_of_[number];
    if (!faces) faces = std::make_unique<BoundaryFaces>(solver_.boundary_faces(number));
    return *faces;
  }

  std::vector<SurfacePoint> surface_points(const BoundaryFaces& faces, std::span<const Real> fluxes) const {
    const int ng = face_point_count(solver_.options().degree);
    const std::size_t padded = faces.list().padded;
    std::vector<SurfacePoint> points;
    for (Index i = 0; i < faces.count(); ++i)
      for (int g = 0; g < ng; ++g) {
        const auto at = [&](int what) { return static_cast<double>(fluxes[(g * 8 + what) * padded + i]); };
        const BoundaryPoint& p = faces.points()[i * ng + g];
        points.push_back({p.x, p.normal, p.weight, {at(1), at(2)}, {at(4 + 1), at(4 + 2)}});
      }
    return points;
  }

  int number_of(const std::string& boundary) const {
    const auto& names = solver_.mesh().boundary_names;
    const auto name = std::find(names.begin(), names.end(), boundary);
    if (name == names.end()) throw InputError(fmt::format("boundary '{}' is not in the mesh", boundary));
    return static_cast<int>(name - names.begin());
  }

  GasOptions gas_;
  EquationSolver<Gas2<Real>> solver_;
  mutable std::map<int, std::unique_ptr<BoundaryFaces>> faces_of_;
  /// Of observations, by boundaries and cells.
  mutable std::map<std::pair<std::vector<std::string>, std::vector<Index>>, std::unique_ptr<WatchList<Real>>>
      watch_lists_;
  SolverInfo info_;
  double area_ = 0.0;  ///< of the mesh, once it is asked for
};

}  // namespace

Force force_of(std::span<const SurfacePoint> points) {
  Force force;
  for (const SurfacePoint& p : points) {
    std::array<double, 2> total;
    for (int d = 0; d < 2; ++d) {
      const double pressure = p.weight * p.convective[d], viscous = p.weight * p.traction[d];
      force.pressure[d] += pressure;
      force.viscous[d] += viscous;
      total[d] = pressure + viscous;
    }
    force.moment += p.x[0] * total[1] - p.x[1] * total[0];
  }
  return force;
}

std::unique_ptr<Solver> make_solver(const Mesh2& mesh, const SolverOptions& options) {
  static SelfCommunicator self;
  return make_solver(Subdomain<2>{mesh, {}}, options, self);
}

std::unique_ptr<Solver> make_solver(Subdomain<2> part, const SolverOptions& options, Communicator& communicator) {
  check_gas(options.gas);
  if (options.reconstruction != Reconstruction::none && options.gas.viscous)
    throw InputError("a reconstruction has no viscous terms: it needs a gas without viscosity");
  if (options.precision == Precision::double_precision)
    return std::make_unique<GasSolver<double>>(std::move(part), options, communicator);
  return std::make_unique<GasSolver<float>>(std::move(part), options, communicator);
}

Assembly resolved_assembly(const SolverOptions& options) {
  const auto backend = make_backend(options.backend, options.threads);
  return resolved(options, *backend, options.precision, Gas2<double>::n_var).assembly;
}

}  // namespace dg
