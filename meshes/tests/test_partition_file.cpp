#include <hdf5.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "meshes/build.hpp"
#include "meshes/generate.hpp"
#include "meshes/hdf5_tables.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/partition_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/check_same.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/small_disk.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::check_same;
using samples::TemporaryFolder;

namespace {

Mesh2 periodic_mesh() {
  Mesh2 mesh = generate_mesh("square", 0, {{"kind", "hybrid"}, {"n", "6"}, {"order", "2"}});
  connect_periodic(mesh, "left", "right", "test");
  return mesh;
}

/// Parts that lie scattered in the mesh, so that most nodes and faces are shared.
template <int Dim>
std::vector<int> scattered(const Mesh<Dim>& mesh, int parts) {
  std::vector<int> part_of;
  for (Index c = 0; c < mesh.cell_count(); ++c) part_of.push_back(c * 7 % 11 % parts);
  return part_of;
}

/// The rank of every cell, each of which is one's own; those of a rank lie in a row.
template <int Dim>
std::vector<int> ranks_of_cells(const std::string& path, const Mesh<Dim>& whole, int ranks) {
  constexpr int nobody = -1;
  std::vector<int> rank_of(whole.cell_shapes.size(), nobody);
  for (int rank = 0; rank < ranks; ++rank) {
    const Halo halo = read_subdomain<Dim>(path, rank, ranks).halo;
    for (const Index cell : std::span(halo.cell).first(halo.own_cells)) {
      REQUIRE(cell >= 0);
      REQUIRE(cell < whole.cell_count());
      REQUIRE(rank_of[cell] == nobody);
      rank_of[cell] = rank;
    }
  }
  REQUIRE(std::count(rank_of.begin(), rank_of.end(), nobody) == 0);
  REQUIRE(std::is_sorted(rank_of.begin(), rank_of.end()));
  return rank_of;
}

/// What each of several ranks reads is what is cut out of the whole mesh.
template <int Dim>
void check_pieces(const std::string& path, const Mesh<Dim>& whole, int ranks) {
  const std::vector<int> rank_of = ranks_of_cells(path, whole, ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    const auto read = read_subdomain<Dim>(path, rank, ranks);
    const auto cut = make_subdomain(whole, rank_of, rank, ranks);
    check_same(read.mesh, cut.mesh);
    check_same(read.halo, cut.halo);
  }
}

/// Where a table's last rows lie in the file.
std::uint64_t place_of_last_chunk(const std::string& path, const char* table) {
  const Hdf5Handle file = open_hdf5(path);
  const Hdf5Handle set(H5Dopen2(file, table, H5P_DEFAULT), H5Dclose), space(H5Dget_space(set), H5Sclose);
  hsize_t count = 0, offset[2], size = 0;
  unsigned mask = 0;
  haddr_t place = 0;
  REQUIRE(H5Dget_num_chunks(set, space, &count) >= 0);
  REQUIRE(count > 1);
  REQUIRE(H5Dget_chunk_info(set, space, count - 1, offset, &mask, &place, &size) >= 0);
  return place;
}

void flip_a_bit(const std::string& path, std::uint64_t place) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(place));
  const char byte = static_cast<char>(file.get() ^ 1);
  file.seekp(static_cast<std::streamoff>(place));
  file.put(byte);
}

}  // namespace

TEST_CASE("each rank reads from its piece of a file what is cut out of the whole mesh") {
  const TemporaryFolder folder;
  const std::string path = folder / "parts.h5";
  const Mesh2 mesh = periodic_mesh();
  const auto parts = in_parts(mesh, scattered(mesh, 5), 5);
  write_partition(parts, path);
  CHECK(parts_in_file(path) == 5);
  const Mesh2 whole = read_mesh(path);
  check_same(whole, parts.mesh);
  for (const int ranks : {2, 3, 5}) check_pieces(path, whole, ranks);
}

TEST_CASE("pieces of 3-D meshes are those of the whole mesh") {
  const TemporaryFolder folder;
  const std::string path = folder / "parts.h5";
  Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", "hybrid"}, {"n", "3"}}));
  connect_periodic(mesh, "left", "right", "test");
  write_partition(in_parts(mesh, scattered(mesh, 4), 4), path);
  check_pieces(path, std::get<Mesh3>(read_any_mesh(path)), 4);
}

