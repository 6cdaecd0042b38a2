#include "libdg/element/symmetric_fragments.hpp"

#include <Eigen/Dense>
#include <cassert>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "libdg/element/fragment_list.hpp"
#include "libdg/element/reference_face.hpp"

namespace dg {
namespace {

constexpr int dim = 3;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// d xi_d / d a_(a + 1).
constexpr double along(int a, int d) { return a == d ? 0.5 : -0.5; }

template <int P>
class Builder {
 public:
  using Blocks = SymmetricBlocks<P>;

  explicit Builder(const Tables<double, dim>& tables)
      : tables_(tables),
        modes_(symmetric_modes(P)),
        basis_(Eigen::Map<const Matrix>(modes_.data(), n, n)),
        orbits_(find_orbits(tables.points, tables.weights)) {
    assert(static_cast<int>(orbits_.size()) == Blocks::orbits);
  }

  SymmetricFragments build() const {
    SymmetricFragments f;
    const Matrix lift = lifting();
    for (int e = 0; e < rotations; ++e) set_derivative(f, lift, e);
    for (int member = 0; member < Blocks::team; ++member) set_points(f, member);
    for (int c = 0; c < rotations; ++c)
      append_matrix(f.lift, Blocks::pairs(c), slot_count(n_nodes), [&](int k, int node) {
        return k < Blocks::modes(c) && node < n_nodes ? lift(Blocks::first_mode(c) + k, node) : 0.0;
      });
    set_nodes(f);
    return f;
  }

 private:
  static constexpr int n = mode_count(Space::tetrahedron_P, P), n_nodes = face_node_count(P);

  /// Of what has values at the nodes of the face opposite vertex 0.
  Matrix lifting() const {
    const NodesOfFace of = nodes_of_face(tables_, rotated_face(0));
    return basis_ * Eigen::Map<const Matrix>(of.lift.data(), n, n_nodes);
  }

  /// D_a of symmetric modes.
  Matrix derivative(int a) const {
    Matrix d = Matrix::Zero(n, n);
    for (int r = 0; r < dim; ++r)
      d += along(a, r) * Eigen::Map<const Matrix>(&tables_.derivative[static_cast<std::size_t>(r * n * n)], n, n);
    return basis_ * d * basis_.transpose();
  }

  void set_derivative(SymmetricFragments& f, const Matrix& lift, int e) const {
    const std::array<Matrix, dim> d{derivative(0), derivative(1), derivative(2)};
    append_matrix(f.derivative[static_cast<std::size_t>(e)], Blocks::derivative_pairs(e), Blocks::derivative_slots(e),
                  [&](int out, int in) {
                    if (out >= Blocks::derivatives(e)) return 0.0;
                    int a = 0;
                    while (out >= Blocks::first_derivative(e, a + 1)) ++a;
                    const int row = Blocks::first_mode(e ^ (a + 1)) + out - Blocks::first_derivative(e, a);
                    const int node = in - Blocks::modes(e);
                    if (node >= n_nodes) return 0.0;
                    if (node >= 0) return -0.5 * lift(row, node);
                    return d[static_cast<std::size_t>(a)](row, Blocks::first_mode(e) + in);
                  });
  }

  /// Orbits of a member, of which `column` may be beyond the last.
  const RotationOrbit& orbit(int member, int column) const {
    const int first = member * Blocks::own_orbits;
    return orbits_[static_cast<std::size_t>(first + (column < Blocks::member_orbits(member) ? column : 0))];
  }

  void set_points(SymmetricFragments& f, int member) const {
    constexpr int columns = 2 * quarters;
    Eigen::MatrixXd value(n, columns);
    std::array<Eigen::MatrixXd, dim> slope;
    slope.fill(Eigen::MatrixXd::Zero(n, columns));
    for (int column = 0; column < columns; ++column) {
      const RotationOrbit& of = orbit(member, column);
      std::vector<double> v(n), d[dim];
      for (auto& x : d) x.resize(n);
      evaluate_basis<dim>(Space::tetrahedron_P, P, of.point, v, {std::span(d[0]), std::span(d[1]), std::span(d[2])});
      value.col(column) = basis_ * Eigen::Map<const Eigen::VectorXd>(v.data(), n);
      if (column >= Blocks::member_orbits(member)) continue;
      for (int a = 0; a < dim; ++a)
        for (int r = 0; r < dim; ++r)
          slope[static_cast<std::size_t>(a)].col(column) +=
              of.weight * along(a, r) * (basis_ * Eigen::Map<const Eigen::VectorXd>(d[r].data(), n));
    }
    for (int c = 0; c < rotations; ++c)
      append_matrix(f.value[static_cast<std::size_t>(c)], 1, Blocks::slots(c), [&](int column, int k) {
        return k < Blocks::modes(c) ? value(Blocks::first_mode(c) + k, column) : 0.0;
      });
    for (int a = 0; a < dim; ++a)
      for (int c = 0; c < rotations; ++c) {
        const int to = c ^ (a + 1);
        append_matrix(f.project[static_cast<std::size_t>(a)], Blocks::pairs(to), 2, [&](int k, int column) {
          return k < Blocks::modes(to) ? slope[static_cast<std::size_t>(a)](Blocks::first_mode(to) + k, column) : 0.0;
        });
      }
  }

  void set_nodes(SymmetricFragments& f) const {
    const NodesOfFace base = nodes_of_face(tables_, rotated_face(0));
    for (int i = 0; i < rotations; ++i) {
      const NodesOfFace image = nodes_of_face(tables_, rotated_face(i));
      std::vector<Index> place;
      for (const auto& x : base.points) {
        const auto y = rotated(i, x);
        const auto same = [&](const std::array<double, dim>& z) {
          return std::hypot(y[0] - z[0], y[1] - z[1], y[2] - z[2]) < 1e-10;
        };
        const auto found = std::find_if(image.points.begin(), image.points.end(), same);
        assert(found != image.points.end());
        place.push_back(static_cast<Index>(found - image.points.begin()));
      }
      for (std::size_t view = 0; view < image.own_node.size(); view += n_nodes)
        for (const Index node : place) f.node.push_back(image.own_node[view + static_cast<std::size_t>(node)]);
    }
  }

  const Tables<double, dim>& tables_;
  std::vector<double> modes_;
  Matrix basis_;
  std::vector<RotationOrbit> orbits_;
};

}  // namespace

SymmetricFragments make_symmetric_fragments(const Tables<double, 3>& tables) {
  assert(has_symmetric_products(tables.space, tables.degree));
  return tables.degree == 3 ? Builder<3>(tables).build() : Builder<4>(tables).build();
}

}  // namespace dg
