#include <hdf5.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "meshes/hdf5_tables.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/hdf5_checksums.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/small_disk.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::TemporaryFolder;

// HDF5 1.10 loses memory where it refuses a damaged header; the leak sanitizer is to look at ours.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

TEST_CASE("a mesh comes back from its HDF5 file as it was") {
  const TemporaryFolder folder;
  for (int order = 1; order <= max_geometry_order; ++order) {
    Mesh2 mesh = samples::disc(order, 2);
    mesh.boundary_names.push_back("Schlüssel ohne Kanten");
    write_mesh(mesh, folder / "disc.h5");
    CHECK(samples::same(read_mesh(folder / "disc.h5"), mesh));

    mesh = samples::box(order, 4, 3);
    connect_periodic(mesh, "left", "right", "box");
    write_mesh(mesh, folder / "box.hdf5");
    CHECK(samples::same(read_mesh(folder / "box.hdf5"), mesh));
  }
  CHECK(folder.file_count() == 2);
}

TEST_CASE("a mesh larger than a chunk of the file comes back as it was") {
  const TemporaryFolder folder;
  const Mesh2 mesh = samples::box(1, 300, 200);
  write_mesh(mesh, folder / "box.h5");
  CHECK(samples::same(read_mesh(folder / "box.h5"), mesh));
}

TEST_CASE("files that are no mesh are refused") {
  const TemporaryFolder folder;
  const auto refuse = [](const std::string& path, const std::vector<std::string>& pieces) {
    check_refused([&] { read_mesh(path); }, pieces);
    check_refused([&] { read_mesh_hdf5(path); }, {path});
  };
  refuse(folder / "none.msh", {folder / "none.msh: no such file"});
  refuse(folder / "", {"is a directory"});
  samples::write_text(folder / "empty.msh", "");
  refuse(folder / "empty.msh", {folder / "empty.msh: is empty"});
  samples::write_text(folder / "text.msh", "hello");
  refuse(folder / "text.msh", {"is not a mesh file", "Gmsh", "SU2", "HDF5"});
  samples::write_text(folder / "signature.h5", "\x89HDF\r\n\x1a\nand nothing more");
  refuse(folder / "signature.h5", {folder / "signature.h5: is a truncated or damaged HDF5 file"});
  refuse("/dev/null", {"/dev/null"});
}

TEST_CASE("a truncated mesh file is refused wherever it ends") {
  const TemporaryFolder folder;
  write_mesh(samples::disc(2, 2), folder / "disc.h5");
  const std::string bytes = samples::read_text(folder / "disc.h5");
  for (std::size_t size = 1; size < bytes.size(); size += 1 + size / 8) {
    samples::write_text(folder / "short.h5", bytes.substr(0, size));
    check_refused([&] { read_mesh(folder / "short.h5"); }, {folder / "short.h5: is "});
  }
}

TEST_CASE("a flipped bit is refused or without consequence") {
  const TemporaryFolder folder;
  const Mesh2 mesh = samples::box(2, 3, 2);
  write_mesh(mesh, folder / "box.h5");
  const std::string bytes = samples::read_text(folder / "box.h5");
  std::mt19937 random(1);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string flipped = bytes;
    flipped[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
    samples::write_text(folder / "flipped.h5", flipped);
    bool same = true;
    try {
      same = samples::same(read_mesh(folder / "flipped.h5"), mesh);
    } catch (const InputError&) {
      ++refused;
    }
    REQUIRE(same);
  }
  CHECK(refused > 150);  // the rest hits gaps between HDF5's blocks
}

TEST_CASE("damage behind right checksums is refused or without consequence for the process") {
  const TemporaryFolder folder;
  write_mesh(samples::box(2, 3, 2), folder / "box.h5");
  const std::string bytes = samples::read_text(folder / "box.h5");
  const auto as_bytes = [](std::string& text) {
    return std::span(reinterpret_cast<unsigned char*>(text.data()), text.size());
  };
  std::string whole = bytes;
  const std::vector<samples::CheckedPart> parts = samples::checked_parts(as_bytes(whole));
  REQUIRE(parts.size() > 10);  // the superblock, the root and every table have one
  std::mt19937 random(1);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string changed = bytes;
    const samples::CheckedPart& part = parts[random() % parts.size()];
    for (int k = 0; k < 2; ++k) changed[part.begin + 4 + random() % (part.size - 4)] = static_cast<char>(random());
    samples::set_checksums(as_bytes(changed), parts);
    samples::write_text(folder / "changed.h5", changed);
    try {
      read_mesh(folder / "changed.h5");
    } catch (const InputError&) {
      ++refused;
    }
  }
  CHECK(refused > 50);  // the rest hits times, and fields that are not used
  CHECK(refused < 300);
}

