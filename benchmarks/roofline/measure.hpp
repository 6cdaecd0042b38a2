/// Times of the passes of a Runge-Kutta stage on one kind of cells.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/roofline/ceilings.hpp"
#include "benchmarks/roofline/count_work.hpp"

namespace dg::roofline {

struct Plan {
  std::vector<CellKind> kinds;
  std::vector<int> degrees;
  std::vector<BackendKind> backends;
  std::vector<Precision> precisions;
  std::vector<Assembly> assemblies;
  int cpu_triangles = 45'000, cuda_triangles = 1'000'000;  ///< or half as many quadrilaterals, both about
  int threads = 1;                                         ///< of the CPU; 0: all
  double seconds = 0.2;                                    ///< that a sample takes, about
};

/// One pass of a stage, or the whole stage.
struct Row {
  CellKind kind;
  int degree = 0;
  BackendKind backend = BackendKind::cpu;
  Precision precision = Precision::double_precision;
  Assembly assembly = Assembly::fused;
  std::string pass;  ///< "stage": all passes
  Index cells = 0;
  long dof = 0;
  // Counted, per DOF of the mesh:
  double bytes = 0.0, flops = 0.0, fusable = 0.0, divisions = 0.0;
  double seconds = 0.0;  ///< median of five samples
  double spread = 0.0;   ///< (slowest - fastest) / median
  Ceilings ceilings;

  double dof_per_second() const { return static_cast<double>(dof) / seconds; }
  double bytes_per_second() const { return bytes * dof_per_second(); }
  double flops_per_second() const { return flops * dof_per_second(); }
  double copy_fraction() const { return bytes_per_second() / ceilings.copy; }
  double vector_fraction() const { return flops_per_second() / ceilings.vector; }
  /// The time that the nearer ceiling asks for, over the time taken.
  double roofline_fraction() const { return std::max(copy_fraction(), vector_fraction()); }
};

/// Runs the plan and hands over each row as it is done. A backend that cannot time passes gives whole stages only.
void measure(const Plan& plan, const std::vector<Ceilings>& ceilings, const std::function<void(const Row&)>& on_row);

}  // namespace dg::roofline
