#include <catch2/catch.hpp>

#include "meshes/cgns_file.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;

TEST_CASE("without the CGNS library its files are refused with what to do") {
  CHECK_FALSE(has_cgns());
  const samples::TemporaryFolder folder;
  samples::write_text(folder / "m.cgns", "\x89HDF\r\n\x1a\n....CGNSLibraryVersion");
  samples::check_refused([&] { read_any_mesh(folder / "m.cgns"); },
                         {"m.cgns: is a CGNS file", "libcgns-dev", "RKDG_CGNS=ON"});
}
