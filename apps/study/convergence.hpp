/// Convergence study: one case on successively refined meshes and several degrees, its errors and their orders.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "apps/run/problem.hpp"

namespace dg::app {

struct ConvergenceRow {
  std::vector<std::string> fields;  ///< names of the conservative fields
  int degree = 0, level = 0;
  Index cells = 0;
  long dof = 0;
  double h = 0.0;                            ///< (volume / cells)^(1 / dim), in 2-D with the area
  std::vector<double> l2, linf;              ///< errors of the conservative fields
  std::optional<std::vector<double>> order;  ///< of the L2 errors against the row before; none on the first level
  long steps = 0;
  double seconds = 0.0;
  bool converged = true;  ///< steady cases: the tolerance was reached
};

struct ConvergenceStudy {
  std::vector<int> degrees;
  int levels = 3;
  std::vector<std::string> meshes;  ///< files, coarsest first, in place of levels of the case's mesh; empty: levels
  Machine machine;
};

/// Runs a case to its end and compares it with its exact solution. All ranks call this together; rank 0 gets the whole
/// row, the others its number of cells. Throws RunError if the run diverges.
using MeasureErrors = std::function<ConvergenceRow(Case, const Machine&)>;

/// Runs the case to its end for every degree, from the case's own level on, and hands over each row as it is done. All
/// ranks call this together; rank 0 gets the rows.
/// Throws InputError if the meshes are neither generated nor listed or do not become finer. Also if a degree is not
/// built.
void run_convergence(const Case& base, const ConvergenceStudy& study, const MeasureErrors& errors_of,
                     const std::function<void(const ConvergenceRow&)>& on_row);

/// The same of a gas; throws InputError, too, if the case has no exact solution.
void run_convergence(const Case& base, const ConvergenceStudy& study,
                     const std::function<void(const ConvergenceRow&)>& on_row);

/// The machine-readable result.
nlohmann::ordered_json convergence_json(const std::string& case_name, const std::vector<ConvergenceRow>& rows);

}  // namespace dg::app
