#include "reference_rate.hpp"

#include <algorithm>
#include <cmath>

#include "libdg/equations/navier_stokes/boundary.hpp"
#include "libdg/equations/navier_stokes/riemann.hpp"
#include "libdg/space/zone_geometry.hpp"
#include "quadrature/rule.hpp"
#include "reference_cell.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

using Cell = ReferenceCell;

/// The viscous flux from the gradients of velocity and temperature, [d][variable].
struct ViscousFlux {
  Eigen::Matrix2d stress;
  Eigen::Vector2d velocity, heat;
};
ViscousFlux viscous_flux(const GasOptions& gas, const State& u, const Gradient& g) {
  ViscousFlux f;
  const double rho = u[0];
  f.velocity << u[1] / rho, u[2] / rho;
  const double p = (gas.gamma - 1) * (u[3] - 0.5 * rho * f.velocity.squaredNorm()), t = gas.gamma * p / rho;
  double mu = gas.viscosity;
  if (gas.law == ViscosityLaw::sutherland)
    mu *= std::pow(t, 1.5) * (1 + gas.sutherland_constant) / (t + gas.sutherland_constant);
  Eigen::Matrix2d du;  // du(d, i) = d u_i / d x_d
  Eigen::Vector2d dt;
  for (int d = 0; d < 2; ++d) {
    for (int i = 0; i < 2; ++i) du(d, i) = (g(d, 1 + i) - f.velocity[i] * g(d, 0)) / rho;
    const double dp = (gas.gamma - 1) * (g(d, 3) - 0.5 * f.velocity.squaredNorm() * g(d, 0) -
                                         rho * (f.velocity[0] * du(d, 0) + f.velocity[1] * du(d, 1)));
    dt[d] = gas.gamma * (dp / rho - p * g(d, 0) / (rho * rho));
  }
  f.stress = mu * (du + du.transpose() - 2.0 / 3.0 * du.trace() * Eigen::Matrix2d::Identity());
  f.heat = mu / (gas.prandtl * (gas.gamma - 1)) * dt;
  return f;
}

class Reference {
 public:
  Reference(const Mesh2& mesh, const SolverOptions& o, const std::vector<double>& c, const FieldFunction& data)
      : mesh_(mesh),
        o_(o),
        gas_(o.gas),
        data_(data),
        rule_(gauss_legendre(o.degree + 1)),
        t_(first_coordinates(rule_)) {
    std::size_t begin = 0;
    for (Index i = 0; i < mesh.cell_count(); ++i) {
      cells_.emplace_back(mesh, i, o, c.data() + begin);
      begin += cells_.back().modes * 4;
      faces_.emplace_back(face_count(mesh.cell_shapes[i]));
    }
    for (const Face& f : mesh.faces) {
      faces_[f.minus][f.minus_face] = {f.plus, f.plus_face, f.boundary, {}};
      if (f.plus >= 0) faces_[f.plus][f.plus_face] = {f.minus, f.minus_face, -1, {}};
    }
    for (Index i = 0; i < mesh.cell_count(); ++i)
      for (std::size_t f = 0; f < faces_[i].size(); ++f) lift(i, static_cast<int>(f));
  }

  std::vector<double> rate(const FieldFunction& source) const {
    std::vector<double> result;
    for (Index i = 0; i < mesh_.cell_count(); ++i) {
      Matrix rhs = volume(i, source);
      for (std::size_t f = 0; f < faces_[i].size(); ++f) rhs -= face(i, static_cast<int>(f));
      const Matrix du = cells_[i].solve_mass(rhs);
      result.insert(result.end(), du.data(), du.data() + du.size());
    }
    return result;
  }

 private:
  struct Side {
    Index cell;
    int face, boundary;
    std::array<Matrix, 2> lifting;  ///< modes of r_e, [d]
  };
  struct Outer {
    State ghost, viscous;
  };

