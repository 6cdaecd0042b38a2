#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "flow_3d.hpp"
#include "libdg/element/basis.hpp"
#include "meshes/build.hpp"
#include "meshes/extruded.hpp"
#include "solver_rate.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

/// A 2-D mesh in two layers; periodic.
Mesh3 in_layers(const Mesh2& base) {
  Mesh3 mesh = extruded(base, 0, 0.5, 2, "extruded mesh");
  connect_periodic(mesh, "front", "back", "extruded mesh");
  return mesh;
}

/// Values of 2-D coefficients [cell][variable][mode] in a cell, without momentum across the plane.
class Flow2D {
 public:
  Flow2D(const Mesh2& mesh, int degree, QuadSpace quads, std::vector<double> coefficients)
      : mesh_(mesh), degree_(degree), quads_(quads), coefficients_(std::move(coefficients)) {
    for (Index c = 0; c < mesh.cell_count(); ++c)
      begin_.push_back(begin_.back() + 4 * mode_count(space_of(mesh.cell_shapes[c], quads), degree));
  }

  State3D operator()(Index cell, const std::array<double, 3>& x) const {
    cell %= mesh_.cell_count();
    const Space space = space_of(mesh_.cell_shapes[cell], quads_);
    std::vector<double> phi(mode_count(space, degree_));
    evaluate_basis(space, degree_, x[0], x[1], phi);
    std::array<double, 4> u{};
    for (int n = 0; n < 4; ++n)
      for (std::size_t k = 0; k < phi.size(); ++k) u[n] += phi[k] * coefficients_[begin_[cell] + n * phi.size() + k];
    return {u[0], u[1], u[2], 0, u[3]};
  }

 private:
  const Mesh2& mesh_;
  int degree_;
  QuadSpace quads_;
  std::vector<double> coefficients_;
  std::vector<std::size_t> begin_{0};
};

/// Leaves out momentum across the plane: the pressure is no polynomial, and rules in cells and on faces integrate it
/// differently.
std::vector<double> in_plane(const Flow3D& flow, std::vector<double> coefficients) {
  for (std::size_t c = 0; c + 1 < flow.cell_begin().size(); ++c) {
    const std::size_t begin = flow.cell_begin()[c], modes = (flow.cell_begin()[c + 1] - begin) / 5;
    std::fill_n(coefficients.begin() + static_cast<std::ptrdiff_t>(begin + 3 * modes), modes, 0.0);
  }
  return coefficients;
}

/// The rates of 2-D cells are those that a second implementation gives (reference_rate.hpp): jumps, liftings and
/// faces between shapes included.
TEST_CASE("Prisms and hexahedra on a 2-D mesh have the rates in 2-D") {
  for (const std::string kind : {"hybrid", "triangles"}) {
    const Mesh2 base = hybrid_mesh({.n = 4, .distortion = 0, .kind = kind});
    const Mesh3 layered = in_layers(base);
    for (const int degree : {1, 2})
      for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q}) {
        INFO(kind << ", degree " << degree << ", " << (quads == QuadSpace::P ? "P" : "Q"));
        SolverOptions o;
        o.backend = BackendKind::cpu;
        o.threads = 1;
        o.assembly = Assembly::fused;
        o.degree = degree;
        o.quads = quads;
        o.gas = gas_3d();
        o.riemann = Riemann::roe;
        o.eta = 5;
        const std::vector<double> state = rough_state(base, o, 0.02);
        const Flow2D flow(base, degree, quads, state), rate(base, degree, quads, solver_rate(base, o, state));
        for (const Assembly assembly : assemblies_3d(layered, degree, quads)) {
          const Flow3D flow_3d(layered, {.degree = degree, .quads = quads, .assembly = assembly, .eta = o.eta});
          const std::vector<double> rate_3d = flow_3d.rate(flow_3d.project_in_cells(flow));
          CHECK(relative_difference(in_plane(flow_3d, rate_3d), flow_3d.project_in_cells(rate)) < 1e-11);
        }
      }
  }
}

}  // namespace
}  // namespace dg::test
