#include "reorder/interface_layers.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "meshes/build.hpp"
#include "meshes/generate.hpp"

namespace dg {
namespace {

/// The part of a periodic hybrid mesh that lies right of the middle, of whose cells the interface has but few.
Subdomain<2> right_half() {
  Mesh2 mesh = generate_mesh("square", 0, {{"kind", "hybrid"}, {"n", "12"}});
  connect_periodic(mesh, "bottom", "top", "test");
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    double x = 0;
    const Index begin = mesh.cell_node_begin[c], end = mesh.cell_node_begin[c + 1];
    for (Index i = begin; i < end; ++i) x += mesh.nodes[mesh.cell_nodes[i]][0] / (end - begin);
    rank_of.push_back(x > 0 ? 1 : 0);
  }
  return make_subdomain(mesh, rank_of, 1, 2);
}

/// The distance in faces of each own cell from those of the interface, which have 0, by the definition of a distance.
std::vector<int> distances(const Subdomain<2>& part) {
  std::vector<int> distance(part.halo.own_cells, 1 << 20);
  std::fill_n(distance.begin(), part.halo.interface_cells, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (Index i = 0; i < part.halo.own_faces; ++i) {
      const Face& f = part.mesh.faces[i];
      if (f.plus < 0) continue;
      for (const auto& [a, b] : {std::pair{f.minus, f.plus}, std::pair{f.plus, f.minus}})
        if (distance[a] + 1 < distance[b]) {
          distance[b] = distance[a] + 1;
          changed = true;
        }
    }
  }
  return distance;
}

TEST_CASE("Layers of a subdomain grow from the cells that other ranks need") {
  const Subdomain<2> part = right_half();
  REQUIRE(part.halo.interface_cells > 0);
  REQUIRE(part.halo.interface_cells < part.halo.own_cells);
  const Ordering order = layers_from_interface(part);
  REQUIRE(is_permutation(order.cells));
  REQUIRE(is_permutation(order.faces));
  const Subdomain<2> ordered = in_order(part, order.cells, order.faces);
  const std::vector<int> distance = distances(ordered);
  CHECK(std::is_sorted(distance.begin(), distance.end()));
  CHECK(std::count(distance.begin(), distance.end(), 0) == part.halo.interface_cells);
  CHECK_FALSE(std::is_sorted(order.cells.begin(), order.cells.begin() + part.halo.own_cells));
}

TEST_CASE("A subdomain in another order is the same part of the mesh") {
  const Subdomain<2> part = right_half();
  const Ordering order = layers_from_interface(part);
  const auto [mesh, halo] = in_order(part, order.cells, order.faces);
  const auto faces_in_the_whole = [](const Mesh2& m, const Halo& h) {
    std::set<std::array<Index, 5>> faces;
    for (Index i = 0; i < m.face_count(); ++i) {
      const Face& f = m.faces[i];
      faces.insert({h.face[i], h.cell[f.minus], f.plus < 0 ? -1 : h.cell[f.plus], f.minus_face, f.plus_face});
    }
    return faces;
  };
  CHECK(faces_in_the_whole(mesh, halo) == faces_in_the_whole(part.mesh, part.halo));
  for (Index i = 0; i < mesh.face_count(); ++i) {
    const Face& f = mesh.faces[i];
    const bool between_ranks = f.plus >= 0 && (f.minus < halo.own_cells) != (f.plus < halo.own_cells);
    CHECK(between_ranks == (i >= halo.own_faces));
  }
  for (Index c = halo.own_cells; c < mesh.cell_count(); ++c) CHECK(halo.cell[c] == part.halo.cell[c]);
  REQUIRE(halo.neighbours.size() == 1);
  const auto numbers = [](const Halo& h) {
    std::vector<Index> cells;
    for (const Index c : h.neighbours[0].sent) cells.push_back(h.cell[c]);
    return cells;
  };
  CHECK(numbers(halo) == numbers(part.halo));
  for (Index c = 0; c < mesh.cell_count(); ++c)
    for (Index i = 0; i < mesh.cell_node_begin[c + 1] - mesh.cell_node_begin[c]; ++i)
      CHECK(mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[c] + i]] ==
            part.mesh.nodes[part.mesh.cell_nodes[part.mesh.cell_node_begin[order.cells[c]] + i]]);
}

}  // namespace
}  // namespace dg
