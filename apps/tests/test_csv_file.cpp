#include <catch2/catch.hpp>

#include "apps/run/csv_file.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

TEST_CASE("rows are on disk at once, in full precision") {
  const TemporaryFolder folder;
  CsvFile file(folder.file("a.csv"), {"t", "a", "name"});
  file.row({0.1, 1.0 / 3.0}, "wall");
  CHECK(folder.read("a.csv") == "t,a,name\n0.10000000000000001,0.33333333333333331,wall\n");
}

TEST_CASE("a restart keeps the rows up to its time and drops the rest") {
  const TemporaryFolder folder;
  {
    CsvFile file(folder.file("a.csv"), {"t", "a"});
    for (int i = 0; i < 5; ++i) file.row({0.1 * i, 1.0 * i});
  }
  CsvFile file = CsvFile::resume(folder.file("a.csv"), {"t", "a"}, 0.1 * 2);
  CHECK(file.kept().size() == 3);
  file.row({9.0, 9.0});
  CHECK(folder.read("a.csv") == "t,a\n0,0\n0.10000000000000001,1\n0.20000000000000001,2\n9,9\n");
}

TEST_CASE("a table with other columns is started afresh") {
  const TemporaryFolder folder;
  folder.write("a.csv", "t,b\n0,1\n");
  const CsvFile file = CsvFile::resume(folder.file("a.csv"), {"t", "a"}, 1.0);
  CHECK(file.kept().empty());
  CHECK(folder.read("a.csv") == "t,a\n");
}

TEST_CASE("a full disk is an error with the system's reason") {
  CHECK_THROWS_WITH(CsvFile("/dev/full", {"t"}), Contains("/dev/full") && Contains("No space left"));
  CHECK_THROWS_AS(CsvFile("/no/such/folder/a.csv", {"t"}), RunError);
}
