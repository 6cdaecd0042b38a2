#include "libdg/space/storage_order.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "meshes/cell_geometry.hpp"
#include "support.hpp"

namespace dg {
namespace {

TEST_CASE("The order in memory holds each cell and each face once, zones one after the other") {
  for (const auto assembly : {Assembly::fused, Assembly::tiles}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = 9, .order = 2, .curved = 0.03, .periodic = false});
    SpaceOptions o;
    o.degree = 2;
    o.assembly = assembly;
    const StorageOrder order = storage_order(mesh, o);
    for (const auto* items : {&order.cells, &order.faces}) {
      std::vector<Index> sorted = *items;
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t i = 0; i < sorted.size(); ++i) REQUIRE(sorted[i] == static_cast<Index>(i));
    }
    CHECK(order.cells.size() == mesh.cell_shapes.size());
    CHECK(order.faces.size() == mesh.faces.size());
    const auto kind = [&](Index c) { return std::pair(mesh.cell_shapes[c], !is_affine(mesh, c)); };
    for (std::size_t i = 1; i < order.cells.size(); ++i) {
      const auto a = kind(order.cells[i - 1]), b = kind(order.cells[i]);
      CHECK((a < b || (a == b && order.cells[i - 1] < order.cells[i])));
    }
    // Faces of tiles: inner before boundary ones, those without a curved cell first.
    if (assembly != Assembly::tiles) continue;
    const auto face_kind = [&](Index i) {
      const Face& f = mesh.faces[i];
      return std::pair(!is_affine(mesh, f.minus) || (f.plus >= 0 && !is_affine(mesh, f.plus)), f.plus < 0);
    };
    for (std::size_t i = 1; i < order.faces.size(); ++i)
      CHECK(face_kind(order.faces[i - 1]) <= face_kind(order.faces[i]));
  }
}

}  // namespace
}  // namespace dg
