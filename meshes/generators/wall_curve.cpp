#include "meshes/generators/wall_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "libdg/core/whole_number.hpp"

namespace dg {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double distance(Point a, Point b) { return std::hypot(b[0] - a[0], b[1] - a[1]); }

/// True where the polygon turns by more than `limit` radians.
std::vector<bool> find_corners(const std::vector<Point>& p, double limit) {
  const std::size_t n = p.size();
  std::vector<bool> corner(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Point a = p[(i + n - 1) % n], b = p[i], c = p[(i + 1) % n];
    const double ux = b[0] - a[0], uy = b[1] - a[1], vx = c[0] - b[0], vy = c[1] - b[1];
    corner[i] = std::abs(std::atan2(ux * vy - uy * vx, ux * vx + uy * vy)) > limit;
  }
  return corner;
}

double polygon_length(const std::vector<Point>& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += distance(p[i], p[(i + 1) % p.size()]);
  return sum;
}

/// Joins point `base` and the next in their middle. All others follow by a share of that which falls smoothly to
/// nothing half way round, so that the closed end keeps the shape of the blunt one.
void close_base(std::vector<Point>& p, std::size_t base) {
  const std::size_t n = p.size();
  const Point end = p[base], start = p[(base + 1) % n];
  const Point half{(end[0] - start[0]) / 2, (end[1] - start[1]) / 2};
  const double total = polygon_length(p) - distance(start, end);
  double s = 0;
  for (std::size_t k = 1; k <= n; ++k) {
    Point& point = p[(base + k) % n];
    const Point next = p[(base + k + 1) % n];
    const double from_middle = 2 * s / total - 1, share = -std::copysign(from_middle * from_middle, from_middle);
    s += distance(point, next);
    for (int d = 0; d < 2; ++d) point[d] += share * half[d];
  }
  p.erase(p.begin() + static_cast<std::ptrdiff_t>((base + 1) % n));
}

}  // namespace

WallCurve::WallCurve(Profile profile, double corner, bool sharpen) {
  std::vector<Point>& p = profile.points;
  std::vector<bool> corners = find_corners(p, corner * std::numbers::pi / 180);
  const double short_edge = polygon_length(p) / 50;
  const auto is_base = [&](std::size_t i) {
    const std::size_t next = (i + 1) % p.size();
    return corners[i] && corners[next] && distance(p[i], p[next]) < short_edge;
  };
  for (std::size_t i = 0; sharpen && i < p.size(); ++i)
    if (is_base(i)) {
      close_base(p, i);
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>((i + 1) % (p.size() + 1)));
    }
  const std::size_t first = static_cast<std::size_t>(std::find(corners.begin(), corners.end(), true) - corners.begin());
  corners_ = first < corners.size();
  std::vector<Point> arc;
  for (std::size_t k = 0; k <= p.size(); ++k) {
    const std::size_t i = ((corners_ ? first : 0) + k) % p.size();
    arc.push_back(p[i]);
    if (k == 0 || (k < p.size() && !corners[i])) continue;
    base_.push_back(corners_ && arc.size() == 2 && is_base((i + p.size() - 1) % p.size()));
    arcs_.emplace_back(std::move(arc), corners_ ? PlaneSpline::Ends::natural : PlaneSpline::Ends::periodic);
    arc = {p[i]};
  }
  for (const PlaneSpline& a : arcs_) perimeter_ += a.length();
}

/// Wanted edge lengths in units in which an even division has the perimeter, not yet limited by corners or growth.
WallCurve::Samples WallCurve::sampled(const std::function<double(Point)>& clearance) const {
  constexpr int per_interval = 8;
  constexpr double per_radius = 8, per_clearance = 12;
  Samples samples;
  for (const PlaneSpline& arc : arcs_) {
    std::vector<Sample>& list = samples.emplace_back();
    for (std::size_t i = 0; i + 1 < arc.knots().size(); ++i)
      for (int k = 0; k < per_interval; ++k) {
        const double step = (arc.knots()[i + 1] - arc.knots()[i]) / per_interval;
        const double s = arc.knots()[i] + (k + 0.5) * step, bend = arc.curvature(s);
        const double radius = bend > 0 ? per_radius / bend : infinite;
        list.push_back({s, step, std::min({perimeter_, radius, per_clearance * clearance(arc.at(s))})});
      }
  }
  return samples;
}