TEST_CASE("a mesh in parts is the same mesh, part after part") {
  const Mesh2 mesh = periodic_mesh();
  const std::vector<int> part_of = scattered(mesh, 3);
  const auto parts = in_parts(mesh, part_of, 3);
  REQUIRE(parts.mesh.cell_count() == mesh.cell_count());
  REQUIRE(parts.mesh.face_count() == mesh.face_count());
  CHECK(parts.nodes.back() == mesh.node_count());
  Index cell = 0;
  for (int part = 0; part < 3; ++part)
    for (Index c = 0; c < mesh.cell_count(); ++c) {
      if (part_of[c] != part) continue;
      CHECK((cell >= parts.cells[part] && cell < parts.cells[part + 1]));
      for (Index i = 0; i < mesh.cell_node_begin[c + 1] - mesh.cell_node_begin[c]; ++i)
        CHECK(parts.mesh.nodes[parts.mesh.cell_nodes[parts.mesh.cell_node_begin[cell] + i]] ==
              mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[c] + i]]);
      ++cell;
    }
  CHECK_THROWS_WITH(in_parts(mesh, part_of, 4),
                    "part 3 of 4 has none of the " + std::to_string(mesh.cell_count()) + " cells; use fewer parts");
}

TEST_CASE("a rank does not look at the pieces of others") {
  const TemporaryFolder folder;
  const std::string path = folder / "parts.h5";
  const Mesh2 mesh = samples::box(1, 300, 300);
  std::vector<int> part_of(mesh.cell_count());
  for (Index c = 0; c < mesh.cell_count(); ++c) part_of[c] = static_cast<int>(std::int64_t{c} * 4 / mesh.cell_count());
  write_partition(in_parts(mesh, part_of, 4), path);
  const auto first = read_subdomain<2>(path, 0, 4);
  flip_a_bit(path, place_of_last_chunk(path, "face_cells"));
  check_same(read_subdomain<2>(path, 0, 4).halo, first.halo);
  check_refused([&] { read_subdomain<2>(path, 3, 4); }, {path + ": 'face_cells' is damaged"});
  check_refused([&] { read_mesh(path); }, {path + ": 'face_cells' is damaged"});
}

TEST_CASE("files that do not fit the ranks are refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "parts.h5", mesh_path = folder / "mesh.h5";
  const Mesh2 mesh = periodic_mesh();
  write_mesh(mesh, mesh_path);
  CHECK(parts_in_file(mesh_path) == 0);
  check_refused([&] { read_subdomain<2>(mesh_path, 0, 2); }, {mesh_path, "is not cut into parts", "rkdg partition"});
  write_partition(in_parts(mesh, scattered(mesh, 2), 2), path);
  check_refused([&] { read_subdomain<2>(path, 0, 3); }, {path, "has 2 parts, fewer than the 3 ranks"});
  check_refused([&] { read_subdomain<3>(path, 0, 2); }, {path, "is a 2-D mesh, but a 3-D one is needed"});
}

TEST_CASE("tables of parts that contradict the mesh are refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "parts.h5";
  const Mesh2 mesh = periodic_mesh();
  const auto whole = in_parts(mesh, scattered(mesh, 3), 3);
  const auto refuse = [&](auto change, const std::string& what) {
    auto parts = whole;
    change(parts);
    write_partition(parts, path);
    check_refused(
        [&] {
          for (int rank = 0; rank < 3; ++rank) read_subdomain<2>(path, rank, 3);
        },
        {path, what});
  };
  refuse([](auto& parts) { parts.cells[1] = parts.cells[2] + 1; }, "'part_cells' is damaged");
  refuse([](auto& parts) { parts.cells.back() += 5; }, "is damaged");
  refuse([](auto& parts) { parts.faces[1] += 9; }, "'face_cells' is damaged");
  refuse([](auto& parts) { parts.faces.back() += 1; }, "is damaged");
  refuse([](auto& parts) { parts.nodes.back() += 1; }, "'nodes' is damaged");
  refuse([](auto& parts) { parts.mesh.faces[0].plus = -2; }, "'face_cells' is damaged");
  refuse(
      [](auto& parts) {
        parts.mesh.faces[0].minus = 100000;
        parts.mesh.faces[0].plus = -1;
      },
      "'face_cells' is damaged");
  refuse([](auto& parts) { parts.mesh.cell_nodes[0] = 100000; }, "'nodes' is damaged");
}

TEST_CASE("a file of parts that cannot be written leaves nothing behind") {
  const TemporaryFolder folder;
  const Mesh2 mesh = periodic_mesh();
  const auto parts = in_parts(mesh, scattered(mesh, 2), 2);
  const samples::SmallDisk disk(1000);
  check_refused([&] { write_partition(parts, folder / "parts.h5"); }, {folder / "parts.h5", "cannot be written"});
  CHECK(folder.file_count() == 0);
}
