#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "libdg/core/errors.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/kernels/operators/exact_products.hpp"
#include "libdg/solver/host_space.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "mesh_of_shapes.hpp"
#include "reference_rate.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Catch::Matchers::Contains;

const std::vector<int> degrees_2d{RKDG_TEST_EXACT_PRODUCTS_2D}, degrees_3d{RKDG_TEST_EXACT_PRODUCTS_3D};

constexpr std::array boundary_types{
    BoundaryType::farfield,         BoundaryType::wall_adiabatic, BoundaryType::wall_isothermal,
    BoundaryType::wall_heat_flux,   BoundaryType::wall_slip,      BoundaryType::symmetry,
    BoundaryType::outflow_pressure, BoundaryType::inflow_total,   BoundaryType::inflow_velocity,
    BoundaryType::supersonic_in,    BoundaryType::supersonic_out, BoundaryType::exact};
constexpr std::array fluxes{Riemann::llf, Riemann::roe, Riemann::hllc, Riemann::roe_low_mach};

template <int Dim>
using State = std::array<double, Dim + 2>;

/// A gas that flows along all coordinates; `speed` is its Mach number, nearly.
template <int Dim>
State<Dim> state(double rho, double speed, double p) {
  constexpr std::array direction{0.7, 0.5, 0.51};
  State<Dim> u{rho};
  double energy = p / 0.4;
  for (int d = 0; d < Dim; ++d) {
    u[1 + d] = rho * speed * direction[d];
    energy += 0.5 * u[1 + d] * speed * direction[d];
  }
  u[Dim + 1] = energy;
  return u;
}

struct Variant {
  int degree = 1;
  QuadSpace quads = QuadSpace::P;
  Riemann riemann = Riemann::roe;
  bool viscous = true, sutherland = false;
  int first_type = 0;  ///< of the boundaries in their order
  double speed = 0.5;
};

/// Of products with differences, over cells without a kink.
struct Comparison {
  long cells = 0, smooth = 0;
  double error = 0;
};

/// A discretised flow whose right-hand side, with its derivative, is known twice.
template <int Dim>
class Flow {
  using Gas = NavierStokes<double, Dim>;

 public:
  Flow(const Mesh<Dim>& mesh, const Variant& v) : mesh_(mesh), backend_(make_backend(BackendKind::cpu, 1)) {
    GasOptions gas;
    gas.viscous = v.viscous;
    gas.viscosity = 0.03;
    if (v.sutherland) gas.law = ViscosityLaw::sutherland;
    const State<Dim> outside = state<Dim>(1.05, 1.1 * v.speed, 0.75);
    reference_ = {v.degree, v.quads, 0, 0, gas, v.riemann, {}, [=](const auto&) { return outside; }, {}};
    Physics<Gas> physics{Gas(gas), v.riemann, {}};
    for (std::size_t b = 0; b < mesh.boundary_names.size(); ++b) {
      reference_.boundaries.push_back(condition(boundary_types[(v.first_type + b) % boundary_types.size()], outside));
      physics.boundaries.push_back({mesh.boundary_names[b], reference_.boundaries.back(), false});
    }
    if (std::none_of(mesh.faces.begin(), mesh.faces.end(), [](const Face& f) { return f.plus < 0; }))
      physics.boundaries.clear();
    SpaceOptions options;
    options.degree = v.degree;
    options.quads = v.quads;
    options.assembly = Assembly::fused;
    space_ = std::make_unique<SemiDiscretisation<Gas>>(*backend_, mesh, options, physics);
    std::vector<double> data(space_->boundary_data_size());
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = outside[i % outside.size()];
    space_->set_boundary_data(data);
    products_ = make_exact_products<Gas>(*backend_, v.degree);
    const auto smooth = HostSpace<Dim + 2, Dim>(mesh, v.degree, v.quads)
                            .project(FieldOf<Dim + 2, Dim>([&](auto... x) { return at(v.speed, x...); }), 0);
    coefficients_.assign(smooth.begin(), smooth.end());
    test::Random random(5);
    for (double& c : coefficients_) c += random(-0.03, 0.03);
  }

  std::size_t size() const { return coefficients_.size(); }

