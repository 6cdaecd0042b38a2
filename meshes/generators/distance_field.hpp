/// Edge lengths that grow with the distance from given points: the least of length_i + slope * |x - x_i|.
#pragma once

#include <vector>

#include "meshes/generators/skeleton.hpp"

namespace dg {

/// A point and the edge length wanted there.
struct SizedPoint {
  Point x;
  double length;
};

/// Answers in logarithmic time for slopes that are not near zero, by a k-d tree.
class DistanceField {
 public:
  /// Precondition: `points` is not empty.
  explicit DistanceField(std::vector<SizedPoint> points);

  double operator()(Point x, double slope) const;

 private:
  struct Node {
    Point low, high;      // box of the points
    double least_length;  // of the points
    int begin, end;       // its points
    int left, right;      // children; -1 in a leaf
  };
  int build(int begin, int end);
  void search(int node, Point x, double slope, double& least) const;

  std::vector<SizedPoint> points_;
  std::vector<Node> nodes_;  // the root is the last
};

}  // namespace dg
