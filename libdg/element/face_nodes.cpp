#include "libdg/element/face_nodes.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "libdg/element/fragment_list.hpp"
#include "libdg/element/reference_face.hpp"

namespace dg {
namespace {

constexpr int dim = 3;
using FacePoint = ReferenceFace<dim>::Point;
using Matrix = Eigen::MatrixXd;

/// Those of a lattice of degree p, drawn towards the centre, which conditions P^p better than the lattice itself.
std::vector<FacePoint> nodes_of(int p) {
  constexpr double shrink = 0.8, centre = -1.0 / 3;
  std::vector<FacePoint> nodes;
  for (int j = 0; j <= p; ++j)
    for (int i = 0; i + j <= p; ++i)
      nodes.push_back({centre + shrink * (2.0 * i / p - 1 - centre), centre + shrink * (2.0 * j / p - 1 - centre)});
  return nodes;
}

/// Orthonormal polynomials on the reference face, [point][mode]: values, derivatives.
std::array<Matrix, 3> face_modes(int p, const std::vector<FacePoint>& at) {
  const auto n = static_cast<std::size_t>(face_node_count(p));
  std::array<Matrix, 3> m;
  for (Matrix& x : m) x.resize(static_cast<Eigen::Index>(at.size()), static_cast<Eigen::Index>(n));
  std::vector<double> v(n), d0(n), d1(n);
  for (std::size_t g = 0; g < at.size(); ++g) {
    evaluate_basis<2>(Space::triangle_P, p, at[g], v, {d0, d1});
    for (std::size_t k = 0; k < n; ++k) {
      m[0](g, k) = v[k];
      m[1](g, k) = d0[k];
      m[2](g, k) = d1[k];
    }
  }
  return m;
}

/// Appends the matrix in pairs of slots.
void append(std::vector<double>& to, const Matrix& m) {
  append_matrix(to, factor_pairs(slot_count(static_cast<int>(m.rows()))), slot_count(static_cast<int>(m.cols())),
                [&](int i, int k) { return k < m.cols() && i < m.rows() ? m(i, k) : 0.0; });
}

/// Traces of the cell's modes at points of local face f, and derivatives along its normal over |N(f)|: [2 M slots].
Matrix traces(const Tables<double, dim>& t, const FaceMap<dim>& map, const std::vector<FacePoint>& nodes, double sign) {
  const auto modes = static_cast<std::size_t>(mode_count(t.space, t.degree));
  const int slots = slot_count(static_cast<int>(nodes.size()));
  const auto n = map.unit_normal(), length = map.scaled_normal();
  const double scale = sign / std::sqrt(length[0] * length[0] + length[1] * length[1] + length[2] * length[2]);
  Matrix m = Matrix::Zero(2 * slots * quarters, static_cast<Eigen::Index>(modes));
  std::vector<double> v(modes), d0(modes), d1(modes), d2(modes);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    evaluate_basis<dim>(t.space, t.degree, map.at(nodes[i]), v, {d0, d1, d2});
    for (std::size_t k = 0; k < modes; ++k) {
      m(i, k) = v[k];
      m(slots * quarters + i, k) = scale * (n[0] * d0[k] + n[1] * d1[k] + n[2] * d2[k]);
    }
  }
  return m;
}

}  // namespace

FaceNodes make_face_nodes(const Tables<double, 3>& t, double eta) {
  constexpr CellShape cell = CellShape::tetrahedron;
  const FaceTables<double, dim>& face = t.faces[0];
  const std::vector<FacePoint> nodes = nodes_of(t.degree);
  const bool lean = face.weighted_points < face.n_points;
  ReferenceFace<dim> reference(FaceShape::triangle, t.degree, lean ? FaceRule::lean : FaceRule::full);
  const auto at_points = face_modes(t.degree, reference.points);
  const Matrix at_nodes = face_modes(t.degree, nodes)[0], from_nodes = at_nodes.inverse();
  const Eigen::Map<const Eigen::VectorXd> weights(reference.weights.data(), reference.size());
  const Matrix value = at_points[0] * from_nodes, project = at_nodes * at_points[0].transpose() * weights.asDiagonal();
  const Matrix at_points_of[] = {value, at_points[1] * from_nodes, at_points[2] * from_nodes};
  FaceNodes f;
  append(f.project, project);
  for (int pair = 0; pair < factor_pairs(slot_count(reference.size())); ++pair)
    append_matrix(f.point, face_point_matrices, slot_count(static_cast<int>(nodes.size())), [&](int i, int node) {
      const int matrix = i / (2 * quarters), column = i / quarters % 2;
      const int slot = 2 * pair + (matrix < 2 ? matrix : column), g = quarters * slot + i % quarters;
      if (node >= static_cast<int>(nodes.size())) return 0.0;
      return at_points_of[matrix < 2 ? column : 2](g < reference.size() ? g : 0, node);
    });
  const int points = reference.size(), n = static_cast<int>(nodes.size());
  const int modes = mode_count(t.space, t.degree);
  for (int i = 0; i < face.range.count; ++i) {
    const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> weighted(
        &face.lift[static_cast<std::size_t>(i * modes * points)], modes, points);
    const Matrix lift = weighted * value;
    append(f.lift, lift);
    const Matrix own = traces(t, FaceMap<dim>(cell, i), nodes, 1);
    append(f.trace[0], own);
    if (i == 0) append(f.face_lift, eta * own.topRows(n) * lift);
  }
  for (int turn = 0; turn < turn_count(FaceShape::triangle); ++turn)
    for (int i = 0; i < face.range.count; ++i) {
      const FaceMap<dim> own(cell, i), seen(cell, i, first_turn(FaceShape::triangle) + turn);
      Matrix m = traces(t, seen, nodes, 1);
      const auto a = own.unit_normal(), b = seen.unit_normal();
      const double side = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      m.bottomRows(m.rows() / 2) *= side > 0 ? -1 : 1;  // along the outward normal of the minus side
      append(f.trace[1], m);
    }
  reference.points = nodes;
  f.own_node.resize(nodes.size());
  for (int i = 0; i < n; ++i) f.own_node[static_cast<std::size_t>(i)] = static_cast<Index>(i);
  for (int turn = 0; turn < turn_count(FaceShape::triangle); ++turn)
    for (const Index i : own_points(reference, first_turn(FaceShape::triangle) + turn)) f.own_node.push_back(i);
  return f;
}

}  // namespace dg
