#include <catch2/catch.hpp>

#include "meshes/gmsh_io.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;

TEST_CASE("without Gmsh its functions say so and what to do") {
  CHECK_FALSE(has_gmsh());
  const samples::TemporaryFolder folder;
  const std::vector<std::string> pieces{"this build has none", "libgmsh-dev", "RKDG_GMSH=ON", ".h5"};
  check_refused([&] { write_mesh(samples::box(1, 1, 1), folder / "b.msh"); }, pieces);
  check_refused([] { triangulate({}, {}, {}); }, pieces);
  CHECK(folder.file_count() == 0);
}
