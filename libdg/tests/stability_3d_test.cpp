#include <catch2/catch.hpp>
#include <string>

#include "growth.hpp"
#include "meshes/build.hpp"
#include "meshes/generate.hpp"
#include "support.hpp"

namespace dg {
namespace {

std::array<double, 5> still(double, double, double, double) { return {1, 0, 0, 0, 1 / 1.4}; }

/// Eight cubes in a periodic box of side 1, cut into cells of a kind; `height` flattens them.
Mesh3 cubes(const std::string& kind, double height) {
  Mesh3 mesh =
      std::get<Mesh3>(generate_any_mesh("box", 0, {{"kind", kind}, {"n", "2"}, {"zmax", std::to_string(height)}}));
  connect_periodic(mesh, "left", "right", "box");
  connect_periodic(mesh, "front", "back", "box");
  connect_periodic(mesh, "bottom", "top", "box");
  return mesh;
}

struct Flow {
  std::string kind;
  QuadSpace space;
  int degree;
  bool viscous;
};

/// Growth of small random perturbations of a gas at rest over 250 steps, twice as many without viscosity.
double growth(const Flow& flow, double height, double cfl) {
  SolverOptions o;
  o.backend = BackendKind::cpu;
  o.threads = 1;
  o.degree = flow.degree;
  o.quads = flow.space;
  o.gas.viscous = flow.viscous;
  o.gas.viscosity = 100;  // sound does not matter
  o.cfl = cfl;
  const auto solver = make_solver(cubes(flow.kind, height), o);
  solver->set_state(still);
  return test::growth_of_noise(*solver, flow.viscous ? 250 : 500);
}

template <class Visit>
void for_each_flow(Visit visit) {
  for (const bool viscous : {true, false})
    for (const int degree : {RKDG_TEST_DEGREES_3D})
      for (const auto& [kind, space] : {std::pair{"tetrahedra", QuadSpace::P},
                                        {"prisms", QuadSpace::P},
                                        {"pyramids", QuadSpace::P},
                                        {"prisms", QuadSpace::Q_and_prisms},
                                        {"hexahedra", QuadSpace::P},
                                        {"hexahedra", QuadSpace::Q}}) {
        INFO(kind << (space == QuadSpace::P ? " P" : " Q") << degree << (viscous ? ", viscous" : ""));
        visit(Flow{kind, space, degree, viscous});
      }
}

TEST_CASE("Steps of 0.9 of the limit are stable on cubes of 3-D cells, flat ones too") {
  for_each_flow([](const Flow& flow) {
    for (const double height : {1.0, 0.35, 0.1}) {
      INFO("height " << height);
      CHECK(growth(flow, height, 0.9) < test::bounded_growth);
    }
  });
}

TEST_CASE("Steps of 1.5 of the limit are not stable on cubes and prisms, nor of 2.2 where limits are bounds") {
  for_each_flow([](const Flow& flow) {
    // Of prisms, those with faces of equal size have the smallest limit of diffusion and, of products, of sound; of P,
    // flat ones that of sound, but for averages of cells.
    const double height = flow.kind != "prisms"               ? 1
                          : flow.viscous || flow.space.prisms ? 0.35
                          : flow.degree > 0                   ? 0.1
                                                              : 1;
    const bool is_bound = flow.kind == "tetrahedra" || (flow.kind == "prisms" && flow.degree == 0);
    CHECK(growth(flow, height, is_bound ? 2.2 : 1.5) > 1e6);
  });
}

TEST_CASE("On cubes at P3, steps of 0.9 of the limit of sound are stable, and those of 1.2 are not") {
  const Flow flow{"hexahedra", QuadSpace::P, 3, false};
  CHECK(growth(flow, 1, 0.9) < test::bounded_growth);
  CHECK(growth(flow, 1, 1.2) > 1e6);
}

}  // namespace
}  // namespace dg
