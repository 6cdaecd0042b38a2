#include "reference_rate.hpp"

#include <algorithm>
#include <cmath>

#include "libdg/equations/navier_stokes/riemann.hpp"
#include "libdg/space/volume_degree.hpp"
#include "quadrature/rule.hpp"
#include "reference_cell.hpp"
#include "reference_viscous_flux.hpp"

namespace dg::test {
namespace {

template <int Dim>
QuadratureRule<Dim> volume_rule(CellShape shape, int degree, bool total) {
  if constexpr (Dim == 2) {
    if (shape == CellShape::triangle) return triangle_rule(degree);
    return total ? total_degree_quadrilateral_rule(degree) : quadrilateral_rule(degree);
  } else {
    if (shape == CellShape::tetrahedron) return tetrahedron_rule(degree);
    if (shape == CellShape::pyramid) return pyramid_rule(degree);
    return shape == CellShape::prism ? prism_rule(degree) : hexahedron_rule(degree);
  }
}

template <int Dim>
class Reference {
 public:
  using Cell = ReferenceCell<Dim>;
  using Point = typename Cell::Point;
  using State = typename Cell::State;
  using Gradient = typename Cell::Gradient;
  using Scheme = ReferenceScheme<Dim>;
  using Normal = Eigen::Matrix<double, Dim, 1>;
  static constexpr int n_var = Dim + 2;

  Reference(const Mesh<Dim>& mesh, const Scheme& scheme, const std::vector<double>& c)
      : mesh_(mesh), scheme_(scheme), gas_(scheme.gas) {
    std::size_t begin = 0;
    for (int kind = 0; kind < face_kinds(Dim); ++kind)
      rules_.emplace_back(face_shape_of_kind(Dim, kind), scheme.degree, scheme.face_rule);
    for (Index i = 0; i < mesh.cell_count(); ++i) {
      cells_.emplace_back(mesh, i, scheme.degree, scheme.quads, c.data() + begin, scheme.mass_inverse);
      begin += cells_.back().modes * n_var;
      faces_.emplace_back(face_count(mesh.cell_shapes[i]));
      double measure = 0;
      const FinePoints<Dim> fine(mesh.cell_shapes[i]);
      for (std::size_t q = 0; q < fine.x.size(); ++q)
        measure += fine.weight[q] * cells_.back().jacobian(fine.x[q]).determinant();
      widths_.push_back(std::pow(measure, 1.0 / Dim) / (scheme.degree + 1));
    }
    if (scheme.gas.subgrid.model == SubgridModel::given) widths_ = scheme.added_viscosity;
    for (const Face& f : mesh.faces) {
      faces_[f.minus][f.minus_face] = {f.plus, f.plus_face, f.orientation, f.boundary, {}};
      if (f.plus >= 0) faces_[f.plus][f.plus_face] = {f.minus, f.minus_face, f.orientation, -1, {}};
    }
    for (Index i = 0; i < mesh.cell_count(); ++i)
      for (std::size_t f = 0; f < faces_[i].size(); ++f) lift(i, static_cast<int>(f));
  }

  std::vector<double> rate() const {
    std::vector<double> result;
    for (Index i = 0; i < mesh_.cell_count(); ++i) {
      Matrix rhs = volume(i);
      for (std::size_t f = 0; f < faces_[i].size(); ++f) rhs -= face(i, static_cast<int>(f));
      const Matrix du = cells_[i].solve_mass(rhs);
      result.insert(result.end(), du.data(), du.data() + du.size());
    }
    return result;
  }

 private:
  struct Side {
    Index cell;
    int face, orientation, boundary;
    std::array<Matrix, Dim> lifting;  ///< modes of R_e, [direction of the reference cell], with r_e = J^-T R_e
  };
  struct Outer {
    State ghost, viscous;
  };

  const ReferenceFace<Dim>& rule(Index i, int f) const { return rules_[kind_of_face(cells_[i].shape, f)]; }
  Point point(Index i, int f, int g) const { return FaceMap<Dim>(cells_[i].shape, f).at(rule(i, f).points[g]); }
  /// Reference point of the neighbour at point g of face f of cell i.
  Point other_point(Index i, int f, int g) const {
    const Side& s = faces_[i][f];
    return FaceMap<Dim>(cells_[s.cell].shape, s.face, s.orientation).at(rule(i, f).points[g]);
  }

  /// The states beyond point g of a face on a boundary.
  Outer boundary(Index i, int f, int g, const Normal& normal) const {
    const auto& bc = scheme_.boundaries[faces_[i][f].boundary];
    const Point r = point(i, f, g);
    const State u = cells_[i].value(r);
    double inside[n_var], n[Dim], given[n_var] = {}, ghost[n_var] = {}, viscous[n_var] = {};
    for (int k = 0; k < n_var; ++k) inside[k] = u[k];
    for (int d = 0; d < Dim; ++d) n[d] = normal[d];
    if (bc.type == BoundaryType::exact) {
      const auto values = scheme_.data(cells_[i].place(r));
      std::copy(values.begin(), values.end(), given);
    }
    boundary_states(bc, gas_, inside, n, given, ghost, viscous);
    return {State(ghost), State(viscous)};
  }

