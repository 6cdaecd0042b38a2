#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <limits>

#include "libdg/core/errors.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/output/tests/test_meshes.hpp"
#include "meshes/hdf5_tables.hpp"
#include "meshes/mesh_file.hpp"

using namespace dg;
using Catch::Contains;

namespace {

Checkpoint example(const Mesh2& mesh) {
  Checkpoint c;
  c.time = 0.1 + 0.2;
  c.step = 5000000000L;
  c.degree = 3;
  c.precision = "double";
  c.mesh = mesh_fingerprint(mesh);
  c.case_text = "[mesh]\nfile = a.msh\n";
  c.run = "0123456789abcdef";
  c.damping.steps = 6000000000L;
  c.next_step = 0.1 / 3;
  for (int i = 0; i < 1000; ++i) {
    c.coefficients.push_back(1.0 / (i + 3.0));
    c.damping.filtered_past.push_back(std::sqrt(i));
    c.averages.push_back(std::cos(i));
    c.running_mean.push_back(std::exp(-i));
  }
  return c;
}

}  // namespace

TEST_CASE("a checkpoint comes back bit for bit") {
  const TemporaryFolder folder;
  const Mesh2 mesh = bent_mesh();
  const Checkpoint written = example(mesh);
  write_checkpoint(written, folder.file("a.h5"));
  const Checkpoint read = read_checkpoint(folder.file("a.h5"));
  CHECK(read.time == written.time);
  CHECK(read.step == written.step);
  CHECK(read.degree == written.degree);
  CHECK(read.quads == written.quads);
  CHECK(read.precision == written.precision);
  CHECK(read.mesh == written.mesh);
  CHECK(read.case_text == written.case_text);
  CHECK(read.run == written.run);
  CHECK(read.coefficients == written.coefficients);
  CHECK(read.averages == written.averages);
  CHECK(read.running_mean == written.running_mean);
  CHECK(read.damping.steps == written.damping.steps);
  CHECK(read.next_step == written.next_step);
  CHECK(read.damping.filtered_past == written.damping.filtered_past);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);  // no temporary file is left
}

TEST_CASE("the space of a checkpoint has a name, which older files say as well") {
  CHECK(space_name(QuadSpace::P) == "P");
  CHECK(space_name(QuadSpace::Q) == "Q");
  for (const bool quads : {false, true})
    for (const bool prisms : {false, true}) CHECK(named_space(space_name({quads, prisms})) == QuadSpace{quads, prisms});
}

TEST_CASE("a checkpoint of the first version, without the name of its run and damping, is read") {
  const TemporaryFolder folder;
  const Checkpoint written = example(bent_mesh());
  Hdf5TableWriter writer;
  writer.attribute("format", std::string(checkpoint_format));
  writer.attribute("version", std::int32_t{1});
  writer.attribute("degree", static_cast<std::int32_t>(written.degree));
  writer.attribute("step", std::to_string(written.step));
  writer.attribute("quads", written.quads);
  writer.attribute("precision", written.precision);
  writer.attribute("mesh", written.mesh);
  writer.strings("case", {written.case_text});
  writer.table("time", &written.time, 1, 1);
  writer.table("coefficients", written.coefficients.data(), written.coefficients.size(), 1);
  const std::span<const char> bytes = writer.finish();
  folder.write("a.h5", std::string(bytes.data(), bytes.size()));
  const Checkpoint read = read_checkpoint(folder.file("a.h5"));
  CHECK(read.step == written.step);
  CHECK(read.coefficients == written.coefficients);
  CHECK(read.running_mean.empty());
  CHECK(read.run.empty());
  CHECK(read.damping.steps == 0);
  CHECK(read.next_step == 0);
  CHECK(read.damping.filtered_past.empty());
}

