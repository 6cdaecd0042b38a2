/// Meshes of 3-D cells that Gmsh itself makes and writes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "meshes/gmsh_model.hpp"
#include "meshes/tests/gmsh_formats.hpp"

namespace dg::samples {

/// Has Gmsh make the 3-D cells of its model, of this order, and write them.
inline void write_generated(const std::string& path, int order, GmshFormat format) {
  gmsh::model::mesh::generate(3);
  gmsh::model::mesh::setOrder(order);
  gmsh::option::setNumber("Mesh.MshFileVersion", format.version);
  gmsh::option::setNumber("Mesh.Binary", format.binary);
  gmsh::write(path);
}

/// Prisms beside hexahedra, by Gmsh itself, on [0, 2] x [0, 1] x [0, 1] in two layers; boundaries "floor", "rest".
inline void gmsh_layers(const std::string& path, int order, GmshFormat format) {
  const GmshModel model;
  model.run(path, [&] {
    namespace geo = gmsh::model::geo;
    const double x[6][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {1, 1}, {0, 1}};
    for (int p = 0; p < 6; ++p) geo::addPoint(x[p][0], x[p][1], 0, 0.6, p + 1);
    for (int p = 0; p < 6; ++p) geo::addLine(p + 1, (p + 1) % 6 + 1, p + 1);
    geo::addLine(2, 5, 7);
    geo::addCurveLoop({1, 7, 5, 6}, 1);
    geo::addCurveLoop({2, 3, 4, -7}, 2);
    geo::addPlaneSurface({1}, 1);
    geo::addPlaneSurface({2}, 2);
    for (int c = 1; c <= 7; ++c) geo::mesh::setTransfiniteCurve(c, 3);
    geo::mesh::setTransfiniteSurface(2);
    geo::mesh::setRecombine(2, 2);
    gmsh::vectorpair out, outside, volumes;
    geo::extrude({{2, 1}, {2, 2}}, 0, 0, 1, out, {2}, {}, true);
    geo::synchronize();
    gmsh::model::getEntities(volumes, 3);
    gmsh::model::getBoundary(volumes, outside, true, false);
    std::vector<int> rest, inside;
    for (const auto& [dimension, tag] : outside)
      if (tag > 2) rest.push_back(tag);
    for (const auto& [dimension, tag] : volumes) inside.push_back(tag);
    gmsh::model::addPhysicalGroup(2, {1, 2}, 3);
    gmsh::model::setPhysicalName(2, 3, "floor");
    gmsh::model::addPhysicalGroup(2, rest, 5);
    gmsh::model::setPhysicalName(2, 5, "rest");
    gmsh::model::addPhysicalGroup(3, inside, 1);
    write_generated(path, order, format);
  });
}

/// Tetrahedra by Gmsh: the cylinder of radius 1 and height 1, or the cube of edge 1; one boundary, "wall".
inline void gmsh_tetrahedra(const std::string& path, bool cylinder, int order, double size, GmshFormat format) {
  const GmshModel model;
  model.run(path, [&] {
    if (cylinder)
      gmsh::model::occ::addCylinder(0, 0, 0, 0, 0, 1, 1);
    else
      gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::synchronize();
    gmsh::vectorpair surfaces;
    gmsh::model::getEntities(surfaces, 2);
    std::vector<int> tags;
    for (const auto& [dimension, tag] : surfaces) tags.push_back(tag);
    gmsh::model::addPhysicalGroup(2, tags, 1);
    gmsh::model::setPhysicalName(2, 1, "wall");
    gmsh::model::addPhysicalGroup(3, {1}, 1);
    gmsh::option::setNumber("Mesh.CharacteristicLengthMin", size);
    gmsh::option::setNumber("Mesh.CharacteristicLengthMax", size);
    write_generated(path, order, format);
    // Options outlive the model.
    gmsh::option::setNumber("Mesh.CharacteristicLengthMin", 0);
    gmsh::option::setNumber("Mesh.CharacteristicLengthMax", 1e22);
  });
}

/// By Gmsh itself: eight hexahedra in the unit cube, on which pyramids lead to tetrahedra. These fill a half cylinder
/// of height 1 and radius 1/2 on the side x = 1 of the cube. There is one boundary, "wall".
inline void gmsh_pyramids(const std::string& path, int order, GmshFormat format) {
  const GmshModel model;
  model.run(path, [&] {
    namespace geo = gmsh::model::geo;
    const double x[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int p = 0; p < 8; ++p) geo::addPoint(x[p][0], x[p][1], x[p][2], 0.6, p + 1);
    geo::addPoint(1, 0.5, 0, 0.6, 9);
    geo::addPoint(1, 0.5, 1, 0.6, 10);
    const int ends[12][2] = {{1, 2}, {2, 3}, {3, 4}, {4, 1}, {5, 6}, {6, 7},
                             {7, 8}, {8, 5}, {1, 5}, {2, 6}, {3, 7}, {4, 8}};
    for (int l = 0; l < 12; ++l) geo::addLine(ends[l][0], ends[l][1], l + 1);
    geo::addCircleArc(2, 9, 3, 13);
    geo::addCircleArc(6, 10, 7, 14);
    const std::vector<std::vector<int>> loops{{1, 2, 3, 4},     {5, 6, 7, 8},     {1, 10, -5, -9},
                                              {2, 11, -6, -10}, {3, 12, -7, -11}, {4, 9, -8, -12},
                                              {13, -2},         {14, -6},         {13, 11, -14, -10}};
    for (int s = 0; s < 9; ++s) {
      geo::addCurveLoop(loops[s], s + 1);
      s == 8 ? geo::addSurfaceFilling({s + 1}, s + 1) : geo::addPlaneSurface({s + 1}, s + 1);
    }
    geo::addSurfaceLoop({1, 2, 3, 4, 5, 6}, 1);
    geo::addSurfaceLoop({4, 7, 8, 9}, 2);
    geo::addVolume({1}, 1);
    geo::addVolume({2}, 2);
    for (int c = 1; c <= 12; ++c) geo::mesh::setTransfiniteCurve(c, 3);
    for (int s = 1; s <= 6; ++s) {
      geo::mesh::setTransfiniteSurface(s);
      geo::mesh::setRecombine(2, s);
    }
    geo::mesh::setTransfiniteVolume(1);
    geo::synchronize();
    gmsh::model::addPhysicalGroup(2, {1, 2, 3, 5, 6, 7, 8, 9}, 3);
    gmsh::model::setPhysicalName(2, 3, "wall");
    gmsh::model::addPhysicalGroup(3, {1, 2}, 1);
    write_generated(path, order, format);
  });
}

}  // namespace dg::samples
