#include <catch2/catch.hpp>

#include "mean_sponge.hpp"
#include "mesh_of_shapes.hpp"
#include "moving_flow.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

/// The state and the mean after steps with a sponge that draws the state to the mean.
template <int Dim>
std::array<std::vector<double>, 2> drawn(const Mesh<Dim>& mesh, SolverOptions o, BackendKind backend,
                                         const GasField<Dim>& start, const std::shared_ptr<const Formulas>& source) {
  o.backend = backend;
  const auto solver = make_solver(mesh, o);
  if (source) solver->set_source(source);
  solver->set_sponge_to_mean(*rising_strength(), averaging_time);
  solver->set_state(start);
  REQUIRE(solver->advance(60, 1e300).steps == 60);
  return {solver->coefficients(), solver->running_mean()};
}

template <int Dim>
void check_devices(const Mesh<Dim>& mesh, const SolverOptions& o, const GasField<Dim>& start,
                   const std::shared_ptr<const Formulas>& source = nullptr) {
  const double rounding = o.precision == Precision::double_precision ? 1e-11 : 1e-4;
  const auto cpu = drawn(mesh, o, BackendKind::cpu, start, source);
  const auto cuda = drawn(mesh, o, BackendKind::cuda, start, source);
  for (std::size_t i = 0; i < cpu.size(); ++i) CHECK(relative_difference(cuda[i], cpu[i]) < rounding);
}

TEST_CASE("A sponge to the mean on a device does what it does on the host", "[sponge]") {
  for (const int order : {1, 2})
    for (const int degree : built_degrees())
      for (const Precision precision : built_precisions())
        for (const Layout layout : {Layout::automatic, Layout::flat})
          for (const bool has_source : {false, true}) {
            INFO("order " << order << ", degree " << degree << ", double " << (precision == Precision::double_precision)
                          << ", flat " << (layout == Layout::flat) << (has_source ? ", beside a source in time" : ""));
            SolverOptions o;
            o.degree = degree;
            o.precision = precision;
            o.layout = layout;
            o.gas.viscous = false;
            check_devices<2>(hybrid_mesh({.n = 8, .order = order, .curved = order > 1 ? 0.03 : 0.0}), o, smooth_flow_at,
                             has_source ? MovingFlow().source_of_two() : nullptr);
          }
}

TEST_CASE("A sponge to the mean on a device does so with 3-D cells of all shapes", "[sponge]") {
  const auto start = [](double x, double y, double z, double) {
    return std::array{1 + 0.1 * std::sin(x + 2 * y), 0.2 * std::cos(y), 0.1 * std::sin(z), -0.1 * std::cos(x),
                      1 + 0.1 * std::sin(z)};
  };
  for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q}) {
    SolverOptions o;
    o.degree = 2;
    o.quads = quads;
    o.gas.viscous = false;
    for (const Bending& bending : {Bending{}, Bending{2, 0.04}})
      check_devices<3>(mesh_of_shapes(Shapes3D::all_four, 3, true, bending), o, start);
  }
}

}  // namespace
}  // namespace dg::test
