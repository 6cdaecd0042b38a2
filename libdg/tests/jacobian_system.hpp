/// A flow in 2-D as the implicit solver takes it, and its right-hand side by the second implementation.
#pragma once

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/solver/implicit_system.hpp"
#include "reference_rate.hpp"
#include "support.hpp"

namespace dg::test {

/// The parts of a solver, and its system on top of them.
class JacobianSystem {
  using Eq = NavierStokes2D<double>;

 public:
  JacobianSystem(const Mesh2& mesh, const SolverOptions& o)
      : mesh_(mesh),
        options_(o),
        backend_(make_backend(BackendKind::cpu, 1)),
        space_(*backend_, mesh, o, gas_physics<double>(o.gas, o.riemann, o.boundaries)),
        host_(mesh, o.degree, o.quads),
        operators_(make_operators<Eq>(*backend_, space_.context(), o.degree, {o.assembly, space_.state_size(), {}})),
        products_(o.products == JacobianProducts::exact ? make_exact_products<Eq>(*backend_, o.degree) : nullptr),
        state_(*backend_, space_.state_size()),
        data_(*backend_, mesh, space_, host_, runge_kutta(o.scheme), o.degree, ranks_) {
    StepLimits<double> limits{};
    for (int z = 0; z < max_zones; ++z) limits.convective[z] = limits.viscous[z] = 5;
    data_.set_boundaries(
        [gas = Gas<double>(o.gas)](double x, double y, double t) {
          std::array<double, 4> u;
          conservative<2>(gas, data(x, y, t).data(), u.data());
          return u;
        },
        false, 0);
    set(rough_state(mesh, o, 0.05));
    system_ = std::make_unique<ImplicitSystem<Eq>>(
        ImplicitParts<Eq>{*backend_, mesh_, space_, host_, *operators_, products_.get(), limits, state_, data_, 0.0},
        std::vector<double>{1, 2, 2, 4}, 1);
  }

  /// Entries of a state as the implicit solver has them.
  std::vector<double> entries(const std::vector<double>& coefficients) {
    const std::vector<double> before = state_.copy_out();
    set(coefficients);
    std::vector<double> x = start();
    state_.copy_in(before);
    start();
    return x;
  }

  std::vector<double> coefficients(const std::vector<double>& x) {
    const std::vector<double> before = state_.copy_out();
    system_->accept(x.data());
    std::vector<double> result = space_.unpack(state_.copy_out());
    state_.copy_in(before);
    return result;
  }

  /// F by the second implementation of the scheme, without the factors of the cells.
  std::vector<double> reference(const std::vector<double>& x) {
    return entries(test::reference_rate(mesh_, options_, coefficients(x), data, {}));
  }

  std::vector<double> start() {
    std::vector<double> x(system_->graph().unknowns());
    system_->start(x.data());
    return x;
  }

  NonlinearSystem& system() { return *system_; }

 private:
  /// On boundaries of type `exact`.
  static std::array<double, 4> data(double x, double y, double) {
    return {1 + 0.1 * x, 0.2 * y, 0.3 - 0.1 * x, 0.7 + 0.1 * y};
  }

  void set(const std::vector<double>& coefficients) { state_.copy_in(space_.pack(coefficients)); }

  Mesh2 mesh_;
  SolverOptions options_;
  std::unique_ptr<Backend> backend_;
  SemiDiscretisation<Eq> space_;
  HostSpace<4> host_;
  std::unique_ptr<Operators<Eq>> operators_;
  std::unique_ptr<ExactProducts<Eq>> products_;
  Array<double> state_;
  SelfCommunicator ranks_;
  FieldData<Eq> data_;
  std::unique_ptr<ImplicitSystem<Eq>> system_;
};

/// Viscous, by `fused`.
inline SolverOptions jacobian_options(int degree) {
  SolverOptions o = serial_options();
  o.degree = degree;
  o.assembly = Assembly::fused;
  o.gas.viscosity = 0.05;
  return o;
}

}  // namespace dg::test
