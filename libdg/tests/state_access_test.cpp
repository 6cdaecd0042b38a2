// The state as others read and write it, its rate, and parameters that change between steps.
#include <catch2/catch.hpp>
#include <memory>

#include "data_on_sides.hpp"
#include "libdg/solver/bad_data.hpp"
#include "moving_flow.hpp"
#include "support.hpp"

namespace dg {
namespace {

/// Of a gas whose pressure is `level` times 1 / gamma: its conservative state, and what guards it.
std::shared_ptr<const Formulas> gas_at_rest(const std::shared_ptr<FormulaParameters>& parameters, double time_factor) {
  ExpressionGraph g;
  g.share_parameters(parameters);
  const NodeId one = g.number(1), none = g.number(0);
  const NodeId t = g.make(Operation::multiply, g.number(time_factor), g.variable(Variable::t));
  const NodeId level = g.make(Operation::add, parameters ? g.parameter(0) : g.number(1.2), t);
  const NodeId energy = g.make(Operation::multiply, level, g.number(1 / 1.4 / 0.4));
  return std::make_shared<const Formulas>(g, std::vector<NodeId>{one, none, none, energy, level});
}

TEST_CASE("Parameters count from the next step on, as numbers do, whether data vary in time or not") {
  for (const double time_factor : {0.0, 0.1}) {
    const auto parameters = std::make_shared<FormulaParameters>(FormulaParameters{{"level"}, {1.0}});
    const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.04, .periodic = false});
    const SolverOptions o = test::options_of_sides(BoundaryType::exact);
    const auto changed = make_solver(mesh, o), fresh = make_solver(mesh, o);
    for (Solver* solver : {changed.get(), fresh.get()}) {
      solver->set_state(test::moving_flow);
      test::set_on_all_sides(*solver, gas_at_rest(parameters, time_factor));
      REQUIRE(solver->advance(5, 1e300).steps == 5);
    }
    CHECK(changed->coefficients() == fresh->coefficients());
    const std::vector<double> rate = changed->rate();
    parameters->values[0] = 1.2;
    changed->take_parameters();
    CHECK(test::relative_difference(changed->rate(), rate) > 1e-3);
    test::set_on_all_sides(*fresh, gas_at_rest(nullptr, time_factor));
    CHECK(changed->rate() == fresh->rate());
    for (Solver* solver : {changed.get(), fresh.get()}) REQUIRE(solver->advance(5, 1e300).steps == 5);
    CHECK(changed->coefficients() == fresh->coefficients());

    parameters->values[0] = -1.0;
    CHECK_THROWS_AS(changed->take_parameters(), BadDataError<2>);
  }
}

TEST_CASE("The state lies where it says, and its rate is that of a small step") {
  SolverOptions o = test::options_of_sides(BoundaryType::exact);
  const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 2, .curved = 0.04, .periodic = false});
  for (const Layout layout : {Layout::blocked, Layout::flat}) {
    o.layout = layout;
    o.scheme = TimeScheme::ssprk3;
    o.fixed_dt = 1e-8;
    const auto solver = make_solver(mesh, o);
    solver->set_state(test::moving_flow);
    solver->set_boundary_data(test::moving_flow, false);
    const std::vector<double> u = solver->coefficients();
    std::vector<std::size_t> begin{0};
    for (Index cell = 0; cell < mesh.cell_count(); ++cell)
      begin.push_back(begin.back() + 4 * static_cast<std::size_t>(solver->mode_count(cell)));
    const StateInMemory state = solver->state_in_memory();
    REQUIRE(state.bytes_of_number == 8);
    REQUIRE_FALSE(state.is_copy);
    std::size_t cells = 0;
    for (const StateBatch& b : state.batches) {
      const double* first = static_cast<const double*>(b.first);
      for (std::size_t i = 0; i < b.cells.size(); ++i, ++cells) {
        const Index block = static_cast<Index>(i) / b.cells_per_block,
                    place = static_cast<Index>(i) % b.cells_per_block;
        for (Index n = 0; n < 4; ++n)
          for (Index k = 0; k < b.modes; ++k)
            CHECK(first[block * b.block_stride + n * b.variable_stride + k * b.mode_stride + place * b.cell_stride] ==
                  u[begin[b.cells[i]] + static_cast<std::size_t>(n * b.modes + k)]);
      }
    }
    CHECK(cells == mesh.cell_shapes.size());

    std::vector<double> rate = solver->rate();
    REQUIRE(solver->advance(1, 1e300).steps == 1);
    std::vector<double> difference = solver->coefficients();
    for (std::size_t i = 0; i < u.size(); ++i) difference[i] = (difference[i] - u[i]) / 1e-8;
    CHECK(test::relative_difference(difference, rate) < 1e-5);

    // Doubled in place, it has twice the mass.
    const double mass = solver->totals()[0];
    for (const StateBatch& b : solver->state_in_memory().batches)
      for (Index block = 0; block < b.blocks; ++block)
        for (Index place = 0; place < b.cells_per_block; ++place)
          for (Index k = 0; k < b.modes; ++k)
            static_cast<double*>(b.first)[block * b.block_stride + k * b.mode_stride + place * b.cell_stride] *= 2;
    solver->note_new_state();
    CHECK(solver->totals()[0] == Approx(2 * mass).epsilon(1e-13));
  }
}

}  // namespace
}  // namespace dg
