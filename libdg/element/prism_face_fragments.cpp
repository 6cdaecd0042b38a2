#include "libdg/element/prism_face_fragments.hpp"

#include <cmath>

#include "libdg/element/fragment_list.hpp"
#include "libdg/element/prism_modes.hpp"

namespace dg {
namespace {

constexpr int dim_3d = 3;
constexpr double constant_on_line = 0.70710678118654752440;  ///< phi_0

/// Entries of the matrices on faces, from those of the prism; zero beyond the last mode or point.
class PrismFaceSource {
 public:
  explicit PrismFaceSource(const Tables<double, dim_3d>& tables)
      : ends_(tables.faces[0]),
        sides_(tables.faces[1]),
        of_prism_(make_prism_fragments(tables)),
        places_(tables.degree + 1),
        modes_(total_degree_count(2, tables.degree)),
        stride_(prism_edge_stride(tables.degree)),
        of_edges_(quarters * prism_edge_slots(tables.degree)),
        number_(prism_modes_by_line(tables.degree)),
        all_(mode_count(tables.space, tables.degree)) {}

  int places() const { return places_; }
  int modes() const { return modes_; }
  int end_points() const { return ends_.n_points; }

  /// Own point q of an edge at a place of the line.
  int point(int edge, int place, int q) const {
    return of_prism_.points[static_cast<std::size_t>(place * of_edges_ + edge * stride_ + q)];
  }
  /// Where that is in the reference cell.
  const std::array<double, dim_3d>& coordinates(int edge, int place, int q) const {
    return sides_.points[static_cast<std::size_t>(edge)][static_cast<std::size_t>(point(edge, place, q))];
  }

  double end(int view, int f, int g, int t) const {
    if (g >= ends_.n_points || t >= modes_) return 0;
    const int own = ends_.own_point[static_cast<std::size_t>(view * ends_.n_points + g)];
    return of_triangle(ends_.trace, f * ends_.n_points + own, t);
  }
  double edge(int f, int q, int t, bool derivative) const {
    if (q >= places_ || t >= modes_) return 0;
    const int row = f * sides_.n_points + point(f, 0, q);
    if (!derivative) return of_triangle(sides_.trace, row, t);
    const double* n = &sides_.normal[static_cast<std::size_t>(f * dim_3d)];
    return of_triangle(sides_.trace_normal, row, t) / std::hypot(n[0], n[1], n[2]);
  }

  /// Derivative along a direction of the reference face at a point from the value at another.
  double tangential(int direction, int g, int h) const {
    return sides_.tangential[static_cast<std::size_t>((direction * sides_.n_points + g) * sides_.n_points + h)];
  }
  double lifting(int g, int h) const { return sides_.face_lift[static_cast<std::size_t>(g * sides_.n_points + h)]; }
  /// What the point g of a list as a neighbour in this orientation has it is in its own.
  int own_of_neighbour(int orientation, int g) const {
    return sides_.own_point[static_cast<std::size_t>((1 + orientation) * sides_.n_points + g)];
  }

 private:
  double of_triangle(const std::vector<double>& table, int row, int t) const {
    return table[static_cast<std::size_t>(row * all_ + number_[static_cast<std::size_t>(t)])] / constant_on_line;
  }

  const FaceTables<double, dim_3d>&ends_, &sides_;
  PrismFragments of_prism_;
  int places_, modes_, stride_, of_edges_;
  std::vector<int> number_;  ///< prism_modes_by_line()
  int all_;
};

/// PrismSideView of the plus side with its own edge.
Index view_of_side(const PrismFaceSource& from, int minus_edge, int plus_edge, int orientation) {
  const int n = from.places();
  for (const int view : {0, 1, 2, 3}) {
    bool fits = true;
    for (int c = 0; c < n; ++c)
      for (int q = 0; q < n; ++q) {
        const int place = view & prism_line_backward ? n - 1 - c : c, at = view & prism_edge_backward ? n - 1 - q : q;
        fits &= from.own_of_neighbour(orientation, from.point(minus_edge, c, q)) == from.point(plus_edge, place, at);
      }
    if (fits) return view;
  }
  return prism_side_across;
}

void set_edges(const PrismFaceSource& from, double eta, PrismFaceFragments& to) {
  const int n = from.places();
  for (int f = 0; f < prism_edges; ++f) {
    for (const bool backward : {false, true})
      for (int s = 0; s < slot_count(n); ++s)
        for (int l = 0; l < slot_count(from.modes()); ++l)
          append_fragment(to.edge, [&](int k, int quarter, int j) {
            const int q = quarters * s + quarter;
            return q < n ? from.edge(f, backward ? n - 1 - q : q, quarters * l + k, j == 1) : 0.0;
          });
    const auto on_edge = [&](int i, int l, int j) {
      if (i >= n || l >= n) return 0.0;
      const int g = from.point(f, 0, i), h = from.point(f, 0, l);
      return j == 0 ? from.tangential(to.edge_direction, g, h) : eta * from.lifting(g, h);
    };
    for (int l = 0; l < slot_count(n); ++l)
      append_fragment(to.on_edge, [&](int k, int q, int j) { return on_edge(q, quarters * l + k, j); });
    for (int own = 0; own < quarters && n > quarters; ++own)
      for (int l = 0; l < slot_count(n); ++l)
        append_fragment(to.on_last,
                        [&](int k, int q, int j) { return q == own ? on_edge(n - 1, quarters * l + k, j) : 0.0; });
  }
}

}  // namespace

PrismFaceFragments make_prism_face_fragments(const Tables<double, 3>& tables, double eta) {
  const PrismFaceSource from(tables);
  PrismFaceFragments f;
  const int first = from.point(0, 0, 0), next = from.point(0, 0, 1), above = from.point(0, 1, 0);
  f.edge_direction = std::abs(from.tangential(0, first, next)) > std::abs(from.tangential(1, first, next)) ? 0 : 1;
  f.line_sign = from.tangential(1 - f.edge_direction, first, above) > 0 ? 1 : -1;
  set_edges(from, eta, f);
  for (int view = 0; view < 1 + orientation_count(FaceShape::triangle); ++view)
    for (int end = 0; end < 2; ++end)
      for (int pair = 0; pair < factor_pairs(slot_count(from.end_points())); ++pair)
        for (int l = 0; l < slot_count(from.modes()); ++l)
          append_fragment(f.end, [&](int k, int q, int j) {
            return from.end(view, end, quarters * (fragment_columns * pair + j) + q, quarters * l + k);
          });
  for (int minus = 0; minus < prism_edges; ++minus)
    for (int plus = 0; plus < prism_edges; ++plus)
      for (int orientation = 0; orientation < orientation_count(FaceShape::quadrilateral); ++orientation)
        f.side.push_back(view_of_side(from, minus, plus, orientation));
  return f;
}

}  // namespace dg
