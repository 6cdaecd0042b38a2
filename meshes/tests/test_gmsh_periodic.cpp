// Meshes that Gmsh has made periodic.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/checks.hpp"
#include "meshes/gmsh_model.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/periodic.hpp"
#include "meshes/rigid_motion.hpp"
#include "meshes/stated_pairs.hpp"
#include "meshes/tests/gmsh_formats.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::gmsh_formats;
using samples::GmshFormat;
using samples::TemporaryFolder;

namespace {

constexpr double pi = std::numbers::pi;

void write(const std::string& path, GmshFormat format, int dimension, int order) {
  gmsh::model::mesh::generate(dimension);
  gmsh::model::mesh::setOrder(order);
  gmsh::option::setNumber("Mesh.MshFileVersion", format.version);
  gmsh::option::setNumber("Mesh.Binary", format.binary);
  gmsh::write(path);
}

void name(int dimension, const std::vector<int>& entities, int tag, const std::string& text) {
  gmsh::model::addPhysicalGroup(dimension, entities, tag);
  if (!text.empty()) gmsh::model::setPhysicalName(dimension, tag, text);
}

/// The unit square with "right" and "top" periodic with "left" and "bottom".
void write_square(const std::string& path, GmshFormat format, int order) {
  const GmshModel model;
  model.run("square", [&] {
    namespace geo = gmsh::model::geo;
    const double x[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int p = 0; p < 4; ++p) geo::addPoint(x[p][0], x[p][1], 0, p < 2 ? 0.4 : 0.2, p + 1);
    for (int p = 0; p < 4; ++p) geo::addLine(p + 1, (p + 1) % 4 + 1, p + 1);
    geo::addCurveLoop({1, 2, 3, 4}, 1);
    geo::addPlaneSurface({1}, 1);
    geo::synchronize();
    gmsh::model::mesh::setPeriodic(1, {2}, {4}, {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    gmsh::model::mesh::setPeriodic(1, {3}, {1}, {1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1});
    const char* const names[]{"bottom", "right", "top", "left"};
    for (int c = 0; c < 4; ++c) name(1, {c + 1}, c + 1, names[c]);
    name(2, {1}, 5, "fluid");
    write(path, format, 2, order);
  });
}

/// A sector of 40 degrees of a ring, from radius 1 to 2 and from z = 0 to 1: "high" is "low" turned about the z axis.
void write_sector(const std::string& path, GmshFormat format, int order) {
  const double angle = 40 * pi / 180, c = std::cos(angle), s = std::sin(angle);
  const GmshModel model;
  model.run("sector", [&] {
    namespace geo = gmsh::model::geo;
    const double x[4][3] = {{1, 0, 0}, {2, 0, 0}, {2, 0, 1}, {1, 0, 1}};
    for (int p = 0; p < 4; ++p) geo::addPoint(x[p][0], x[p][1], x[p][2], 0.5, p + 1);
    for (int p = 0; p < 4; ++p) geo::addLine(p + 1, (p + 1) % 4 + 1, p + 1);
    geo::addCurveLoop({1, 2, 3, 4}, 1);
    geo::addPlaneSurface({1}, 1);
    gmsh::vectorpair made;
    geo::revolve({{2, 1}}, 0, 0, 0, 0, 0, 1, angle, made);
    geo::synchronize();
    const int high = made[0].second;
    gmsh::model::mesh::setPeriodic(2, {high}, {1}, {c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    std::vector<int> rest;
    gmsh::vectorpair surfaces;
    gmsh::model::getEntities(surfaces, 2);
    for (const auto& [dimension, tag] : surfaces)
      if (tag != 1 && tag != high) rest.push_back(tag);
    name(2, {1}, 1, "low");
    name(2, {high}, 2, "high");
    name(2, rest, 3, "rest");
    name(3, {made[1].second}, 4, "fluid");
    write(path, format, 3, order);
  });
}

std::string pair_names(const auto& mesh) {
  std::string names;
  for (const auto& pair : mesh.periodic_pairs)
    names += mesh.boundary_names[pair.a] + " " + mesh.boundary_names[pair.b] + "; ";
  return names;
}

}  // namespace

TEST_CASE("boundaries that Gmsh has made periodic are pairs, in every format and order") {
  const TemporaryFolder folder;
  for (const GmshFormat format : gmsh_formats)
    for (const int order : {1, 2, 3}) {
      CAPTURE(format.version, format.binary, order);
      write_square(folder / "square.msh", format, order);
      Mesh2 mesh = read_mesh(folder / "square.msh");
      REQUIRE(pair_names(mesh) == "left right; bottom top; ");
      CHECK(mesh.periodic_pairs[0].translation[0] == Approx(1).epsilon(1e-15));
      CHECK(mesh.periodic_pairs[1].translation[1] == Approx(1).epsilon(1e-15));
      connect_periodic(mesh, "left", "right", "square");
      connect_periodic(mesh, "top", "bottom", "square");
      CHECK(joined_pairs(mesh).size() == 2);
      CHECK_NOTHROW(check_faces(mesh, "square"));
    }
}

TEST_CASE("sectors that Gmsh has made periodic are pairs with a rotation, in every format") {
  const TemporaryFolder folder;
  for (const GmshFormat format : gmsh_formats)
    for (const int order : {1, 2}) {
      CAPTURE(format.version, format.binary, order);
      write_sector(folder / "sector.msh", format, order);
      auto mesh = std::get<Mesh3>(read_any_mesh(folder / "sector.msh"));
      REQUIRE(pair_names(mesh) == "low high; ");
      CHECK(description(motion_of(mesh.periodic_pairs[0])) ==
            "a rotation by 40 degrees about the axis through (0, 0, 0) along (0, 0, 1)");
      const auto faces = samples::faces_in(mesh, "low");
      CHECK(faces > 2);
      const Index before = mesh.face_count();
      connect_periodic(mesh, "low", "high", "sector");
      CHECK(mesh.face_count() == before - static_cast<Index>(faces));
      CHECK_NOTHROW(check_faces(mesh, "sector"));
    }
}
