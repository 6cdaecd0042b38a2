// Periodic boundaries that match by a rotation: how they are found and kept, and the rotated copies in subdomains.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "meshes/build.hpp"
#include "meshes/checks.hpp"
#include "meshes/extruded.hpp"
#include "meshes/face_match.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/periodic.hpp"
#include "meshes/rigid_motion.hpp"
#include "meshes/subdomain.hpp"
#include "meshes/tests/check_refused.hpp"
#include "meshes/tests/sample_meshes.hpp"
#include "meshes/tests/temporary_folder.hpp"

using namespace dg;
using samples::check_refused;

namespace {

constexpr double pi = std::numbers::pi;
using Point = std::array<double, 2>;

/// The boxes of the sample between radii 1 and 3 around a centre, the sides of the sector bent by `bend`.
Mesh2 sector(int order, double degrees, const Point& centre = {0, 0}, double bend = 0) {
  Mesh2 mesh = samples::box(order, 4, 3);
  for (auto& [x, y] : mesh.nodes) {
    const double radius = 1 + x, angle = y * degrees * pi / 180 + bend * std::sin(x);
    x = centre[0] + radius * std::cos(angle);
    y = centre[1] + radius * std::sin(angle);
  }
  return mesh;
}

/// Its prisms and hexahedra, turned out of the plane and shifted by `placed`.
Mesh3 sector_in_space(double degrees, const RigidMotion<3>& placed, double bend = 0) {
  Mesh3 mesh = extruded(sector(2, degrees, {0, 0}, bend), 0, 0.5, 2, "sector");
  for (auto& x : mesh.nodes) x = placed(x);
  return mesh;
}

constexpr RigidMotion<3> in_place{{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
constexpr RigidMotion<3> along_x{{0, 0, 1, 1, 0, 0, 0, 1, 0}, {0.3, 0.2, -0.4}};  // z becomes x

/// By an angle about no axis of coordinates.
RigidMotion<3> askew() {
  const double third = 1 / std::sqrt(3.0);
  return rotation_by(0.7, std::array{third, third, third}, std::array{0.0, 0.0, 0.0}, std::array{0.2, -0.5, 0.9});
}

template <int Dim>
double distance(const std::array<double, Dim>& a, const std::array<double, Dim>& b) {
  double sum = 0;
  for (int d = 0; d < Dim; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
  return std::sqrt(sum);
}

/// Faces between cells that do not share their nodes.
template <int Dim>
std::vector<Face> joined_faces(const Mesh<Dim>& mesh) {
  std::vector<Face> joined;
  for (const Face& face : mesh.faces)
    if (face.plus >= 0 && !shares_nodes(mesh, face)) joined.push_back(face);
  return joined;
}

/// Each joined face must match by the rotation that it is said to have.
template <int Dim>
void check_joined(const Mesh<Dim>& mesh, std::size_t count) {
  const std::vector<Face> faces = joined_faces(mesh);
  CHECK(faces.size() == count);
  CHECK_NOTHROW(check_faces(mesh, "sector"));
  for (const Face& face : faces) {
    const int rotation = rotation_across(mesh, face);
    REQUIRE(rotation != 0);
    const auto forth = motion_of(mesh.periodic_pairs[std::abs(rotation) - 1]);
    const auto motion = rotation > 0 ? forth : inverse(forth);
    all_node_pairs(mesh, face, [&](Index minus, Index plus) {
      CHECK(distance<Dim>(motion(mesh.nodes[minus]), mesh.nodes[plus]) < 1e-14);
      return true;
    });
  }
}

std::vector<int> ranks_of(Index cells, int ranks) {
  std::vector<int> rank_of;
  for (Index c = 0; c < cells; ++c) rank_of.push_back(c < ranks ? c : c * 7 % 11 % ranks);
  return rank_of;
}

/// In the subdomains of a mesh whose joined faces all match by rotations, all faces lie between cells that meet, own
/// cells are where they were, and ranks send what others receive.
template <int Dim>
void check_subdomains(const Mesh<Dim>& mesh, int ranks) {
  const std::vector<int> rank_of = ranks_of(mesh.cell_count(), ranks);
  std::vector<int> sides(mesh.faces.size());
  std::map<std::pair<int, int>, std::vector<Index>> sent, received;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto [part, halo] = make_subdomain(mesh, rank_of, rank, ranks);
    CHECK_FALSE(halo.is_whole());
    for (Index f = 0; f < part.face_count(); ++f) {
      const Face& face = part.faces[f];
      const bool minus = face.minus < halo.own_cells, plus = face.plus >= 0 && face.plus < halo.own_cells;
      sides[halo.face[f]] += minus + plus;
      CHECK((face.plus >= 0 && minus != plus) == (f >= halo.own_faces));
      if (face.plus < 0) continue;
      all_node_pairs(part, face, [&](Index a, Index b) {
        CHECK(distance<Dim>(part.nodes[a], part.nodes[b]) < 1e-13);
        return true;
      });
    }
    for (Index c = 0; c < halo.own_cells; ++c)
      for (Index i = 0; i < node_count(part.cell_shapes[c], mesh.geometry_order); ++i)
        CHECK(part.nodes[part.cell_nodes[part.cell_node_begin[c] + i]] ==
              mesh.nodes[mesh.cell_nodes[mesh.cell_node_begin[halo.cell[c]] + i]]);
    // Messages between two ranks arrive in the order of the neighbours.
    for (const HaloNeighbour& n : halo.neighbours) {
      for (const Index c : n.sent) sent[{rank, n.rank}].push_back(halo.cell[c]);
      for (const Index c : n.received) received[{n.rank, rank}].push_back(halo.cell[c]);
    }
  }
  for (std::size_t f = 0; f < sides.size(); ++f) CHECK(sides[f] == (mesh.faces[f].plus >= 0 ? 2 : 1));
  CHECK(sent == received);
}

}  // namespace

TEST_CASE("sides of a sector match by a rotation about its centre") {
  const Point centre = GENERATE(Point{0, 0}, Point{-4, 1.5});
  for (int order = 1; order <= 4; ++order)
    for (const double degrees : {0.5, 30.0, 90.0, 180.0, 270.0})
      for (const double bend : {0.0, 0.4}) {
        CAPTURE(order, degrees, bend);
        Mesh2 mesh = sector(order, degrees, centre, bend);
        connect_periodic(mesh, "bottom", "top", "sector");
        check_joined(mesh, 4);
        REQUIRE(mesh.periodic_pairs.size() == 1);
        const auto& r = mesh.periodic_pairs[0].rotation;
        const double angle = degrees * pi / 180;
        const std::array<double, 4> expected{std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle)};
        for (int i = 0; i < 4; ++i) CHECK(r[i] == Approx(expected[i]).margin(1e-14));
        const Point moved = motion_of(mesh.periodic_pairs[0])(centre);
        for (int d = 0; d < 2; ++d) CHECK(moved[d] == Approx(centre[d]).margin(1e-13));
      }
}

TEST_CASE("sides of a sector in space match by a rotation about its axis") {
  for (const RigidMotion<3>& placed : {in_place, along_x, askew()})
    for (const double degrees : {30.0, 120.0, 180.0}) {
      CAPTURE(degrees);
      Mesh3 mesh = sector_in_space(degrees, placed);
      connect_periodic(mesh, "bottom", "top", "sector");
      check_joined(mesh, 8);
      const RigidMotion<3> motion = motion_of(mesh.periodic_pairs.front());
      for (const double z : {0.0, 2.0}) {  // points of the axis stay
        const auto point = placed(std::array{0.0, 0.0, z});
        CHECK(distance<3>(motion(point), point) < 1e-13);
      }
      const auto from = placed(std::array{2.0, 0.0, 0.0});
      const double angle = degrees * pi / 180;
      const auto to = placed(std::array{2 * std::cos(angle), 2 * std::sin(angle), 0.0});
      CHECK(distance<3>(motion(from), to) < 1e-13);
    }
}

TEST_CASE("sides that are not flat match about axes along x, y and z") {
  for (const RigidMotion<3>& placed : {in_place, along_x}) {
    Mesh3 mesh = sector_in_space(40, placed, 0.5);
    connect_periodic(mesh, "top", "bottom", "sector");
    check_joined(mesh, 8);
  }
}

TEST_CASE("a rotation is told by its angle and its axis") {
  Mesh2 mesh = sector(1, 30, {-4, 1.5});
  connect_periodic(mesh, "bottom", "top", "sector");
  CHECK(description(motion_of(mesh.periodic_pairs[0])) == "a rotation by 30 degrees about (-4, 1.5)");
  for (const double degrees : {30.0, 180.0}) {
    Mesh3 in_space = sector_in_space(degrees, along_x);
    connect_periodic(in_space, "bottom", "top", "sector");
    const std::string by =
        "a rotation by " + std::to_string(int(degrees)) + " degrees about the axis through (0, 0.2, -0.4)";
    const std::string text = description(motion_of(in_space.periodic_pairs[0]));
    CHECK((text == by + " along (1, 0, 0)" || (degrees == 180 && text == by + " along (-1, 0, 0)")));
  }
}

TEST_CASE("one boundary may hold both sides of a sector") {
  for (const double degrees : {10.0, 30.0, 90.0}) {
    Mesh2 mesh = sector(2, degrees);
    const auto bottom = static_cast<std::int16_t>(
        std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), "bottom") - mesh.boundary_names.begin());
    for (Face& face : mesh.faces)
      if (face.boundary >= 0 && mesh.boundary_names[face.boundary] == "top") face.boundary = bottom;
    connect_periodic(mesh, "bottom", "bottom", "sector");
    check_joined(mesh, 4);
    CHECK((mesh.periodic_pairs[0].a == bottom && mesh.periodic_pairs[0].b == bottom));
  }
}