  std::vector<double> product(const std::vector<double>& direction) const {
    const Array<double> in(*backend_, space_->pack(coefficients_)), along(*backend_, space_->pack(direction)),
        one(*backend_, std::vector<double>{1.0});
    Array<double> out(*backend_, space_->state_size());
    Stage<double> stage{};
    stage.in = in.data();
    stage.direction = along.data();
    stage.out = out.data();
    stage.rate_weight = 1;
    stage.dt = one.data();
    products_->multiply(space_->context(), stage);
    return space_->unpack(out.copy_out());
  }

  /// Compares a product with differences of fourth order of the second implementation of the scheme, whose truncation
  /// and rounding are some 1e-11. Where those of two step sizes disagree in a cell, a kink of a flux lies between the
  /// states that they take, and there is no derivative to compare with.
  void compare(const std::vector<double>& direction, Comparison& total) const {
    constexpr double h = 5e-5;
    std::map<int, std::vector<double>> rate;
    for (const int steps : {-4, -2, -1, 1, 2, 4}) {
      std::vector<double> moved = coefficients_;
      for (std::size_t i = 0; i < size(); ++i) moved[i] += steps * h * direction[i];
      rate[steps] = test::reference_rate<Dim>(mesh_, reference_, moved);
    }
    const auto slope = [&](int n, std::size_t i) {
      return (rate[-2 * n][i] - rate[2 * n][i] + 8 * (rate[n][i] - rate[-n][i])) / (12 * n * h);
    };
    const std::vector<double> exact = product(direction);
    double largest = 0;
    for (std::size_t i = 0; i < size(); ++i) largest = std::max(largest, std::abs(slope(1, i)));
    for (std::size_t cell = 0; cell + 1 < space_->cell_begin().size(); ++cell) {
      double error = 0, disagreement = 0;
      for (std::size_t i = space_->cell_begin()[cell]; i < space_->cell_begin()[cell + 1]; ++i) {
        error = std::max(error, std::abs(exact[i] - slope(1, i)));
        disagreement = std::max(disagreement, std::abs(slope(2, i) - slope(1, i)));
      }
      ++total.cells;
      if (disagreement > 1e-10 * largest) continue;
      ++total.smooth;
      total.error = std::max(total.error, error / largest);
    }
  }

 private:
  template <class... X>
  static State<Dim> at(double speed, X... x) {
    const std::array place{x...};
    const double wave = std::sin(2 * place[0] + 3 * place[1]);
    return state<Dim>(1 + 0.1 * wave, speed * (1 + 0.1 * std::cos(2 * place[1] - place[0])), 0.8 - 0.08 * wave);
  }

  static BoundaryParameters<double, Dim> condition(BoundaryType type, const State<Dim>& outside) {
    BoundaryParameters<double, Dim> c{};
    c.type = type;
    std::copy(outside.begin(), outside.end(), c.state);
    c.velocity[0] = 0.1;
    c.direction[0] = 0.8;
    c.direction[1] = 0.6;
    c.temperature = 1.1, c.pressure = 0.7, c.total_pressure = 0.95, c.total_temperature = 1.1;
    return c;
  }

  const Mesh<Dim>& mesh_;
  std::unique_ptr<Backend> backend_;
  test::ReferenceScheme<Dim> reference_{};
  std::unique_ptr<SemiDiscretisation<Gas>> space_;
  std::unique_ptr<ExactProducts<Gas>> products_;
  std::vector<double> coefficients_;
};

template <int Dim>
void check_product(const Mesh<Dim>& mesh, const Variant& v, Comparison& all) {
  const Flow<Dim> flow(mesh, v);
  test::Random random(7);
  std::vector<double> direction(flow.size());
  for (double& entry : direction) entry = random(-1, 1);
  INFO("degree " << v.degree << ", flux " << static_cast<int>(v.riemann) << ", viscous " << v.viscous << ", type "
                 << static_cast<int>(boundary_types[v.first_type]) << ", Q " << v.quads.quads << v.quads.prisms);
  flow.compare(direction, all);
  CHECK(all.error < 1e-10);
}

/// All columns of the Jacobian of a small mesh.
template <int Dim>
void check_dense(const Mesh<Dim>& mesh, const Variant& v, Comparison& all) {
  const Flow<Dim> flow(mesh, v);
  for (std::size_t column = 0; column < flow.size(); ++column) {
    std::vector<double> unit(flow.size(), 0.0);
    unit[column] = 1;
    flow.compare(unit, all);
  }
  CHECK(all.error < 1e-10);
}

