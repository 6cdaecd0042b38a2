#include "apps/case/fields.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>

#include "apps/case/manufactured_source.hpp"
#include "libdg/backend/parallel.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

struct CompiledField {
  FieldFunction function;
  bool varies = false;
};

CompiledField compile(const Case& c, const std::array<Formula, 4>& formulas) {
  const auto expressions = std::make_shared<const FieldExpressions>(c.names, formulas);
  return {[expressions](double x, double y, double t) { return (*expressions)(x, y, t); },
          expressions->varies_in_time()};
}

/// The first component that no gas can have: rho and p must be positive, all must be finite. -1 if there is none.
int bad_component(const std::array<double, 4>& primitive) {
  for (int i = 0; i < 4; ++i) {
    const bool must_be_positive = i == 0 || i == 3;
    if (!std::isfinite(primitive[i]) || (must_be_positive && primitive[i] <= 0.0)) return i;
  }
  return -1;
}

}  // namespace

CaseFields make_fields(const Case& c) {
  CaseFields fields;
  if (c.exact) {
    const CompiledField exact = compile(c, *c.exact);
    fields.exact = exact.function;
    fields.exact_varies = exact.varies;
  }
  switch (c.initial.kind) {
    case InitialKind::freestream:
      fields.initial = [state = c.reference.freestream](double, double, double) { return state; };
      break;
    case InitialKind::exact:
      fields.initial = fields.exact;
      break;
    case InitialKind::expressions:
      fields.initial = compile(c, c.initial.formulas).function;
      break;
  }
  if (c.source.kind == SourceKind::expressions) {
    const CompiledField source = compile(c, c.source.formulas);
    fields.source = source.function;
    fields.source_varies = source.varies;
  } else if (c.source.kind == SourceKind::from_exact) {
    fields.source = manufactured_source(fields.exact, fields.exact_varies, c.solver.gas, c.source.step);
    fields.source_varies = fields.exact_varies;
  }
  return fields;
}

void check_state(const FieldFunction& primitive, const Mesh2& mesh, const std::array<std::string, 4>& where,
                 const std::string& what) {
  std::atomic<Index> first = mesh.node_count();
  parallel_for(mesh.node_count(), [&](std::ptrdiff_t i) {
    const Index node = static_cast<Index>(i);
    if (bad_component(primitive(mesh.nodes[node][0], mesh.nodes[node][1], 0.0)) < 0) return;
    for (Index known = first; node < known && !first.compare_exchange_weak(known, node);) {
    }
  });
  if (first == mesh.node_count()) return;
  const auto [x, y] = mesh.nodes[first];
  const std::array<double, 4> state = primitive(x, y, 0.0);
  throw InputError(fmt::format(
      "{}: {} is no state of a gas at x = {:.6g}, y = {:.6g}: rho = {:.6g}, u = {:.6g}, v = {:.6g}, p = {:.6g} "
      "(rho and p must be positive)",
      where[bad_component(state)], what, x, y, state[0], state[1], state[2], state[3]));
}

}  // namespace dg::app
