#include <catch2/catch.hpp>

#include "meshes/generate.hpp"
#include "meshes/generators/grid_pieces.hpp"
#include "meshes/hdf5_tables.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/mesh_fingerprint.hpp"
#include "meshes/partition_file.hpp"
#include "meshes/partition_writer.hpp"
#include "meshes/piece_reader.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/check_same.hpp"
#include "meshes/tests/small_disk.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::check_same;
using samples::TemporaryFolder;

namespace {

/// The part of each cell of a whole grid, cubes being numbered with x running fastest; first[d] are the first cubes of
/// blocks along d.
template <int Dim>
std::vector<int> parts_of_blocks(const std::array<int, Dim>& cubes, const std::array<std::vector<int>, Dim>& first,
                                 Index cells_of_cube, Index cells) {
  std::vector<int> part_of;
  for (Index c = 0; c < cells; ++c) {
    Index rest = c / cells_of_cube;
    int part = 0, stride = 1;
    for (int d = 0; d < Dim; ++d) {
      const int cube = rest % cubes[d];
      rest /= cubes[d];
      int block = 0;
      while (block + 1 < static_cast<int>(first[d].size()) && first[d][block + 1] <= cube) ++block;
      part += stride * block;
      stride *= static_cast<int>(first[d].size());
    }
    part_of.push_back(part);
  }
  return part_of;
}

/// What a grid written part by part is, and the same cut from the whole mesh into those parts.
template <int Dim>
void check_written(const std::string& name, const GeneratorParameters& parameters, const std::array<int, Dim>& cubes,
                   const std::array<std::vector<int>, Dim>& first, Index cells_of_cube) {
  const TemporaryFolder folder;
  int parts = 1;
  for (const auto& along : first) parts *= static_cast<int>(along.size());
  const auto written = write_mesh_in_parts(name, 0, parameters, parts, folder / "pieces.h5");
  const auto mesh = std::get<Mesh<Dim>>(generate_any_mesh(name, 0, parameters));
  const auto whole = in_parts(mesh, parts_of_blocks<Dim>(cubes, first, cells_of_cube, mesh.cell_count()), parts);
  write_partition(whole, folder / "whole.h5");
  CHECK(written.cells == mesh.cell_count());
  CHECK(written.faces == mesh.face_count());
  CHECK(written.boundary_names == mesh.boundary_names);
  CHECK(parts_in_file(folder / "pieces.h5") == parts);
  CHECK(fingerprint_in_file(folder / "pieces.h5") == mesh_fingerprint(whole.mesh));
  check_same(std::get<Mesh<Dim>>(read_any_mesh(folder / "pieces.h5")), whole.mesh);
  for (int rank = 0; rank < parts; ++rank) {
    const auto piece = read_subdomain<Dim>(folder / "pieces.h5", rank, parts);
    const auto expected = read_subdomain<Dim>(folder / "whole.h5", rank, parts);
    check_same(piece.mesh, expected.mesh);
    check_same(piece.halo, expected.halo);
  }
}

}  // namespace

TEST_CASE("a square that is made part by part is the whole one, cut into the same parts") {
  for (const std::string order : {"1", "3"})
    for (const std::string kind : {"quads", "triangles"})
      check_written<2>("square", {{"kind", kind}, {"nx", "7"}, {"ny", "5"}, {"order", order}, {"curved", "0.05"}},
                       {7, 5}, {{{0, 2, 4}, {0, 2}}}, kind == "quads" ? 1 : 2);
}

TEST_CASE("a box that is made part by part is the whole one, cut into the same parts") {
  const std::map<std::string, Index> cells{{"hexahedra", 1}, {"prisms", 2}, {"tetrahedra", 6}, {"pyramids", 6}};
  for (const auto& [kind, count] : cells)
    for (const std::string order : {"1", "2"})
      check_written<3>("box",
                       {{"kind", kind},
                        {"nx", "3"},
                        {"ny", "4"},
                        {"nz", "5"},
                        {"order", order},
                        {"curved", "0.03"},
                        {"grading", "1.5"}},
                       {3, 4, 5}, {{{0}, {0, 2}, {0, 1, 3}}}, count);
}

