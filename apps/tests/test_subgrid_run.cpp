// A vortex that the mesh does not resolve, with each subgrid model and without.
#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "apps/tests/cases_3d.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;
using namespace dg::app;
using namespace dg::app::cases_3d;

namespace {

/// A Taylor-Green vortex at Reynolds number 1600 with 12^3 unknowns a variable, for six of its times.
const std::string vortex = R"([mesh]
generate = box
parameters = kind=hexahedra n=4 xmin=-pi xmax=pi ymin=-pi ymax=pi zmin=-pi zmax=pi
[space]
degree = 2
hexahedra = Q
riemann = roe
[reference]
mach = 0.1
reynolds = 1600
[initial]
rho = 1
u = mach * sin(x) * cos(y) * cos(z)
v = -mach * cos(x) * sin(y) * cos(z)
w = 0
p = 1 / gamma + mach^2 / 16 * (cos(2 * x) + cos(2 * y)) * (cos(2 * z) + 2)
[time]
end = 60
[output]
format = none
)";

}  // namespace

TEST_CASE("Subgrid models dissipate a vortex that the mesh does not resolve, and the energy stays bounded") {
  const TemporaryFolder folder;
  std::map<std::string, double> lost, by_viscosity;
  for (const std::string model : {"none", "smagorinsky", "wale", "vreman", "sigma"}) {
    INFO(model);
    AnyProblem any =
        make_any_problem(read_case(folder.write("c.ini", vortex + periodic), {"turbulence.model=" + model}), one_core);
    SolverOf<3>& solver = *std::get<std::unique_ptr<ProblemOf<3>>>(any)->solver;
    const double start = solver.flow_totals().kinetic_energy;
    double energy = start;
    for (int i = 1; i <= 6; ++i) {
      REQUIRE(solver.advance(1000000, 10 * i).bad_cell < 0);
      const double now = solver.flow_totals().kinetic_energy;
      CHECK(now < 1.001 * energy);  // sound waves lend some
      energy = now;
    }
    CHECK(energy > 0.2 * start);
    lost[model] = 1 - energy / start;
    by_viscosity[model] = solver.flow_totals().viscous_dissipation;
    UNSCOPED_INFO(lost[model] << " lost, dissipation " << by_viscosity[model]);
  }
  for (const std::string model : {"smagorinsky", "wale", "vreman", "sigma"}) {
    INFO(model);
    CHECK(lost[model] > lost["none"]);
    CHECK(by_viscosity[model] > by_viscosity["none"]);
  }
}