  void lift(Index i, int f) {
    const Cell& c = cells_[i];
    Side& s = faces_[i][f];
    const Matrix normals = c.scaled_normals(f, rule(i, f));
    for (Matrix& m : s.lifting) m = Matrix::Zero(c.modes, n_var);
    for (int g = 0; g < rule(i, f).size(); ++g) {
      const Point r = point(i, f, g);
      const Normal n = normals.row(g);
      const State jump = s.cell >= 0 ? State(0.5 * (c.value(r) - cells_[s.cell].value(other_point(i, f, g))))
                                     : State(c.value(r) - boundary(i, f, g, n.normalized()).viscous);
      const Normal lifted = c.reference_normal(f);  // the modes are orthonormal on the reference cell
      for (int d = 0; d < Dim; ++d)
        s.lifting[d] -= rule(i, f).weights[g] * lifted[d] * c.basis(r)[0] * jump.transpose();
    }
  }

  /// The sum of liftings along x, y, z at a point of the cell, where `inverse` takes derivatives along the reference
  /// directions to those.
  Gradient lifted(Index i, const Point& r, const Side& s, const Matrix& inverse) const {
    Gradient g;
    for (int d = 0; d < Dim; ++d) g.row(d) = (s.lifting[d].transpose() * cells_[i].basis(r)[0]).transpose();
    return inverse * g;
  }

  /// The fluxes through the coordinate planes, at a point of the cell.
  Gradient fluxes(Index i, const Point& r, const Matrix& inverse) const {
    const Cell& c = cells_[i];
    const State u = c.value(r);
    const Normal v = u.template segment<Dim>(1) / u[0];
    const double pressure = (scheme_.gas.gamma - 1) * (u[Dim + 1] - 0.5 * u[0] * v.squaredNorm());
    Gradient flux = v * u.transpose();
    for (int d = 0; d < Dim; ++d) {
      flux(d, 1 + d) += pressure;
      flux(d, Dim + 1) += pressure * v[d];
    }
    if (!scheme_.gas.viscous) return flux;
    Gradient g = inverse * c.reference_gradients(r) * c.state;
    for (const Side& s : faces_[i]) g += lifted(i, r, s, inverse);
    const auto vf = viscous_flux<Dim>(scheme_.gas, widths_[i], u, g);
    flux.template middleCols<Dim>(1) -= vf.stress;
    flux.col(Dim + 1) -= vf.stress * vf.velocity + vf.heat;
    return flux;
  }

  Matrix volume(Index i) const {
    const Cell& c = cells_[i];
    const int p = scheme_.degree, order = mesh_.geometry_order;
    const int degree = (c.affine ? 2 * p : curved_volume_degree(c.space, p, order)) + scheme_.extra_quadrature;
    const auto rule = volume_rule<Dim>(c.shape, degree, c.affine && scheme_.quads == QuadSpace::P);
    const std::vector<Matrix> metric = c.metric_terms(rule, rules_);
    Matrix rhs = Matrix::Zero(c.modes, n_var);
    for (int q = 0; q < rule.size(); ++q) {
      const Point r = rule.points[q];
      const Matrix scaled = metric[q].transpose() * c.reference_gradients(r);
      rhs += rule.weights[q] * scaled.transpose() * fluxes(i, r, metric[q].transpose() / c.jacobian(r).determinant());
    }
    if (scheme_.source) {
      const FinePoints<Dim> fine(c.shape);
      for (std::size_t q = 0; q < fine.x.size(); ++q) {
        const auto s = scheme_.source(c.place(fine.x[q]));
        rhs +=
            fine.weight[q] * c.jacobian(fine.x[q]).determinant() * c.basis(fine.x[q])[0] * State(s.data()).transpose();
      }
    }
    return rhs;
  }

  double eta(Index i) const { return scheme_.eta > 0 ? scheme_.eta : static_cast<double>(faces_[i].size()); }

  /// grad U + eta r_e on the side of cell i.
  Gradient face_gradient(Index i, int f, const Point& r) const {
    const Matrix inverse = cells_[i].jacobian(r).transpose().inverse();
    return cells_[i].gradient(r) + eta(i) * lifted(i, r, faces_[i][f], inverse);
  }

  static State through(const ViscousFlux<Dim>& f, const Normal& n) {
    const Normal traction = f.stress * n;
    State flux;
    flux << 0, traction, traction.dot(f.velocity) + f.heat.dot(n);
    return flux;
  }