TEST_CASE("numbers of cells, faces and nodes of a file may have 64 bits") {
  const TemporaryFolder folder;
  const GeneratorParameters parameters{{"kind", "triangles"}, {"n", "6"}};
  write_mesh_in_parts("square", 0, parameters, 4, folder / "short.h5");
  const auto read = [](const std::string& path) { return std::get<Mesh2>(read_any_mesh(path)); };
  const Mesh2 whole = read(folder / "short.h5");
  PartitionWriter<2> writer({1, whole.boundary_names, {0, 72}, true}, folder / "long.h5");
  MeshPiece<2> piece{whole, {}};
  for (Index c = 0; c < whole.cell_count(); ++c) piece.cell.push_back(c);
  writer.add(piece);
  writer.finish();
  CHECK(Hdf5TableReader(folder / "long.h5").rows_in<std::int64_t>("cell_nodes", 1) == 3 * 72);
  check_same(read(folder / "long.h5"), whole);
}

TEST_CASE("parts of a mesh of ten billion cells have numbers of 64 bits") {
  const std::array cubes{4096, 4096, 640};
  Grid<3> grid{cubes, 1, 8, [](const GridWindow<3>& window) {
                 Mesh3 mesh;
                 mesh.cell_shapes.resize(static_cast<std::size_t>(window.along(0)) * window.along(1) * window.along(2));
                 return mesh;
               }};
  const int parts = 32 * 32 * 5;  // of 128 cubes along each side
  const GridPieces<3> pieces(grid, parts, "test");
  const std::int64_t cells = std::int64_t{4096} * 4096 * 640;
  CHECK(pieces.part_cells().back() == cells);
  CHECK(pieces.has_long_numbers());
  const auto last = pieces.piece(parts - 1);
  CHECK(last.cell.back() == cells - 1);
  CHECK(last.cell.back() > std::numeric_limits<std::uint32_t>::max());
  std::int64_t own = 0;
  for (const GlobalIndex cell : last.cell) own += cell >= pieces.part_cells()[parts - 1];
  CHECK(own == 128 * 128 * 128);
  CHECK_THROWS_WITH(GridPieces<3>(grid, 1, "test"), Catch::Matchers::Contains("too many for 1 part; use more parts"));
}

TEST_CASE("a mesh with more cells than all ranks of a run can number is refused") {
  CHECK_NOTHROW(require_solver_numbers<3>(100'000'000, 300'720'000, "mesh.h5"));
  check_refused([] { require_solver_numbers<3>(std::int64_t{1} << 33, 1, "mesh.h5"); },
                {"mesh.h5: has 8589934592 cells", "number at most 268435455"});
  check_refused([] { require_solver_numbers<2>(1, std::int64_t{1} << 31, "mesh.h5"); },
                {"has 1 cells and 2147483648 faces", "2147483647"});
}

TEST_CASE("what cannot be made in parts is refused") {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string& name, const GeneratorParameters& parameters, int parts,
                          const std::string& what) {
    check_refused([&] { write_mesh_in_parts(name, 0, parameters, parts, folder / "parts.h5"); }, {what});
  };
  refuse("cylinder", {}, 2, "mesh 'cylinder' is no regular grid and is not made in parts; cut it by 'rkdg partition'");
  refuse("square", {{"kind", "unstructured"}}, 2, "quads or triangles in a mesh that is made in parts");
  refuse("square", {{"distortion", "0.1"}}, 2, "0 in a mesh that is made in parts");
  refuse("box", {{"kind", "layers"}}, 2, "tetrahedra, prisms, hexahedra or pyramids in a mesh that is made in parts");
  refuse("box", {{"numbering", "random"}}, 2, "grid in a mesh that is made in parts");
  refuse("square", {{"n", "4"}}, 7, "7 parts are no product of numbers up to those of its cubes, 4 x 4");
  CHECK(folder.file_count() == 0);
}

TEST_CASE("a disk that is full leaves nothing of a mesh that is made in parts") {
  const TemporaryFolder folder;
  for (const std::size_t size : {1000, 3'000'000}) {
    const samples::SmallDisk disk(size);
    check_refused(
        [&] {
          write_mesh_in_parts("square", 0, {{"n", "300"}}, 2, folder / "parts.h5");
        },
        {folder / "parts.h5", "cannot be written"});
    CHECK(folder.file_count() == 0);
  }
}
