/// A solver of equations from a header, as tests want it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/formulas/expression_graph.hpp"
#include "libdg/solver/solver.hpp"
#include "libdg/user_equations/compiled_equations.hpp"
#include "meshes/build.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh.hpp"

namespace dg::test {

/// A square whose opposite sides are joined, of n x n squares or twice as many triangles.
inline Mesh2 periodic_square(const std::string& kind, int n) {
  Mesh2 mesh = generate_mesh("square", 0, {{"kind", kind}, {"n", std::to_string(n)}});
  connect_periodic(mesh, "left", "right", "square");
  connect_periodic(mesh, "bottom", "top", "square");
  return mesh;
}

inline Expression sine(Expression a) { return {a.graph, a.graph->make(Operation::sine, a.node)}; }

/// Formulas of place and time, one for each of `count` variables: value(i, x, y, t) of expressions.
template <class Value>
std::shared_ptr<const Formulas> formulas_of(int count, const Value& value) {
  ExpressionGraph graph;
  const Expression x{&graph, graph.variable(Variable::x)}, y{&graph, graph.variable(Variable::y)},
      t{&graph, graph.variable(Variable::t)};
  std::vector<NodeId> nodes;
  for (int i = 0; i < count; ++i) nodes.push_back(value(i, x, y, t).node);
  return std::make_shared<const Formulas>(graph, nodes);
}

/// What a compiled solver calls, the program must hold: the solver of a gas refers to all of it.
inline std::unique_ptr<Solver> (*volatile kept_by_linker)(const Mesh2&, const SolverOptions&) = &make_solver<2>;

inline std::unique_ptr<SystemSolver<2>> solver_of(const EquationsSource& source, const Mesh2& mesh,
                                                  const RunOptions& options, const SystemOptions& system) {
  static SelfCommunicator self;
  static_cast<void>(kept_by_linker);
  return compiled_equations(source).make_solver(Subdomain<2>{mesh, {}}, options, system, self);
}

}  // namespace dg::test
