#include <catch2/catch.hpp>

#include "growth.hpp"
#include "meshes/generate.hpp"
#include "support.hpp"

namespace dg {
namespace {

std::array<double, 4> still(double, double, double) { return {1, 0, 0, 1 / 1.4}; }

struct Problem {
  std::string kind = "quads";
  double height = 1;  ///< of the domain, 1 wide: small ones flatten the cells
  double distortion = 0;
  BoundaryType type = BoundaryType::periodic;
};

Mesh2 make_mesh(const Problem& p) {
  Mesh2 mesh = generate_mesh("square", 0,
                             {{"kind", p.kind},
                              {"n", "4"},
                              {"xmin", "0"},
                              {"xmax", "1"},
                              {"ymin", "0"},
                              {"ymax", std::to_string(p.height)},
                              {"distortion", std::to_string(p.distortion)}});
  if (p.type == BoundaryType::periodic) test::make_periodic(mesh);
  return mesh;
}

/// Growth of small random perturbations of a gas at rest over `steps` steps.
double growth(const Problem& p, SolverOptions o, double cfl, int steps) {
  o.backend = BackendKind::cpu;
  o.threads = 1;
  o.cfl = cfl;
  if (p.type != BoundaryType::periodic) o.boundaries = test::on_all_sides(p.type);
  auto solver = make_solver(make_mesh(p), o);
  solver->set_state(still);
  solver->set_boundary_data(still, false);
  return test::growth_of_noise(*solver, steps);
}

/// Calls visit(options) for each degree up to 3 and each space on quadrilaterals.
template <class Visit>
void for_each_space(bool viscous, Visit visit) {
  for (const int degree : test::built_degrees())
    for (const auto quads : {QuadSpace::P, QuadSpace::Q}) {
      if (degree > 3) continue;
      SolverOptions o;
      o.degree = degree;
      o.quads = quads;
      o.gas.viscous = viscous;
      o.gas.viscosity = 100;  // sound does not matter
      INFO("degree " << degree << ", quads " << (quads == QuadSpace::P ? "P" : "Q"));
      visit(o);
    }
}

constexpr int steps = 250;

TEST_CASE("Viscous steps of 0.9 of the limit are stable on cells of all shapes and beside walls") {
  const Problem problems[] = {{"quads", 1, 0, BoundaryType::periodic},
                              {"triangles", 1, 0, BoundaryType::periodic},
                              {"triangles", 0.05, 0, BoundaryType::periodic},
                              {"quads", 0.05, 0, BoundaryType::wall_isothermal},
                              {"triangles", 0.05, 0, BoundaryType::wall_isothermal},
                              {"hybrid", 1, 0.2, BoundaryType::wall_adiabatic},
                              {"hybrid", 0.2, 0.2, BoundaryType::exact}};
  for (const Problem& p : problems)
    for_each_space(true, [&](const SolverOptions& o) {
      INFO(p.kind << ", height " << p.height << ", boundaries " << static_cast<int>(p.type));
      CHECK(growth(p, o, 0.9, steps) < test::bounded_growth);
    });
}

TEST_CASE("Viscous steps of the limit are stable on thin right triangles, over thousands of steps") {
  constexpr int many_steps = 3000;
  for (const double height : {0.1, 0.01})
    for_each_space(true, [&](const SolverOptions& o) {
      INFO("height " << height);
      if (o.quads == QuadSpace::P) CHECK(growth({"triangles", height}, o, 1.0, many_steps) < test::bounded_growth);
    });
}

TEST_CASE("Viscous steps of 1.3 of the limit are not stable on squares and right triangles") {
  for (const Problem& p : {Problem{"quads"}, Problem{"triangles"}})
    for_each_space(true, [&](const SolverOptions& o) {
      INFO(p.kind);
      CHECK(growth(p, o, 1.3, steps) > 1e6);
    });
}

TEST_CASE("Convective steps of 0.9 of the limit are stable on cells of all shapes and beside walls") {
  const Problem problems[] = {
      {"quads", 1, 0, BoundaryType::periodic},         {"triangles", 1, 0, BoundaryType::periodic},
      {"triangles", 0.05, 0, BoundaryType::periodic},  {"quads", 0.05, 0, BoundaryType::wall_slip},
      {"triangles", 0.05, 0, BoundaryType::wall_slip}, {"hybrid", 1, 0.2, BoundaryType::farfield},
      {"hybrid", 0.2, 0.2, BoundaryType::exact}};
  for (const Problem& p : problems)
    for_each_space(false, [&](const SolverOptions& o) {
      INFO(p.kind << ", height " << p.height << ", boundaries " << static_cast<int>(p.type));
      CHECK(growth(p, o, 0.9, 2 * steps) < test::bounded_growth);
    });
}

TEST_CASE("Convective steps of 1.5 of the limit are not stable on squares and right triangles") {
  for (const Problem& p : {Problem{"quads"}, Problem{"triangles"}})
    for_each_space(false, [&](const SolverOptions& o) {
      INFO(p.kind);
      CHECK(growth(p, o, 1.5, 2 * steps) > 1e6);
    });
}

}  // namespace
}  // namespace dg
