#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

#include "meshes/hopr_file.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/hopr_writer.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::TemporaryFolder;

namespace {

Mesh3 read_back(const samples::HoprTables& tables, std::vector<std::string>* notes = nullptr) {
  const TemporaryFolder folder;
  samples::write_hopr(folder / "m.h5", tables);
  return std::get<Mesh3>(read_any_mesh(folder / "m.h5", notes));
}

std::vector<Face> sorted_faces(const Mesh3& mesh) {
  std::vector<Face> faces = mesh.faces;
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    return std::pair(a.minus, a.minus_face) < std::pair(b.minus, b.minus_face);
  });
  return faces;
}

samples::HoprTables cubes() { return samples::hopr_tables(samples::box({{"kind", "hexahedra"}, {"n", "2"}})); }

/// Gives two boundaries the periodic conditions of a pair.
void make_periodic(samples::HoprTables& tables, const std::string& a, const std::string& b) {
  for (const auto& [name, sign] : {std::pair(a, 1), std::pair(b, -1)}) {
    const auto at = std::find(tables.names.begin(), tables.names.end(), name) - tables.names.begin();
    tables.types[4 * at] = 1;
    tables.types[4 * at + 3] = sign;
  }
}

}  // namespace

TEST_CASE("a HOPR file holds the mesh that was written, of every shape, at orders 1 to 4") {
  for (const std::string order : {"1", "2", "3", "4"})
    for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "pyramids", "hybrid"}) {
      CAPTURE(order, kind);
      const Mesh3 mesh = samples::box({{"kind", kind}, {"n", "2"}, {"order", order}, {"curved", "0.05"}});
      const Mesh3 read = read_back(samples::hopr_tables(mesh));
      CHECK(read.geometry_order == mesh.geometry_order);
      CHECK(read.nodes == mesh.nodes);
      CHECK(read.cell_shapes == mesh.cell_shapes);
      CHECK(read.cell_nodes == mesh.cell_nodes);
      CHECK(read.boundary_names == mesh.boundary_names);
      CHECK(sorted_faces(read) == sorted_faces(mesh));
    }
}

TEST_CASE("periodic conditions of HOPR files stay boundaries, which become a pair, and inner ones are ignored") {
  samples::HoprTables tables = cubes();
  make_periodic(tables, "left", "right");
  tables.names.push_back("measured");
  tables.types.insert(tables.types.end(), {100, 0, 0, 0});
  int inner = 0;
  for (std::size_t s = 0; s < tables.sides.size(); s += 5)
    if (tables.sides[s + 2] != 0 && inner < 1) {
      tables.sides[s + 4] = 7;
      ++inner;
    }
  std::vector<std::string> notes;
  const Mesh3 mesh = read_back(tables, &notes);
  CHECK(samples::faces_in(mesh, "left") == 4);
  REQUIRE(mesh.periodic_pairs.size() == 1);
  const auto& pair = mesh.periodic_pairs.front();
  CHECK(mesh.boundary_names[pair.a] == "left");
  CHECK(mesh.boundary_names[pair.b] == "right");
  CHECK_FALSE(pair.is_rotated());
  for (int d = 0; d < 3; ++d) CHECK(pair.translation[d] == Approx(d == 0 ? 1 : 0).margin(1e-12));
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::Matchers::Contains("1 face of the group 'measured' lie inside the mesh"));
}

TEST_CASE("periodic conditions of HOPR files without a counterpart stay boundaries, which a note says") {
  samples::HoprTables tables = cubes();
  make_periodic(tables, "left", "top");
  std::vector<std::string> notes;
  const Mesh3 mesh = read_back(tables, &notes);
  CHECK(mesh.periodic_pairs.empty());
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::Matchers::Contains("no translation takes one to the other"));
}

TEST_CASE("HOPR files that make no mesh are refused by element") {
  samples::HoprTables tables = cubes();
  SECTION("mortars, by the number of sides") {
    tables.elements[3] += 4;
    check_refused([&] { read_back(tables); }, {"m.h5: element 1 has sides with hanging nodes (mortars)", "doMortars"});
  }
  SECTION("mortars, by the neighbour") {
    tables.sides[2] = -1;
    check_refused([&] { read_back(tables); }, {"element 1 has sides with hanging nodes (mortars)"});
  }
  SECTION("another element") {
    tables.elements[6] = 14;
    check_refused([&] { read_back(tables); }, {"element 2 has type 14, which is no 3-D cell"});
  }
  SECTION("a high order") {
    tables.order = 10;
    check_refused([&] { read_back(tables); }, {"order Ngeo = 10; only orders 1 to 9 are supported"});
  }
  SECTION("another order") {
    tables.order = 2;
    check_refused([&] { read_back(tables); }, {"element 1 has nodes 1 to 8, but must have 27 of them from 1 on"});
  }
  SECTION("a condition that is not there") {
    for (std::size_t s = 4; s < tables.sides.size(); s += 5)
      if (tables.sides[s] != 0) tables.sides[s] = 9;
    check_refused([&] { read_back(tables); }, {"has boundary condition 9, but they are numbered 1 to 6"});
  }
  SECTION("a node beyond all") {
    tables.ids[3] = 65;
    check_refused([&] { read_back(tables); }, {"GlobalNodeIDs has node 65, but nodes are numbered 1 to 64"});
  }
  SECTION("a node in two places") {
    tables.places[3 * 56] += 0.1;
    check_refused([&] { read_back(tables); }, {"node 14 lies at", "0.1 away from there in another"});
  }
  SECTION("too few rows") {
    tables.places.resize(tables.places.size() - 3);
    check_refused([&] { read_back(tables); }, {"table 'NodeCoords' has 63 rows of 3 numbers; 64 rows"});
  }
  SECTION("conditions without types") {
    tables.types.resize(4);
    check_refused([&] { read_back(tables); }, {"table 'BCType' has 1 rows of 4 numbers; 6 rows"});
  }
}

TEST_CASE("tables of HOPR files behind links are no tables") {
  const TemporaryFolder folder;
  samples::write_hopr(folder / "m.h5", cubes());
  const hid_t file = H5Fopen((folder / "m.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  REQUIRE(H5Ldelete(file, "BCType", H5P_DEFAULT) >= 0);
  H5Lcreate_external("other.h5", "BCType", file, "BCType", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  check_refused([&] { read_any_mesh(folder / "m.h5"); }, {"table 'BCType' is missing, or a link"});
}

TEST_CASE("damaged HOPR files are refused in one line, whatever the library does") {
  std::mt19937 random(7);
  const TemporaryFolder folder;
  samples::write_hopr(folder / "m.h5", samples::hopr_tables(samples::box({{"kind", "hybrid"}, {"n", "2"}})));
  const std::string bytes = samples::read_text(folder / "m.h5"), path = folder / "d.h5";
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    std::string damaged = bytes;
    if (i % 3 == 0)
      damaged.resize(100 + random() % (bytes.size() - 100));
    else
      for (int changes = 0; changes < 20; ++changes) damaged[random() % damaged.size()] = static_cast<char>(random());
    samples::write_text(path, damaged);
    try {
      read_any_mesh(path);
    } catch (const InputError& error) {
      const std::string message = error.what();
      CHECK(message.starts_with(path + ":"));
      CHECK(std::count(message.begin(), message.end(), '\n') == 0);
      ++refused;
    }
  }
  CHECK(refused >= 20);
}
