/// Flows with a subgrid model on 3-D cells, on the tested backend.

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

#include "flow_3d.hpp"
#include "mesh_of_shapes.hpp"
#include "reference_rate.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

using Point = std::array<double, 3>;

constexpr int degree = 2;  ///< that the build has for a CPU

/// Constants that make the eddy viscosity of the rough states as large as the other.
constexpr SubgridOptions models[]{{SubgridModel::smagorinsky, 1.0},
                                  {SubgridModel::wale, 1.5},
                                  {SubgridModel::vreman, 1.0},
                                  {SubgridModel::sigma, 4.0}};

struct Cells {
  Shapes3D shapes;
  QuadSpace quads;
  Bending bending;
};

/// All shapes and spaces of cells, straight and curved, beside each other.
const Cells all_cells[]{{Shapes3D::all_four, QuadSpace::P, {}},
                        {Shapes3D::all_four, QuadSpace::P, {2, 0.04}},
                        {Shapes3D::tetrahedra, QuadSpace::P, {}},
                        {Shapes3D::hexahedra, QuadSpace::Q, {}},
                        {Shapes3D::hexahedra, QuadSpace::Q, {2, 0.04}},
                        {Shapes3D::prisms_and_tetrahedra, QuadSpace::Q_and_prisms, {}},
                        {Shapes3D::hexahedra_and_prisms, QuadSpace::Q_and_prisms, {2, 0.04}}};

/// Calls visit(flow, mesh, quads) for all assemblies.
template <class Visit>
void for_each_flow(const Cells& cells, const Mesh3& mesh, const SubgridOptions& model, const Visit& visit) {
  for (const Assembly assembly : assemblies_3d(mesh, degree, cells.quads)) {
    INFO(name_of(cells.shapes) << " of order " << cells.bending.order << ", assembly " << static_cast<int>(assembly)
                               << ", model " << static_cast<int>(model.model));
    LargeEddyFlow::Options options{degree, cells.quads, assembly};
    options.subgrid = model;
    LargeEddyFlow flow(mesh, options);
    visit(flow);
  }
}

/// All models on cells of all shapes; on others, where the definition takes as long, one after the other.
std::vector<SubgridOptions> models_on(std::size_t number) {
  if (all_cells[number].shapes == Shapes3D::all_four) return {std::begin(models), std::end(models)};
  return {models[number % std::size(models)]};
}

TEST_CASE("Rates with a subgrid model are those of the definition") {
  for (std::size_t number = 0; number < std::size(all_cells); ++number)
    for (const bool periodic : {true, false}) {
      const Cells& cells = all_cells[number];
      if (periodic && cells.bending.order > 1) continue;
      const Mesh3 mesh =
          mesh_of_shapes(cells.shapes, periodic || cells.bending.order > 1 ? 3 : 2, periodic, cells.bending);
      for (const SubgridOptions& model : models_on(number)) {
        ReferenceScheme<3> scheme{degree, cells.quads, 0, 0, gas_3d(), Riemann::roe, {}, wave_at, {}};
        BoundaryParameters<double, 3> outside{};
        outside.type = BoundaryType::exact;
        if (!periodic) scheme.boundaries = {outside};
        std::vector<double> state, reference;
        for_each_flow(cells, mesh, model, [&](LargeEddyFlow& flow) {
          if (!periodic) flow.set_outside(wave_at);
          if (state.empty()) {
            state = rough_state(flow);
            const std::vector<double> without = reference_rate<3>(mesh, scheme, state);
            scheme.gas.subgrid = model;
            reference = reference_rate<3>(mesh, scheme, state);
            CHECK(relative_difference(without, reference) > 1e-3);  // the model counts in what is compared
          }
          CHECK(relative_difference(flow.rate(state), reference) < 1e-11);
        });
      }
    }
}

TEST_CASE("A uniform flow stays uniform with a subgrid model, on straight and curved cells", "[free-stream]") {
  const auto uniform = [](const Point&) { return state_3d(1, {0.6, -0.3, 0.2}, 1 / 1.4); };
  for (const Cells& cells : all_cells) {
    const Mesh3 mesh = mesh_of_shapes(cells.shapes, 3, true, cells.bending);
    for (const SubgridOptions& model : models)
      for_each_flow(cells, mesh, model, [&](LargeEddyFlow& flow) {
        // What one face makes of it is (|u| + c) rho E / h = 1.7 * 2.03 / 0.1.
        CHECK(largest(flow.rate(flow.project(uniform))) < 1e-12 * 35);
      });
  }
}

TEST_CASE("A flow with a subgrid model conserves mass, momentum and energy", "[conservation]") {
  for (const Cells& cells : all_cells) {
    const Mesh3 mesh = mesh_of_shapes(cells.shapes, 3, true, cells.bending);
    for (const SubgridOptions& model : models)
      for_each_flow(cells, mesh, model, [&](LargeEddyFlow& flow) {
        const std::vector<double> rate = flow.rate(rough_state(flow));
        for (const double sum : flow.integrals(rate)) CHECK(std::abs(sum) < 1e-12 * largest(rate));
      });
  }
}

}  // namespace
}  // namespace dg::test
