#include "meshes/subdomain.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/generate.hpp"

namespace dg {
namespace {

Mesh2 periodic_mesh() {
  Mesh2 mesh = generate_mesh("square", 0, {{"kind", "hybrid"}, {"n", "6"}, {"order", "2"}});
  connect_periodic(mesh, "left", "right", "test");
  return mesh;
}

std::vector<int> ranks_of(const Mesh2& mesh, int ranks) {
  std::vector<int> rank_of;
  for (Index c = 0; c < mesh.cell_count(); ++c) rank_of.push_back(c * 7 % 11 % ranks);
  return rank_of;
}

TEST_CASE("The own cells of a subdomain are a mesh by themselves") {
  const Mesh2 mesh = periodic_mesh();
  const std::vector<int> rank_of = ranks_of(mesh, 3);
  const Subdomain<2> part = make_subdomain(mesh, rank_of, 1, 3);
  const Mesh2 own = mesh_of_own_cells(part);
  REQUIRE(own.cell_count() == part.halo.own_cells);
  CHECK(own.boundary_names == mesh.boundary_names);
  CHECK(own.node_count() < part.mesh.node_count());
  for (Index c = 0; c < own.cell_count(); ++c)
    for (Index i = 0; i < own.cell_node_begin[c + 1] - own.cell_node_begin[c]; ++i)
      CHECK(own.nodes.at(own.cell_nodes[own.cell_node_begin[c] + i]) ==
            mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[part.halo.cell[c]] + i]]);
  Index boundary_faces = 0;
  for (Index f = 0; f < mesh.face_count(); ++f)
    boundary_faces += mesh.faces[f].plus < 0 && rank_of[mesh.faces[f].minus] == 1;
  for (const Face& f : own.faces) {
    CHECK((f.minus < own.cell_count() && f.plus < own.cell_count()));
    boundary_faces -= f.plus < 0;
  }
  CHECK(boundary_faces == 0);
}

TEST_CASE("Subdomains have every cell once, their faces, and the neighbours across them as ghosts") {
  const Mesh2 mesh = periodic_mesh();
  const int ranks = GENERATE(2, 3, 5);
  const std::vector<int> rank_of = ranks_of(mesh, ranks);
  std::vector<int> owners(mesh.cell_count()), sides(mesh.face_count());
  std::map<std::pair<int, int>, std::vector<Index>> sent, received;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto [part, halo] = make_subdomain(mesh, rank_of, rank, ranks);
    REQUIRE(part.cell_count() == static_cast<Index>(halo.cell.size()));
    std::set<Index> ghosts;
    for (Index c = 0; c < part.cell_count(); ++c) {
      CHECK((rank_of[halo.cell[c]] == rank) == (c < halo.own_cells));
      if (c < halo.own_cells) ++owners[halo.cell[c]];
      REQUIRE(part.cell_shapes[c] == mesh.cell_shapes[halo.cell[c]]);
      for (Index i = 0; i < node_count(part.cell_shapes[c], 2); ++i)
        CHECK(part.nodes[part.cell_nodes[part.cell_node_begin[c] + i]] ==
              mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[halo.cell[c]] + i]]);
    }
    std::set<Index> interface;
    for (Index f = 0; f < part.face_count(); ++f) {
      const Face &here = part.faces[f], &there = mesh.faces[halo.face[f]];
      Face expected = here;
      expected.minus = halo.cell[here.minus];
      if (here.plus >= 0) expected.plus = halo.cell[here.plus];
      CHECK(expected == there);
      const bool minus = here.minus < halo.own_cells, plus = here.plus >= 0 && here.plus < halo.own_cells;
      CHECK((minus || plus));
      CHECK((here.plus >= 0 && minus != plus) == (f >= halo.own_faces));
      sides[halo.face[f]] += minus + plus;
      if (f < halo.own_faces) continue;
      interface.insert(minus ? here.minus : here.plus);
      ghosts.insert(minus ? here.plus : here.minus);
    }
    CHECK(static_cast<Index>(interface.size()) == halo.interface_cells);
    CHECK(*interface.rbegin() == halo.interface_cells - 1);
    CHECK(static_cast<Index>(ghosts.size()) == halo.ghosts());
    for (const HaloNeighbour& n : halo.neighbours) {
      for (const Index c : n.sent) sent[{rank, n.rank}].push_back(halo.cell[c]);
      for (const Index c : n.received) received[{n.rank, rank}].push_back(halo.cell[c]);
    }
  }
  for (const int count : owners) CHECK(count == 1);
  for (Index f = 0; f < mesh.face_count(); ++f) CHECK(sides[f] == (mesh.faces[f].plus >= 0 ? 2 : 1));
  CHECK(sent == received);
}

TEST_CASE("A rank without cells is refused") {
  const Mesh2 mesh = periodic_mesh();
  CHECK_THROWS_WITH(make_subdomain(mesh, std::vector<int>(mesh.cell_count(), 1), 0, 2),
                    "rank 0 of 2 has none of the " + std::to_string(mesh.cell_count()) + " cells; use fewer ranks");
}

}  // namespace
}  // namespace dg
