// CGNS files with several zones, and with what is not read.
#include <set>

#include "meshes/mesh_file.hpp"
#include "meshes/tests/cgns_writer.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::CgnsBoundaries;
using samples::CgnsWriter;
using samples::check_refused;
using samples::TemporaryFolder;

namespace {

/// The box of the samples, as far along x as told.
Mesh2 moved(double distance) {
  Mesh2 mesh = samples::box(2, 3, 2);
  for (auto& node : mesh.nodes) node[0] += distance;
  return mesh;
}

void refuse(const TemporaryFolder& folder, const std::vector<std::string>& pieces) {
  check_refused([&] { read_any_mesh(folder / "m.cgns"); }, pieces);
}

}  // namespace

TEST_CASE("zones that touch become one mesh, and boundaries of one name one boundary") {
  const TemporaryFolder folder;
  std::vector<std::string> notes;
  {
    CgnsWriter writer(folder / "m.cgns", 2);
    Mesh2 first = moved(0), second = moved(2);
    std::swap(first.boundary_names[1], second.boundary_names[0]);
    first.boundary_names[1] = second.boundary_names[0] = "between";
    writer.add_zone("Zone1", first, CgnsBoundaries::families, true);
    writer.add_zone("Zone2", second, CgnsBoundaries::list, true);
  }
  const auto mesh = std::get<Mesh2>(read_any_mesh(folder / "m.cgns", &notes));
  const Mesh2 one = moved(0);
  CHECK(mesh.cell_count() == 2 * one.cell_count());
  CHECK(mesh.node_count() == 2 * one.node_count() - 5);  // two edges of order 2
  CHECK(mesh.face_count() == 2 * one.face_count() - 2);
  CHECK(samples::total_area(mesh) == Approx(2 * samples::total_area(one)).epsilon(1e-13));
  CHECK(samples::faces_in(mesh, "left") == 2);
  CHECK(samples::faces_in(mesh, "right") == 2);
  CHECK(samples::faces_in(mesh, "bottom") == 6);
  CHECK(samples::faces_in(mesh, "between") == 0);
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::Contains("4 edges of the group 'between' lie inside the mesh and are ignored"));
}

TEST_CASE("a family that belongs to one other is called as that is") {
  const TemporaryFolder folder;
  { CgnsWriter(folder / "m.cgns", 2).add_zone("Zone", moved(0), CgnsBoundaries::families, true); }
  int file = 0, conditions = 0, geometries = 0;
  CgnsWriter::check(cg_open((folder / "m.cgns").c_str(), CG_MODE_MODIFY, &file));
  char name[33];
  CgnsWriter::check(cg_family_read(file, 1, 1, name, &conditions, &geometries));
  CgnsWriter::check(cg_family_name_write(file, 1, 1, "group", "hull"));
  CgnsWriter::check(cg_close(file));
  const auto mesh = std::get<Mesh2>(read_any_mesh(folder / "m.cgns"));
  CHECK(samples::faces_in(mesh, name) == 0);
  CHECK(samples::faces_in(mesh, "hull") == samples::faces_in(moved(0), name));
}

TEST_CASE("what is not read of CGNS files is refused by name") {
  const TemporaryFolder folder;
  SECTION("no zone") {
    { CgnsWriter writer(folder / "m.cgns", 2); }
    refuse(folder, {"m.cgns: has no base with zones"});
  }
  SECTION("two bases") {
    {
      CgnsWriter writer(folder / "m.cgns", 2);
      writer.add_zone("Zone", moved(0), CgnsBoundaries::list, true);
      CgnsWriter::check(cg_base_write(writer.file, "Other", 2, 2, &writer.base));
      writer.add_zone("Zone", moved(0), CgnsBoundaries::list, true);
    }
    refuse(folder, {"m.cgns: has two bases with zones"});
  }
  SECTION("cells that are cut off at their corners, and polygons") {
    const bool polygons = GENERATE(false, true);
    {
      CgnsWriter writer(folder / "m.cgns", 2);
      writer.add_zone("Zone", moved(0), CgnsBoundaries::list, true);
      const std::vector<cgsize_t> nodes{1, 2, 3, 4, 5, 6, 7, 8, 9}, offsets{0, 4};
      int section = 0;
      CgnsWriter::check(polygons
                            ? cg_poly_section_write(writer.file, writer.base, writer.zone, "More", CGNS_ENUMV(NGON_n),
                                                    100, 100, 0, nodes.data(), offsets.data(), &section)
                            : cg_section_write(writer.file, writer.base, writer.zone, "More", CGNS_ENUMV(HEXA_56), 100,
                                               100, 0, nodes.data(), &section));
    }
    refuse(folder, {"m.cgns: section 'More' has elements of type", polygons ? "NGON_n" : "HEXA_56", "orders 1 to 4"});
  }
  SECTION("points and faces that are not there") {
    const int kind = GENERATE(0, 1, 2, 3);
    {
      CgnsWriter writer(folder / "m.cgns", 2);
      writer.add_zone("Zone", moved(0), CgnsBoundaries::list, true);
      int number = 0;
      const cgsize_t points[1] = {1}, cell[3] = {1, 2, 99};
      if (kind == 0) {
        CgnsWriter::check(cg_section_write(writer.file, writer.base, writer.zone, "More", CGNS_ENUMV(TRI_3), 100, 100,
                                           0, cell, &number));
      } else {
        const cgsize_t named[1] = {kind == 1 ? points[0] : 500};
        CgnsWriter::check(cg_boco_write(writer.file, writer.base, writer.zone, "odd", CGNS_ENUMV(BCWall),
                                        CGNS_ENUMV(PointList), 1, named, &number));
        if (kind != 2)
          CgnsWriter::check(
              cg_boco_gridlocation_write(writer.file, writer.base, writer.zone, number, CGNS_ENUMV(EdgeCenter)));
      }
    }
    if (kind == 0)
      refuse(folder, {"m.cgns: section 'More' of zone 'Zone' has point 99, but its points are numbered 1 to"});
    if (kind == 1) {
      std::vector<std::string> notes;
      read_any_mesh(folder / "m.cgns", &notes);
      REQUIRE(notes.size() == 1);
      CHECK_THAT(notes[0],
                 Catch::Contains("m.cgns: 1 elements of boundary condition 'odd' are no faces and are ignored"));
    }
    if (kind == 3)
      refuse(folder, {"m.cgns: boundary 'odd' has elements 500 to 500 of zone 'Zone', of which 0 are in the file"});
    if (kind == 2) refuse(folder, {"m.cgns: boundary condition 'odd' names point 500"});
  }
}