TEST_CASE("a checkpoint of an earlier version, with its lists in chunks, is read") {
  const TemporaryFolder folder;
  Checkpoint written = example(bent_mesh());
  for (int i = 0; i < 70000; ++i) written.coefficients.push_back(std::sin(i));
  written.damping.filtered_past.clear();
  Hdf5TableWriter writer;
  writer.attribute("format", std::string(checkpoint_format));
  writer.attribute("version", std::int32_t{4});
  writer.attribute("degree", static_cast<std::int32_t>(written.degree));
  writer.attribute("step", std::to_string(written.step));
  writer.attribute("quads", written.quads);
  writer.attribute("precision", written.precision);
  writer.attribute("mesh", written.mesh);
  writer.attribute("run", written.run);
  writer.attribute("damping_steps", std::to_string(0));
  writer.strings("case", {written.case_text});
  writer.table("time", &written.time, 1, 1);
  writer.table("next_step", &written.next_step, 1, 1);
  writer.table("coefficients", written.coefficients.data(), written.coefficients.size(), 1);
  writer.table("damping", written.damping.filtered_past.data(), 0, 1);
  writer.table("averages", written.averages.data(), written.averages.size(), 1);
  const std::span<const char> bytes = writer.finish();
  folder.write("a.h5", std::string(bytes.data(), bytes.size()));
  const CheckpointFile file(folder.file("a.h5"));
  CHECK(file.head().next_step == written.next_step);
  CHECK(file.average_count() == 1000);
  CHECK(file.averages(0, 1000) == written.averages);
  CHECK(file.coefficient_count() == 71000);
  CHECK(file.coefficients(0, 71000) == written.coefficients);
  CHECK(file.coefficients(checkpoint_block, 71000 - checkpoint_block) ==
        std::vector<double>(written.coefficients.begin() + checkpoint_block, written.coefficients.end()));
}

TEST_CASE("coefficients are read in parts, and damage is found in the part that has it") {
  const TemporaryFolder folder;
  Checkpoint written = example(bent_mesh());
  written.damping.filtered_past.clear();
  written.coefficients.clear();
  for (int i = 0; i < 3 * checkpoint_block + 100; ++i) written.coefficients.push_back(std::sqrt(i));
  write_checkpoint(written, folder.file("a.h5"));
  const auto count = static_cast<std::int64_t>(written.coefficients.size());
  const auto part = [&](std::int64_t begin, std::int64_t end) {
    return CheckpointFile(folder.file("a.h5")).coefficients(begin, end - begin);
  };
  const std::int64_t second = checkpoint_block, third = 2 * second, last = 3 * second;
  for (const auto& [begin, end] : {std::pair{std::int64_t{0}, second}, {second, last}, {last, count}, {count, count}})
    CHECK(part(begin, end) ==
          std::vector<double>(written.coefficients.begin() + begin, written.coefficients.begin() + end));
  CHECK_THROWS_AS(part(last, count + 1), InputError);
  std::string bytes = folder.read("a.h5");
  // Both change their sign, which plain sums of bits would not see.
  for (const double x : {written.coefficients[second + 7], written.coefficients[second + 9]}) {
    const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&x), sizeof x));
    REQUIRE(at != std::string::npos);
    bytes[at + 7] = static_cast<char>(bytes[at + 7] ^ 0x80);
  }
  folder.write("a.h5", bytes);
  CHECK_NOTHROW(part(0, second));
  CHECK_NOTHROW(part(third, count));
  CHECK_THROWS_WITH(part(second, third), Contains("the coefficients are damaged"));
  CHECK_THROWS_WITH(read_checkpoint(folder.file("a.h5")), Contains("the coefficients are damaged"));
}

TEST_CASE("damaged and foreign checkpoints are refused") {
  const TemporaryFolder folder;
  const Mesh2 mesh = bent_mesh();
  const std::string path = folder.file("a.h5");
  write_checkpoint(example(mesh), path);
  const std::string whole = folder.read("a.h5");

  SECTION("missing") { CHECK_THROWS_AS(read_checkpoint(folder.file("none.h5")), InputError); }
  SECTION("cut off") {
    folder.write("a.h5", whole.substr(0, whole.size() / 2));
    CHECK_THROWS_AS(read_checkpoint(path), InputError);
  }
  SECTION("one bit of the coefficients flipped") {
    std::string broken = whole;
    const double marker = 1.0 / 503.0;
    const std::size_t at = broken.find(std::string(reinterpret_cast<const char*>(&marker), sizeof marker));
    REQUIRE(at != std::string::npos);
    broken[at] = static_cast<char>(broken[at] ^ 1);
    folder.write("a.h5", broken);
    CHECK_THROWS_AS(read_checkpoint(path), InputError);
  }
  SECTION("one bit of the averages flipped") {
    std::string broken = whole;
    const double marker = std::cos(503.0);
    const std::size_t at = broken.find(std::string(reinterpret_cast<const char*>(&marker), sizeof marker));
    REQUIRE(at != std::string::npos);
    broken[at] = static_cast<char>(broken[at] ^ 1);
    folder.write("a.h5", broken);
    CHECK_THROWS_WITH(read_checkpoint(path), Contains("the averages are damaged"));
  }
  SECTION("no HDF5") {
    folder.write("a.h5", "this is text");
    CHECK_THROWS_WITH(read_checkpoint(path), Contains(path));
  }
  SECTION("a mesh") {
    write_mesh_hdf5(mesh, path);
    CHECK_THROWS_WITH(read_checkpoint(path), Contains("this is not a checkpoint of rkdg"));
  }
}

