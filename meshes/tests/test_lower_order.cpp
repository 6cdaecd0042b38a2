#include <catch2/catch.hpp>
#include <cmath>
#include <variant>

#include "meshes/curving/elevated.hpp"
#include "meshes/lower_order.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/hopr_writer.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;
using samples::TemporaryFolder;

namespace {

/// A quadratic map of space, so that nodes that lie at equal distances before make cells of order 2 exactly.
Mesh3 bent(Mesh3 mesh) {
  for (auto& [x, y, z] : mesh.nodes) {
    x += 0.1 * y * y;
    z += 0.1 * x * y;
  }
  return mesh;
}

/// The largest distance between nodes of two meshes with the same cells and order.
template <int Dim>
double gap(const Mesh<Dim>& a, const Mesh<Dim>& b) {
  REQUIRE(a.cell_shapes == b.cell_shapes);
  REQUIRE(a.cell_nodes.size() == b.cell_nodes.size());
  double most = 0;
  for (std::size_t n = 0; n < a.cell_nodes.size(); ++n)
    for (int d = 0; d < Dim; ++d)
      most = std::max(most, std::abs(a.nodes[a.cell_nodes[n]][d] - b.nodes[b.cell_nodes[n]][d]));
  return most;
}

constexpr double round_off = 1e-13;

}  // namespace

TEST_CASE("cells of a quadratic map become cells of order 2 without a change of shape") {
  for (const std::string kind : {"tetrahedra", "prisms", "hexahedra", "hybrid"}) {
    const Mesh3 straight = samples::box({{"kind", kind}, {"n", "2"}});
    for (int order = 3; order <= max_geometry_order; ++order) {
      CAPTURE(kind, order);
      const Mesh3 exact = elevated(straight, 2);
      // Pyramids have a rational map: only those of a linear map keep their nodes at equal distances.
      const bool pyramids = kind == "hybrid";
      const Mesh3 high = pyramids ? elevated(straight, order) : bent(elevated(straight, order));
      const Mesh3 low = with_lower_order(high, 2, "box");
      CHECK(low.geometry_order == 2);
      CHECK(low.node_count() == exact.node_count());  // cells share the nodes of their faces
      CHECK(low.faces == exact.faces);
      CHECK(gap(low, pyramids ? exact : bent(exact)) < round_off);
    }
  }
}

TEST_CASE("cells of order 1 keep their vertices, and periodic boundaries stay apart") {
  Mesh3 mesh = samples::box({{"kind", "hexahedra"}, {"n", "3"}, {"order", "3"}, {"curved", "0.03"}});
  connect_periodic(mesh, "left", "right", "box");
  const Mesh3 low = with_lower_order(mesh, 1, "box");
  CHECK(low.node_count() == 4 * 4 * 4);
  CHECK(low.faces == mesh.faces);
  for (Index c = 0; c < mesh.cell_count(); ++c)
    for (int v = 0; v < 8; ++v) CHECK(low.nodes[vertex_node(low, c, v)] == mesh.nodes[vertex_node(mesh, c, v)]);
}

TEST_CASE("HOPR and VTK files of orders 5 to 9 are read as cells of a lower order, on request only") {
  const TemporaryFolder folder;
  const Mesh3 straight = samples::box({{"kind", "hexahedra"}, {"n", "1"}});
  for (int order = 5; order <= max_element_order; ++order) {
    CAPTURE(order);
    const Mesh3 high = bent(elevated(straight, order));
    samples::write_hopr(folder / "m.h5", samples::hopr_tables(high));
    write_mesh(high, folder / "m.vtu");
    for (const char* name : {"m.h5", "m.vtu"}) {
      check_refused([&] { read_any_mesh(folder / name); },
                    {"has elements of order " + std::to_string(order), "'rkdg convert IN OUT --order 4'"});
      for (const int highest : {2, 4}) {
        const auto low = std::get<Mesh3>(read_any_mesh(folder / name, nullptr, highest));
        CHECK(gap(low, bent(elevated(straight, highest))) < round_off);
      }
    }
  }
}

TEST_CASE("cells of which the curved faces do not fit together keep no order") {
  const auto box = samples::box({{"kind", "hexahedra"}, {"n", "2"}, {"order", "4"}});
  Mesh3 mesh = box;
  const Face& face = *std::find_if(mesh.faces.begin(), mesh.faces.end(), [](const Face& f) { return f.plus >= 0; });
  const Index slot = mesh.cell_node_begin[face.plus] +
                     lattice_face_node(mesh.cell_shapes[face.plus], mesh.geometry_order, face.plus_face, 2, 2);
  auto moved = mesh.nodes[mesh.cell_nodes[slot]];
  moved[0] += 1e-3;
  mesh.cell_nodes[slot] = mesh.node_count();
  mesh.nodes.push_back(moved);
  check_refused([&] { with_lower_order(mesh, 2, "box"); }, {"box: the curved faces of two neighbouring cells"});
  CHECK_NOTHROW(with_lower_order(box, 2, "box"));
}