TEST_CASE("HDF5 files with wrong contents are refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "mesh.h5";
  const auto write = [&](Hdf5TableWriter& file) {
    const auto bytes = file.finish();
    samples::write_text(path, {bytes.begin(), bytes.end()});
  };
  const auto refuse_header = [&](const std::string& format, int version, int dimension, int order,
                                 const std::vector<std::string>& pieces) {
    Hdf5TableWriter file;
    file.attribute("format", format);
    file.attribute("version", version);
    file.attribute("dimension", dimension);
    file.attribute("geometry_order", order);
    write(file);
    check_refused([&] { read_mesh(path); }, pieces);
  };
  refuse_header("rkdg-checkpoint", 1, 2, 1, {path + ": is an HDF5 file, but not an rkdg mesh"});
  refuse_header("rkdg-mesh", 2, 2, 1, {"has version 2", "reads version 1"});
  refuse_header("rkdg-mesh", 1, 4, 1, {"4-D mesh", "2-D and 3-D"});
  refuse_header("rkdg-mesh", 1, 2, 7, {"order 7", "1 to 4"});
  refuse_header("rkdg-mesh", 1, 2, 1, {"table 'nodes' is missing"});
  Hdf5TableWriter empty;
  write(empty);
  check_refused([&] { read_mesh(path); }, {"no attribute 'format'"});

  const auto refuse_mesh = [&](auto change, const std::vector<std::string>& pieces) {
    Mesh2 mesh = samples::box(2, 3, 2);
    connect_periodic(mesh, "left", "right", "box");
    change(mesh);
    write_mesh(mesh, path);
    check_refused([&] { read_mesh(path); }, pieces);
  };
  refuse_mesh([](Mesh2& m) { m.cell_nodes[0] = m.node_count(); }, {path + ": cell 0 has node"});
  refuse_mesh([](Mesh2& m) { m.cell_nodes.pop_back(); }, {"number of nodes"});
  refuse_mesh([](Mesh2& m) { m.cell_nodes.push_back(0); }, {"number of nodes"});
  refuse_mesh([](Mesh2& m) { m.cell_shapes[0] = static_cast<CellShape>(6); }, {"cell 0", "unknown shape 6"});
  refuse_mesh([](Mesh2& m) { m.cell_shapes[0] = CellShape::tetrahedron; }, {"cell 0 has shape 2", "2-D"});
  refuse_mesh([](Mesh2& m) { m.nodes[0][0] = std::numeric_limits<double>::infinity(); }, {"node 0", "finite"});
  refuse_mesh([](Mesh2& m) { m.nodes[0] = {1.5, 0.9}; }, {"inverted"});
  refuse_mesh([](Mesh2& m) { m.faces[0].plus = m.cell_count(); }, {"face 0 names a cell"});
  refuse_mesh([](Mesh2& m) { m.faces.back().boundary = 4; }, {"names a cell, local face or boundary"});
  refuse_mesh([](Mesh2& m) { m.faces[0].minus_face = 4; }, {"face 0 names a cell"});
  refuse_mesh([](Mesh2& m) { m.faces.pop_back(); }, {"has no face"});
  refuse_mesh([](Mesh2& m) { m.faces.push_back(m.faces[0]); }, {"two faces"});
  refuse_mesh([](Mesh2& m) { m.boundary_names.clear(); }, {"periodic boundaries 0 and 1"});
  refuse_mesh([](Mesh2& m) { m.periodic_pairs.clear(); }, {"do not share it"});
  refuse_mesh([](Mesh2& m) { m.periodic_pairs[0].translation[0] += 1e-6; }, {"do not share it"});
}

TEST_CASE("a mesh that cannot be written leaves nothing behind and nothing overwritten") {
  const TemporaryFolder folder;
  const Mesh2 mesh = samples::box(1, 30, 30);
  check_refused([&] { write_mesh(mesh, folder / "none/box.h5"); }, {"none/box.h5: cannot be written", "No such file"});
  std::filesystem::create_directory(folder / "folder.h5");
  check_refused([&] { write_mesh(mesh, folder / "folder.h5"); }, {"folder.h5: cannot be written", "directory"});
  samples::write_text(folder / "file", "");
  check_refused([&] { write_mesh(mesh, folder / "file/box.h5"); }, {"file/box.h5: cannot be written"});
  check_refused([&] { write_mesh(mesh, folder / "box.obj"); }, {"box.obj: unknown ending '.obj'", ".msh", ".h5"});

  samples::write_text(folder / "box.h5", "precious");
  for (const std::size_t bytes : {100, 5000, 50000}) {
    const samples::SmallDisk disk(bytes);
    check_refused([&] { write_mesh(mesh, folder / "box.h5"); }, {"box.h5: cannot be written"});
  }
  CHECK(samples::read_text(folder / "box.h5") == "precious");
  CHECK(folder.file_count() == 3);
  write_mesh(mesh, folder / "box.h5");
  CHECK(samples::same(read_mesh(folder / "box.h5"), mesh));
}
