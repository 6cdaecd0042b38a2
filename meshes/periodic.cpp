#include "meshes/periodic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "meshes/bounding_box.hpp"
#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/face_direction.hpp"
#include "meshes/face_match.hpp"
#include "meshes/lattice.hpp"
#include "meshes/messages.hpp"
#include "meshes/point_finder.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

template <int Dim>
using PointOf = std::array<double, Dim>;

/// Faces of one boundary, and the means of their vertices.
template <int Dim>
struct Boundary {
  std::string name;
  std::int16_t index;
  std::vector<Index> faces;
  std::vector<PointOf<Dim>> middles;

  PointOf<Dim> mean_middle() const {
    PointOf<Dim> mean{};
    for (const auto& p : middles) {
      for (int d = 0; d < Dim; ++d) mean[d] += p[d] / static_cast<double>(middles.size());
    }
    return mean;
  }
};

template <int Dim>
Boundary<Dim> find_boundary(const Mesh<Dim>& mesh, const std::string& name, const std::string& source) {
  const auto found = std::find(mesh.boundary_names.begin(), mesh.boundary_names.end(), name);
  if (found == mesh.boundary_names.end()) {
    throw InputError(fmt::format("{}: boundary {} is not in the mesh (it has: {})", source, in_quotes(name),
                                 name_list(mesh.boundary_names)));
  }
  Boundary<Dim> boundary{name, static_cast<std::int16_t>(found - mesh.boundary_names.begin()), {}, {}};
  for (Index f = 0; f < mesh.face_count(); ++f) {
    const Face& face = mesh.faces[f];
    if (face.boundary != boundary.index) continue;
    const auto vertices = face_vertex_nodes(mesh, face.minus, face.minus_face);
    PointOf<Dim> middle{};
    for (const Index v : vertices) {
      for (int d = 0; d < Dim; ++d) middle[d] += mesh.nodes[v][d] / vertices.count;
    }
    boundary.faces.push_back(f);
    boundary.middles.push_back(middle);
  }
  if (boundary.faces.empty()) {
    throw InputError(
        fmt::format("{}: boundary {} has no faces to connect; is it periodic already?", source, in_quotes(name)));
  }
  return boundary;
}

/// True if the nodes of the plus side of a face are those of its minus side moved by `shift`, as Face::orientation
/// pairs them.
template <int Dim>
bool matches(const Mesh<Dim>& mesh, const Face& face, const PointOf<Dim>& shift, double tolerance) {
  return all_node_pairs(mesh, face, [&](Index minus, Index plus) {
    PointOf<Dim> gap;
    for (int d = 0; d < Dim; ++d) gap[d] = mesh.nodes[minus][d] + shift[d] - mesh.nodes[plus][d];
    double length2 = 0;
    for (int d = 0; d < Dim; ++d) length2 += gap[d] * gap[d];
    return std::sqrt(length2) <= tolerance;
  });
}

/// Finds the orientation of a face whose sides lie `shift` apart; false if there is none.
template <int Dim>
bool find_orientation(const Mesh<Dim>& mesh, Face& face, const PointOf<Dim>& shift, double tolerance) {
  const int n = face_vertex_count(mesh.cell_shapes[face.minus], face.minus_face);
  for (int orientation = 0; orientation < n; ++orientation) {
    face.orientation = static_cast<std::int8_t>(orientation);
    if (fits_orientation(mesh, face) && matches<Dim>(mesh, face, shift, tolerance)) return true;
  }
  return false;
}

/// The unit normal of a face between its vertices.
template <int Dim>
PointOf<Dim> normal_of(const Mesh<Dim>& mesh, const Face& face) {
  const auto v = face_vertex_nodes(mesh, face.minus, face.minus_face);
  const auto span = [&](int from, int to) {
    std::array<double, 3> s{};
    for (int d = 0; d < Dim; ++d) s[d] = mesh.nodes[v[to]][d] - mesh.nodes[v[from]][d];
    return s;
  };
  const auto s = Dim == 2 ? span(0, 1) : v.count == 3 ? span(0, 1) : span(0, 2);
  const auto t = Dim == 2 ? std::array<double, 3>{0, 0, 1} : v.count == 3 ? span(0, 2) : span(1, 3);
  const std::array<double, 3> n{s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]};
  const double length = std::hypot(n[0], n[1], n[2]);
  PointOf<Dim> normal;
  for (int d = 0; d < Dim; ++d) normal[d] = n[d] / length;
  return normal;
}