  /// The states beyond point g of a face on a boundary.
  Outer boundary(Index i, int f, int g, const Eigen::Vector2d& normal) const {
    const auto& name = mesh_.boundary_names[faces_[i][f].boundary];
    const auto bc = std::find_if(o_.boundaries.begin(), o_.boundaries.end(), [&](auto& b) { return b.name == name; });
    BoundaryParameters<double, 2> p{};
    p.type = bc->type;
    conservative<2>(gas_, bc->state.data(), p.state);
    for (int d = 0; d < 2; ++d) {
      p.velocity[d] = bc->velocity[d];
      p.direction[d] = bc->direction[d] / std::hypot(bc->direction[0], bc->direction[1]);
    }
    p.temperature = bc->temperature, p.pressure = bc->pressure;
    p.total_pressure = bc->total_pressure, p.total_temperature = bc->total_temperature;
    const Point r = cells_[i].face_point(f, t_[g]), x = cells_[i].place(r);
    const State u = cells_[i].value(r);
    double inside[4], n[2] = {normal[0], normal[1]}, given[4] = {}, ghost[4] = {}, viscous[4] = {};
    for (int k = 0; k < 4; ++k) inside[k] = u[k];
    if (bc->type == BoundaryType::exact) conservative<2>(gas_, data_(x[0], x[1], 0).data(), given);
    boundary_states(p, gas_, inside, n, given, ghost, viscous);
    return {State(ghost), State(viscous)};
  }

  /// Reference point of the neighbour at point g of face f of cell i: its face runs the other way.
  Point other_point(const Side& s, int g) const { return cells_[s.cell].face_point(s.face, -t_[g]); }

  void lift(Index i, int f) {
    const Cell& c = cells_[i];
    Side& s = faces_[i][f];
    const Matrix normals = c.scaled_normals(f);
    for (Matrix& m : s.lifting) m = Matrix::Zero(c.modes, 4);
    for (int g = 0; g < rule_.size(); ++g) {
      const Point r = c.face_point(f, t_[g]);
      const Eigen::Vector2d n = normals.row(g);
      const State jump = s.cell >= 0 ? State(0.5 * (c.value(r) - cells_[s.cell].value(other_point(s, g))))
                                     : State(c.value(r) - boundary(i, f, g, n.normalized()).viscous);
      for (int d = 0; d < 2; ++d) s.lifting[d] -= rule_.weights[g] * n[d] * c.basis(r)[0] * jump.transpose();
    }
    for (Matrix& m : s.lifting) m = c.solve_mass(m);
  }

  Matrix volume(Index i, const FieldFunction& source) const {
    const Cell& c = cells_[i];
    const int p = o_.degree, order = mesh_.geometry_order;
    const int degree = (c.affine ? 2 * p : curved_volume_degree(c.shape, p, order)) + o_.extra_quadrature;
    const bool total = c.affine && o_.quads == QuadSpace::P;
    const auto rule = c.shape == CellShape::triangle ? triangle_rule(degree)
                      : total                        ? total_degree_quadrilateral_rule(degree)
                                                     : quadrilateral_rule(degree);
    Matrix rhs = Matrix::Zero(c.modes, 4);
    for (int q = 0; q < rule.size(); ++q) {
      const Point r = rule.points[q];
      const State u = c.value(r);
      const Eigen::Vector2d v(u[1] / u[0], u[2] / u[0]);
      const double pressure = (o_.gas.gamma - 1) * (u[3] - 0.5 * u[0] * v.squaredNorm());
      Gradient flux = v * u.transpose();
      for (int d = 0; d < 2; ++d) {
        flux(d, 1 + d) += pressure;
        flux(d, 3) += pressure * v[d];
      }
      if (o_.gas.viscous) {
        Gradient g = c.gradient(r);
        for (const Side& s : faces_[i])
          for (int d = 0; d < 2; ++d) g.row(d) += (s.lifting[d].transpose() * c.basis(r)[0]).transpose();
        const ViscousFlux vf = viscous_flux(o_.gas, u, g);
        flux.middleCols(1, 2) -= vf.stress;
        flux.col(3) -= vf.stress * vf.velocity + vf.heat;
      }
      rhs += rule.weights[q] * c.jacobian(r).determinant() * c.gradients(r).transpose() * flux;
    }
    if (source) {
      const Points fine = fine_points(c.shape);
      for (std::size_t q = 0; q < fine.x.size(); ++q) {
        const Point x = c.place(fine.x[q]);
        const auto s = source(x[0], x[1], 0);
        rhs +=
            fine.weight[q] * c.jacobian(fine.x[q]).determinant() * c.basis(fine.x[q])[0] * State(s.data()).transpose();
      }
    }
    return rhs;
  }