TEST_CASE("sides that match neither by a translation nor by a rotation are refused") {
  Mesh2 mesh = sector(1, 30);
  for (auto& [x, y] : mesh.nodes)
    if (std::abs(y) < 1e-12 && std::abs(x - 1.5) < 1e-12) x += 0.01;  // a vertex of the lower side
  check_refused([&] { connect_periodic(mesh, "bottom", "top", "case.ini"); },
                {"case.ini: the face of boundary 'bottom' at ", "has no counterpart in 'top' at a distance of",
                 "nor does a rotation by 30", "must match by a translation or a rotation"});
}

TEST_CASE("rotations come back from files, and damaged ones are refused") {
  const samples::TemporaryFolder folder;
  Mesh2 mesh = sector(2, 30);
  connect_periodic(mesh, "bottom", "top", "sector");
  write_mesh(mesh, folder / "sector.h5");
  CHECK(samples::same(read_mesh(folder / "sector.h5"), mesh));
  Mesh2 stretched = mesh;
  stretched.periodic_pairs[0].rotation[0] += 0.1;
  write_mesh(stretched, folder / "stretched.h5");
  check_refused([&] { read_mesh(folder / "stretched.h5"); }, {"a rotation of periodic boundaries is none"});
  Mesh2 elsewhere = mesh;
  elsewhere.periodic_pairs[0].rotation = {0, -1, 1, 0};
  write_mesh(elsewhere, folder / "elsewhere.h5");
  check_refused([&] { read_mesh(folder / "elsewhere.h5"); }, {"do not share it"});
}

