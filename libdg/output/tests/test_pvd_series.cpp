#include <catch2/catch.hpp>

#include "libdg/output/pvd_series.hpp"
#include "libdg/output/tests/temporary_folder.hpp"

using namespace dg;

TEST_CASE("a series lists its files, and goes on after a restart") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.pvd");
  for (const char* name : {"a.vtu", "b.vtu", "c.vtu"}) folder.write(name, "");
  {
    PvdSeries series(path);
    series.add(0.0, "a.vtu");
    series.add(0.1, "b.vtu");
    series.add(0.2, "c.vtu");
  }
  CHECK(folder.read("fields.pvd").find("<DataSet timestep=\"0.20000000000000001\" file=\"c.vtu\"/>") !=
        std::string::npos);
  PvdSeries series(path);
  CHECK(series.resume(0.1).empty());
  series.add(0.15, "d.vtu");
  const std::string text = folder.read("fields.pvd");
  CHECK(text.find("a.vtu") != std::string::npos);
  CHECK(text.find("b.vtu") < text.find("d.vtu"));
  CHECK(text.find("c.vtu") == std::string::npos);
}

TEST_CASE("a series goes on without files that are gone, and says so") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.pvd");
  CHECK(PvdSeries(path).resume(1.0).empty());
  PvdSeries first(path);
  for (const char* name : {"a.vtu", "b.vtu", "c.vtu"}) first.add(static_cast<double>(name[0]), name);
  folder.write("b.vtu", "");
  PvdSeries second(path);
  CHECK(second.resume('c') == "2 files that it lists are missing, and are left out");
  second.add('d', "d.vtu");
  const std::string text = folder.read("fields.pvd");
  CHECK(text.find("a.vtu") == std::string::npos);
  CHECK(text.find("b.vtu") < text.find("d.vtu"));
  CHECK(text.find("c.vtu") == std::string::npos);
  std::string broken = text;
  broken.insert(text.find("d.vtu"), "\n");
  folder.write("fields.pvd", broken);
  CHECK(PvdSeries(path).resume('d') == "is damaged; the entries that can be read are continued");
  folder.write("fields.pvd", text.substr(0, text.size() / 2));
  CHECK(PvdSeries(path).resume('d') == "is damaged; the entries that can be read are continued");
}
