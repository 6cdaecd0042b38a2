#include "flow_3d.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <span>
#include <utility>

#include "libdg/element/basis.hpp"
#include "libdg/element/tables.hpp"
#include "meshes/cell_geometry.hpp"
#include "quadrature/rule.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

using Point = Flow3D::Point;

constexpr unsigned kinds_of_every_run = zone_kind(Space::tetrahedron_P, false) | zone_kind(Space::tetrahedron_P, true) |
                                        zone_kind(Space::hexahedron_Q, false) | zone_kind(Space::hexahedron_Q, true);

/// Places of the reference points in a cell.
std::vector<Point> places(const Mesh3& mesh, Index cell, const std::vector<Point>& reference) {
  std::vector<Point> x(reference.size());
  CellMap<3>(mesh.cell_shapes[cell], mesh.geometry_order, std::span<const Point>(reference))
      .evaluate(mesh, cell, x, {});
  return x;
}

QuadratureRule<3> rule_in(CellShape shape, int degree) {
  if (shape == CellShape::tetrahedron) return tetrahedron_rule(degree);
  if (shape == CellShape::pyramid) return pyramid_rule(degree);
  return shape == CellShape::prism ? prism_rule(std::min(degree, max_triangle_degree)) : hexahedron_rule(degree);
}

/// A rule in the cells of a mesh, exact to a degree as far as there are rules, with the modes of a space at its points.
class CellRules {
 public:
  CellRules(const Mesh3& mesh, int rule_degree, int degree, QuadSpace quads)
      : mesh_(mesh), rule_degree_(rule_degree), degree_(degree), quads_(quads) {}

  /// Calls visit(reference point, place, modes, weight times det J) for each point of a cell.
  template <class Visit>
  void for_each_point(Index cell, const Visit& visit) {
    const Rule& r = rule_of(mesh_.cell_shapes[cell], is_affine(mesh_, cell));
    std::vector<Point> x(r.rule.points.size());
    std::vector<Jacobian3> jacobian(x.size());
    r.map.evaluate(mesh_, cell, x, jacobian);
    for (std::size_t q = 0; q < x.size(); ++q)
      visit(r.rule.points[q], x[q], r.modes[q], r.rule.weights[q] * determinant(jacobian[q]));
  }

 private:
  struct Rule {
    QuadratureRule<3> rule;
    CellMap<3> map;
    std::vector<Eigen::VectorXd> modes;
  };

  const Rule& rule_of(CellShape shape, bool affine) {
    const auto at = rules_.find({shape, affine});
    if (at != rules_.end()) return at->second;
    const int order = mesh_.geometry_order;
    const auto rule = rule_in(shape, affine ? rule_degree_ : rule_degree_ + 3 * order - 1);
    Rule r{rule, CellMap<3>(shape, order, std::span<const Point>(rule.points)), {}};
    const Space space = space_of(shape, quads_);
    for (const Point& x : rule.points) {
      Eigen::VectorXd& modes = r.modes.emplace_back(mode_count(space, degree_));
      evaluate_basis(space, degree_, x, {modes.data(), static_cast<std::size_t>(modes.size())});
    }
    return rules_.emplace(std::pair(shape, affine), std::move(r)).first->second;
  }

  const Mesh3& mesh_;
  int rule_degree_, degree_;
  QuadSpace quads_;
  std::map<std::pair<CellShape, bool>, Rule> rules_;  ///< by shape, and whether the cells are affine
};

/// Coefficients of the L2 projection of at(cell, reference point, place).
template <class At>
std::vector<double> projection(const Mesh3& mesh, const FlowOptions3D& options, const At& at) {
  CellRules rules(mesh, 2 * options.degree + 2, options.degree, options.quads);
  std::vector<double> coefficients;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    const int modes = mode_count(space_of(mesh.cell_shapes[c], options.quads), options.degree);
    Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(modes, modes), moments = Eigen::MatrixXd::Zero(modes, 5);
    rules.for_each_point(c, [&](const Point& reference, const Point& x, const Eigen::VectorXd& phi, double weight) {
      const State3D u = at(c, reference, x);
      mass += weight * phi * phi.transpose();
      moments += weight * phi * Eigen::Map<const Eigen::Matrix<double, 1, 5>>(u.data());
    });
    const Eigen::MatrixXd modal = mass.ldlt().solve(moments);
    coefficients.insert(coefficients.end(), modal.data(), modal.data() + modal.size());
  }
  return coefficients;
}

}  // namespace

GasOptions gas_3d() {
  GasOptions gas;
  gas.viscous = true;
  gas.viscosity = 0.02;
  return gas;
}

State3D state_3d(double rho, const Point& u, double p) {
  const double kinetic = 0.5 * rho * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  return {rho, rho * u[0], rho * u[1], rho * u[2], p / (gas_3d().gamma - 1) + kinetic};
}

State3D wave_at(const Point& x) {
  return state_3d(1 + 0.1 * std::sin(x[0] + x[1]), {0.3, 0.1 * std::cos(3 * x[2]), -0.2}, 0.8 + 0.05 * x[1]);
}

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double a : x) most = std::isnan(a) ? 1e300 : std::max(most, std::abs(a));
  return most;
}

bool takes_all_cases() { return tested_backend() != BackendKind::cpu || std::getenv("RKDG_TEST_ALL_CASES") != nullptr; }

std::vector<Assembly> assemblies_3d(const Mesh3& mesh, int degree, QuadSpace quads, MassInverse mass_inverse) {
  if (tested_backend() == BackendKind::cpu) return {Assembly::fused, Assembly::gather, Assembly::blocks};
  SpaceOptions space;
  space.degree = degree;
  space.quads = quads;
  space.mass_inverse = mass_inverse;
  if (!tile_fit(mesh, space).holds) return {Assembly::gather};
  return {Assembly::gather, Assembly::tiles};
}

