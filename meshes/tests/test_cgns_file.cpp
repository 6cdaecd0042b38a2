#include <random>
#include <set>

#include "meshes/cgns_file.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/cgns_writer.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::CgnsBoundaries;
using samples::CgnsWriter;
using samples::check_refused;
using samples::TemporaryFolder;

namespace {

template <int Dim>
Mesh<Dim> there_and_back(const Mesh<Dim>& mesh, CgnsBoundaries boundaries, bool mixed, int file_type = CG_FILE_HDF5) {
  const TemporaryFolder folder;
  CgnsWriter(folder / "m.cgns", Dim, file_type).add_zone("Zone", mesh, boundaries, mixed);
  return std::get<Mesh<Dim>>(read_any_mesh(folder / "m.cgns"));
}

Mesh3 mesh_3d(const std::string& kind, const std::string& order) {
  return std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "2"}, {"order", order}}));
}

void write_square(const std::string& path, int file_type = CG_FILE_HDF5) {
  CgnsWriter(path, 2, file_type).add_zone("Zone", samples::box(2, 3, 2), CgnsBoundaries::list, true);
}

}  // namespace

TEST_CASE("a CGNS file holds the mesh that was written, of every shape, at orders 1 to 4, in HDF5 and ADF") {
  CHECK(has_cgns());
  for (const int file_type : {CG_FILE_HDF5, CG_FILE_ADF})
    for (const std::string order : {"1", "2", "3", "4"}) {
      CAPTURE(file_type, order);
      for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "pyramids", "hybrid"}) {
        INFO(kind);
        const Mesh3 mesh = mesh_3d(kind, order);
        CHECK(samples::same(there_and_back(mesh, CgnsBoundaries::list, true, file_type), mesh));
        const bool is_uniform = kind != "hybrid" && kind != "pyramids";
        if (is_uniform) CHECK(samples::same(there_and_back(mesh, CgnsBoundaries::list, false, file_type), mesh));
      }
      const Mesh2 mesh_2d = samples::box(std::stoi(order), 3, 2);
      CHECK(samples::same(there_and_back(mesh_2d, CgnsBoundaries::list, true, file_type), mesh_2d));
    }
}

TEST_CASE("boundaries of CGNS files are lists, ranges, points, families or sections") {
  for (const auto how :
       {CgnsBoundaries::list, CgnsBoundaries::range, CgnsBoundaries::families, CgnsBoundaries::sections}) {
    CAPTURE(static_cast<int>(how));
    const Mesh3 mesh = mesh_3d("hybrid", "2");
    CHECK(samples::same(there_and_back(mesh, how, true), mesh));
    const Mesh2 mesh_2d = samples::box(2, 4, 3);
    CHECK(samples::same(there_and_back(mesh_2d, how, true), mesh_2d));
  }
  // Points do not say in which order the faces are.
  const Mesh3 mesh = mesh_3d("hybrid", "1");
  const Mesh3 read = there_and_back(mesh, CgnsBoundaries::points, true);
  CHECK(read.boundary_names == mesh.boundary_names);
  for (const std::string& name : mesh.boundary_names)
    CHECK(samples::faces_in(read, name) == samples::faces_in(mesh, name));
  const Mesh2 mesh_2d = samples::box(1, 4, 3);
  const Mesh2 read_2d = there_and_back(mesh_2d, CgnsBoundaries::points, true);
  CHECK(read_2d.boundary_names == mesh_2d.boundary_names);
  for (const std::string& name : mesh_2d.boundary_names)
    CHECK(samples::faces_in(read_2d, name) == samples::faces_in(mesh_2d, name));
}

TEST_CASE("serendipity cells of CGNS are completed") {
  for (const std::string kind : {"prisms", "hexahedra", "pyramids", "hybrid"}) {
    INFO(kind);
    const Mesh3 mesh = mesh_3d(kind, "2");
    const TemporaryFolder folder;
    CgnsWriter(folder / "m.cgns", 3).add_zone("Zone", mesh, CgnsBoundaries::list, true, false);
    const auto read = std::get<Mesh3>(read_any_mesh(folder / "m.cgns"));
    CHECK(read.node_count() == mesh.node_count());
    CHECK(read.faces == mesh.faces);
    CHECK(samples::total_volume(read) == Approx(samples::total_volume(mesh)).epsilon(1e-13));
  }
}

TEST_CASE("mixed sections of old CGNS files, which have no offsets, are read") {
  const Mesh3 mesh = mesh_3d("hybrid", "2");
  const TemporaryFolder folder;
  CgnsWriter(folder / "m.cgns", 3).add_zone("Zone", mesh, CgnsBoundaries::list, true);
  int file = 0;
  CgnsWriter::check(cg_open((folder / "m.cgns").c_str(), CG_MODE_MODIFY, &file));
  for (int section = 1; section <= 7; ++section) {  // of cells and six boundaries
    CgnsWriter::check(cg_goto(file, 1, "Zone_t", 1, "Elements_t", section, "end"));
    CgnsWriter::check(cg_delete_node("ElementStartOffset"));
  }
  CgnsWriter::check(cg_close(file));
  CHECK(samples::same(std::get<Mesh3>(read_any_mesh(folder / "m.cgns")), mesh));
}

TEST_CASE("damaged CGNS files are refused in one line, whatever the library does") {
  std::mt19937 random(11);
  for (const int file_type : {CG_FILE_HDF5, CG_FILE_ADF}) {
    const TemporaryFolder folder;
    write_square(folder / "m.cgns", file_type);
    const std::string bytes = samples::read_text(folder / "m.cgns");
    int refused = 0;
    for (int i = 0; i < 60; ++i) {
      std::string damaged = bytes;
      if (i % 3 == 0)
        damaged.resize(100 + random() % (bytes.size() - 100));
      else
        for (int changes = 0; changes < 20; ++changes) damaged[random() % damaged.size()] = static_cast<char>(random());
      samples::write_text(folder / "d.cgns", damaged);
      try {
        read_any_mesh(folder / "d.cgns");
      } catch (const InputError& error) {
        const std::string message = error.what();
        CHECK(message.starts_with(folder / "d.cgns:"));
        CHECK(std::count(message.begin(), message.end(), '\n') == 0);
        ++refused;
      }
    }
    CHECK(refused >= 20);
  }
}
