#include "meshes/periodic.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "meshes/bounding_box.hpp"
#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_direction.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/point_finder.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

using Point = std::array<double, 2>;

/// Faces of one boundary, and the middles of their chords.
struct Boundary {
  std::string name;
  std::int16_t index;
  std::vector<Index> faces;
  std::vector<Point> middles;

  Point mean_middle() const {
    Point mean{};
    for (const Point& p : middles) {
      for (int d = 0; d < 2; ++d) mean[d] += p[d] / static_cast<double>(middles.size());
    }
    return mean;
  }
};

Boundary find_boundary(const Mesh2& mesh, const std::string& name, const std::string& source) {
  const auto found = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), name);
  if (found == mesh.boundary_names.end()) {
    throw InputError(fmt::format("{}: boundary {} is not in the mesh (it has: {})", source, in_quotes(name),
                                 name_list(mesh.boundary_names)));
  }
  Boundary boundary{name, static_cast<std::int16_t>(found - mesh.boundary_names.begin()), {}, {}};
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const Face& face = mesh.faces[f];
    if (face.boundary != boundary.index) continue;
    const Point& a = mesh.nodes[face_node(mesh, face.minus, face.minus_face, 0)];
    const Point& b = mesh.nodes[face_node(mesh, face.minus, face.minus_face, mesh.geometry_order)];
    boundary.faces.push_back(f);
    boundary.middles.push_back({(a[0] + b[0]) / 2, (a[1] + b[1]) / 2});
  }
  if (boundary.faces.empty()) {
    throw InputError(
        fmt::format("{}: boundary {} has no faces to connect; is it periodic already?", source, in_quotes(name)));
  }
  return boundary;
}

/// True if the nodes of the plus side of a face, read backwards, are those of its minus side moved by `shift`.
bool matches(const Mesh2& mesh, const Face& face, const Point& shift, double tolerance) {
  for (int k = 0; k <= mesh.geometry_order; ++k) {
    const Point& p = mesh.nodes[face_node(mesh, face.minus, face.minus_face, k)];
    const Point& q = mesh.nodes[face_node(mesh, face.plus, face.plus_face, mesh.geometry_order - k)];
    if (!(std::hypot(p[0] + shift[0] - q[0], p[1] + shift[1] - q[1]) <= tolerance)) return false;
  }
  return true;
}

/// The faces that join each face of `a` to its counterpart in `b`.
std::vector<Face> join(const Mesh2& mesh, const Boundary& a, const Boundary& b, const Point& shift,
                       const std::string& source) {
  const double tolerance = periodic_tolerance(mesh);
  PointFinder finder(b.middles, b.middles.size(), tolerance);
  for (std::size_t i = 0; i < b.middles.size(); ++i) finder.insert(static_cast<Index>(i));
  std::vector<Face> joined;
  std::vector<bool> taken(b.faces.size(), false);
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    const Point& middle = a.middles[i];
    const Index j = finder.find({middle[0] + shift[0], middle[1] + shift[1]});
    if (j >= 0 && !taken[j]) {
      const Face &from = mesh.faces[a.faces[i]], &to = mesh.faces[b.faces[j]];
      joined.push_back({from.minus, to.minus, from.minus_face, to.minus_face, -1});
      taken[j] = true;
    }
    if (joined.size() != i + 1 || !matches(mesh, joined.back(), shift, tolerance)) {
      throw InputError(
          fmt::format("{}: the face of boundary {} at {} has no counterpart in {} at a distance of {}; periodic "
                      "boundaries must match by a translation",
                      source, in_quotes(a.name), place(middle), in_quotes(b.name), place(shift)));
    }
  }
  return joined;
}

}  // namespace

double periodic_tolerance(const Mesh2& mesh) { return 1e-8 * bounding_box(mesh).diagonal(); }

bool shares_nodes(const Mesh2& mesh, const Face& face) {
  for (int k = 0; k <= mesh.geometry_order; ++k) {
    if (face_node(mesh, face.minus, face.minus_face, k) !=
        face_node(mesh, face.plus, face.plus_face, mesh.geometry_order - k)) {
      return false;
    }
  }
  return true;
}

std::optional<PeriodicSides> periodic_sides_of(const Mesh2& mesh, const Face& face, double tolerance) {
  for (const auto& [a, b, shift] : mesh.periodic_pairs) {
    if (matches(mesh, face, shift, tolerance)) return PeriodicSides{a, b};
    if (matches(mesh, face, {-shift[0], -shift[1]}, tolerance)) return PeriodicSides{b, a};
  }
  return std::nullopt;
}

void connect_periodic(Mesh2& mesh, const std::string& a, const std::string& b, const std::string& source) {
  if (a == b) throw InputError(fmt::format("{}: boundary {} cannot be periodic with itself", source, in_quotes(a)));
  const Boundary from = find_boundary(mesh, a, source), to = find_boundary(mesh, b, source);
  if (from.faces.size() != to.faces.size()) {
    throw InputError(fmt::format("{}: periodic boundaries {} and {} have {} and {} faces; they must match", source,
                                 in_quotes(a), in_quotes(b), from.faces.size(), to.faces.size()));
  }
  const Point start = from.mean_middle(), end = to.mean_middle();
  const Point shift{end[0] - start[0], end[1] - start[1]};
  std::vector<Face> joined = join(mesh, from, to, shift, source);
  for (Face& face : joined) point_upwards(face);

  // The joined faces go between the interior faces and what is left of the boundary.
  std::erase_if(mesh.faces, [&](const Face& f) { return f.boundary == from.index || f.boundary == to.index; });
  const auto first_boundary =
      std::stable_partition(mesh.faces.begin(), mesh.faces.end(), [](const Face& f) { return f.boundary < 0; });
  mesh.faces.insert(first_boundary, joined.begin(), joined.end());
  mesh.periodic_pairs.push_back({from.index, to.index, shift});
}

}  // namespace dg