  double eta(Index i) const { return o_.eta > 0 ? o_.eta : static_cast<double>(faces_[i].size()); }

  /// grad U + eta r_e on the side of cell i.
  Gradient face_gradient(Index i, int f, Point r) const {
    Gradient g = cells_[i].gradient(r);
    for (int d = 0; d < 2; ++d)
      g.row(d) += eta(i) * (faces_[i][f].lifting[d].transpose() * cells_[i].basis(r)[0]).transpose();
    return g;
  }

  static State through(const ViscousFlux& f, const Eigen::Vector2d& n) {
    const Eigen::Vector2d traction = f.stress * n;
    return {0, traction[0], traction[1], traction.dot(f.velocity) + f.heat.dot(n)};
  }

  State viscous_boundary_flux(Index i, int f, Point r, const State& u_b, const Eigen::Vector2d& n) const {
    ViscousFlux vf = viscous_flux(o_.gas, u_b, face_gradient(i, f, r));
    const auto& name = mesh_.boundary_names[faces_[i][f].boundary];
    const auto bc = std::find_if(o_.boundaries.begin(), o_.boundaries.end(), [&](auto& b) { return b.name == name; });
    const bool slip = bc->type == BoundaryType::wall_slip || bc->type == BoundaryType::symmetry;
    if (slip || bc->type == BoundaryType::wall_adiabatic) vf.heat.setZero();
    State flux = through(vf, n);
    if (slip) {  // no shear, and the normal stress does no work
      const double normal = flux[1] * n[0] + flux[2] * n[1];
      flux << 0, normal * n[0], normal * n[1], 0;
    }
    return flux;
  }

  Matrix face(Index i, int f) const {
    const Cell& c = cells_[i];
    const Side& s = faces_[i][f];
    const Matrix normals = c.scaled_normals(f);
    Matrix rhs = Matrix::Zero(c.modes, 4);
    for (int g = 0; g < rule_.size(); ++g) {
      const Point r = c.face_point(f, t_[g]);
      const Eigen::Vector2d scaled = normals.row(g), n = scaled.normalized();
      const State u = c.value(r);
      const Outer outer = s.cell >= 0 ? Outer{cells_[s.cell].value(other_point(s, g)), {}} : boundary(i, f, g, n);
      double a[4], b[4], normal[2] = {n[0], n[1]}, h[4];
      for (int k = 0; k < 4; ++k) a[k] = u[k], b[k] = outer.ghost[k];
      riemann_flux(o_.riemann, gas_, a, b, normal, h);
      State flux(h);
      if (o_.gas.viscous && s.cell >= 0)
        flux -= 0.5 * (through(viscous_flux(o_.gas, u, face_gradient(i, f, r)), n) +
                       through(viscous_flux(o_.gas, outer.ghost, face_gradient(s.cell, s.face, other_point(s, g))), n));
      else if (o_.gas.viscous)
        flux -= viscous_boundary_flux(i, f, r, outer.viscous, n);
      rhs += rule_.weights[g] * scaled.norm() * c.basis(r)[0] * flux.transpose();
    }
    return rhs;
  }

  const Mesh2& mesh_;
  const SolverOptions& o_;
  Gas<double> gas_;
  const FieldFunction& data_;
  QuadratureRule<1> rule_;
  std::vector<double> t_;
  std::vector<Cell> cells_;
  std::vector<std::vector<Side>> faces_;
};

}  // namespace

std::vector<double> reference_rate(const Mesh2& mesh, const SolverOptions& options,
                                   const std::vector<double>& coefficients, const FieldFunction& data,
                                   const FieldFunction& source) {
  return Reference(mesh, options, coefficients, data).rate(source);
}

}  // namespace dg::test