TEST_CASE("a checkpoint whose time is none is refused") {
  const TemporaryFolder folder;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double time : {infinity, -infinity, std::nan(""), -5.0, -1e-300}) {
    Checkpoint checkpoint = example(bent_mesh());
    checkpoint.time = time;
    write_checkpoint(checkpoint, folder.file("a.h5"));
    CHECK_THROWS_WITH(read_checkpoint(folder.file("a.h5")), Contains("a.h5") && Contains("the time is damaged"));
    checkpoint.time = 1.0;
    checkpoint.next_step = time;
    write_checkpoint(checkpoint, folder.file("a.h5"));
    CHECK_THROWS_WITH(read_checkpoint(folder.file("a.h5")), Contains("the size of the next step is damaged"));
  }
}

TEST_CASE("a checkpoint is refused by a case it does not fit") {
  const Mesh2 mesh = bent_mesh();
  const Checkpoint checkpoint = example(mesh);
  CHECK_NOTHROW(require_matching(checkpoint, mesh_fingerprint(mesh), 3, "P", "a.h5"));
  CHECK_NOTHROW(require_matching(checkpoint, mesh_fingerprint(mesh), 4, "P", "a.h5"));
  CHECK_THROWS_WITH(require_matching(checkpoint, mesh_fingerprint(mesh), 2, "P", "a.h5"),
                    Contains("degree 3") && Contains("raises it"));
  CHECK_THROWS_WITH(require_matching(checkpoint, mesh_fingerprint(mesh), 3, "Q", "a.h5"), Contains("space Q"));
  Mesh2 moved = mesh;
  moved.nodes[3][0] += 1e-12;
  CHECK_THROWS_WITH(require_matching(checkpoint, mesh_fingerprint(moved), 3, "P", "a.h5"), Contains("another mesh"));
  Mesh2 renamed = mesh;
  renamed.boundary_names = {"other"};
  CHECK(mesh_fingerprint(renamed) != mesh_fingerprint(mesh));
}

TEST_CASE("a checkpoint that cannot be written says so and leaves the old one") {
  const TemporaryFolder folder;
  const Mesh2 mesh = bent_mesh();
  CHECK_THROWS_AS(write_checkpoint(example(mesh), folder.file("no/such/folder/a.h5")), InputError);
}

TEST_CASE("a checkpoint of a lower degree has zeros for the modes that it lacks") {
  const Mesh2 mesh = bent_mesh();  // a quadrilateral and a triangle
  Checkpoint c;
  c.degree = 1;
  c.quads.assign(1, 'Q');
  for (int i = 0; i < 4 * (4 + 3); ++i) c.coefficients.push_back(i + 1);
  c.damping.filtered_past = c.coefficients;
  raise_degree<2>(c, mesh.cell_shapes, 2, "a.h5");
  CHECK(c.degree == 2);
  std::vector<double> expected;
  double next = 1;
  for (const auto& [few, many] : {std::pair{4, 9}, {3, 6}})
    for (int n = 0; n < 4; ++n)
      for (int k = 0; k < many; ++k) expected.push_back(k < few ? next++ : 0.0);
  CHECK(c.coefficients == expected);
  CHECK(c.damping.filtered_past == expected);
  c.coefficients.pop_back();
  CHECK_THROWS_WITH(raise_degree<2>(c, mesh.cell_shapes, 3, "a.h5"), Contains("another number of coefficients"));
}
