#include "meshes/curving/displaced_wall.hpp"

#include <algorithm>
#include <map>

#include "meshes/curving/vectors.hpp"
#include "meshes/lattice.hpp"
#include "meshes/node_polynomial.hpp"

namespace dg {
namespace {

using InFace = std::array<double, 2>;

constexpr std::array<InFace, 4> quadrilateral_corners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
constexpr std::array<InFace, 3> triangle_corners{{{0, 0}, {1, 0}, {0, 1}}};

/// Value of the node at (i, j) of a face with so many vertices.
double node_value(int vertices, int order, int i, int j, const InFace& at) {
  const std::array<double, 2> xi{2 * at[0] - 1, 2 * at[1] - 1};
  if (vertices == 2) return line_polynomial(order, i, xi[0]).value;
  const CellShape shape = vertices == 3 ? CellShape::triangle : CellShape::quadrilateral;
  return node_polynomial<2>(shape, order, {i, j, 0}, xi).value;
}

}  // namespace

template <int Dim>
DisplacedWall<Dim>::DisplacedWall(const Mesh<Dim>& straight, std::vector<Index> faces,
                                  const std::vector<std::array<double, Dim>>& moved, double reach)
    : mesh_(straight), faces_(std::move(faces)), moved_(moved) {
  std::map<Index, double> largest, heights;  // by vertex, of the faces around it
  for (const Index f : faces_) {
    const Face& face = mesh_.faces[f];
    const auto v = face_vertex_nodes(mesh_, face.minus, face.minus_face);
    double most = 0;
    for_each_face_point(v.count, mesh_.geometry_order, [&](int i, int j) {
      most = std::max(most, length(moved_[face_node(mesh_, face.minus, face.minus_face, i, j)]));
    });
    const double height = most > 0 ? height_of(face) : 0;
    for (const Index vertex : v) {
      largest[vertex] = std::max(largest[vertex], reach * most);
      heights[vertex] = std::max(heights[vertex], height);
    }
    longest_reach_ = std::max({longest_reach_, reach * most, height});
  }
  std::vector<Facet<Dim>> facets;
  for (Index n = 0; n < static_cast<Index>(faces_.size()); ++n) {
    const Face& face = mesh_.faces[faces_[n]];
    const auto v = face_vertex_nodes(mesh_, face.minus, face.minus_face);
    const auto add = [&](const std::array<int, Dim>& corners) {
      Piece piece{n, {}};
      Facet<Dim> facet;
      std::array<double, Dim> reaches, linear;
      for (int c = 0; c < Dim; ++c) {
        piece.places[c] = v.count == 4 ? quadrilateral_corners[corners[c]] : triangle_corners[corners[c]];
        facet[c] = mesh_.nodes[v[corners[c]]];
        const double height = heights[v[corners[c]]];
        reaches[c] = std::max(largest[v[corners[c]]], height);
        linear[c] = height >= largest[v[corners[c]]] ? 1 : 0;
      }
      pieces_.push_back(piece);
      facets.push_back(facet);
      reaches_.push_back(reaches);
      linear_.push_back(linear);
    };
    if constexpr (Dim == 2) add({0, 1});
    if constexpr (Dim == 3) {
      add({0, 1, 2});
      if (v.count == 4) add({0, 2, 3});
    }
  }
  tree_ = std::make_unique<FacetTree<Dim>>(std::move(facets));
}

/// Of the cell above a face: how far its vertices are from there.
template <int Dim>
double DisplacedWall<Dim>::height_of(const Face& face) const {
  const auto v = face_vertex_nodes(mesh_, face.minus, face.minus_face);
  const auto p = [&](int i) { return mesh_.nodes[v[i]]; };
  double height = 0;
  for (int n = 0; n < vertex_count(mesh_.cell_shapes[face.minus]); ++n) {
    auto above = sum(mesh_.nodes[vertex_node(mesh_, face.minus, n)], -1, p(0));
    const auto along = direction(sum(p(1), -1, p(0)));
    above = sum(above, -inner(above, along), along);
    if constexpr (Dim == 3) {
      auto up = sum(p(v.count - 1), -1, p(0));
      up = direction(sum(up, -inner(up, along), along));
      above = sum(above, -inner(above, up), up);
    }
    height = std::max(height, length(above));
  }
  return height;
}

/// On a quadrilateral by Newton's method, which the piece of it only begins.
template <int Dim>
std::array<double, 2> DisplacedWall<Dim>::place_in_face(const NearestFacet<Dim>& found,
                                                        const std::array<double, Dim>& point) const {
  const Piece& piece = pieces_[found.facet];
  InFace at{};
  for (int c = 0; c < Dim; ++c) at = sum(at, found.weights[c], piece.places[c]);
  const Face& face = mesh_.faces[faces_[piece.face]];
  const auto v = face_vertex_nodes(mesh_, face.minus, face.minus_face);
  if (v.count < 4) return at;
  const auto p = [&](int i) { return mesh_.nodes[v[i]]; };
  const auto twist = sum(sum(sum(p(0), -1, p(1)), 1, p(2)), -1, p(3));
  constexpr int steps = 4;
  for (int k = 0; k < steps; ++k) {
    const auto du = sum(sum(p(1), -1, p(0)), at[1], twist), dv = sum(sum(p(3), -1, p(0)), at[0], twist);
    auto gap = sum(point, -1, p(0));
    gap = sum(sum(gap, -at[0], sum(p(1), -1, p(0))), -at[1], dv);
    const double uu = inner(du, du), uv = inner(du, dv), vv = inner(dv, dv), gu = inner(gap, du), gv = inner(gap, dv);
    const double area2 = uu * vv - uv * uv;
    if (!(area2 > 0)) break;
    at[0] = std::clamp(at[0] + (vv * gu - uv * gv) / area2, 0.0, 1.0);
    at[1] = std::clamp(at[1] + (uu * gv - uv * gu) / area2, 0.0, 1.0);
  }
  return at;
}

/// The place on a straight quadrilateral, which lies beside its pieces unless it is flat.
template <int Dim>
std::array<double, Dim> DisplacedWall<Dim>::place_on_straight(const Face& face, const std::array<double, 2>& at) const {
  const auto v = face_vertex_nodes(mesh_, face.minus, face.minus_face);
  const auto along = [&](int from, int to) {
    return sum(scaled(1 - at[0], mesh_.nodes[v[from]]), at[0], mesh_.nodes[v[to]]);
  };
  return sum(scaled(1 - at[1], along(0, 1)), at[1], along(3, 2));
}

template <int Dim>
std::array<double, Dim> DisplacedWall<Dim>::at(const std::array<double, Dim>& point) const {
  const NearestFacet<Dim> found = tree_->nearest(point, longest_reach_);
  if (found.facet < 0) return {};
  const InFace at = place_in_face(found, point);
  const Face& face = mesh_.faces[faces_[pieces_[found.facet].face]];
  const int vertices = face_vertex_count(mesh_.cell_shapes[face.minus], face.minus_face);
  const double reach = inner(found.weights, reaches_[found.facet]);
  const double distance = vertices == 4 ? length(sum(point, -1, place_on_straight(face, at))) : found.distance;
  if (!(distance < reach)) return {};
  const double far = distance / reach, share = inner(found.weights, linear_[found.facet]);
  const double factor = share * (1 - far) + (1 - share) * (1 - far) * (1 - far) * (1 + 2 * far);
  std::array<double, Dim> moved{};
  for_each_face_point(vertices, mesh_.geometry_order, [&](int i, int j) {
    const Index node = face_node(mesh_, face.minus, face.minus_face, i, j);
    moved = sum(moved, factor * node_value(vertices, mesh_.geometry_order, i, j, at), moved_[node]);
  });
  return moved;
}

template class DisplacedWall<2>;
template class DisplacedWall<3>;

}  // namespace dg
