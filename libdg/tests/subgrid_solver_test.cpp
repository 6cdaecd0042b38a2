/// What a solver with a subgrid model says of its steps, its fields and its limits.

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/solver/solver.hpp"
#include "mesh_of_shapes.hpp"
#include "meshes/cell_geometry.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

constexpr int degree = 2;
constexpr double shear = 0.9, density = 1.2;

SolverOptions options_with(SubgridModel model) {
  SolverOptions o;
  o.degree = degree;
  o.backend = BackendKind::cpu;
  o.threads = 1;
  o.gas.viscosity = 1e-3;
  o.gas.subgrid.model = model;
  o.gas.subgrid.constant = model == SubgridModel::none ? 0.0 : 0.3;
  o.gas.subgrid.prandtl = 0.5;
  BoundaryCondition outside;
  outside.name = "outside";
  outside.type = BoundaryType::exact;
  o.boundaries.push_back(outside);
  return o;
}

/// A pure shear: |S| is `shear`.
std::array<double, 5> shear_at(double, double y, double, double) { return {density, shear * y, 0, 0, 1 / 1.4}; }

TEST_CASE("An eddy viscosity limits the step as one of the gas does") {
  for (const Shapes3D shapes : {Shapes3D::hexahedra, Shapes3D::tetrahedra, Shapes3D::all_four}) {
    INFO(name_of(shapes));
    const Mesh3 mesh = mesh_of_shapes(shapes, 2, false);
    const auto limit = [&](const SolverOptions& o) {
      const auto solver = make_solver(mesh, o);
      solver->set_state(shear_at);
      return solver->time_step_limit();
    };
    SolverOptions model = options_with(SubgridModel::smagorinsky), plain = options_with(SubgridModel::none);
    CHECK(limit(model) < limit(plain));
    if (shapes != Shapes3D::hexahedra) continue;
    // All cells have the same volume, and the largest speed is that of one of them.
    const double width = std::cbrt(cell_volume(mesh, 0)) / (degree + 1), eddy = 0.3 * 0.3 * width * width * shear;
    const double of_heat = plain.gas.gamma / plain.gas.prandtl, of_eddies = plain.gas.gamma / model.gas.subgrid.prandtl;
    plain.gas.viscosity += density * eddy * of_eddies / of_heat;
    CHECK(limit(model) == Approx(limit(plain)).epsilon(1e-12));
    model.gas.subgrid.model = SubgridModel::wale;  // none in pure shear
    plain.gas.viscosity = model.gas.viscosity;
    CHECK(limit(model) == Approx(limit(plain)).epsilon(1e-6));
  }
}

TEST_CASE("Fields show the eddy viscosity") {
  const Mesh3 mesh = mesh_of_shapes(Shapes3D::all_four, 2, false);
  const auto solver = make_solver(mesh, options_with(SubgridModel::smagorinsky));
  solver->set_state(shear_at);
  FieldSampler<3> sampler(mesh, *solver, degree, 1.4);
  CHECK(sampler.fields().back().name == std::string("eddy_viscosity"));
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const double width = std::cbrt(cell_volume(mesh, cell)) / (degree + 1);
    for (const double mu : sampler.values(cell, PointField::eddy_viscosity))
      CHECK(mu == Approx(density * 0.3 * 0.3 * width * width * shear));
  }
  const auto plain = make_solver(mesh, options_with(SubgridModel::none));
  plain->set_state(shear_at);
  CHECK(FieldSampler<3>(mesh, *plain, degree, 1.4).fields().size() == point_fields<3>.size());
}

TEST_CASE("Dissipation counts what the eddies dissipate") {
  const Mesh3 mesh = mesh_of_shapes(Shapes3D::hexahedra, 2, false);
  const auto dissipation = [&](const SolverOptions& o) {
    const auto solver = make_solver(mesh, o);
    solver->set_state(shear_at);
    return solver->flow_totals().viscous_dissipation;
  };
  double volume = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) volume += cell_volume(mesh, cell);
  const double width = std::cbrt(cell_volume(mesh, 0)) / (degree + 1), eddy = density * 0.09 * width * width * shear;
  CHECK(dissipation(options_with(SubgridModel::none)) == Approx(1e-3 * shear * shear * volume));
  CHECK(dissipation(options_with(SubgridModel::smagorinsky)) == Approx((1e-3 + eddy) * shear * shear * volume));
}

TEST_CASE("A subgrid model refuses what it does not work with") {
  const Mesh3 mesh = mesh_of_shapes(Shapes3D::hexahedra, 2, false);
  const auto refusal = [&](const auto& change) {
    SolverOptions o = options_with(SubgridModel::wale);
    change(o);
    try {
      make_solver(mesh, o);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal([](SolverOptions&) {}).empty());
  CHECK_THAT(refusal([](SolverOptions& o) { o.newton = true; }), Catch::Contains("explicit schemes"));
  CHECK_THAT(refusal([](SolverOptions& o) { o.scheme = TimeScheme::esdirk3; }), Catch::Contains("explicit schemes"));
  CHECK_THAT(refusal([](SolverOptions& o) { o.gas.viscous = false; }), Catch::Contains("Navier-Stokes"));
  CHECK_THAT(refusal([](SolverOptions& o) { o.gas.subgrid.prandtl = 0; }), Catch::Contains("Prandtl"));
  CHECK_THAT(refusal([](SolverOptions& o) { o.gas.subgrid.constant = -1; }), Catch::Contains("constant"));
  SolverOptions options_2d = options_with(SubgridModel::wale);
  CHECK_THROWS_WITH(make_solver(hybrid_mesh({}), options_2d), Catch::Contains("3-D mesh"));
}

}  // namespace
}  // namespace dg::test