template <class Gas>
FlowOf3D<Gas>::FlowOf3D(const Mesh3& mesh, const Options& options)
    : mesh_(mesh), options_(options), backend_(make_backend(tested_backend(), 1)) {
  GasOptions gas = gas_3d();
  gas.viscous = options.viscous;
  gas.subgrid = options.subgrid;
  Physics<Gas> physics{Gas(gas), Riemann::roe, {}};
  BoundaryParameters<double, 3> exact{};
  exact.type = BoundaryType::exact;
  if (std::any_of(mesh.faces.begin(), mesh.faces.end(), [](const Face& f) { return f.plus < 0; }))
    physics.boundaries.push_back({"outside", exact, false});
  SpaceOptions space;
  space.degree = options.degree;
  space.quads = options.quads;
  space.assembly = options.assembly;
  space.eta = options.eta;
  space.extra_quadrature = options.extra_quadrature;
  space.face_rule = options.face_rule;
  space.mass_inverse = options.mass_inverse;
  space.slabs = options.slabs;
  space_ = std::make_unique<SemiDiscretisation<Gas>>(*backend_, mesh, space, physics);
  // Kernels that no build has are compiled once for all meshes of the tests, or for the few of every run.
  const bool few = (zone_kinds(space_->context().zones) & ~kinds_of_every_run) == 0;
  const unsigned kinds = few ? kinds_of_every_run : all_zone_kinds;
  operators_ = make_operators<Gas>(*backend_, space_->context(), options.degree,
                                   {options.assembly, space_->state_size(), {}, space_->slabs(), kinds});
}

template <class Gas>
std::vector<double> FlowOf3D<Gas>::project(const Field& field) const {
  return projection(mesh_, options_, [&](Index, const Point&, const Point& x) { return field(x); });
}

template <class Gas>
std::vector<double> FlowOf3D<Gas>::project_in_cells(const std::function<State3D(Index, const Point&)>& at) const {
  return projection(mesh_, options_, [&](Index cell, const Point& x, const Point&) { return at(cell, x); });
}

template <class Gas>
void FlowOf3D<Gas>::set_outside(const Field& field) {
  const std::size_t stride = max_face_points(3, options_.degree) * 5;
  std::vector<double> data(space_->boundary_data_size(), 1.0);
  const auto& faces = space_->boundary_faces();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto [cell, face, boundary] = faces[i];
    const auto tables = make_tables<double, 3>(space_of_cell(cell), options_.degree, 2 * options_.degree,
                                               Exactness::each_direction, options_.face_rule);
    const FaceTables<double, 3>& of_kind = tables.faces[kind_of_face(mesh_.cell_shapes[cell], face)];
    const auto x = places(mesh_, cell, of_kind.points[face - of_kind.range.first]);
    for (std::size_t g = 0; g < x.size(); ++g) {
      const State3D u = field(x[g]);
      std::copy(u.begin(), u.end(), data.begin() + i * stride + g * 5);
    }
  }
  space_->set_boundary_data(data);
}

template <class Gas>
std::vector<double> FlowOf3D<Gas>::rate(const std::vector<double>& coefficients) const {
  const Array<double> one(*backend_, std::vector<double>{1.0});
  Array<double> in(*backend_, space_->pack(coefficients)), out(*backend_, space_->state_size());
  operators_->change_from_modes(space_->context(), in);
  Stage<double> stage{};
  stage.in = in.data();
  stage.out = out.data();
  stage.rate_weight = 1;
  stage.dt = one.data();
  operators_->stage(space_->context(), stage);
  operators_->change_to_modes(space_->context(), out);
  return space_->unpack(out.copy_out());
}

template <class Gas>
double FlowOf3D<Gas>::density_error(const std::vector<double>& coefficients, const Field& field) const {
  CellRules rules(mesh_, 2 * options_.degree + 4, options_.degree, options_.quads);
  double sum = 0;
  for (Index c = 0; c < mesh_.cell_count(); ++c)
    rules.for_each_point(c, [&](const Point&, const Point& x, const Eigen::VectorXd& phi, double weight) {
      const double density = phi.dot(Eigen::Map<const Eigen::VectorXd>(&coefficients[cell_begin()[c]], phi.size()));
      sum += weight * std::pow(density - field(x)[0], 2);
    });
  return std::sqrt(sum);
}

template <class Gas>
State3D FlowOf3D<Gas>::integrals(const std::vector<double>& coefficients) const {
  const Array<double> state(*backend_, space_->pack(coefficients));
  return operators_->sums(space_->context(), state.data())().integrals();
}

template <class Gas>
std::vector<double> rough_state(const FlowOf3D<Gas>& flow, unsigned long long seed) {
  std::vector<double> u = flow.project([](const Point& x) {
    const double s = std::sin(6.2831853 * x[0]), c = std::cos(6.2831853 * (x[1] - x[2]));
    return state_3d(1 + 0.1 * s * c, {0.3 + 0.1 * c, -0.2 + 0.1 * s, 0.1 * s}, 0.8 + 0.05 * c);
  });
  Random random(seed);
  for (double& a : u) a += random(-0.01, 0.01);
  return u;
}

template class FlowOf3D<NavierStokes3D<double>>;
template class FlowOf3D<AddedViscosityGas3D<double>>;
template std::vector<double> rough_state(const Flow3D&, unsigned long long);
template std::vector<double> rough_state(const LargeEddyFlow&, unsigned long long);

}  // namespace dg::test