/// The mean of the unit normals of its faces.
template <int Dim>
PointOf<Dim> mean_normal(const Mesh<Dim>& mesh, const Boundary<Dim>& boundary) {
  PointOf<Dim> mean{};
  for (const Index f : boundary.faces) {
    const PointOf<Dim> normal = normal_of(mesh, mesh.faces[f]);
    for (int d = 0; d < Dim; ++d) mean[d] += normal[d] / static_cast<double>(boundary.faces.size());
  }
  return mean;
}

/// Refuses two plane sides of a sector.
template <int Dim>
void refuse_rotation(const Mesh<Dim>& mesh, const Boundary<Dim>& a, const Boundary<Dim>& b, const std::string& source) {
  constexpr double flat = 1e-3, least = 0.1;  // the former of a unit normal, the latter in degrees
  const PointOf<Dim> from = mean_normal(mesh, a), to = mean_normal(mesh, b);
  double from2 = 0, to2 = 0, product = 0;
  for (int d = 0; d < Dim; ++d) {
    from2 += from[d] * from[d];
    to2 += to[d] * to[d];
    product -= from[d] * to[d];
  }
  const double angle = std::acos(std::clamp(product / std::sqrt(from2 * to2), -1.0, 1.0)) * 180 / std::numbers::pi;
  if (from2 < 1 - flat || to2 < 1 - flat || angle < least) return;
  throw InputError(fmt::format(
      "{}: boundaries {} and {} are turned by {:.4g} degrees against each other; periodic boundaries must "
      "match by a translation: mesh the whole circle, use symmetry if the flow has these planes, or name another "
      "partner",
      source, in_quotes(a.name), in_quotes(b.name), angle));
}

/// The faces that join each face of `a` to its counterpart in `b`.
template <int Dim>
std::vector<Face> join(const Mesh<Dim>& mesh, const Boundary<Dim>& a, const Boundary<Dim>& b, const PointOf<Dim>& shift,
                       const std::string& source) {
  const double tolerance = periodic_tolerance(mesh);
  PointFinder<Dim> finder(b.middles, b.middles.size(), tolerance);
  for (std::size_t i = 0; i < b.middles.size(); ++i) finder.insert(static_cast<Index>(i));
  std::vector<Face> joined;
  std::vector<bool> taken(b.faces.size(), false);
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    const PointOf<Dim>& middle = a.middles[i];
    PointOf<Dim> there;
    for (int d = 0; d < Dim; ++d) there[d] = middle[d] + shift[d];
    const Index j = finder.find(there);
    if (j >= 0 && !taken[j]) {
      const Face &from = mesh.faces[a.faces[i]], &to = mesh.faces[b.faces[j]];
      joined.push_back({from.minus, to.minus, from.minus_face, to.minus_face, -1});
      taken[j] = true;
    }
    if (joined.size() != i + 1 || !find_orientation<Dim>(mesh, joined.back(), shift, tolerance)) {
      refuse_rotation(mesh, a, b, source);
      throw InputError(
          fmt::format("{}: the face of boundary {} at {} has no counterpart in {} at a distance of {}; periodic "
                      "boundaries must match by a translation",
                      source, in_quotes(a.name), place(middle), in_quotes(b.name), place(shift)));
    }
  }
  return joined;
}

