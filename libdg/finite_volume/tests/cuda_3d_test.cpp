#include <catch2/catch.hpp>

#include "flows_3d.hpp"

namespace dg {
namespace {

TEST_CASE("After 50 steps of finite volumes of 3-D cells CPU and CUDA agree: limiters, assemblies, viscosity") {
  const Mesh3 mesh = test::mesh_of_all_shapes(false);
  for (const auto limiter : {Limiter::none, Limiter::barth_jespersen, Limiter::venkatakrishnan})
    for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::atomic})
      for (const bool viscous : {false, true}) {
        SolverOptions o = test::finite_volumes(limiter);
        o.assembly = assembly;
        o.gas.viscous = viscous;
        o.gas.viscosity = 0.01;
        o.boundaries = {test::on("outside", BoundaryType::exact)};
        const auto run = [&](BackendKind backend) {
          o.backend = backend;
          auto solver = make_solver(mesh, o);
          REQUIRE(solver->info().backend == (backend == BackendKind::cuda ? "cuda" : "cpu"));
          solver->set_state(test::smooth_flow_3d);
          solver->set_boundary_data(test::smooth_flow_3d, false);
          REQUIRE(solver->advance(50, 1e300).steps == 50);
          return solver->coefficients();
        };
        INFO("limiter " << static_cast<int>(limiter) << ", assembly " << static_cast<int>(assembly) << ", viscous "
                        << viscous);
        CHECK(test::relative_difference(run(BackendKind::cuda), run(BackendKind::cpu)) < 1e-11);
      }
}

}  // namespace
}  // namespace dg
