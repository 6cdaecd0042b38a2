/// The work of each pass of a stage, counted by running its kernel bodies on a small box with numbers that count.
///
/// Bytes are counted once for each place in memory that a pass reads or writes: what moves if caches lose nothing.
/// Traces of neighbours therefore cost no memory, and matrices, which all cells share, none either.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/roofline/cell_kind.hpp"
#include "benchmarks/roofline/counted.hpp"

namespace dg::roofline {

struct PassWork {
  std::string name;  ///< as the pass is launched; see libdg/kernels/schedules/stages.hpp
  Work work;
};

struct StageWork {
  std::vector<PassWork> passes;
  long dof = 0;  ///< that all of this was done for

  Work total() const;
};

/// Precondition: this build has the degree; the assembly is `fused`, `gather`, `atomic`, or `tiles`, which is
/// counted as `gather`: what the padding of tiles adds is no work.
StageWork count_work(CellKind kind, int degree, Assembly assembly);

/// The same with dimension and degree known to the compiler; one translation unit for each.
template <int Dim, int P>
StageWork count_work(CellKind kind, Assembly assembly);

}  // namespace dg::roofline
