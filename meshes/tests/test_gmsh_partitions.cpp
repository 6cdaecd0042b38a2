// Meshes that Gmsh has cut into partitions.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "meshes/gmsh_model.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/gmsh_formats.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::GmshFormat;
using samples::TemporaryFolder;

namespace {

/// The box [0, 2] x [0, 1] (x [0, 1]) by Gmsh, as one piece and as three. Boundaries "wall" and "rest".
template <int Dim>
void write_boxes(const TemporaryFolder& folder, GmshFormat format, bool split) {
  const GmshModel model;
  model.run("partitions", [&] {
    namespace geo = gmsh::model::geo;
    const double x[4][2] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
    for (int p = 0; p < 4; ++p) geo::addPoint(x[p][0], x[p][1], 0, 0.5, p + 1);
    for (int p = 0; p < 4; ++p) geo::addLine(p + 1, (p + 1) % 4 + 1, p + 1);
    geo::addCurveLoop({1, 2, 3, 4}, 1);
    geo::addPlaneSurface({1}, 1);
    gmsh::vectorpair made;
    if (Dim == 3) geo::extrude({{2, 1}}, 0, 0, 1, made);
    geo::synchronize();
    std::vector<int> rest{2, 3, 4};
    if (Dim == 3) {
      rest.clear();
      gmsh::vectorpair surfaces;
      gmsh::model::getEntities(surfaces, 2);
      for (const auto& [dimension, tag] : surfaces)
        if (tag != 1) rest.push_back(tag);
    }
    gmsh::model::addPhysicalGroup(Dim - 1, {1}, 5);
    gmsh::model::setPhysicalName(Dim - 1, 5, "wall");
    gmsh::model::addPhysicalGroup(Dim - 1, rest, 6);
    gmsh::model::setPhysicalName(Dim - 1, 6, "rest");
    gmsh::model::addPhysicalGroup(Dim, {1}, 1);
    gmsh::model::mesh::generate(Dim);
    gmsh::option::setNumber("Mesh.MshFileVersion", format.version);
    gmsh::option::setNumber("Mesh.Binary", format.binary);
    gmsh::write(folder / "whole.msh");
    gmsh::option::setNumber("Mesh.PartitionCreateGhostCells", split ? 1 : 0);
    gmsh::model::mesh::partition(3);
    gmsh::option::setNumber("Mesh.PartitionCreateGhostCells", 0);
    gmsh::option::setNumber("Mesh.PartitionSplitMeshFiles", split ? 1 : 0);
    gmsh::write(folder / "cut.msh");
    gmsh::option::setNumber("Mesh.PartitionSplitMeshFiles", 0);
  });
}

template <int Dim>
void compare(GmshFormat format, bool split) {
  CAPTURE(Dim, format.version, format.binary, split);
  const TemporaryFolder folder;
  write_boxes<Dim>(folder, format, split);
  const auto whole = std::get<Mesh<Dim>>(read_any_mesh(folder / "whole.msh"));
  const auto cut = std::get<Mesh<Dim>>(read_any_mesh(folder / (split ? "cut_2.msh" : "cut.msh")));
  CHECK(cut.cell_count() == whole.cell_count());
  CHECK(cut.node_count() == whole.node_count());
  CHECK(cut.face_count() == whole.face_count());
  CHECK(cut.boundary_names == whole.boundary_names);
  for (const std::string name : {"wall", "rest"}) CHECK(samples::faces_in(cut, name) == samples::faces_in(whole, name));
  if constexpr (Dim == 2) CHECK(samples::total_area(cut) == Approx(2).epsilon(1e-13));
  if constexpr (Dim == 3) CHECK(samples::total_volume(cut) == Approx(2).epsilon(1e-13));
}

}  // namespace

TEST_CASE("a mesh in partitions is read as the whole mesh") {
  for (const GmshFormat format : samples::gmsh_formats) {
    compare<2>(format, false);
    compare<3>(format, false);
  }
}

TEST_CASE("a mesh in partitions, each in a file of its own, is read as the whole mesh") {
  for (const GmshFormat format : samples::gmsh_formats) {
    if (format.version < 4) continue;  // whose files do not say that there are others
    compare<2>(format, true);
    compare<3>(format, true);
  }
}

TEST_CASE("a file with some of the partitions of a mesh is refused without the others") {
  for (const double version : {4.0, 4.1}) {
    const TemporaryFolder folder;
    write_boxes<3>(folder, {version, 0}, true);
    std::filesystem::copy_file(folder / "cut_2.msh", folder / "renamed.msh");
    samples::check_refused([&] { read_any_mesh(folder / "renamed.msh"); },
                           {"renamed.msh:", "the file has the cells of 1 of 3 partitions", "in one file"});
    std::filesystem::copy_file(folder / "cut_2.msh", folder / "cut_3.msh",
                               std::filesystem::copy_options::overwrite_existing);
    samples::check_refused([&] { read_any_mesh(folder / "cut_2.msh"); }, {"cut_2.msh:", "2 of 3 partitions"});
    std::filesystem::remove(folder / "cut_3.msh");
    samples::check_refused([&] { read_any_mesh(folder / "cut_2.msh"); },
                           {"cut_2.msh: has some of 3 partitions", "cut_3.msh is missing", "side by side"});
  }
}
