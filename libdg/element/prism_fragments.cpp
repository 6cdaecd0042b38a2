#include "libdg/element/prism_fragments.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "libdg/element/fragment_list.hpp"
#include "libdg/element/fragments_3d.hpp"
#include "libdg/element/prism_modes.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

constexpr int dim_3d = 3, upright = 1;
constexpr double same_place = 1e-12;

/// Entries of the triangle's matrices, from those of the prism at one place of the line, divided by the part of the
/// line; zero beyond the last mode or point.
class TriangleSource {
 public:
  explicit TriangleSource(const Tables<double, dim_3d>& tables)
      : tables_(tables),
        faces_(tables.faces[upright]),
        line_(gauss_legendre(tables.degree + 1)),
        number_(prism_modes_by_line(tables.degree)),
        all_(mode_count(tables.space, tables.degree)) {
    for (int q = 0; q < tables.n_points; ++q)
      if (tables.weights[q] != 0 && is_at(tables.points[q], 0)) points_.push_back(q);
  }

  int places() const { return tables_.degree + 1; }
  int modes() const { return total_degree_count(2, tables_.degree); }
  int points() const { return static_cast<int>(points_.size()); }
  int edge_slots() const { return prism_edge_slots(tables_.degree); }
  /// Edge and point of a number in the list of those of all edges; beyond the last edge, a point of the last edge that
  /// it does not have.
  std::pair<int, int> point_of_edge(int i) const {
    const int edge = std::min(i / prism_edge_stride(tables_.degree), prism_edges - 1);
    return {edge, i - edge * prism_edge_stride(tables_.degree)};
  }
  int number(int t, int c) const { return number_[static_cast<std::size_t>(c * modes() + t)]; }

  double value(int i, int t) const { return has(i, t) ? tables_.interpolate[at(i) * all_ + number(t, 0)] / flat : 0; }
  double slope(int i, int t, int d) const {
    return has(i, t) ? tables_.differentiate[(d * tables_.n_stored + at(i)) * all_ + number(t, 0)] / flat : 0;
  }
  double weighted_slope(int i, int t, int d) const {
    return has(i, t) ? project(i, number(t, 0), d) / (flat * line_.weights[0]) : 0;
  }
  /// By the derivative of the mode that is linear along the line.
  double weighted_value(int i, int t) const {
    return has(i, t) ? project(i, number(t, 1), 2) / (linear_slope * line_.weights[0]) : 0;
  }

  /// Weighted trace at a point of an edge.
  double edge(int f, int i, int t) const {
    if (i >= places() || t >= modes()) return 0;
    const int g = point_of_face(f, 0, i);
    return faces_.lift[(f * all_ + number(t, 0)) * faces_.n_points + g] / (flat * line_.weights[0]);
  }
  /// Derivative along xi_d at point i that a jump at point e of an edge adds.
  double edge_slope(int i, int f, int e, int d) const {
    double sum = 0;
    for (int t = 0; t < modes(); ++t) sum += value(i, t) * edge(f, e, t);
    return reference_normal(CellShape::prism, faces_.range.first + f, d) * sum;
  }
  /// Weighted trace at a point of a triangular face.
  double end(int f, int g, int t) const {
    const FaceTables<double, dim_3d>& face = tables_.faces[1 - upright];
    if (g >= face.n_points || t >= modes()) return 0;
    return face.lift[(f * all_ + number(t, 0)) * face.n_points + g] / flat;
  }

  /// Own number of point i, counted along the edge, at a place of the line; beyond the last, that of the last.
  int point_of_face(int f, int place, int i) const {
    const auto& x = faces_.points[static_cast<std::size_t>(f)];
    std::vector<int> row;
    for (int g = 0; g < faces_.n_points; ++g)
      if (is_at(x[g], place)) row.push_back(g);
    std::sort(row.begin(), row.end(), [&](int a, int b) { return x[a][0] - x[a][1] < x[b][0] - x[b][1]; });
    return row[static_cast<std::size_t>(std::min(i, places() - 1))];
  }

