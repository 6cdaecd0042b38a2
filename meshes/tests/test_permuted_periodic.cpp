#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "meshes/build.hpp"
#include "meshes/checks.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

using namespace dg;
using samples::check_refused;
using samples::Point;

namespace {

std::vector<Index> random_permutation(Index n, unsigned seed) {
  std::vector<Index> p(n);
  std::iota(p.begin(), p.end(), 0);
  std::shuffle(p.begin(), p.end(), std::mt19937(seed));
  return p;
}

std::vector<Index> inverse(const std::vector<Index>& p) {
  std::vector<Index> q(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) q[p[i]] = static_cast<Index>(i);
  return q;
}

}  // namespace

TEST_CASE("a permutation and its inverse give back the mesh") {
  Mesh2 mesh = samples::box(3, 6, 4);
  connect_periodic(mesh, "left", "right", "box");
  const auto new_to_old_cells = random_permutation(mesh.cell_count(), 1);
  const auto new_to_old_faces = random_permutation(mesh.face_count(), 2);
  const Mesh2 mixed = permuted(mesh, new_to_old_cells, new_to_old_faces);
  CHECK_FALSE(samples::same(mixed, mesh));
  CHECK_NOTHROW(check_faces(mixed, "mixed"));
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    CHECK(mixed.cell_shapes[c] == mesh.cell_shapes[new_to_old_cells[c]]);
    CHECK(cell_centroid(mixed, c) == cell_centroid(mesh, new_to_old_cells[c]));
  }
  int reversed_faces = 0;
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const Face &now = mixed.faces[f], &before = mesh.faces[new_to_old_faces[f]];
    CHECK(now.boundary == before.boundary);
    if (before.plus >= 0) {
      CHECK(now.minus < now.plus);
    } else {
      CHECK(now.plus == -1);
    }
    const bool reversed = new_to_old_cells[now.minus] != before.minus;
    reversed_faces += reversed;
    CHECK(new_to_old_cells[now.minus] == (reversed ? before.plus : before.minus));
    CHECK(now.minus_face == (reversed ? before.plus_face : before.minus_face));
    CHECK(now.plus_face == (reversed ? before.minus_face : before.plus_face));
    if (now.plus >= 0) CHECK(new_to_old_cells[now.plus] == (reversed ? before.minus : before.plus));
  }
  CHECK(reversed_faces > 0);
  CHECK(samples::same(permuted(mixed, inverse(new_to_old_cells), inverse(new_to_old_faces)), mesh));
}

TEST_CASE("reoriented cells are the same cells with another first vertex") {
  for (int order = 1; order <= max_geometry_order; ++order) {
    Mesh2 mesh = samples::box(order, 6, 4);
    connect_periodic(mesh, "left", "right", "box");
    std::mt19937 random(order);
    std::vector<std::int8_t> orientations, back;
    for (const CellShape shape : mesh.cell_shapes) {
      orientations.push_back(static_cast<std::int8_t>(random() % face_count(shape)));
      back.push_back(static_cast<std::int8_t>((face_count(shape) - orientations.back()) % face_count(shape)));
    }
    const Mesh2 result = reoriented(mesh, orientations);
    CHECK_NOTHROW(check_faces(result, "turned"));
    for (Index c = 0; c < mesh.cell_count(); ++c) {
      const int n = face_count(mesh.cell_shapes[c]);
      for (int f = 0; f < n; ++f)
        for (int k = 0; k <= order; ++k)
          CHECK(face_node(result, c, f, k) == face_node(mesh, c, (f + orientations[c]) % n, k));
      const auto here = cell_centroid(result, c), there = cell_centroid(mesh, c);
      for (int d = 0; d < 2; ++d) CHECK(here[d] == Approx(there[d]).margin(1e-14));
      CHECK(cell_area(result, c) == Approx(cell_area(mesh, c)));
    }
    CHECK_FALSE(samples::same(result, mesh));
    CHECK(samples::same(reoriented(result, back), mesh));
  }
}

