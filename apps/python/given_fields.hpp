/// Functions of Python in place of the source and the boundary data of a case.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/python/array_field.hpp"
#include "apps/ranks.hpp"
#include "apps/run/problem.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/solver/boundary_kinds.hpp"

namespace dg::app {

/// field_names() as Python wants them.
template <int Dim>
std::vector<std::string> variables_of_gas() {
  const auto names = field_names<Dim>();
  return {names.begin(), names.end()};
}

/// What all ranks were to give, and another one has not.
struct FailedElsewhere : std::runtime_error {
  FailedElsewhere() : std::runtime_error("a function that all ranks give has failed on another rank") {}
};

/// What a function gives at a time, on all ranks or on none.
template <int Dim>
GasField<Dim> known_on_all_ranks(ArrayField<Dim>& field, double time) {
  GasField<Dim> values;
  std::exception_ptr error;
  try {
    values = field.known(time);
  } catch (...) {
    error = std::current_exception();
  }
  std::int64_t failed[]{error != nullptr};
  all_ranks().reduce(failed, Reduction::largest);
  if (error) std::rethrow_exception(error);
  if (failed[0] != 0) throw FailedElsewhere();
  return values;
}

/// On several ranks all call these functions together, with functions of their own.
template <int Dim>
class GivenFields {
 public:
  explicit GivenFields(ProblemOf<Dim>& problem) : problem_(problem), solver_(*problem.solver) {}

  /// Where a function throws, or gives what is no state, what held before stays. Throw InputError, and what the
  /// function throws.
  void set_source(const ArrayFunction& source, bool varies) {
    if (problem_.c.forcing.wanted) throw InputError("set_source: the case has [forcing], which is a source itself");
    require_time(varies, "set_source");
    const auto field = std::make_shared<ArrayField<Dim>>(source);
    solver_.set_source(field->noting(), false);
    try {
      solver_.set_source(known_on_all_ranks(*field, solver_.time()), varies);
      source_ = {field, varies};
    } catch (...) {
      restore_source();
      throw;
    }
  }

  void set_boundary_data(const ArrayFunction& primitive, bool varies) {
    require_time(varies, "set_boundary_data");
    require_boundaries_of_states();
    const auto field = std::make_shared<ArrayField<Dim>>(primitive);
    solver_.set_boundary_data(field->noting(), false);
    try {
      solver_.set_boundary_data(known_on_all_ranks(*field, solver_.time()), varies);
      boundary_data_ = {field, varies};
    } catch (...) {
      restore_boundary_data();
      throw;
    }
  }

  /// Throws what a function has thrown while steps were taken.
  void rethrow() {
    for (const GivenField* given : {&source_, &boundary_data_})
      if (given->field) given->field->rethrow();
  }

 private:
  /// A function of Python, if one was given.
  struct GivenField {
    std::shared_ptr<ArrayField<Dim>> field;
    bool varies = false;
  };

  void require_time(bool varies, const std::string& what) const {
    const SolverOptions& options = problem_.c.solver;
    if (varies && (options.local_time_step || options.newton))
      throw InputError(what + ": a steady flow takes no function of time; use varies=False");
  }

  void require_boundaries_of_states() const {
    bool any = false;
    for (const BoundaryCondition& b : problem_.c.solver.boundaries) {
      if (!takes_state(b.type) && b.from_data)
        throw InputError(
            fmt::format("set_boundary_data: boundary '{}' takes formulas that are no state; give it numbers "
                        "in the case",
                        b.name));
      any = any || b.type == BoundaryType::exact || b.from_data;
    }
    if (!any)
      throw InputError(
          "set_boundary_data: no boundary of the case takes its state from a formula; give one such as velocity = 1 + "
          "0 * y, 0, or the type exact");
  }

  /// What held before a function failed: that of an earlier function, or of the case.
  void restore_source() {
    if (source_.field)
      solver_.set_source(known_on_all_ranks(*source_.field, solver_.time()), source_.varies);
    else if (problem_.fields.source)
      solver_.set_source(problem_.fields.source);
    else
      solver_.set_source([](auto...) { return std::array<double, Dim + 2>{}; }, false);
  }
  void restore_boundary_data() {
    if (boundary_data_.field)
      return solver_.set_boundary_data(known_on_all_ranks(*boundary_data_.field, solver_.time()),
                                       boundary_data_.varies);
    app::set_boundary_data(solver_, problem_.c, problem_.fields);
  }

  ProblemOf<Dim>& problem_;
  SolverOf<Dim>& solver_;
  GivenField source_, boundary_data_;
};

}  // namespace dg::app
