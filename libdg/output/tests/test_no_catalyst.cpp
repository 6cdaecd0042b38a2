#include <catch2/catch.hpp>

#include "libdg/core/errors.hpp"
#include "libdg/output/catalyst_adaptor.hpp"
#include "libdg/output/tests/test_meshes.hpp"

using namespace dg;
using Catch::Contains;

TEST_CASE("without Catalyst a script is refused, and what it would take is said") {
  CHECK_FALSE(has_catalyst());
  const Mesh2 mesh = bent_mesh();
  const auto solver = make_solver(mesh, {});
  SelfCommunicator self;
  const OwnCells<2> own{mesh, {}, self};
  CHECK_THROWS_AS(make_catalyst_adaptor(own, *solver, {.script = "pictures.py"}), InputError);
  CHECK_THROWS_WITH(make_catalyst_adaptor(own, *solver, {.script = "pictures.py"}),
                    Contains("pictures.py: this build has no ParaView Catalyst") && Contains("-DRKDG_CATALYST=ON"));
}
