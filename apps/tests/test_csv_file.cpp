#include <catch2/catch.hpp>

#include "apps/run/csv_file.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"
#include "meshes/tests/small_disk.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

TEST_CASE("rows are on disk at once, in full precision") {
  const TemporaryFolder folder;
  CsvFile file(folder.file("a.csv"), {"t", "a", "name"});
  file.row({0.1, 1.0 / 3.0}, "wall");
  CHECK(folder.read("a.csv") == "t,a,name\n0.10000000000000001,0.33333333333333331,wall\n");
}

TEST_CASE("a restart keeps the rows up to its step and drops the rest") {
  const TemporaryFolder folder;
  {
    CsvFile file(folder.file("a.csv"), {"t", "step"});
    for (int i = 0; i < 5; ++i) file.row({0.0, 1.0 * i});
  }
  CsvFile file = CsvFile::resume(folder.file("a.csv"), {"t", "step"}, 2);
  CHECK(file.kept().size() == 3);
  file.row({9.0, 9.0});
  CHECK(folder.read("a.csv") == "t,step\n0,0\n0,1\n0,2\n9,9\n");
  const auto even = [](const std::vector<std::string>& cells) { return std::stoi(cells[1]) % 2 == 0; };
  CHECK(CsvFile::resume(folder.file("a.csv"), {"t", "step"}, 100, even).kept() ==
        std::vector<std::string>{"0,0", "0,2"});
}

TEST_CASE("rows that were cut off are dropped, wherever they are") {
  const TemporaryFolder folder;
  folder.write("a.csv", "step,a,b\n0,1,2\n1,25\n\n2,3,4\n,5,6\n3x,5,6\n4,5,6,7\n5,6");
  CsvFile file = CsvFile::resume(folder.file("a.csv"), {"step", "a", "b"}, 100.0);
  file.row({6.0, 7.0, 8.0});
  CHECK(folder.read("a.csv") == "step,a,b\n0,1,2\n2,3,4\n6,7,8\n");
  folder.write("a.csv", "step,a\n0,1\n1,25\n2,3");
  CHECK(csv_rows(folder.file("a.csv"), {"step", "a"}, 100.0) == std::vector<std::string>{"0,1", "1,25"});
}

TEST_CASE("rows are taken back up to the mark") {
  const TemporaryFolder folder;
  CsvFile file(folder.file("a.csv"), {"step"});
  file.take_back();
  file.row({1.0});
  file.mark();
  file.row({2.0});
  file.row({3.0});
  file.take_back();
  file.row({4.0});
  CHECK(folder.read("a.csv") == "step\n1\n4\n");
}

TEST_CASE("a table that is not there is started, one with other columns is refused and stays") {
  const TemporaryFolder folder;
  CHECK(CsvFile::resume(folder.file("b.csv"), {"step", "a"}, 1.0).kept().empty());
  CHECK(folder.read("b.csv") == "step,a\n");
  folder.write("a.csv", "step,b\n0,1\n");
  CHECK_THROWS_WITH(CsvFile::resume(folder.file("a.csv"), {"step", "a"}, 1.0), Contains("a.csv: its columns are not"));
  CHECK(folder.read("a.csv") == "step,b\n0,1\n");
}

TEST_CASE("on a full disk a table stays as it is, and the error has the system's reason") {
  const TemporaryFolder folder;
  {
    CsvFile file(folder.file("a.csv"), {"step", "a"});
    for (int i = 0; i < 100; ++i) file.row({1.0 * i, 1.0 / (i + 3)});
  }
  const std::string before = folder.read("a.csv");
  {
    const samples::SmallDisk disk(1000);
    CHECK_THROWS_WITH(CsvFile::resume(folder.file("a.csv"), {"step", "a"}, 100.0),
                      Contains("a.csv: cannot be written"));
    CHECK(folder.read("a.csv") == before);
    CsvFile file(folder.file("b.csv"), {"t"});
    CHECK_THROWS_WITH(file.row(std::vector<double>(1000, 1.5)), Contains("b.csv: cannot be written: File too large"));
  }
  CHECK_THROWS_AS(CsvFile("/no/such/folder/a.csv", {"t"}), RunError);
}

TEST_CASE("labels are quoted where they need it") {
  CHECK(csv_line({1.0, 2.5}, "wall") == "1,2.5,wall\n");
  CHECK(csv_line({1.0}, "a, \"b\"") == "1,\"a, \"\"b\"\"\"\n");
  CHECK(csv_cells("1,\"a, \"\"b\"\"\"") == std::vector<std::string>{"1", "a, \"b\""});
  CHECK(csv_cells("1,2,wall") == std::vector<std::string>{"1", "2", "wall"});
}