  State viscous_boundary_flux(Index i, int f, const Point& r, const State& u_b, const Normal& n) const {
    auto vf = viscous_flux<Dim>(scheme_.gas, widths_[i], u_b, face_gradient(i, f, r));
    const BoundaryType type = scheme_.boundaries[faces_[i][f].boundary].type;
    const bool slip = type == BoundaryType::wall_slip || type == BoundaryType::symmetry;
    const bool is_heated = type == BoundaryType::wall_heat_flux;
    if (slip || is_heated || type == BoundaryType::wall_adiabatic) vf.heat.setZero();
    State flux = through(vf, n);
    if (is_heated) flux[Dim + 1] += scheme_.boundaries[faces_[i][f].boundary].heat_flux;
    if (slip) {  // no shear, and the normal stress does no work
      const double normal = flux.template segment<Dim>(1).dot(n);
      flux << 0, normal * n, 0;
    }
    return flux;
  }

  Matrix face(Index i, int f) const {
    const Cell& c = cells_[i];
    const Side& s = faces_[i][f];
    const Matrix normals = c.scaled_normals(f, rule(i, f));
    Matrix rhs = Matrix::Zero(c.modes, n_var);
    for (int g = 0; g < rule(i, f).size(); ++g) {
      const Point r = point(i, f, g);
      const Normal scaled = normals.row(g), n = scaled.normalized();
      const State u = c.value(r);
      const Outer outer = s.cell >= 0 ? Outer{cells_[s.cell].value(other_point(i, f, g)), {}} : boundary(i, f, g, n);
      double a[n_var], b[n_var], normal[Dim], h[n_var];
      for (int k = 0; k < n_var; ++k) a[k] = u[k], b[k] = outer.ghost[k];
      for (int d = 0; d < Dim; ++d) normal[d] = n[d];
      riemann_flux(scheme_.riemann, gas_, a, b, normal, h);
      State flux(h);
      if (scheme_.gas.viscous && s.cell >= 0)
        flux -= 0.5 * (through(viscous_flux<Dim>(scheme_.gas, widths_[i], u, face_gradient(i, f, r)), n) +
                       through(viscous_flux<Dim>(scheme_.gas, widths_[s.cell], outer.ghost,
                                                 face_gradient(s.cell, s.face, other_point(i, f, g))),
                               n));
      else if (scheme_.gas.viscous)
        flux -= viscous_boundary_flux(i, f, r, outer.viscous, n);
      rhs += rule(i, f).weights[g] * scaled.norm() * c.basis(r)[0] * flux.transpose();
    }
    return rhs;
  }

  const Mesh<Dim>& mesh_;
  const Scheme& scheme_;
  Gas<double> gas_;
  std::vector<ReferenceFace<Dim>> rules_;  ///< by kind of face
  std::vector<Cell> cells_;
  std::vector<double> widths_;  ///< of the filter in each cell, or nu_a
  std::vector<std::vector<Side>> faces_;
};

BoundaryParameters<double, 2> parameters(const Gas<double>& gas, const BoundaryCondition& bc) {
  BoundaryParameters<double, 2> p{};
  p.heat_flux = bc.heat_flux;
  p.type = bc.type;
  conservative<2>(gas, bc.state.values<2>().data(), p.state);
  for (int d = 0; d < 2; ++d) {
    p.velocity[d] = bc.velocity[d];
    p.direction[d] = bc.direction[d] / std::hypot(bc.direction[0], bc.direction[1]);
  }
  p.temperature = bc.temperature, p.pressure = bc.pressure;
  p.total_pressure = bc.total_pressure, p.total_temperature = bc.total_temperature;
  return p;
}

}  // namespace

template <int Dim>
std::vector<double> reference_rate(const Mesh<Dim>& mesh, const ReferenceScheme<Dim>& scheme,
                                   const std::vector<double>& coefficients) {
  return Reference<Dim>(mesh, scheme, coefficients).rate();
}
template std::vector<double> reference_rate<2>(const Mesh2&, const ReferenceScheme<2>&, const std::vector<double>&);
template std::vector<double> reference_rate<3>(const Mesh3&, const ReferenceScheme<3>&, const std::vector<double>&);

std::vector<double> reference_rate(const Mesh2& mesh, const SolverOptions& o, const std::vector<double>& coefficients,
                                   const FieldFunction& data, const FieldFunction& source,
                                   const std::vector<double>& added_viscosity) {
  const Gas<double> gas(o.gas);
  ReferenceScheme<2> scheme{o.degree, o.quads, o.eta, o.extra_quadrature, o.gas, o.riemann, {}, {}, {}};
  scheme.added_viscosity = added_viscosity;
  for (const std::string& name : mesh.boundary_names) {
    const auto bc = std::find_if(o.boundaries.begin(), o.boundaries.end(), [&](auto& b) { return b.name == name; });
    scheme.boundaries.push_back(bc == o.boundaries.end() ? BoundaryParameters<double, 2>{} : parameters(gas, *bc));
  }
  scheme.data = [&](const std::array<double, 2>& x) {
    std::array<double, 4> u;
    conservative<2>(gas, data(x[0], x[1], 0).data(), u.data());
    return u;
  };
  if (source) scheme.source = [&](const std::array<double, 2>& x) { return source(x[0], x[1], 0); };
  return reference_rate<2>(mesh, scheme, coefficients);
}

}  // namespace dg::test
