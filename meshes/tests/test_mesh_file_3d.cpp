#include <catch2/catch.hpp>
#include <variant>

#include "meshes/build.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::box;
using samples::check_refused;
using samples::TemporaryFolder;

TEST_CASE("a three-dimensional mesh comes back from its HDF5 file as it was") {
  const TemporaryFolder folder;
  for (const char* kind : {"tetrahedra", "hexahedra", "hybrid", "pyramids"}) {
    Mesh3 mesh = box({{"kind", kind}, {"n", "3"}, {"order", "3"}, {"curved", "0.03"}});
    connect_periodic(mesh, "bottom", "top", "box");
    write_mesh(mesh, folder / "box.h5");
    const AnyMesh read = read_any_mesh(folder / "box.h5");
    REQUIRE(std::holds_alternative<Mesh3>(read));
    CHECK(samples::same(std::get<Mesh3>(read), mesh));
  }
}

TEST_CASE("a file says its dimension, and what needs another one refuses it") {
  const TemporaryFolder folder;
  const Mesh3 mesh = box({{"n", "1"}});
  write_mesh(mesh, folder / "box.h5");
  check_refused([&] { read_mesh(folder / "box.h5"); }, {"box.h5: is a 3-D mesh", "2-D"});
  check_refused([&] { write_mesh(mesh, folder / "box.txt"); }, {"unknown ending '.txt'"});
  write_mesh(generate_mesh("square", 0, {}), folder / "square.h5");
  CHECK(std::holds_alternative<Mesh2>(read_any_mesh(folder / "square.h5")));
}

TEST_CASE("three-dimensional files with wrong orientations are refused") {
  const TemporaryFolder folder;
  Mesh3 mesh = box({{"n", "1"}});
  mesh.faces.front().orientation = static_cast<std::int8_t>((mesh.faces.front().orientation + 1) % 3);
  write_mesh(mesh, folder / "turned.h5");
  check_refused([&] { read_any_mesh(folder / "turned.h5"); }, {"turned.h5: face 0 joins cell 0", "do not share it"});
  mesh.faces.front().orientation = 3;
  write_mesh(mesh, folder / "turned.h5");
  check_refused([&] { read_any_mesh(folder / "turned.h5"); }, {"turned.h5: face 0 joins cell 0"});
}