TEST_CASE("Exact products are the derivative of the scheme in 2-D: all cells, boundaries, fluxes") {
  Comparison all;
  for (const int degree : degrees_2d)
    for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q})
      for (std::size_t i = 0; i < boundary_types.size(); ++i) {
        const bool curved = i % 4 > 1;
        const Mesh2 mesh =
            test::hybrid_mesh({.n = 2, .order = curved ? 3 : 1, .curved = curved ? 0.04 : 0, .periodic = i % 10 == 9});
        check_product<2>(mesh,
                         {.degree = degree,
                          .quads = quads,
                          .riemann = fluxes[i % fluxes.size()],
                          .viscous = i % 5 != 4,
                          .sutherland = i % 2 == 1,
                          .first_type = static_cast<int>(i)},
                         all);
      }
  CHECK(all.smooth >= 0.8 * all.cells);
}

TEST_CASE("Exact products of a supersonic flow are the derivative of the scheme") {
  Comparison all;
  for (const int degree : degrees_2d)
    for (const Riemann riemann : fluxes)
      check_product<2>(test::hybrid_mesh({.n = 2, .periodic = false}),
                       {.degree = degree, .riemann = riemann, .first_type = 7, .speed = 2.5}, all);
  CHECK(all.smooth >= 0.8 * all.cells);
}

TEST_CASE("Exact products are the derivative of the scheme in 3-D: all cells, boundaries, fluxes") {
  using test::Shapes3D;
  Comparison all;
  std::size_t i = 0;
  for (const int degree : degrees_3d)
    for (const Shapes3D shapes :
         {Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra, Shapes3D::pyramids, Shapes3D::all_four})
      for (const int order : {1, 2})
        for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q, QuadSpace::Q_and_prisms}) {
          const bool has_hexahedra = shapes == Shapes3D::hexahedra || shapes == Shapes3D::all_four,
                     prisms = shapes == Shapes3D::prisms;
          if (degree > 1 && order > 1) continue;
          if ((quads == QuadSpace::Q && !has_hexahedra) || (quads.prisms && !prisms)) continue;
          INFO(test::name_of(shapes) << ", order " << order);
          const bool bent = order > 1;
          const Mesh3 mesh = test::mesh_of_shapes(shapes, degree > 1 && shapes != Shapes3D::all_four ? 1 : 2, false,
                                                  {order, bent ? 0.05 : 0});
          check_product<3>(mesh,
                           {.degree = degree,
                            .quads = quads,
                            .riemann = fluxes[i % fluxes.size()],
                            .viscous = i % 5 != 4,
                            .first_type = static_cast<int>(i % boundary_types.size())},
                           all);
          ++i;
        }
  CHECK(all.smooth >= 0.8 * all.cells);
}

TEST_CASE("Exact products of all unit vectors are the dense Jacobian of a small mesh") {
  Comparison all;
  if (!degrees_2d.empty())
    for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q})
      for (const std::string kind : {"triangles", "quads"})
        for (const Riemann riemann : fluxes) {
          const Mesh2 mesh = test::hybrid_mesh({.n = 2, .order = 2, .curved = 0.04, .periodic = false, .kind = kind});
          check_dense<2>(mesh,
                         {.degree = degrees_2d.front(),
                          .quads = quads,
                          .riemann = riemann,
                          .first_type = static_cast<int>(riemann) * 3},
                         all);
        }
  using test::Shapes3D;
  if (!degrees_3d.empty())
    for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra, Shapes3D::pyramids})
      check_dense<3>(test::mesh_of_shapes(shapes, 1, false), {.degree = degrees_3d.front()}, all);
  CHECK(all.smooth >= 0.8 * all.cells);
}

TEST_CASE("Exact products that were not built are refused, and so are those of an explicit scheme") {
  const auto backend = make_backend(BackendKind::cpu, 1);
  CHECK_THROWS_WITH((make_exact_products<NavierStokes2D<double>>(*backend, max_degree + 1)),
                    Contains("-DRKDG_EXACT_PRODUCTS_2D") && Contains("products = differences"));
  CHECK_THROWS_WITH((make_exact_products<NavierStokes3D<double>>(*backend, max_degree + 1)),
                    Contains("-DRKDG_EXACT_PRODUCTS_3D"));
  SolverOptions o = test::serial_options();
  o.products = JacobianProducts::exact;
  CHECK_THROWS_WITH(make_solver(test::hybrid_mesh({}), o), Contains("not for explicit ones"));
}

}  // namespace
}  // namespace dg
