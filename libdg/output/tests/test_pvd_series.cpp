#include <catch2/catch.hpp>

#include "libdg/output/pvd_series.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;

TEST_CASE("a series lists its files, and goes on after a restart") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.pvd");
  {
    PvdSeries series(path);
    series.add(0.0, "a.vtu");
    series.add(0.1, "b.vtu");
    series.add(0.2, "c.vtu");
  }
  CHECK(folder.read("fields.pvd").find("<DataSet timestep=\"0.20000000000000001\" file=\"c.vtu\"/>") !=
        std::string::npos);
  PvdSeries series(path);
  series.resume(0.1);
  series.add(0.15, "d.vtu");
  const std::string text = folder.read("fields.pvd");
  CHECK(text.find("a.vtu") != std::string::npos);
  CHECK(text.find("b.vtu") < text.find("d.vtu"));
  CHECK(text.find("c.vtu") == std::string::npos);
}
