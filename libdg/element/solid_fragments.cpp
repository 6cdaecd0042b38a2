#include "libdg/element/solid_fragments.hpp"

#include <cassert>
#include <cmath>

#include "libdg/element/fragment_list.hpp"

namespace dg {
namespace {

constexpr int dim = 3, faces = 4;

/// Sizes, and entries of the tables that are zero beyond the last mode or point.
struct Source {
  const Tables<double, dim>& t;
  const FaceTables<double, dim>& face;
  int modes, gradient_modes, points, face_points;

  explicit Source(const Tables<double, dim>& tables)
      : t(tables),
        face(tables.faces[0]),
        modes(mode_count(t.space, t.degree)),
        gradient_modes(total_degree_count(dim, t.degree - 1)),
        points(t.n_points),
        face_points(face.n_points) {}

  double value(int q, int k) const { return k < modes ? t.interpolate[(q < points ? q : 0) * modes + k] : 0.0; }
  double project(int k, int q, int d) const {
    return q < points && k < modes ? t.project[(k * t.n_stored + q) * dim + d] : 0.0;
  }
  double derivative(int d, int k, int l) const {
    return k < gradient_modes && l < modes ? t.derivative[(d * modes + k) * modes + l] : 0.0;
  }
  double lift(int f, int k, int g) const {
    return k < modes && g < face_points ? face.lift[(f * modes + k) * face_points + g] : 0.0;
  }
  double normal(int f, int d) const { return face.normal[f * dim + d]; }
  double normal_length(int f) const { return std::hypot(normal(f, 0), normal(f, 1), normal(f, 2)); }
  /// Of a trace table, at point g of those that a view lists.
  double trace(const std::vector<double>& table, int f, int view, int g, int k) const {
    if (g >= face_points || k >= modes) return 0.0;
    return table[(f * face_points + face.own_point[view * face_points + g]) * modes + k];
  }
  double on_face(const std::vector<double>& table, int a, int g, int h) const {
    return g < face_points && h < face_points ? table[(a * face_points + g) * face_points + h] : 0.0;
  }

  int mode_slots() const { return slot_count(modes); }
  int mode_pairs() const { return factor_pairs(mode_slots()); }
  int face_slots() const { return slot_count(face_points); }
  int face_pairs() const { return factor_pairs(face_slots()); }
};

/// Number q of slot j of a pair.
int of_pair(int pair, int q, int j) { return quarters * (fragment_columns * pair + j) + q; }

/// A matrix from numbers in `slots_in` slots to those in pairs of slots.
template <class Entry>
void append_matrix(std::vector<double>& to, int pairs_out, int slots_in, const Entry& entry) {
  for (int pair = 0; pair < pairs_out; ++pair)
    for (int l = 0; l < slots_in; ++l)
      append_fragment(to, [&](int k, int q, int j) { return entry(of_pair(pair, q, j), quarters * l + k); });
}

void set_volume(const Source& from, SolidFragments& to) {
  const int pairs = factor_pairs(slot_count(from.points));
  to.point_slots = 2 * pairs;
  append_matrix(to.value, pairs, from.mode_slots(), [&](int q, int k) { return from.value(q, k); });
  for (int s = 0; s < pairs; ++s)
    for (int d = 0; d < dim; ++d)
      for (int pair = 0; pair < from.mode_pairs(); ++pair)
        for (int i = 0; i < 2; ++i)
          append_fragment(to.project, [&](int k, int q, int j) {
            return from.project(of_pair(pair, q, j), quarters * (2 * s + i) + k, d);
          });
  for (int d = 0; d < dim; ++d)
    append_matrix(to.derivative, derivative_pairs(from.gradient_modes), from.mode_slots(),
                  [&](int k, int l) { return from.derivative(d, k, l); });
}

void set_lifts(const Source& from, SolidFragments& to) {
  for (int f = 0; f < faces; ++f)
    append_matrix(to.lift, from.mode_pairs(), from.face_slots(), [&](int k, int g) { return from.lift(f, k, g); });
}

void set_faces(const Source& from, double eta, SolidFragments& to) {
  for (int side = 0; side < 2; ++side)
    for (int turn = 0; turn < (side == 0 ? 1 : turn_count(FaceShape::triangle)); ++turn)
      for (int f = 0; f < faces; ++f) {
        const int view = side == 0 ? 0 : 1 + turn;
        const double scale = (side == 0 ? 1 : -1) / from.normal_length(f);
        append_matrix(to.trace[side], from.face_pairs(), from.mode_slots(),
                      [&](int g, int k) { return from.trace(from.face.trace, f, view, g, k); });
        append_matrix(to.across[side], from.face_pairs(), from.mode_slots(),
                      [&](int g, int k) { return scale * from.trace(from.face.trace_normal, f, view, g, k); });
      }
  for (int s = 0; s < from.face_slots(); ++s)
    for (int l = 0; l < from.face_slots(); ++l)
      append_fragment(to.tangential, [&](int k, int q, int j) {
        return from.on_face(from.face.tangential, j, quarters * s + q, quarters * l + k);
      });
  append_matrix(to.face_lift, from.face_pairs(), from.face_slots(),
                [&](int g, int h) { return eta * from.on_face(from.face.face_lift, 0, g, h); });
}

}  // namespace

SolidFragments make_solid_fragments(const Tables<double, 3>& tables, double eta) {
  assert(tables.space == Space::tetrahedron_P);
  const Source from(tables);
  assert(from.normal(slanted_face, 0) == 1 && from.normal(slanted_face, 1) == 1 && from.normal(slanted_face, 2) == 1);
  for (int r = 0; r < dim; ++r) assert(from.normal(face_across(r), r) == -1);
  SolidFragments f;
  set_volume(from, f);
  set_lifts(from, f);
  set_faces(from, eta, f);
  return f;
}

}  // namespace dg
