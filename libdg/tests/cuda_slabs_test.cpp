#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "flow_3d.hpp"
#include "mesh_of_shapes.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

constexpr std::array all_shapes{Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra,
                                Shapes3D::hexahedra_and_prisms, Shapes3D::prisms_and_tetrahedra};

State3D outside(const std::array<double, 3>&) { return state_3d(1, {0.3, -0.2, 0.1}, 0.8); }

/// Two states in turns: what faces have left of one is wrong for the other.
void check_slabs(const Mesh3& mesh, int degree, QuadSpace quads) {
  const auto flow_in = [&](int slabs) {
    Flow3D flow(mesh, {.degree = degree, .quads = quads, .assembly = Assembly::tiles, .slabs = slabs});
    flow.set_outside(outside);
    return flow;
  };
  const Flow3D at_once = flow_in(1);
  const std::array states{rough_state(at_once, 3), rough_state(at_once, 4)};
  const std::array expected{at_once.rate(states[0]), at_once.rate(states[1])};
  REQUIRE(relative_difference(expected[0], expected[1]) > 1e-3);
  for (const int slabs : {2, 3, 8}) {
    const Flow3D flow = flow_in(slabs);
    for (int i = 0; i < 8; ++i) {
      INFO(slabs << " slabs, evaluation " << i);
      CHECK(relative_difference(flow.rate(states[i % 2]), expected[i % 2]) < 1e-13);
    }
  }
}

TEST_CASE("On a device, 3-D cells slab by slab have the rates that they have all at once") {
  for (const Shapes3D shapes : all_shapes)
    for (const Bending& bending : {Bending{}, Bending{2, 0.02}}) {
      const Mesh3 mesh = mesh_of_shapes(shapes, 6, false, bending);
      for (const int degree : {1, 2, 3})
        for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q_and_prisms}) {
          const std::vector<Assembly> assemblies = assemblies_3d(mesh, degree, quads);
          if (assemblies.back() != Assembly::tiles) continue;
          INFO(name_of(shapes) << " of order " << bending.order << ", degree " << degree);
          check_slabs(mesh, degree, quads);
        }
    }
}

}  // namespace
}  // namespace dg::test
