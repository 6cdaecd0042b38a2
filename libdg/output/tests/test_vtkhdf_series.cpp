#include <hdf5.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/core/errors.hpp"
#include "libdg/output/tests/fake_solver.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "libdg/output/tests/test_meshes.hpp"
#include "libdg/output/vtkhdf_series.hpp"
#include "meshes/generate.hpp"
#include "meshes/hdf5_handle.hpp"

using namespace dg;

namespace {

/// All numbers of a list, read by HDF5 itself.
std::vector<double> list(const std::string& path, const std::string& name) {
  const Hdf5Handle file = open_hdf5(path);
  const Hdf5Handle set(H5Dopen2(file, ("VTKHDF/" + name).c_str(), H5P_DEFAULT), H5Dclose);
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  REQUIRE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
  return values;
}

/// A series of states whose density is 1 + x + y + the time.
struct Series {
  Mesh2 mesh = generate_mesh("square", 0, {{"n", "2"}, {"kind", "hybrid"}});
  SolverOptions options;
  std::unique_ptr<Solver> solver;

  Series() {
    options.degree = 2;
    for (const std::string& name : mesh.boundary_names) {
      BoundaryCondition condition;
      condition.name = name;
      options.boundaries.push_back(condition);
    }
    solver = make_solver(mesh, options);
  }

  void add(VtkHdfSeries& series, double time) {
    solver->set_time(time);
    solver->set_state([time](double x, double y, double) {
      return std::array<double, 4>{30 + x + y + time, 0.0, 0.0, 1.0};
    });
    FieldSampler sampler(mesh, *solver, 2, 1.4);
    SelfCommunicator self;
    series.add(OwnCells<2>{mesh, {}, self}, sampler, 2, time);
  }

  std::int64_t points(int order) const {
    std::int64_t count = 0;
    for (const CellShape shape : mesh.cell_shapes) count += node_count(shape, order);
    return count;
  }

  void check(const std::string& path, const std::vector<double>& times) const {
    CHECK(list(path, "Steps/Values") == times);
    const auto points = list(path, "Points"), rho = list(path, "PointData/rho"),
               velocity = list(path, "PointData/velocity");
    const auto offsets = list(path, "Steps/PointDataOffsets/rho");
    const std::size_t count = points.size() / 3;
    REQUIRE(offsets.size() >= times.size());
    REQUIRE(rho.size() >= count * times.size());
    CHECK(velocity.size() == 3 * rho.size());
    for (std::size_t k = 0; k < times.size(); ++k) {
      CHECK(offsets[k] == static_cast<double>(k * count));
      for (std::size_t i = 0; i < count; ++i)
        CHECK(rho[k * count + i] == Approx(30 + points[3 * i] + points[3 * i + 1] + times[k]));
    }
    CHECK(list(path, "NumberOfCells") == std::vector<double>{static_cast<double>(mesh.cell_count())});
    CHECK(list(path, "Offsets").back() == static_cast<double>(count));
    CHECK(list(path, "Types").size() == mesh.cell_shapes.size());
  }
};

}  // namespace

TEST_CASE("a VTKHDF series has the mesh once and the fields of each time") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.vtkhdf");
  Series states;
  VtkHdfSeries series(path);
  states.add(series, 0.0);
  states.check(path, {0.0});
  states.add(series, 0.5);
  states.add(series, 1.25);
  states.check(path, {0.0, 0.5, 1.25});
}

TEST_CASE("a VTKHDF series goes on from a time, without what came after it") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.vtkhdf");
  Series states;
  VtkHdfSeries first(path);
  for (const double time : {0.0, 1.0, 2.0, 3.0}) states.add(first, time);
  VtkHdfSeries second(path);
  second.resume(states.points(2), 1.5);
  states.check(path, {0.0, 1.0});
  states.add(second, 1.75);
  states.check(path, {0.0, 1.0, 1.75});
  VtkHdfSeries third(path);
  states.add(third, 7.0);  // without resume(): in place of it
  states.check(path, {7.0});
}