/// Lets the lengths start from `corner_length`, or that of a base, at corners, and grow by at most `slope` per
/// distance.
void WallCurve::limit_growth(Samples& samples, double corner_length, double slope) const {
  double limit = infinite;
  const auto enter = [&](std::size_t arc) {
    if (corners_) limit = std::min(limit, corner_length);
    if (base_[arc]) limit = std::min(limit, arcs_[arc].length());
  };
  const auto pass = [&](Sample& sample) {
    sample.length = limit = std::min(sample.length, limit + slope * sample.step);
  };
  for (int round = 0; round < 2; ++round) {  // the second one for what the end tells the beginning
    for (std::size_t a = 0; a < samples.size(); ++a) {
      enter(a);
      std::for_each(samples[a].begin(), samples[a].end(), pass);
    }
  }
  limit = infinite;
  for (int round = 0; round < 2; ++round) {
    for (std::size_t a = samples.size(); a-- > 0;) {
      enter(a);
      std::for_each(samples[a].rbegin(), samples[a].rend(), pass);
    }
  }
}

double WallCurve::edge_count(const std::vector<Sample>& samples) {
  double sum = 0;
  for (const Sample& sample : samples) sum += sample.step / sample.length;
  return sum;
}

/// The lengths scaled, by bisection, so that they ask for `count` edges.
WallCurve::Samples WallCurve::fitted(int count, const std::function<double(Point)>& clearance) const {
  constexpr double corner_share = 0.2;  // of an edge at a corner in one far from it
  const double slope = 16.0 / count;    // halved when the edges are, so that finer divisions are alike
  const Samples relative = sampled(clearance);
  const auto scaled = [&](double scale) {
    Samples samples = relative;
    for (auto& arc : samples)
      for (Sample& sample : arc) sample.length *= scale;
    limit_growth(samples, corner_share * scale * perimeter_, slope);
    return samples;
  };
  double low = 1e-8, high = 1;
  while (high / low > 1 + 1e-9) {
    const double scale = std::sqrt(low * high);
    double sum = 0;
    for (const auto& arc : scaled(scale)) sum += edge_count(arc);
    (sum > count ? low : high) = scale;
  }
  return scaled(high);
}

/// Parameters of the ends of `count` edges on an arc: there the integral of 1 / length is a multiple of its part.
std::vector<double> WallCurve::edge_ends(const std::vector<Sample>& samples, double length, int count) {
  const double per_edge = edge_count(samples) / count;
  std::vector<double> ends{0};
  double sum = 0;
  for (const Sample& sample : samples) {
    const double next = sum + sample.step / sample.length / per_edge;
    for (double n = double(ends.size()); n < count && next >= n; ++n)
      ends.push_back(sample.s + sample.step * ((n - sum) / (next - sum) - 0.5));
    sum = next;
  }
  ends.push_back(length);
  return ends;
}

WallCurve::Edges WallCurve::divided(int count, int order, const std::function<double(Point)>& clearance) const {
  const Samples samples = fitted(count, clearance);
  Edges edges;
  for (std::size_t a = 0; a < arcs_.size(); ++a) {
    const int n = nearest_within(edge_count(samples[a]), corners_ ? 1 : 4, count);
    const std::vector<double> s = edge_ends(samples[a], arcs_[a].length(), n);
    for (int i = 0; i < n; ++i) {
      edges.vertices.push_back(arcs_[a].at(s[i]));
      auto& nodes = edges.nodes.emplace_back();
      for (int k = 1; k < order; ++k) nodes[k - 1] = arcs_[a].at(s[i] + (s[i + 1] - s[i]) * k / order);
    }
  }
  return edges;
}

}  // namespace dg
