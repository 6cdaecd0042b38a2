#include "libdg/element/fragments_3d.hpp"

#include <cassert>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "libdg/element/fragment_list.hpp"
#include "libdg/element/line_points.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

constexpr int dim = 3;

void set_volume(const Tables<double, dim>& t, Fragments3D& to) {
  const int modes = mode_count(t.space, t.degree), gradient_modes = gradient_mode_count(t.space, t.degree);
  const int mode_slots = slot_count(modes), mode_pairs = factor_pairs(mode_slots);
  const int pairs = factor_pairs(slot_count(t.n_points));
  to.point_slots = 2 * pairs;
  append_matrix(to.value, pairs, mode_slots,
                [&](int q, int k) { return k < modes ? t.interpolate[(q < t.n_points ? q : 0) * modes + k] : 0.0; });
  for (int s = 0; s < pairs; ++s)
    for (int d = 0; d < dim; ++d)
      append_matrix(to.slope, 1, mode_slots, [&](int i, int k) {
        const int q = 2 * quarters * s + i < t.n_points ? 2 * quarters * s + i : 0;
        return k < modes ? t.differentiate[(d * t.n_stored + q) * modes + k] : 0.0;
      });
  for (int s = 0; s < pairs; ++s)
    for (int d = 0; d < dim; ++d)
      for (int pair = 0; pair < mode_pairs; ++pair)
        for (int i = 0; i < 2; ++i)
          append_fragment(to.project, [&](int row, int column, int j) {
            const int k = number_of_pair(pair, column, j), q = quarters * (2 * s + i) + row;
            return q < t.n_points && k < modes ? t.project[(k * t.n_stored + q) * dim + d] : 0.0;
          });
  for (int d = 0; d < dim; ++d)
    append_matrix(to.derivative, derivative_pairs(gradient_modes), mode_slots, [&](int k, int l) {
      return k < gradient_modes && l < modes ? t.derivative[(d * modes + k) * modes + l] : 0.0;
    });
}

/// Of the faces of a kind; entries are zero beyond the last mode or point.
class FaceSource {
 public:
  FaceSource(const Tables<double, dim>& tables, const FaceTables<double, dim>& face, int kind)
      : face_(face),
        shape_(face_shape_of_kind(dim, kind)),
        modes_(mode_count(tables.space, tables.degree)),
        points_(face_.n_points) {}

  void set_lift(FaceFragments3D& to) const {
    for (int f = 0; f < face_.range.count; ++f)
      append_matrix(to.lift, factor_pairs(slot_count(modes_)), slots(), [&](int k, int g) {
        return k < modes_ && g < points_ ? face_.lift[(f * modes_ + k) * points_ + g] : 0.0;
      });
  }

  void set_traces(int side, FaceFragments3D& to) const {
    for (int orientation = 0; orientation < (side == 0 ? 1 : orientation_count(shape_)); ++orientation)
      for (int f = 0; f < face_.range.count; ++f) {
        const int view = side == 0 ? 0 : 1 + orientation;
        const double scale = (side == 0 ? 1 : -1) / normal_length(f);
        const auto append = [&](std::vector<double>& list, const std::vector<double>& table, double factor) {
          append_matrix(list, pairs(), slot_count(modes_), [&](int g, int k) {
            if (g >= points_ || k >= modes_) return 0.0;
            return factor * table[(f * points_ + face_.own_point[view * points_ + g]) * modes_ + k];
          });
        };
        append(to.trace[side], face_.trace, 1);
        append(to.across[side], face_.trace_normal, scale);
      }
  }

  void set_on_face(double eta, FaceFragments3D& to) const {
    for (int s = 0; s < slots(); ++s)
      for (int l = 0; l < slots(); ++l)
        append_fragment(to.tangential, [&](int k, int q, int j) {
          return on_face(face_.tangential, j, quarters * s + q, quarters * l + k);
        });
    const auto append = [&](std::vector<double>& list, const std::vector<double>& table, int matrix) {
      append_matrix(list, pairs(), slots(), [&](int g, int h) { return eta * on_face(table, matrix, g, h); });
    };
    append(to.face_lift[0], face_.face_lift, 0);
    if (face_.oriented_face_lift.empty()) return;
    for (int matrix = 0; matrix < oriented_liftings(shape_); ++matrix)
      append(to.face_lift[1 + matrix], face_.oriented_face_lift, matrix);
  }

