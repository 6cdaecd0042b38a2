#include <catch2/catch.hpp>

#include "flows.hpp"
#include "libdg/tests/solver_rate.hpp"
#include "reference_volumes.hpp"

namespace dg {
namespace {

/// The rate of the kernels, of means.
std::vector<double> rate(const Mesh2& mesh, const SolverOptions& o, const std::vector<double>& coefficients,
                         const FieldFunction& data = {}, const FieldFunction& source = {}) {
  std::vector<double> rates = test::solver_rate(mesh, o, coefficients, data, source);
  for (std::size_t i = 0; i < rates.size(); ++i) rates[i] *= test::mean_over_coefficient(mesh.cell_shapes[i / 4]);
  return rates;
}

constexpr std::array limiters{Limiter::none, Limiter::barth_jespersen, Limiter::venkatakrishnan};
constexpr double tolerance = 1e-11;

TEST_CASE("Finite volumes equal a second implementation on periodic meshes, whatever the limiter and the flux") {
  for (const int order : {1, 3})
    for (const auto limiter : limiters)
      for (const auto riemann : {Riemann::llf, Riemann::roe, Riemann::hllc}) {
        const Mesh2 mesh = test::mixed_mesh(true, order);
        SolverOptions o = test::finite_volumes(limiter);
        o.riemann = riemann;
        const auto state = test::rough_averages(mesh, test::smooth_flow_at, 0.2);
        INFO("order " << order << ", limiter " << static_cast<int>(limiter) << ", flux " << static_cast<int>(riemann));
        CHECK(test::relative_difference(rate(mesh, o, state), test::reference_volume_rate(mesh, o, state)) < tolerance);
      }
}

TEST_CASE("Finite volumes equal a second implementation beside every type of boundary") {
  auto walls = test::on_all_sides(BoundaryType::wall_slip);
  walls[1] = test::walls_and_far_field()[1];
  walls[2].type = BoundaryType::symmetry;
  for (const auto& boundaries : {walls, test::walls_and_far_field(), test::in_and_out(), test::supersonic()})
    for (const std::string kind : {"triangles", "hybrid"})
      for (const auto limiter : limiters) {
        const Mesh2 mesh = test::hybrid_mesh({.n = 4, .periodic = false, .kind = kind});
        SolverOptions o = test::finite_volumes(limiter);
        o.boundaries = boundaries;
        o.limiter_constant = 2;
        o.limiter_length = 0.7;
        const auto state = test::rough_averages(mesh, test::smooth_flow_at, 0.1);
        INFO(kind << ", limiter " << static_cast<int>(limiter));
        CHECK(test::relative_difference(rate(mesh, o, state, test::smooth_flow_at),
                                        test::reference_volume_rate(mesh, o, state, test::smooth_flow_at)) < tolerance);
      }
}

TEST_CASE("In single precision finite volumes equal a second implementation in double to its round-off") {
  if (!test::is_built(Precision::single_precision)) return;
  constexpr std::array fluxes{Riemann::llf, Riemann::roe, Riemann::hllc};
  constexpr std::array assemblies{Assembly::fused, Assembly::gather, Assembly::atomic};
  for (const bool periodic : {true, false})
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const Mesh2 mesh = test::mixed_mesh(periodic);
        SolverOptions o = test::finite_volumes(limiters[i]);
        o.precision = Precision::single_precision;
        o.assembly = assemblies[j];
        o.riemann = fluxes[(i + j) % 3];
        if (!periodic) o.boundaries = test::walls_and_far_field();
        const auto state = test::rough_averages(mesh, test::smooth_flow_at, 0.1);
        INFO("periodic " << periodic << ", limiter " << i << ", assembly " << j);
        const double difference =
            test::relative_difference(rate(mesh, o, state), test::reference_volume_rate(mesh, o, state));
        CHECK(difference < 1e-5);
        CHECK(difference > 1e-9);  // else it was not in single precision
      }
}

TEST_CASE("Where a trace would be no gas, the mean takes its place") {
  const Mesh2 mesh = test::mixed_mesh(true);
  const SolverOptions o = test::finite_volumes();
  // Jumps by a factor of a hundred, which slopes without a limiter carry below zero.
  const auto flow = [](double x, double, double) {
    const bool inside = x > 0.3 && x < 0.7;
    return std::array{inside ? 1.0 : 0.01, 0.1, 0.2, inside ? 1.0 : 0.01};
  };
  const auto state = test::at_centroids(mesh, flow);
  const auto rates = rate(mesh, o, state);
  CHECK(test::relative_difference(rates, test::reference_volume_rate(mesh, o, state)) < tolerance);
  for (const double x : rates) CHECK(std::isfinite(x));
}

TEST_CASE("Every assembly of finite volumes has the same rate") {
  for (const bool periodic : {true, false}) {
    const Mesh2 mesh = test::mixed_mesh(periodic);
    SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
    if (!periodic) o.boundaries = test::walls_and_far_field();
    const auto state = test::rough_averages(mesh, test::smooth_flow_at, 0.1);
    const auto source = [](double x, double, double) { return std::array{0.3 * x, -0.2, 0.1, 0.4}; };
    const auto fused = rate(mesh, o, state, {}, source);
    for (const auto assembly : {Assembly::gather, Assembly::atomic, Assembly::patches}) {
      o.assembly = assembly;
      INFO("assembly " << static_cast<int>(assembly) << ", periodic " << periodic);
      CHECK(test::relative_difference(rate(mesh, o, state, {}, source), fused) < 1e-13);
    }
  }
}

TEST_CASE(
    "Finite volumes in many patches equal those cell by cell: every shape, straight and curved, boundaries, steps") {
  for (const std::string kind : {"triangles", "quads", "hybrid"})
    for (const int order : {1, 2})
      for (const bool periodic : {true, false}) {
        const Mesh2 mesh = test::hybrid_mesh(
            {.n = 24, .order = order, .curved = order > 1 ? 0.03 : 0.0, .periodic = periodic, .kind = kind});
        SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
        if (!periodic) o.boundaries = test::walls_and_far_field();
        o.scheme = TimeScheme::multistage4;
        o.local_time_step = true;
        const auto after_steps = [&](Assembly assembly, double smoothing, int sweeps) {
          o.assembly = assembly;
          o.smoothing = smoothing;
          o.sweeps = sweeps;
          auto solver = make_solver(mesh, o);
          solver->set_coefficients(test::rough_averages(mesh, test::smooth_flow_at, 0.1));
          solver->advance(2, 1e300);
          return solver->coefficients();
        };
        for (const auto& [smoothing, sweeps] : {std::pair(0.0, 2), std::pair(0.6, 2), std::pair(0.6, 3)}) {
          INFO(kind << " of order " << order << ", periodic " << periodic << ", smoothing " << smoothing << ", sweeps "
                    << sweeps);
          CHECK(test::relative_difference(after_steps(Assembly::patches, smoothing, sweeps),
                                          after_steps(Assembly::fused, smoothing, sweeps)) < 1e-13);
        }
      }
}

TEST_CASE("Layouts and threads change nothing in finite volumes") {
  const Mesh2 mesh = test::mixed_mesh(true);
  const auto run = [&](Layout layout, int threads, Assembly assembly = Assembly::automatic) {
    SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
    o.assembly = assembly;
    o.layout = layout;
    o.threads = threads;
    auto solver = make_solver(mesh, o);
    solver->set_state(test::smooth_flow_at);
    solver->advance(20, 1e300);
    return solver->coefficients();
  };
  const auto blocked = run(Layout::blocked, 1);
  CHECK(run(Layout::flat, 1) == blocked);
  CHECK(run(Layout::blocked, 2) == blocked);
  CHECK(run(Layout::flat, 2, Assembly::patches) == run(Layout::blocked, 1, Assembly::patches));
}

TEST_CASE("A source is added to the rate of finite volumes as it is") {
  const auto source = [](double, double, double) { return std::array{0.3, -0.2, 0.1, 0.4}; };
  for (const int order : {1, 3}) {
    const Mesh2 mesh = test::mixed_mesh(true, order);
    const SolverOptions o = test::finite_volumes();
    const auto state = test::rough_averages(mesh, test::smooth_flow_at, 0.1);
    const auto with = rate(mesh, o, state, {}, source), without = rate(mesh, o, state);
    for (std::size_t i = 0; i < with.size(); ++i)
      CHECK(with[i] - without[i] == Approx(source(0, 0, 0)[i % 4]).epsilon(1e-10));
  }
}

}  // namespace
}  // namespace dg
