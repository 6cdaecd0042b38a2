#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "flow_3d.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "mesh_of_shapes.hpp"
#include "quadrature/rule.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Gas = NavierStokes3D<double>;
using test::Shapes3D;

/// Straight hexahedra with Q^p, and what else a mesh has, in blocks.
class Blocks {
 public:
  Blocks(Shapes3D shapes, int degree)
      : mesh(test::mesh_of_shapes(shapes, 3, true)),
        backend_(make_backend(BackendKind::cpu, 1)),
        space_(*backend_, mesh, options(degree), Physics<Gas>{Gas(test::gas_3d()), Riemann::roe, {}}),
        operators_(make_operators<Gas>(*backend_, space_.context(), degree,
                                       {Assembly::blocks, space_.state_size(), {}, space_.slabs(), all_zone_kinds})) {}

  /// Numbers of a size for each coefficient.
  std::vector<double> random(double size, int seed) const {
    test::Random random(static_cast<unsigned>(seed));
    std::vector<double> x(cell_begin().back());
    for (double& a : x) a = random(-size, size);
    return x;
  }

  const std::vector<std::size_t>& cell_begin() const { return space_.cell_begin(); }

  std::vector<double> from_modes(const std::vector<double>& modes) const {
    const Array<double> in(*backend_, space_.pack(modes));
    Array<double> out(*backend_, space_.state_size());
    operators_->from_modes(space_.context(), in.data(), out.data());
    return space_.unpack(out.copy_out());
  }
  std::vector<double> to_modes(const std::vector<double>& values) const {
    Array<double> state(*backend_, space_.pack(values));
    operators_->change_to_modes(space_.context(), state);
    return space_.unpack(state.copy_out());
  }

  /// Rates of a state, with a source whose coefficients are those of the basis.
  std::vector<double> rate(const std::vector<double>& modes, const std::vector<double>* source) const {
    const Array<double> one(*backend_, std::vector<double>{1.0});
    Array<double> in(*backend_, space_.pack(modes)), out(*backend_, space_.state_size()), added;
    if (source) added = Array<double>(*backend_, space_.pack(*source));
    operators_->change_from_modes(space_.context(), in);
    Stage<double> stage{};
    stage.in = in.data();
    stage.out = out.data();
    stage.rate_weight = 1;
    stage.dt = one.data();
    stage.source = source ? added.data() : nullptr;
    operators_->stage(space_.context(), stage);
    operators_->change_to_modes(space_.context(), out);
    return space_.unpack(out.copy_out());
  }

  const Mesh3 mesh;

 private:
  static SpaceOptions options(int degree) {
    SpaceOptions o;
    o.degree = degree;
    o.quads = QuadSpace::Q_and_prisms;
    o.assembly = Assembly::blocks;
    return o;
  }

  std::unique_ptr<Backend> backend_;
  SemiDiscretisation<Gas> space_;
  std::unique_ptr<Operators<Gas>> operators_;
};

std::vector<int> degrees() { return test::takes_all_cases() ? std::vector{1, 2, 3} : std::vector{1, 2}; }

TEST_CASE("States of hexahedra in blocks are values at the points of lines, those of other cells modes") {
  for (const int degree : degrees()) {
    const Blocks blocks(Shapes3D::hexahedra_and_prisms, degree);
    const auto modes = blocks.random(1, 5), values = blocks.from_modes(modes);
    const auto line = gauss_legendre(degree + 1);
    const int n = line.size(), points = n * n * n;
    std::vector<double> phi(static_cast<std::size_t>(points));
    double most = 0;
    for (Index c = 0; c < blocks.mesh.cell_count(); ++c) {
      const std::size_t begin = blocks.cell_begin()[c], end = blocks.cell_begin()[c + 1];
      if (blocks.mesh.cell_shapes[c] != CellShape::hexahedron) {
        for (std::size_t i = begin; i < end; ++i) most = std::max(most, std::abs(values[i] - modes[i]));
        continue;
      }
      for (int i = 0; i < points; ++i) {
        const auto at = [&](int place) { return line.points[place % n][0]; };
        evaluate_basis<3>(Space::hexahedron_Q, degree, {at(i), at(i / n), at(i / n / n)}, phi);
        for (std::size_t v = 0; v < 5; ++v) {
          const std::size_t first = begin + v * phi.size();
          const double value =
              std::inner_product(phi.begin(), phi.end(), modes.begin() + static_cast<long>(first), 0.0);
          most = std::max(most, std::abs(values[first + static_cast<std::size_t>(i)] - value));
        }
      }
    }
    INFO("degree " << degree);
    CHECK(most < 1e-13 * points);
    CHECK(test::relative_difference(blocks.to_modes(values), modes) < 1e-13);
  }
}

TEST_CASE("A source, which is by modes, is added to the rates of hexahedra in blocks") {
  for (const int degree : degrees()) {
    const Blocks blocks(Shapes3D::hexahedra_and_prisms, degree);
    std::vector<double> state = blocks.random(0.005, 7), source = blocks.random(100, 9);
    const double phi = 1 / std::sqrt(8.0), of_prism = 1 / std::sqrt(4.0);
    const test::State3D uniform = test::state_3d(1, {0.3, -0.1, 0.2}, 0.8);
    for (Index c = 0; c < blocks.mesh.cell_count(); ++c) {
      const std::size_t begin = blocks.cell_begin()[c], modes = (blocks.cell_begin()[c + 1] - begin) / 5;
      const bool hexahedron = blocks.mesh.cell_shapes[c] == CellShape::hexahedron;
      for (std::size_t v = 0; v < 5; ++v) state[begin + v * modes] += uniform[v] / (hexahedron ? phi : of_prism);
    }
    const auto without = blocks.rate(state, nullptr);
    auto difference = blocks.rate(state, &source);
    for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= without[i];
    INFO("degree " << degree);
    CHECK(test::relative_difference(difference, source) < 1e-11);
  }
}

}  // namespace
}  // namespace dg