 private:
  int slots() const { return slot_count(points_); }
  int pairs() const { return factor_pairs(slots()); }
  double normal_length(int f) const {
    const double* n = &face_.normal[static_cast<std::size_t>(f * dim)];
    return std::hypot(n[0], n[1], n[2]);
  }
  double on_face(const std::vector<double>& table, int a, int g, int h) const {
    return g < points_ && h < points_ ? table[(a * points_ + g) * points_ + h] : 0.0;
  }

  const FaceTables<double, dim>& face_;
  FaceShape shape_;
  int modes_, points_;
};

/// The tables of the faces of hexahedra with Q^p, whose traces are of values at the points of lines in place of modes.
FaceTables<double, dim> on_line_points(const Tables<double, dim>& tables) {
  FaceTables<double, dim> face = tables.faces[1];
  const auto line = gauss_legendre(tables.degree + 1);
  const int n = line.size();
  const auto modes = static_cast<std::size_t>(n * n * n);
  std::vector<double> phi(modes), to_modes(modes * modes);  // [mode][place of a point]
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double weight = line.weights[i] * line.weights[j] * line.weights[k];
        const auto place = static_cast<std::size_t>(place_of_line_point(n, i, j, k));
        evaluate_basis<dim>(tables.space, tables.degree, {line.points[i][0], line.points[j][0], line.points[k][0]},
                            phi);
        for (std::size_t mode = 0; mode < modes; ++mode) to_modes[mode * modes + place] = weight * phi[mode];
      }
  for (std::vector<double>* table : {&face.trace, &face.trace_normal}) change_basis_of_rows(to_modes, modes, *table);
  return face;
}

/// The tables of the faces of a kind, whose traces are of states in the basis.
FaceTables<double, dim> tables_of_face(const Tables<double, dim>& tables, int kind, StateBasis basis) {
  if (basis == StateBasis::line_points) return on_line_points(tables);
  FaceTables<double, dim> face = tables.faces[kind];
  if (basis == StateBasis::modes) return face;
  const BasisChange basis_change = make_basis_change(tables.degree, basis);
  for (std::vector<double>* table : {&face.trace, &face.trace_normal})
    change_basis_of_rows(basis_change.to_modes, basis_change.size(), *table);
  return face;
}

}  // namespace

std::vector<Index> line_points_of_faces(const Tables<double, 3>& tables) {
  const FaceTables<double, dim>& faces = tables.faces[1];
  const auto line = gauss_legendre(tables.degree + 1);
  const int n = line.size();
  std::vector<Index> points(static_cast<std::size_t>(faces.range.count * faces.n_points));
  for (int f = 0; f < faces.range.count; ++f)
    for (int g = 0; g < faces.n_points; ++g) {
      int node = 0, stride = 1;
      for (int d = 0; d < dim; ++d) {
        if (reference_normal(CellShape::hexahedron, f, d) != 0) continue;
        for (int i = 0; i < n; ++i)
          if (std::abs(line.points[i][0] - faces.points[f][g][d]) < 1e-12) node += stride * i;
        stride *= n;
      }
      points[static_cast<std::size_t>(f * faces.n_points + node)] = static_cast<Index>(g);
    }
  return points;
}

Fragments3D make_fragments_3d(const Tables<double, 3>& tables, double eta, StateBasis basis) {
  Fragments3D f;
  set_volume(tables, f);
  for (int kind = 0; kind < face_kinds(dim); ++kind) {
    if (tables.faces[kind].range.count == 0) continue;
    const FaceTables<double, dim> face = tables_of_face(tables, kind, basis);
    const FaceSource from(tables, face, kind);
    from.set_lift(f.faces[kind]);
    for (int side = 0; side < 2; ++side) from.set_traces(side, f.faces[kind]);
    from.set_on_face(eta, f.faces[kind]);
  }
  return f;
}

}  // namespace dg
