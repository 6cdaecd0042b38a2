#include "solid_flow.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "libdg/element/basis.hpp"
#include "libdg/element/tables.hpp"
#include "meshes/cell_geometry.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

using Point = SolidFlow::Point;

/// Places of the reference points in a cell.
std::vector<Point> places(const Mesh3& mesh, Index cell, const std::vector<Point>& reference) {
  std::vector<Point> x(reference.size());
  CellMap<3>(mesh.cell_shapes[cell], 1, std::span<const Point>(reference)).evaluate(mesh, cell, x, {});
  return x;
}

}  // namespace

GasOptions solid_gas() {
  GasOptions gas;
  gas.viscous = true;
  gas.viscosity = 0.02;
  return gas;
}

SolidState solid_state(double rho, const Point& u, double p) {
  const double kinetic = 0.5 * rho * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  return {rho, rho * u[0], rho * u[1], rho * u[2], p / (solid_gas().gamma - 1) + kinetic};
}

SolidFlow::SolidFlow(const Mesh3& mesh, const Options& options)
    : mesh_(mesh), options_(options), backend_(make_backend(tested_backend(), 1)) {
  GasOptions gas = solid_gas();
  gas.viscous = options.viscous;
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
  space_ = std::make_unique<SemiDiscretisation<Gas>>(*backend_, mesh, space, physics);
  operators_ =
      make_operators<Gas>(*backend_, space_->scheme(), options.degree, {options.assembly, space_->state_size(), {}});
}

std::vector<double> SolidFlow::project_in_cells(const std::function<SolidState(Index, const Point&)>& at) const {
  const auto& begin = cell_begin();
  std::vector<double> coefficients(begin.back());
  for (Index c = 0; c < mesh_.cell_count(); ++c) {
    const Space space = space_of_cell(c);
    const auto rule = make_tables<double, 3>(space, 1, 2 * options_.degree + 2);
    const int modes = mode_count(space, options_.degree);
    std::vector<double> phi(modes);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      evaluate_basis(space, options_.degree, rule.points[q], phi);
      const SolidState u = at(c, rule.points[q]);
      for (int n = 0; n < 5; ++n)
        for (int k = 0; k < modes; ++k) coefficients[begin[c] + n * modes + k] += rule.weights[q] * phi[k] * u[n];
    }
  }
  return coefficients;
}

std::vector<double> SolidFlow::project(const Field& field) const {
  return project_in_cells([&](Index cell, const Point& x) { return field(places(mesh_, cell, {x})[0]); });
}

void SolidFlow::set_outside(const Field& field) {
  const std::size_t stride = max_face_points(3, options_.degree) * 5;
  std::vector<double> data(space_->boundary_data_size(), 1.0);
  const auto& faces = space_->boundary_faces();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto [cell, face, boundary] = faces[i];
    const auto tables = make_tables<double, 3>(space_of_cell(cell), options_.degree, 2 * options_.degree);
    const FaceTables<double, 3>& of_kind = tables.faces[kind_of_face(mesh_.cell_shapes[cell], face)];
    const auto x = places(mesh_, cell, of_kind.points[face - of_kind.range.first]);
    for (std::size_t g = 0; g < x.size(); ++g) {
      const SolidState u = field(x[g]);
      std::copy(u.begin(), u.end(), data.begin() + i * stride + g * 5);
    }
  }
  space_->set_boundary_data(data);
}

std::vector<double> SolidFlow::rate(const std::vector<double>& coefficients) const {
  const Array<double> in(*backend_, space_->pack(coefficients)), one(*backend_, std::vector<double>{1.0});
  Array<double> out(*backend_, space_->state_size());
  Stage<double> stage{};
  stage.in = in.data();
  stage.out = out.data();
  stage.rate_weight = 1;
  stage.dt = one.data();
  operators_->stage(space_->scheme(), stage);
  return space_->unpack(out.copy_out());
}

double SolidFlow::density_error(const std::vector<double>& coefficients, const Field& field) const {
  double sum = 0;
  for (Index c = 0; c < mesh_.cell_count(); ++c) {
    const Space space = space_of_cell(c);
    const auto rule = make_tables<double, 3>(space, 1, 2 * options_.degree + 4);
    std::vector<Point> x(rule.points.size());
    std::vector<Jacobian3> jacobian(x.size());
    CellMap<3>(mesh_.cell_shapes[c], 1, std::span<const Point>(rule.points)).evaluate(mesh_, c, x, jacobian);
    std::vector<double> phi(mode_count(space, options_.degree));
    for (std::size_t q = 0; q < x.size(); ++q) {
      evaluate_basis(space, options_.degree, rule.points[q], phi);
      double error = -field(x[q])[0];
      for (std::size_t k = 0; k < phi.size(); ++k) error += phi[k] * coefficients[cell_begin()[c] + k];
      sum += rule.weights[q] * determinant(jacobian[q]) * error * error;
    }
  }
  return std::sqrt(sum);
}

SolidState SolidFlow::integrals(const std::vector<double>& coefficients) const {
  const Array<double> state(*backend_, space_->pack(coefficients));
  return operators_->sums(space_->scheme(), state.data()).integrals();
}

}  // namespace dg::test