TEST_CASE("periodic boundaries become faces between cells") {
  for (int order = 1; order <= max_geometry_order; ++order) {
    Mesh2 mesh = samples::box(order, 4, 3);
    const int between = samples::faces_in(mesh, "");
    connect_periodic(mesh, "left", "right", "box");
    CHECK(samples::faces_in(mesh, "") == between + 3);
    CHECK(samples::faces_in(mesh, "left") == 0);
    CHECK(samples::faces_in(mesh, "right") == 0);
    connect_periodic(mesh, "top", "bottom", "box");
    CHECK(mesh.face_count() == between + 7);
    CHECK(mesh.boundary_names.size() == 4);
    CHECK_NOTHROW(check_faces(mesh, "box"));
    REQUIRE(mesh.periodic_pairs.size() == 2);
    CHECK(mesh.periodic_pairs[0].translation[0] == Approx(2));
    CHECK(mesh.periodic_pairs[1].translation[1] == Approx(-1));
    for (Index f = between; f < mesh.face_count(); ++f) {
      const Face& face = mesh.faces[f];
      const auto& shift = mesh.periodic_pairs[f < between + 3 ? 0 : 1].translation;
      // From left to right the numbers of the cells grow; from top to bottom they fall, and the faces run upwards.
      const double sign = f < between + 3 ? 1 : -1;
      CHECK(face.minus < face.plus);
      for (int k = 0; k <= order; ++k) {
        const Point& p = mesh.nodes[face_node(mesh, face.minus, face.minus_face, k)];
        const Point& q = mesh.nodes[face_node(mesh, face.plus, face.plus_face, order - k)];
        for (int d = 0; d < 2; ++d) CHECK(p[d] + sign * shift[d] == Approx(q[d]).margin(1e-14));
      }
    }
  }
}

TEST_CASE("one boundary may hold both sides of one periodic pair or several") {
  for (int order = 1; order <= 2; ++order) {
    Mesh2 apart = samples::box(order, 4, 3), together = apart;
    connect_periodic(apart, "left", "right", "box");
    connect_periodic(apart, "bottom", "top", "box");
    for (Face& face : together.faces)
      if (face.boundary >= 0) face.boundary = 2;
    connect_periodic(together, "bottom", "bottom", "box");
    CHECK(together.periodic_pairs.size() == 2);
    for (const auto& pair : together.periodic_pairs) CHECK((pair.a == 2 && pair.b == 2));
    CHECK_NOTHROW(check_faces(together, "box"));
    const auto sorted = [](std::vector<Face> faces) {
      std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
        return std::pair(a.minus, a.minus_face) < std::pair(b.minus, b.minus_face);
      });
      return faces;
    };
    CHECK(sorted(together.faces) == sorted(apart.faces));
  }
}

TEST_CASE("a boundary of a box in 3-D may hold all sides") {
  for (const std::string kind : {"tetrahedra", "prisms", "hexahedra"}) {
    Mesh3 apart = samples::box({{"kind", kind}, {"n", "3"}}), together = apart;
    for (const auto& [a, b] : {std::pair{"left", "right"}, {"bottom", "top"}, {"front", "back"}})
      connect_periodic(apart, a, b, "box");
    for (Face& face : together.faces)
      if (face.boundary >= 0) face.boundary = 0;
    const std::string name = together.boundary_names[0];
    connect_periodic(together, name, name, "box");
    CHECK_NOTHROW(check_faces(together, "box"));
    CHECK(together.face_count() == apart.face_count());
    CHECK(together.periodic_pairs.size() == 3);
  }
}

TEST_CASE("one cell can be its own neighbour on both sides") {
  Mesh2 mesh = samples::box(1, 1, 1);
  connect_periodic(mesh, "left", "right", "box");
  connect_periodic(mesh, "bottom", "top", "box");
  CHECK(mesh.faces == std::vector<Face>{{0, 0, 3, 1, -1}, {0, 0, 0, 2, -1}});
}

TEST_CASE("boundaries that cannot be periodic are refused") {
  const auto refuse_pair = [](Mesh2 mesh, const std::string& a, const std::string& b,
                              const std::vector<std::string>& pieces) {
    check_refused([&] { connect_periodic(mesh, a, b, "case.ini"); }, pieces);
  };
  const Mesh2 mesh = samples::box(2, 4, 3);
  refuse_pair(mesh, "left", "rihgt", {"case.ini", "'rihgt' is not in the mesh", "left, right, bottom, top"});
  refuse_pair(mesh, "left", "left",
              {"'left' is periodic with itself, but 3 of its faces look along (-1, 0) and 0 the other way"});
  refuse_pair(mesh, "left", "top", {"'left' and 'top' have 3 and 4 faces"});
  refuse_pair(samples::box(1, 3, 3), "left", "top", {"'left' at", "nor does a rotation by 90 degrees", "fit"});
  Mesh2 connected = mesh;
  connect_periodic(connected, "left", "right", "box");
  refuse_pair(connected, "left", "right", {"'left' has no faces", "periodic already"});

  Mesh2 bent = mesh;
  for (Point& node : bent.nodes) {
    if (node[0] == 2 && node[1] == 0.5) node[0] += 1e-6;  // the middle of an edge
  }
  refuse_pair(bent, "left", "right", {"(0, 0.5) has no counterpart in 'right'"});
}
