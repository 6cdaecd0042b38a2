#include "libdg/output/lagrange_basis.hpp"

#include <cassert>

namespace dg {
namespace {

constexpr int max_order = 16;

/// Silvester's polynomials S_i(z) = prod_{s < i} (m z - s) / (s + 1) for i = 0..m, and their derivatives by z: the
/// Lagrange function of node (i, j, k), i + j + k = m, is S_i S_j S_k of the barycentric coordinates.
struct Silvester {
  std::array<double, max_order + 1> value{}, slope{};

  Silvester(int m, double z) {
    value[0] = 1.0;
    for (int i = 0; i < m; ++i) {
      const double factor = (m * z - i) / (i + 1);
      value[i + 1] = value[i] * factor;
      slope[i + 1] = slope[i] * factor + value[i] * m / (i + 1);
    }
  }
};

}  // namespace

LagrangeBasis::LagrangeBasis(CellShape shape, int order) : shape_(shape), order_(order) {
  assert(order >= 0 && order <= max_order);
  if (order == 0) {
    const double centroid = shape == CellShape::triangle ? -1.0 / 3.0 : 0.0;
    nodes_.push_back({centroid, centroid});
    return;
  }
  for (int j = 0; j <= order; ++j) {
    const int last = shape == CellShape::triangle ? order - j : order;
    for (int i = 0; i <= last; ++i) nodes_.push_back({-1.0 + 2.0 * i / order, -1.0 + 2.0 * j / order});
  }
}

void LagrangeBasis::values(const std::array<double, 2>& point, std::span<double> phi) const {
  assert(phi.size() == nodes_.size());
  const double a = 0.5 * (point[0] + 1.0), b = 0.5 * (point[1] + 1.0);
  const Silvester first(order_, a), second(order_, b);
  std::size_t n = 0;
  if (shape_ == CellShape::triangle) {
    const Silvester third(order_, 1.0 - a - b);
    for (int j = 0; j <= order_; ++j) {
      for (int i = 0; i <= order_ - j; ++i) phi[n++] = first.value[i] * second.value[j] * third.value[order_ - i - j];
    }
    return;
  }
  const Silvester first_far(order_, 1.0 - a), second_far(order_, 1.0 - b);
  for (int j = 0; j <= order_; ++j) {
    const double row = second.value[j] * second_far.value[order_ - j];
    for (int i = 0; i <= order_; ++i) phi[n++] = first.value[i] * first_far.value[order_ - i] * row;
  }
}

void LagrangeBasis::gradients(const std::array<double, 2>& point, std::span<std::array<double, 2>> dphi) const {
  assert(dphi.size() == nodes_.size());
  const double a = 0.5 * (point[0] + 1.0), b = 0.5 * (point[1] + 1.0);
  const Silvester first(order_, a), second(order_, b);
  std::size_t n = 0;
  // The factor 1/2 is da/dxi = db/deta.
  if (shape_ == CellShape::triangle) {
    const Silvester third(order_, 1.0 - a - b);
    for (int j = 0; j <= order_; ++j) {
      for (int i = 0; i <= order_ - j; ++i) {
        const int k = order_ - i - j;
        const double common = first.value[i] * second.value[j] * third.slope[k];
        dphi[n++] = {0.5 * (first.slope[i] * second.value[j] * third.value[k] - common),
                     0.5 * (first.value[i] * second.slope[j] * third.value[k] - common)};
      }
    }
    return;
  }
  const Silvester first_far(order_, 1.0 - a), second_far(order_, 1.0 - b);
  for (int j = 0; j <= order_; ++j) {
    const int jf = order_ - j;
    const double row = second.value[j] * second_far.value[jf];
    const double row_slope = second.slope[j] * second_far.value[jf] - second.value[j] * second_far.slope[jf];
    for (int i = 0; i <= order_; ++i) {
      const int f = order_ - i;
      const double column = first.value[i] * first_far.value[f];
      const double column_slope = first.slope[i] * first_far.value[f] - first.value[i] * first_far.slope[f];
      dphi[n++] = {0.5 * column_slope * row, 0.5 * column * row_slope};
    }
  }
}

}  // namespace dg