template <int Dim>
void connect(Mesh<Dim>& mesh, const Boundary<Dim>& from, const Boundary<Dim>& to, const std::string& source) {
  const PointOf<Dim> start = from.mean_middle(), end = to.mean_middle();
  PointOf<Dim> shift;
  for (int d = 0; d < Dim; ++d) shift[d] = end[d] - start[d];
  std::vector<Face> joined = join<Dim>(mesh, from, to, shift, source);
  for (Face& face : joined) point_upwards(face);

  // The joined faces go between the interior faces and what is left of the boundary.
  constexpr std::int16_t gone = -2;
  for (const auto* faces : {&from.faces, &to.faces})
    for (const Index f : *faces) mesh.faces[f].boundary = gone;
  std::erase_if(mesh.faces, [](const Face& f) { return f.boundary == gone; });
  const auto first_boundary =
      std::stable_partition(mesh.faces.begin(), mesh.faces.end(), [](const Face& f) { return f.boundary < 0; });
  mesh.faces.insert(first_boundary, joined.begin(), joined.end());
  mesh.periodic_pairs.push_back({from.index, to.index, shift});
}

/// Joins the faces of a boundary that look one way to those that look the other way, pair of sides after pair.
template <int Dim>
void connect_within(Mesh<Dim>& mesh, const std::string& name, const std::string& source) {
  constexpr double alike = 0.9;  // the least cosine between the normals of one side, which may be wavy
  const std::int16_t index = find_boundary(mesh, name, source).index;
  const auto is_open = [&](const Face& face) { return face.boundary == index; };
  while (std::any_of(mesh.faces.begin(), mesh.faces.end(), is_open)) {
    const auto all = find_boundary(mesh, name, source);
    Boundary<Dim> from{name, index, {}, {}}, to = from;
    const PointOf<Dim> normal = normal_of(mesh, mesh.faces[all.faces.front()]);
    for (std::size_t i = 0; i < all.faces.size(); ++i) {
      const PointOf<Dim> other = normal_of(mesh, mesh.faces[all.faces[i]]);
      double cosine = 0;
      for (int d = 0; d < Dim; ++d) cosine += normal[d] * other[d];
      if (std::abs(cosine) < alike) continue;
      Boundary<Dim>& side = cosine > 0 ? from : to;
      side.faces.push_back(all.faces[i]);
      side.middles.push_back(all.middles[i]);
    }
    if (from.faces.size() != to.faces.size())
      throw InputError(
          fmt::format("{}: boundary {} is periodic with itself, but {} of its faces look along {} and {} "
                      "the other way; they must match",
                      source, in_quotes(name), from.faces.size(), place(normal), to.faces.size()));
    connect<Dim>(mesh, from, to, source);
  }
}

}  // namespace

template <int Dim>
double periodic_tolerance(const Mesh<Dim>& mesh) {
  return 1e-8 * bounding_box(mesh).diagonal();
}

template <int Dim>
std::optional<PeriodicSides> periodic_sides_of(const Mesh<Dim>& mesh, const Face& face, double tolerance) {
  for (const auto& [a, b, shift] : mesh.periodic_pairs) {
    if (matches<Dim>(mesh, face, shift, tolerance)) return PeriodicSides{a, b};
    PointOf<Dim> back;
    for (int d = 0; d < Dim; ++d) back[d] = -shift[d];
    if (matches<Dim>(mesh, face, back, tolerance)) return PeriodicSides{b, a};
  }
  return std::nullopt;
}

template <int Dim>
void connect_periodic(Mesh<Dim>& mesh, const std::string& a, const std::string& b, const std::string& source) {
  if (a == b) return connect_within<Dim>(mesh, a, source);
  const auto from = find_boundary(mesh, a, source), to = find_boundary(mesh, b, source);
  if (from.faces.size() != to.faces.size()) {
    throw InputError(fmt::format("{}: periodic boundaries {} and {} have {} and {} faces; they must match", source,
                                 in_quotes(a), in_quotes(b), from.faces.size(), to.faces.size()));
  }
  connect<Dim>(mesh, from, to, source);
}

template double periodic_tolerance<2>(const Mesh<2>&);
template double periodic_tolerance<3>(const Mesh<3>&);
template std::optional<PeriodicSides> periodic_sides_of<2>(const Mesh<2>&, const Face&, double);
template std::optional<PeriodicSides> periodic_sides_of<3>(const Mesh<3>&, const Face&, double);
template void connect_periodic<2>(Mesh<2>&, const std::string&, const std::string&, const std::string&);
template void connect_periodic<3>(Mesh<3>&, const std::string&, const std::string&, const std::string&);

}  // namespace dg
