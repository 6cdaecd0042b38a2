#include "meshes/curving/smooth_wall.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "meshes/curving/surface_fit.hpp"
#include "meshes/curving/vectors.hpp"
#include "meshes/lattice.hpp"

namespace dg {
namespace {

std::array<Index, 2> edge_of(Index a, Index b) { return {std::min(a, b), std::max(a, b)}; }

/// A cubic triangle between three cubic edges, which keeps quadratic surfaces.
std::array<double, 3> triangle_at(const HermiteCurve<3>& bottom, const HermiteCurve<3>& slope,
                                  const HermiteCurve<3>& left, double u, double v) {
  const double w = 1 - u - v;
  std::array<double, 3> edges{}, corners = sum(sum(bottom.a, 1, bottom.b), 1, left.b);
  for (const auto* curve : {&bottom, &slope, &left}) edges = sum(sum(edges, 1, curve->first), 1, curve->second);
  const auto centre = sum(scaled(0.25, edges), -1.0 / 6, corners);
  auto p = sum(sum(scaled(w * w * w, bottom.a), u * u * u, bottom.b), v * v * v, left.b);
  p = sum(sum(p, 3 * w * w * u, bottom.first), 3 * w * u * u, bottom.second);
  p = sum(sum(p, 3 * u * u * v, slope.first), 3 * u * v * v, slope.second);
  p = sum(sum(p, 3 * w * w * v, left.first), 3 * w * v * v, left.second);
  return sum(p, 6 * u * v * w, centre);
}

/// Between four edges (Coons).
std::array<double, 3> quadrilateral_at(const HermiteCurve<3>& bottom, const HermiteCurve<3>& right,
                                       const HermiteCurve<3>& top, const HermiteCurve<3>& left, double u, double v) {
  auto p = sum(scaled(1 - v, bottom.at(u)), v, top.at(u));
  p = sum(sum(p, 1 - u, left.at(v)), u, right.at(v));
  p = sum(sum(p, -(1 - u) * (1 - v), bottom.a), -u * (1 - v), bottom.b);
  return sum(sum(p, -(1 - u) * v, top.a), -u * v, top.b);
}

}  // namespace

template <int Dim>
SmoothWall<Dim>::SmoothWall(const Mesh<Dim>& mesh, std::vector<Index> faces, double angle)
    : mesh_(mesh), faces_(std::move(faces)) {
  chains_ = std::make_unique<Chains<Dim>>(mesh_.nodes, sharp_edges(angle), angle);
  if constexpr (Dim == 3) find_normals();
}

template <int Dim>
FaceVertices<Index> SmoothWall<Dim>::vertices_of(Index face) const {
  const Face& f = mesh_.faces[faces_[face]];
  return face_vertex_nodes(mesh_, f.minus, f.minus_face);
}

/// In 2-D all faces; in 3-D those where the wall ends or turns.
template <int Dim>
std::vector<std::array<Index, 2>> SmoothWall<Dim>::sharp_edges(double angle) {
  std::vector<Edge> edges;
  for (Index f = 0; f < static_cast<Index>(faces_.size()); ++f) {
    const Vertices v = vertices_of(f);
    if constexpr (Dim == 2) edges.push_back(edge_of(v[0], v[1]));
    if constexpr (Dim == 3) {
      const auto p = [&](int i) { return mesh_.nodes[v[i]]; };
      const int last = v.count - 1;
      facet_normals_.push_back(
          cross(sum(p(v.count == 3 ? 1 : 2), -1, p(0)), sum(p(last), -1, p(v.count == 3 ? 0 : 1))));
      for (int i = 0; i < v.count; ++i) {
        faces_at_[edge_of(v[i], v[(i + 1) % v.count])].push_back(f);
        faces_around_[v[i]].push_back(f);
      }
    }
  }
  const double least_cosine = std::cos(angle * std::numbers::pi / 180);
  for (const auto& [edge, sides] : faces_at_) {
    const bool is_smooth = sides.size() == 2 && inner(direction(facet_normals_[sides[0]]),
                                                      direction(facet_normals_[sides[1]])) >= least_cosine;
    if (!is_smooth) edges.push_back(edge);
  }
  return edges;
}

/// For each corner of a face: the smooth piece of the wall around the vertex, and a surface through its vertices and
/// those next to them.
template <int Dim>
void SmoothWall<Dim>::find_normals() {
  if constexpr (Dim == 3) {
    const auto add_neighbours = [&](std::vector<Index>& piece, Index at) {
      std::set<Index> known(piece.begin(), piece.end());
      const std::size_t end = piece.size();
      for (std::size_t i = 0; i < (at < 0 ? end : piece.size()); ++i) {
        const Vertices v = vertices_of(piece[i]);
        for (int k = 0; k < v.count; ++k) {
          const Index a = v[k], b = v[(k + 1) % v.count];
          if ((at >= 0 && a != at && b != at) || chains_->has(a, b)) continue;
          for (const Index other : faces_at_.at(edge_of(a, b)))
            if (known.insert(other).second) piece.push_back(other);
        }
      }
    };
    for (const auto& [vertex, around] : faces_around_)
      for (const Index face : around) {
        if (normals_.contains({face, vertex})) continue;
        std::vector<Index> piece{face};
        add_neighbours(piece, vertex);
        const std::vector<Index> corners = piece;
        std::array<double, 3> mean{};
        for (const Index f : piece) mean = sum(mean, 1, direction(facet_normals_[f]));
        add_neighbours(piece, -1);
        std::set<Index> vertices;
        for (const Index f : piece)
          for (const Index v : vertices_of(f)) vertices.insert(v);
        vertices.erase(vertex);
        std::vector<std::array<double, 3>> points;
        for (const Index v : vertices) points.push_back(sum(mesh_.nodes[v], -1, mesh_.nodes[vertex]));
        const auto normal = fitted_normal(points, mean);
        for (const Index f : corners) normals_[{f, vertex}] = normal;
      }
  }
}

template <int Dim>
std::array<double, Dim> SmoothWall<Dim>::tangent(Index face, Index at, Index to) const {
  if (chains_->has(at, to)) return chains_->tangent(at, to);
  const auto chord = sum(mesh_.nodes[to], -1, mesh_.nodes[at]);
  const auto& normal = normals_.at({face, at});
  return direction(sum(chord, -inner(chord, normal), normal));
}

template <int Dim>
std::array<double, Dim> SmoothWall<Dim>::at(Index face, double u, double v) const {
  const Vertices vertex = vertices_of(face);
  const auto edge = [&](Index a, Index b) {
    return HermiteCurve<Dim>(mesh_.nodes[a], tangent(face, a, b), scaled(-1, tangent(face, b, a)), mesh_.nodes[b]);
  };
  if constexpr (Dim == 2) {
    return edge(vertex[0], vertex[1]).at(u);
  } else {
    const auto bottom = edge(vertex[0], vertex[1]);
    if (vertex.count == 3) return triangle_at(bottom, edge(vertex[1], vertex[2]), edge(vertex[0], vertex[2]), u, v);
    return quadrilateral_at(bottom, edge(vertex[1], vertex[2]), edge(vertex[3], vertex[2]), edge(vertex[0], vertex[3]),
                            u, v);
  }
}

template class SmoothWall<2>;
template class SmoothWall<3>;

}  // namespace dg
