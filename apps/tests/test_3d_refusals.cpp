// What cases on 3-D meshes and in 2-D refuse of each other.
#include <catch2/catch.hpp>

#include "apps/tests/cases_3d.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using namespace dg::app::cases_3d;
using Catch::Contains;

namespace {

std::string refused(const std::string& text, const Settings& settings) {
  const TemporaryFolder folder;
  try {
    make_any_problem(read_case(folder.write("c.ini", text), settings), one_core);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("what belongs to the other dimension, or is not there in 3-D, is refused with its place") {
  const std::string exact = waves + sides("exact");
  CHECK(refused(exact, {}).empty());
  CHECK_THAT(refused(exact, {"space.quads=Q"}), Contains("'quads' in [space]") && Contains("the mesh is 3-D"));
  CHECK_THAT(refused(exact, {"boundary.left.type=wall-adiabatic", "boundary.left.velocity=0, 1"}),
             Contains("'velocity' with two components"));
  CHECK_THAT(refused(exact, {"output.line=0, 0, 1, 1, 3"}), Contains("'line' of five numbers"));
  CHECK_THAT(refused(sound, {"space.assembly=atomic"}), Contains("'fused', 'gather' or 'tiles'"));
  const std::string case_2d = "[mesh]\ngenerate = square\n[gas]\nmodel = euler\n[time]\nsteps = 1\n";
  const std::string in_2d = "the mesh is 2-D";
  CHECK_THAT(refused(case_2d, {"initial.rho=1", "initial.u=0", "initial.v=0", "initial.w=0", "initial.p=1"}),
             Contains("'w'") && Contains(in_2d));
  CHECK_THAT(refused(case_2d, {"initial.rho=1 + z^2", "initial.u=0", "initial.v=0", "initial.p=1"}),
             Contains("a formula of z") && Contains(in_2d));
  for (const char* setting : {"reference.beta=3", "reference.area=2", "space.hexahedra=Q", "space.prisms=Q"})
    CHECK_THAT(refused(case_2d, {setting}), Contains(in_2d));
  CHECK_THAT(refused(case_2d, {"gas.model=navier-stokes", "gas.mu=0.1", "turbulence.model=wale"}),
             Contains("'model' in [turbulence]") && Contains(in_2d));
  CHECK_THAT(refused(case_2d, {"turbulence.model=wale"}), Contains("needs 'model = navier-stokes' in [gas]"));
  std::string without_w = waves;
  without_w.erase(without_w.find("w = 0.4"), without_w.find("p = 1 /") - without_w.find("w = 0.4"));
  CHECK_THAT(refused(without_w + sides("exact"), {}), Contains("a section without 'w'") && Contains("the mesh is 3-D"));
}
