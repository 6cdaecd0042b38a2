#include "libdg/element/face_nodes.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <numeric>

#include "libdg/element/basis.hpp"
#include "libdg/element/fragment_list.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/element/tetrahedron_symmetry.hpp"

namespace dg {
namespace {

constexpr int dim = 3;
using FacePoint = ReferenceFace<dim>::Point;
using Matrix = Eigen::MatrixXd;
constexpr CellShape tetrahedron = CellShape::tetrahedron;

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

/// The same as the plus side lists the nodes, with derivatives along the outward normal of the minus side.
Matrix oriented_traces(const Tables<double, dim>& t, int f, int orientation, const std::vector<FacePoint>& nodes) {
  const FaceMap<dim> own(tetrahedron, f), seen(tetrahedron, f, first_orientation(FaceShape::triangle) + orientation);
  Matrix m = traces(t, seen, nodes, 1);
  const auto a = own.unit_normal(), b = seen.unit_normal();
  const double side = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  m.bottomRows(m.rows() / 2) *= side > 0 ? -1 : 1;
  return m;
}

/// The points of the faces' rule, and what has values at the nodes at these.
struct FaceRulePoints {
  ReferenceFace<dim> reference;
  std::array<Matrix, 3> modes;
  Matrix at_nodes, from_nodes, value;

  explicit FaceRulePoints(const Tables<double, dim>& t)
      : reference(FaceShape::triangle, t.degree,
                  t.faces[0].weighted_points < t.faces[0].n_points ? FaceRule::reduced : FaceRule::full),
        modes(face_modes(t.degree, reference.points)),
        at_nodes(face_modes(t.degree, nodes_of(t.degree))[0]),
        from_nodes(at_nodes.inverse()),
        value(modes[0] * from_nodes) {}
};

/// [mode][node] of local face f.
Matrix lift_of_face(const Tables<double, dim>& t, const FaceRulePoints& at, int f) {
  const int modes = mode_count(t.space, t.degree), points = at.reference.size();
  const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> weighted(
      &t.faces[0].lift[static_cast<std::size_t>(f * modes * points)], modes, points);
  return weighted * at.value;
}

/// FaceNodesView::own_node.
std::vector<Index> own_nodes(const std::vector<FacePoint>& nodes, ReferenceFace<dim> reference) {
  reference.points = nodes;
  std::vector<Index> own(nodes.size());
  std::iota(own.begin(), own.end(), Index(0));
  for (int orientation = 0; orientation < orientation_count(FaceShape::triangle); ++orientation)
    for (const Index i : own_points(reference, first_orientation(FaceShape::triangle) + orientation)) own.push_back(i);
  return own;
}

/// The projection of what has values at the points to the nodes.
Matrix projection(const FaceRulePoints& at) {
  const Eigen::Map<const Eigen::VectorXd> weights(at.reference.weights.data(), at.reference.size());
  return at.at_nodes * at.modes[0].transpose() * weights.asDiagonal();
}

/// Appends the rows of a matrix, each with zeros up to so many numbers.
void append_rows(std::vector<double>& to, const Matrix& m, int numbers) {
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index k = 0; k < numbers; ++k) to.push_back(k < m.cols() ? m(i, k) : 0);
}

/// [point][face_term()] x^i y^j.
Matrix monomials(int p, const std::vector<FacePoint>& points) {
  Matrix m(points.size(), face_node_count(p));
  for (std::size_t g = 0; g < points.size(); ++g)
    for (int i = 0; i <= p; ++i)
      for (int j = 0; i + j <= p; ++j) m(g, face_term(i, j)) = std::pow(points[g][0], i) * std::pow(points[g][1], j);
  return m;
}

/// Traces of states in the basis.
Matrix in_basis(const Tables<double, dim>& t, const Matrix& m, StateBasis basis) {
  if (basis == StateBasis::modes) return m;
  const std::vector<double> modes = symmetric_modes(t.degree);
  return m * Eigen::Map<const Matrix>(modes.data(), m.cols(), m.cols());
}

}  // namespace

