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

template <int Dim>
std::array<double, Dim + 2> at(const GasField<Dim>& field, const std::array<double, Dim>& x) {
  if constexpr (Dim == 2)
    return field(x[0], x[1], 0);
  else
    return field(x[0], x[1], x[2], 0);
}

template <class Real, int Dim>
std::vector<double> rate(const Mesh<Dim>& mesh, SolverOptions options, const std::vector<double>& coefficients,
                         const GasField<Dim>& data, const GasField<Dim>& source) {
  using Gas_ = NavierStokes<Real, Dim>;
  constexpr int n_var = Dim + 2;
  const auto backend = make_backend(options.backend, options.threads);
  static_cast<RunOptions&>(options) = resolved(options, *backend, options.precision, n_var, Dim);
  SemiDiscretisation<Gas_> discretisation(*backend, mesh, options,
                                          gas_physics<Real, Dim>(options.gas, options.riemann, options.boundaries));
  // Kernels that no build has are compiled once for all meshes of the tests.
  const auto operators = options.reconstruction != Reconstruction::none
                             ? make_finite_volumes<Real>(*backend, mesh, discretisation, discretisation.context(), {})
                             : make_operators<Gas_>(*backend, discretisation.context(), options.degree,
                                                    {options.assembly, discretisation.state_size(), options.colouring,
                                                     discretisation.slabs(), all_zone_kinds});
  if (data) {
    const Gas<double> gas(options.gas);
    std::vector<Real> values;
    for (const BoundaryPoint<Dim>& p :
         boundary_points(mesh, discretisation.boundary_faces(), options.degree, options.face_rule)) {
      double u[n_var];
      conservative<Dim>(gas, at<Dim>(data, p.x).data(), u);
      for (const double x : u) values.push_back(static_cast<Real>(x));
    }
    if (!values.empty()) discretisation.set_boundary_data(values);
  }
  const Array<Real> in(*backend, discretisation.pack(coefficients)), one(*backend, std::vector<Real>{Real(1)});
  Array<Real> out(*backend, discretisation.state_size()), moments;
  if (source)
    moments = Array<Real>(
        *backend, discretisation.pack(HostSpace<n_var, Dim>(mesh, options.degree, options.quads).moments(source, 0)));
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

template <int Dim>
std::vector<double> solver_rate(const Mesh<Dim>& mesh, const SolverOptions& options,
                                const std::vector<double>& coefficients,
                                const std::type_identity_t<GasField<Dim>>& data,
                                const std::type_identity_t<GasField<Dim>>& source) {
  return options.precision == Precision::double_precision ? rate<double, Dim>(mesh, options, coefficients, data, source)
                                                          : rate<float, Dim>(mesh, options, coefficients, data, source);
}

template std::vector<double> solver_rate<2>(const Mesh<2>&, const SolverOptions&, const std::vector<double>&,
                                            const GasField<2>&, const GasField<2>&);
template std::vector<double> solver_rate<3>(const Mesh<3>&, const SolverOptions&, const std::vector<double>&,
                                            const GasField<3>&, const GasField<3>&);

}  // namespace dg::test
