#include "meshes/curving/facet_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "meshes/curving/vectors.hpp"

namespace dg {
namespace {

constexpr Index facets_per_leaf = 4;

template <class Box, std::size_t Dim>
double distance_to(const Box& box, const std::array<double, Dim>& p) {
  double square = 0;
  for (std::size_t d = 0; d < Dim; ++d) {
    const double gap = std::max({box.low[d] - p[d], p[d] - box.high[d], 0.0});
    square += gap * gap;
  }
  return std::sqrt(square);
}

std::array<double, 2> nearest_weights(const Facet<2>& f, const std::array<double, 2>& p) {
  const auto edge = sum(f[1], -1, f[0]);
  const double t = std::clamp(inner(sum(p, -1, f[0]), edge) / inner(edge, edge), 0.0, 1.0);
  return {1 - t, t};
}

/// Of the point on the edge from corner a to corner b.
std::array<double, 3> on_edge(const Facet<3>& f, int a, int b, const std::array<double, 3>& p) {
  const auto edge = sum(f[b], -1, f[a]);
  const double t = std::clamp(inner(sum(p, -1, f[a]), edge) / inner(edge, edge), 0.0, 1.0);
  std::array<double, 3> w{};
  w[a] = 1 - t;
  w[b] = t;
  return w;
}

std::array<double, 3> point_of(const Facet<3>& f, const std::array<double, 3>& w) {
  return sum(sum(scaled(w[0], f[0]), w[1], f[1]), w[2], f[2]);
}

std::array<double, 3> nearest_weights(const Facet<3>& f, const std::array<double, 3>& p) {
  const auto u = sum(f[1], -1, f[0]), v = sum(f[2], -1, f[0]), q = sum(p, -1, f[0]);
  const double uu = inner(u, u), uv = inner(u, v), vv = inner(v, v), qu = inner(q, u), qv = inner(q, v);
  const double area2 = uu * vv - uv * uv;
  if (area2 > 0) {
    const double b = (vv * qu - uv * qv) / area2, c = (uu * qv - uv * qu) / area2;
    if (b >= 0 && c >= 0 && b + c <= 1) return {1 - b - c, b, c};
  }
  std::array<double, 3> best{};
  double least = -1;
  for (int a = 0; a < 3; ++a) {
    const auto w = on_edge(f, a, (a + 1) % 3, p);
    const double gap = length(sum(p, -1, point_of(f, w)));
    if (least < 0 || gap < least) {
      least = gap;
      best = w;
    }
  }
  return best;
}

}  // namespace

template <int Dim>
FacetTree<Dim>::FacetTree(std::vector<Facet<Dim>> facets) : facets_(std::move(facets)), order_(facets_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (!facets_.empty()) build(0, static_cast<Index>(facets_.size()));
}

template <int Dim>
Index FacetTree<Dim>::build(Index first, Index last) {
  const Index number = static_cast<Index>(boxes_.size());
  BoundingBox<Dim> box;
  for (Index i = first; i < last; ++i)
    for (const auto& corner : facets_[order_[i]]) box.include(corner);
  boxes_.push_back({box, first, last});
  if (last - first <= facets_per_leaf) return number;
  int widest = 0;
  for (int d = 1; d < Dim; ++d)
    if (box.high[d] - box.low[d] > box.high[widest] - box.low[widest]) widest = d;
  const auto middle_of = [&](Index facet) {
    double s = 0;
    for (const auto& corner : facets_[facet]) s += corner[widest];
    return s;
  };
  const Index middle = (first + last) / 2;
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last,
                   [&](Index a, Index b) { return middle_of(a) < middle_of(b); });
  const Index left = build(first, middle), right = build(middle, last);
  boxes_[number].left = left;
  boxes_[number].right = right;
  return number;
}

template <int Dim>
void FacetTree<Dim>::search(Index number, const std::array<double, Dim>& point, NearestFacet<Dim>& best) const {
  const Box& box = boxes_[number];
  if (box.left < 0) {
    for (Index i = box.first; i < box.last; ++i) {
      NearestFacet<Dim> found{order_[i], 0, nearest_weights(facets_[order_[i]], point)};
      found.distance = length(sum(point, -1, place(found)));
      if (found.distance < best.distance) best = found;
    }
    return;
  }
  Index near = box.left, far = box.right;
  if (distance_to(boxes_[far].box, point) < distance_to(boxes_[near].box, point)) std::swap(near, far);
  for (const Index next : {near, far})
    if (distance_to(boxes_[next].box, point) < best.distance) search(next, point, best);
}

template <int Dim>
NearestFacet<Dim> FacetTree<Dim>::nearest(const std::array<double, Dim>& point, double reach) const {
  NearestFacet<Dim> best{-1, reach, {}};
  if (!boxes_.empty() && distance_to(boxes_.front().box, point) < reach) search(0, point, best);
  return best;
}

template <int Dim>
std::array<double, Dim> FacetTree<Dim>::place(const NearestFacet<Dim>& found) const {
  std::array<double, Dim> p{};
  for (int c = 0; c < Dim; ++c) p = sum(p, found.weights[c], facets_[found.facet][c]);
  return p;
}

template class FacetTree<2>;
template class FacetTree<3>;

}  // namespace dg