FaceNodes make_face_nodes(const Tables<double, 3>& t, double eta, StateBasis basis) {
  const FaceTables<double, dim>& face = t.faces[0];
  const std::vector<FacePoint> nodes = nodes_of(t.degree);
  const FaceRulePoints at(t);
  const Matrix at_points_of[] = {at.value, at.modes[1] * at.from_nodes, at.modes[2] * at.from_nodes};
  const int points = at.reference.size(), n = static_cast<int>(nodes.size());
  FaceNodes f;
  append(f.project, projection(at));
  for (int pair = 0; pair < factor_pairs(slot_count(points)); ++pair)
    append_matrix(f.point, face_point_matrices, slot_count(n), [&](int i, int node) {
      const int matrix = i / (2 * quarters), column = i / quarters % 2;
      const int slot = 2 * pair + (matrix < 2 ? matrix : column), g = quarters * slot + i % quarters;
      if (node >= n) return 0.0;
      const int what = matrix < 2 ? column : matrix == 2 ? 2 : 0;
      return at_points_of[what](g < points ? g : 0, node);
    });
  for (int i = 0; i < face.range.count; ++i) {
    const Matrix lift = lift_of_face(t, at, i), own = traces(t, FaceMap<dim>(tetrahedron, i), nodes, 1);
    append(f.lift, lift);
    append(f.trace[0], in_basis(t, own, basis));
    if (i == 0) append(f.face_lift, eta * own.topRows(n) * lift);
  }
  for (int orientation = 0; orientation < orientation_count(FaceShape::triangle); ++orientation)
    for (int i = 0; i < face.range.count; ++i)
      append(f.trace[1], in_basis(t, oriented_traces(t, i, orientation, nodes), basis));
  f.own_node = own_nodes(nodes, at.reference);
  return f;
}

FaceTerms make_face_terms(const Tables<double, 3>& t, double eta) {
  const FaceTermNumbers numbers(t.degree);
  const std::vector<FacePoint> nodes = nodes_of(t.degree);
  const FaceRulePoints at(t);
  const int n = numbers.terms, faces = t.faces[0].range.count, orientations = orientation_count(FaceShape::triangle);
  const Matrix of_terms = monomials(t.degree, nodes), to_terms = of_terms.inverse(), project = projection(at),
               at_points = monomials(t.degree, at.reference.points);
  const std::vector<Index> own_node = own_nodes(nodes, at.reference);
  FaceTerms f;
  const auto append_side = [&](std::vector<double>& to, const Matrix& m) {
    append_rows(to, to_terms * m.topRows(n), numbers.row);
    append_rows(to, (to_terms * m.middleRows(m.rows() / 2, n)).topRows(numbers.slopes), numbers.row);
  };
  for (int i = 0; i < faces; ++i) {
    const Matrix own = traces(t, FaceMap<dim>(tetrahedron, i), nodes, 1), lift = lift_of_face(t, at, i);
    append_side(f.side[0], own);
    for (int view = 0; view <= orientations; ++view) {
      Matrix seen(lift.rows(), n);
      for (int k = 0; k < n; ++k) seen.col(own_node[view * n + k]) = lift.col(k);
      append_rows(f.lift, seen, n);
    }
    if (i == 0) append_rows(f.face, eta * to_terms * own.topRows(n) * lift, n);
  }
  for (int orientation = 0; orientation < orientations; ++orientation)
    for (int i = 0; i < faces; ++i) append_side(f.side[1], oriented_traces(t, i, orientation, nodes));
  append_rows(f.face, of_terms.rightCols(n - 1), n - 1);
  f.face.resize(numbers.face);
  Matrix of_points(at_points.rows(), numbers.point);
  of_points << at_points.rightCols(n - 1), project.transpose(),
      Matrix::Zero(at_points.rows(), numbers.point - 2 * n + 1);
  append_rows(f.point, of_points, numbers.point);
  return f;
}

NodesOfFace nodes_of_face(const Tables<double, 3>& t, int f) {
  const std::vector<FacePoint> nodes = nodes_of(t.degree);
  const FaceRulePoints at(t);
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> lift = lift_of_face(t, at, f);
  return {
      FaceMap<dim>(tetrahedron, f).at(nodes), own_nodes(nodes, at.reference), {lift.data(), lift.data() + lift.size()}};
}

}  // namespace dg
