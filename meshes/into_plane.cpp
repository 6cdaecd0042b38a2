#include "meshes/into_plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "meshes/bounding_box.hpp"
#include "meshes/errors.hpp"
#include "meshes/messages.hpp"

namespace dg {
namespace {

using Vector3 = std::array<double, 3>;
using Nodes = std::vector<Vector3>;

constexpr double exact = 1e-10, tolerated = 1e-6;  // of the diagonal of the mesh

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector3 minus(const Vector3& a, const Vector3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Vector3 times(const Vector3& a, double factor) { return {a[0] * factor, a[1] * factor, a[2] * factor}; }

template <class Measure>
const Vector3& largest(const Nodes& nodes, const Measure& measure) {
  return *std::max_element(nodes.begin(), nodes.end(),
                           [&](const Vector3& a, const Vector3& b) { return measure(a) < measure(b); });
}

/// The normal of the plane through three nodes far from each other; zero if all lie on a line. `size` is that of the
/// mesh, by which vectors are times, so that none overflows.
Vector3 normal_of(const Nodes& nodes, double size) {
  const auto from_first = [&](const Vector3& p) { return times(minus(p, nodes.front()), 1 / size); };
  const auto distance = [&](const Vector3& p) { return dot(from_first(p), from_first(p)); };
  const Vector3 along = from_first(largest(nodes, distance));
  const auto area = [&](const Vector3& p) {
    const Vector3 normal = cross(along, from_first(p));
    return dot(normal, normal);
  };
  const Vector3 normal = cross(along, from_first(largest(nodes, area)));
  const double length = std::sqrt(dot(normal, normal));
  return length > 0 ? times(normal, 1 / length) : normal;
}

/// Rows that take a place to its coordinates in 2-D and along the normal.
struct Frame {
  std::array<Vector3, 3> axes;
};

/// Proper rotations of the axes that make `third` the last one.
Frame cyclic(int third) {
  Frame frame{};
  for (int row = 0; row < 3; ++row) frame.axes[row][(third + 1 + row) % 3] = 1;
  return frame;
}

/// The shortest rotation of the exchanged axes that takes the normal to the last one (Rodrigues).
Frame frame_of(Vector3 normal) {
  const auto nearest =
      std::max_element(normal.begin(), normal.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (*nearest < 0) normal = times(normal, -1);
  const Frame exchanged = cyclic(static_cast<int>(nearest - normal.begin()));
  Vector3 n;
  for (int row = 0; row < 3; ++row) n[row] = dot(exchanged.axes[row], normal);
  const double share = 1 / (1 + n[2]);
  const std::array<Vector3, 3> rotation{{{1 - n[0] * n[0] * share, -n[0] * n[1] * share, -n[0]},
                                         {-n[0] * n[1] * share, 1 - n[1] * n[1] * share, -n[1]},
                                         n}};
  Frame frame{};
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 3; ++k)
      for (int d = 0; d < 3; ++d) frame.axes[row][d] += rotation[row][k] * exchanged.axes[k][d];
  return frame;
}

/// How far nodes leave a plane: half of the way between the two outermost.
double thickness(const Nodes& nodes, const Vector3& normal) {
  double low = 0, high = 0;
  for (const Vector3& node : nodes) {
    const double height = dot(minus(node, nodes.front()), normal);
    low = std::min(low, height);
    high = std::max(high, height);
  }
  return (high - low) / 2;
}

/// The frame in which the nodes are flattest, and how far they leave its plane. A plane along axes stays along them,
/// however its nodes are scattered.
std::pair<Frame, double> flattest(const Nodes& nodes, const BoundingBox<3>& box) {
  const double size = box.diagonal();
  for (const int third : {2, 1, 0}) {
    const double scatter = box.high[third] / 2 - box.low[third] / 2;
    if (scatter == 0 || (std::isfinite(size) && scatter <= tolerated * size)) return {cyclic(third), scatter};
  }
  if (!std::isfinite(size)) return {cyclic(2), size};
  const Frame frame = frame_of(normal_of(nodes, size));
  return {frame, thickness(nodes, frame.axes[2])};
}

void check_finite(const Nodes& nodes, const std::string& path) {
  const auto lost = std::find_if(nodes.begin(), nodes.end(), [](const Vector3& node) {
    return !std::all_of(node.begin(), node.end(), [](double x) { return std::isfinite(x); });
  });
  if (lost == nodes.end()) return;
  throw InputError(
      fmt::format("{}: node {} lies at {}; coordinates must be finite", path, lost - nodes.begin(), place(*lost)));
}

[[noreturn]] void refuse(const Nodes& nodes, const std::string& path, const std::string& advice) {
  const Vector3& first = nodes.front();
  const Vector3& other = largest(nodes, [&](const Vector3& node) { return std::abs(node[2] - first[2]); });
  throw InputError(fmt::format("{}: is not plane: z is {:.7g} at ({:.7g}, {:.7g}) but {:.7g} at ({:.7g}, {:.7g}){}",
                               path, first[2], first[0], first[1], other[2], other[0], other[1],
                               advice.empty() ? "" : "; of a 3-D mesh, " + advice));
}

}  // namespace

std::vector<std::array<double, 2>> into_plane(const Nodes& nodes, const std::string& path, const std::string& advice,
                                              std::vector<std::string>& notes) {
  std::vector<std::array<double, 2>> places;
  if (nodes.empty()) return places;
  check_finite(nodes, path);
  BoundingBox<3> box;
  for (const Vector3& node : nodes) box.include(node);
  const double size = box.diagonal();
  const auto [frame, scatter] = flattest(nodes, box);
  if (scatter != 0 && !(scatter <= tolerated * size)) refuse(nodes, path, advice);
  if (scatter > exact * size)
    notes.push_back(fmt::format("{}: nodes leave their plane by up to {:.3g}, which is ignored", path, scatter));
  if (frame.axes[2] != Vector3{0, 0, 1})
    notes.push_back(fmt::format("{}: the plane of the mesh is rotated into x and y, which were {} and {}", path,
                                place(frame.axes[0]), place(frame.axes[1])));
  places.reserve(nodes.size());
  for (const Vector3& node : nodes) places.push_back({dot(frame.axes[0], node), dot(frame.axes[1], node)});
  return places;
}

}  // namespace dg
