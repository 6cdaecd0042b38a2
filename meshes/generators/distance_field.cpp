#include "meshes/generators/distance_field.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace dg {

DistanceField::DistanceField(std::vector<SizedPoint> points) : points_(std::move(points)) {
  assert(!points_.empty());
  build(0, static_cast<int>(points_.size()));
}

int DistanceField::build(int begin, int end) {
  constexpr int leaf_size = 8;
  Node node{points_[begin].x, points_[begin].x, points_[begin].length, begin, end, -1, -1};
  for (int i = begin; i < end; ++i) {
    for (int d = 0; d < 2; ++d) {
      node.low[d] = std::min(node.low[d], points_[i].x[d]);
      node.high[d] = std::max(node.high[d], points_[i].x[d]);
    }
    node.least_length = std::min(node.least_length, points_[i].length);
  }
  if (end - begin > leaf_size) {
    const int axis = node.high[0] - node.low[0] > node.high[1] - node.low[1] ? 0 : 1, middle = (begin + end) / 2;
    std::nth_element(points_.begin() + begin, points_.begin() + middle, points_.begin() + end,
                     [axis](const SizedPoint& a, const SizedPoint& b) { return a.x[axis] < b.x[axis]; });
    node.left = build(begin, middle);
    node.right = build(middle, end);
  }
  nodes_.push_back(node);
  return static_cast<int>(nodes_.size()) - 1;
}

double DistanceField::operator()(Point x, double slope) const {
  double least = std::numeric_limits<double>::infinity();
  search(static_cast<int>(nodes_.size()) - 1, x, slope, least);
  return least;
}

void DistanceField::search(int number, Point x, double slope, double& least) const {
  const Node& node = nodes_[number];
  if (node.left < 0) {
    for (int i = node.begin; i < node.end; ++i) {
      const auto& [p, length] = points_[i];
      least = std::min(least, length + slope * std::hypot(x[0] - p[0], x[1] - p[1]));
    }
    return;
  }
  const auto bound = [&](int child) {
    const Node& n = nodes_[child];
    const double dx = std::max({n.low[0] - x[0], x[0] - n.high[0], 0.0});
    const double dy = std::max({n.low[1] - x[1], x[1] - n.high[1], 0.0});
    return n.least_length + slope * std::hypot(dx, dy);
  };
  double near_bound = bound(node.left), far_bound = bound(node.right);
  int near = node.left, far = node.right;
  if (far_bound < near_bound) {
    std::swap(near, far);
    std::swap(near_bound, far_bound);
  }
  if (near_bound < least) search(near, x, slope, least);
  if (far_bound < least) search(far, x, slope, least);
}

}  // namespace dg