 private:
  static constexpr double flat = 0.70710678118654752440;          ///< phi_0
  static constexpr double linear_slope = 1.22474487139158904910;  ///< the derivative of phi_1

  bool has(int i, int t) const { return i < points() && t < modes(); }
  int at(int i) const { return points_[static_cast<std::size_t>(i)]; }
  double project(int i, int k, int d) const { return tables_.project[(k * tables_.n_stored + at(i)) * dim_3d + d]; }
  bool is_at(const std::array<double, dim_3d>& x, int place) const {
    return std::abs(x[2] - line_.points[place][0]) < same_place;
  }

  const Tables<double, dim_3d>& tables_;
  const FaceTables<double, dim_3d>& faces_;
  QuadratureRule<1> line_;
  std::vector<int> number_;  ///< [c][t]
  std::vector<int> points_;  ///< those at the first place of the line
  int all_;
};

/// Number q of slot j of a pair.
int in_pair(int pair, int q, int j) { return quarters * (fragment_columns * pair + j) + q; }

void set_points(const TriangleSource& from, PrismFragments& to) {
  const int point_slots = slot_count(from.points()), mode_slots = slot_count(from.modes()),
            pairs = factor_pairs(mode_slots);
  for (int pair = 0; pair < factor_pairs(point_slots); ++pair)
    for (int l = 0; l < mode_slots; ++l)
      append_fragment(to.value, [&](int k, int q, int j) {  // points beyond the last have the state of the first
        const int i = in_pair(pair, q, j);
        return from.value(i < from.points() ? i : 0, quarters * l + k);
      });
  for (int s = 0; s < point_slots; ++s) {
    for (int l = 0; l < mode_slots; ++l)
      append_fragment(to.slope, [&](int k, int q, int j) { return from.slope(quarters * s + q, quarters * l + k, j); });
    for (int l = 0; l < from.edge_slots(); ++l)
      append_fragment(to.edge_slope, [&](int k, int q, int j) {
        const int i = quarters * s + q;
        const auto [f, e] = from.point_of_edge(quarters * l + k);
        return i < from.points() ? from.edge_slope(i, f, e, j) : 0.0;
      });
    for (int pair = 0; pair < pairs; ++pair) {
      for (int d = 0; d < 2; ++d)
        append_fragment(to.project_slope, [&](int k, int q, int j) {
          return from.weighted_slope(quarters * s + k, in_pair(pair, q, j), d);
        });
      append_fragment(to.project,
                      [&](int k, int q, int j) { return from.weighted_value(quarters * s + k, in_pair(pair, q, j)); });
    }
  }
}

void set_faces(const TriangleSource& from, int end_points, PrismFragments& to) {
  for (int pair = 0; pair < factor_pairs(slot_count(from.modes())); ++pair) {
    for (int l = 0; l < from.edge_slots(); ++l)
      append_fragment(to.edge, [&](int k, int q, int j) {
        const auto [f, i] = from.point_of_edge(quarters * l + k);
        return from.edge(f, i, in_pair(pair, q, j));
      });
    for (int f = 0; f < 2; ++f)
      for (int l = 0; l < slot_count(end_points); ++l)
        append_fragment(to.end[f],
                        [&](int k, int q, int j) { return from.end(f, quarters * l + k, in_pair(pair, q, j)); });
  }
}

}  // namespace

PrismFragments make_prism_fragments(const Tables<double, 3>& tables) {
  const TriangleSource from(tables);
  PrismFragments f;
  set_points(from, f);
  set_faces(from, tables.faces[1 - upright].n_points, f);
  for (int place = 0; place < from.places(); ++place)
    for (int i = 0; i < quarters * from.edge_slots(); ++i) {
      const auto [edge, q] = from.point_of_edge(i);
      f.points.push_back(static_cast<Index>(from.point_of_face(edge, place, q)));
    }
  return f;
}

}  // namespace dg
