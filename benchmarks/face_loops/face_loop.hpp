/// Loops over the faces of a mesh that add to, or take a maximum over, the cells on both sides, and the ways to run
/// them where threads would race.
///
/// Reference: X. Zhang, X. Sun, X. Guo, Y. Du, Y. Lu, Y. Liu, Optimizations of graph coloring method for unstructured
/// finite volume computational fluid dynamics on GPU, J. Natl. Univ. Def. Technol. 44(5), 2022.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchmarks/face_loops/layout.hpp"
#include "benchmarks/face_loops/problem.hpp"
#include "libdg/backend/backend.hpp"
#include "libdg/core/precision.hpp"

namespace dg::face_loops {

struct LoopOptions {
  LoopKind kind = LoopKind::sum;
  int components = 1;  ///< 1 or 5
  Precision precision = Precision::double_precision;
  int threads = 0;  ///< of the CPU; 0: all
};

/// A loop, its data in the memory of a backend.
class FaceLoop {
 public:
  virtual ~FaceLoop() = default;

  virtual Backend& backend() = 0;

  /// Sets the results to what a loop starts from: nothing for a sum, its own value for a maximum.
  virtual void prepare() = 0;

  /// The loop is made of parts that run one after another: the colours; else it has one.
  virtual int part_count() const = 0;
  /// Starts one part; run() starts all.
  virtual void run_part(int part) = 0;
  void run() {
    for (int part = 0; part < part_count(); ++part) run_part(part);
  }

  /// Results of the cells, component by component, numbered as in the problem.
  virtual std::vector<double> results() const = 0;
};

/// Preconditions: the layout is of this problem, options.components is 1 or 5; Strategy::serial is of the CPU. Throws
/// InputError for CUDA where there is none.
std::unique_ptr<FaceLoop> make_cpu_loop(const Problem& problem, const LoopLayout& layout, const LoopOptions& options);
std::unique_ptr<FaceLoop> make_cuda_loop(const Problem& problem, const LoopLayout& layout, const LoopOptions& options);

}  // namespace dg::face_loops