TEST_CASE("a VTKHDF series has each time once") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.vtkhdf");
  Series states;
  VtkHdfSeries first(path);
  for (const double time : {0.0, 1.0}) states.add(first, time);
  const std::string once = folder.read("fields.vtkhdf");
  states.add(first, 1.0);
  CHECK((folder.read("fields.vtkhdf") == once));
  VtkHdfSeries second(path);
  REQUIRE(second.resume(states.points(2), 1.0));
  states.add(second, 1.0);
  states.add(second, 2.0);
  states.check(path, {0.0, 1.0, 2.0});
}

TEST_CASE("a VTKHDF series that is another one is refused") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.vtkhdf");
  Series states;
  VtkHdfSeries series(path);
  states.add(series, 0.0);
  CHECK_FALSE(VtkHdfSeries(path).resume(states.points(3), 1.0));
  CHECK_THROWS_AS(VtkHdfSeries(folder.write("text", "no HDF5")).resume(states.points(2), 1.0), InputError);
  VtkHdfSeries none(folder.file("none"));
  CHECK(none.resume(states.points(2), 1.0));
}

// Every byte of the file that a state or the mesh depends on has a checksum, of HDF5 or of rkdg. Bytes that nothing
// depends on may change: then the series has to read as before.
TEST_CASE("a damaged VTKHDF series is refused before anything is appended") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.vtkhdf");
  Series states;
  VtkHdfSeries series(path);
  for (const double time : {0.0, 0.5, 1.25}) states.add(series, time);
  const std::string whole = folder.read("fields.vtkhdf");
  int refused = 0;
  const auto try_bytes = [&](const std::string& bytes, const std::string& what) {
    INFO(what);
    folder.write("fields.vtkhdf", bytes);
    std::string reason;
    bool resumed = false;
    try {
      resumed = VtkHdfSeries(path).resume(states.points(2), 9.0);
    } catch (const InputError& error) {
      reason = error.what();
    }
    if (reason.empty()) {
      CHECK(resumed);
      states.check(path, {0.0, 0.5, 1.25});
      return;
    }
    ++refused;
    CHECK_THAT(reason, Catch::Contains("fields.vtkhdf: ") && Catch::Contains("move it away"));
    CHECK((folder.read("fields.vtkhdf") == bytes));
  };
  for (std::size_t at = 5; at < whole.size(); at += whole.size() / 300) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x21);
    try_bytes(bytes, "byte " + std::to_string(at));
  }
  CHECK(refused > 40);
  // Numbers of the mesh and of the first, second and third time, wherever they lie.
  const auto places = list(path, "Points"), rho = list(path, "PointData/rho");
  const std::size_t points = places.size() / 3;
  for (const double value : {places[4], rho[1], rho[points + 1], rho[2 * points + 1], 0.5}) {
    std::string bytes = whole;
    const std::size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&value), sizeof value));
    REQUIRE(at != std::string::npos);
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    refused = 0;
    try_bytes(bytes, "the number " + std::to_string(value));
    CHECK(refused == 1);
  }
  for (const double part : {0.0, 0.1, 0.5, 0.9, 0.999}) {
    refused = 0;
    try_bytes(whole.substr(0, static_cast<std::size_t>(part * static_cast<double>(whole.size()))), "cut");
    CHECK(refused == 1);
  }
}

TEST_CASE("a VTKHDF series without checksums is refused") {
  const TemporaryFolder folder;
  const std::string path = folder.file("fields.vtkhdf");
  Series states;
  VtkHdfSeries series(path);
  states.add(series, 0.0);
  {
    const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    REQUIRE(H5Ldelete(file, "rkdg", H5P_DEFAULT) >= 0);
  }
  CHECK_THROWS_WITH(VtkHdfSeries(path).resume(states.points(2), 1.0),
                    Catch::Contains("has no checksums, as files of earlier versions; move it away"));
}
