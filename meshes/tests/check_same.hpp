/// Checks that two meshes, or two subdomains, are the same in all that they hold.
#pragma once

#include <catch2/catch.hpp>

#include "meshes/mesh.hpp"
#include "meshes/subdomain.hpp"

namespace dg::samples {

template <int Dim>
void check_same(const Mesh<Dim>& a, const Mesh<Dim>& b) {
  CHECK(a.geometry_order == b.geometry_order);
  CHECK(a.nodes == b.nodes);
  CHECK(a.cell_shapes == b.cell_shapes);
  CHECK(a.cell_node_begin == b.cell_node_begin);
  CHECK(a.cell_nodes == b.cell_nodes);
  CHECK(a.faces == b.faces);
  CHECK(a.boundary_names == b.boundary_names);
  CHECK(a.periodic_pairs == b.periodic_pairs);
}

inline void check_same(const Halo& a, const Halo& b) {
  CHECK(a.rank == b.rank);
  CHECK(a.ranks == b.ranks);
  CHECK(a.interface_cells == b.interface_cells);
  CHECK(a.own_cells == b.own_cells);
  CHECK(a.own_faces == b.own_faces);
  CHECK(a.cell == b.cell);
  CHECK(a.face == b.face);
  REQUIRE(a.neighbours.size() == b.neighbours.size());
  for (std::size_t i = 0; i < a.neighbours.size(); ++i) {
    CHECK(a.neighbours[i].rank == b.neighbours[i].rank);
    CHECK(a.neighbours[i].sent == b.neighbours[i].sent);
    CHECK(a.neighbours[i].received == b.neighbours[i].received);
  }
}

}  // namespace dg::samples
