#include <catch2/catch.hpp>

#include "flows.hpp"
#include "libdg/core/errors.hpp"

namespace dg {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("What finite volumes cannot do is refused with a reason") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 2});
  const auto refuses = [&](auto change, const std::string& reason) {
    SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
    CHECK_NOTHROW(make_solver(mesh, o));
    change(o);
    CHECK_THROWS_AS(make_solver(mesh, o), InputError);
    CHECK_THROWS_WITH(make_solver(mesh, o), Contains(reason));
  };
  refuses([](SolverOptions& o) { o.degree = 1; }, "needs degree 0, not 1");
  refuses([](SolverOptions& o) { o.gas.viscous = true, o.assembly = Assembly::patches; }, "has no viscous terms");
  refuses([](SolverOptions& o) { o.limiter_constant = 0; }, "constant of the limiter");
  refuses([](SolverOptions& o) { o.smoothing = -1; }, "not negative");
  refuses([](SolverOptions& o) { o.smoothing = 0.5, o.sweeps = 0; }, "at least one sweep");
  refuses([](SolverOptions& o) { o.assembly = Assembly::colour; }, "assembled by");
  refuses([](SolverOptions& o) { o.assembly = Assembly::patches, o.reconstruction = Reconstruction::none; },
          "made for a reconstruction");
  refuses([](SolverOptions& o) { o.smoothing = 0.5, o.reconstruction = Reconstruction::none; },
          "needs a reconstruction");
  refuses(
      [](SolverOptions& o) {
        o.reconstruction = Reconstruction::none, o.degree = 1, o.scheme = TimeScheme::multistage4;
      },
      "made for degree 0");
}

TEST_CASE("The estimate of memory holds for finite volumes") {
  for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::atomic, Assembly::patches}) {
    const double smoothing = assembly == Assembly::gather ? 0.0 : 0.6;
    const Mesh2 mesh = test::hybrid_mesh({.n = 48, .distortion = 0, .periodic = false});
    SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
    o.boundaries = test::walls_and_far_field();
    o.local_time_step = true;
    o.smoothing = smoothing;
    o.assembly = assembly;
    const auto solver = make_solver(mesh, o);
    CHECK(static_cast<double>(estimate_memory(mesh, o)) ==
          Approx(static_cast<double>(solver->info().bytes)).epsilon(0.03));
  }
}

}  // namespace
}  // namespace dg