TEST_CASE("subdomains have rotated copies of cells beyond the sides of a sector") {
  for (const int ranks : {1, 2, 3, 5}) {
    CAPTURE(ranks);
    for (const double degrees : {30.0, 180.0}) {
      Mesh2 mesh = sector(2, degrees, {0.5, 0.25}, 0.3);
      connect_periodic(mesh, "bottom", "top", "sector");
      check_subdomains(mesh, ranks);
      const auto halo = make_subdomain(mesh, std::vector<int>(mesh.cell_shapes.size()), 0, 1).halo;
      CHECK(halo.own_cells == mesh.cell_count());
      CHECK(halo.ghosts() == 8);
    }
    Mesh3 mesh = sector_in_space(30, askew());
    connect_periodic(mesh, "bottom", "top", "sector");
    check_subdomains(mesh, ranks);
  }
}

TEST_CASE("a cell may be its own neighbour by a rotation") {
  Mesh2 mesh = samples::box(1, 3, 1);
  for (auto& [x, y] : mesh.nodes) {
    const double radius = 1 + x, angle = y * pi / 5;
    x = radius * std::cos(angle);
    y = radius * std::sin(angle);
  }
  connect_periodic(mesh, "bottom", "top", "sector");
  check_joined(mesh, 3);
  const auto [part, halo] = make_subdomain(mesh, std::vector<int>(mesh.cell_shapes.size()), 0, 1);
  CHECK(part.cell_count() == mesh.cell_count() + 6);
  CHECK(halo.ghosts() == 6);
}
