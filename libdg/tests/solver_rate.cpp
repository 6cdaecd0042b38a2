#include "solver_rate.hpp"

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/make_operators.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/resolve_options.hpp"
#include "libdg/solver/semi_discretisation.hpp"

namespace dg::test {
namespace {

template <class Real>
std::vector<double> rate(const Mesh2& mesh, SolverOptions options, const std::vector<double>& coefficients,
                         const FieldFunction& data, const FieldFunction& source) {
  const auto backend = make_backend(options.backend, options.threads);
  static_cast<RunOptions&>(options) = resolved(options, *backend, options.precision, 4, 2);
  SemiDiscretisation<NavierStokes2D<Real>> discretisation(
      *backend, mesh, options, gas_physics<Real>(options.gas, options.riemann, options.boundaries));
  const auto operators = options.reconstruction != Reconstruction::none
                             ? make_finite_volumes<Real>(*backend, mesh, discretisation, discretisation.context(), {})
                             : make_operators<NavierStokes2D<Real>>(*backend, discretisation.context(), options.degree,
                                                                    {options.assembly, discretisation.state_size(),
                                                                     options.colouring, discretisation.slabs()});
  if (data) {
    const Gas<double> gas(options.gas);
    std::vector<Real> values;
    for (const BoundaryPoint<>& p :
         boundary_points(mesh, discretisation.boundary_faces(), options.degree, options.face_rule)) {
      double u[4];
      conservative<2>(gas, data(p.x[0], p.x[1], 0).data(), u);
      for (const double x : u) values.push_back(static_cast<Real>(x));
    }
    if (!values.empty()) discretisation.set_boundary_data(values);
  }
  const Array<Real> in(*backend, discretisation.pack(coefficients)), one(*backend, std::vector<Real>{Real(1)});
  Array<Real> out(*backend, discretisation.state_size()), moments;
  if (source)
    moments = Array<Real>(*backend,
                          discretisation.pack(HostSpace<4>(mesh, options.degree, options.quads).moments(source, 0)));
  Stage<Real> stage{};
  stage.in = in.data();
  stage.out = out.data();
  stage.rate_weight = Real(1);
  stage.dt = one.data();
  stage.source = moments.data();
  operators->stage(discretisation.context(), stage);
  return discretisation.unpack(out.copy_out());
}

}  // namespace

std::vector<double> solver_rate(const Mesh2& mesh, const SolverOptions& options,
                                const std::vector<double>& coefficients, const FieldFunction& data,
                                const FieldFunction& source) {
  return options.precision == Precision::double_precision ? rate<double>(mesh, options, coefficients, data, source)
                                                          : rate<float>(mesh, options, coefficients, data, source);
}

}  // namespace dg::test
