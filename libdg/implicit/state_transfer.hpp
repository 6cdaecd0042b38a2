/// State arrays and the vectors of the implicit solver, from one to the other where both lie. See StateMap for the
/// order and the scales of vectors.
#pragma once

#include <memory>

#include "libdg/implicit/state_map.hpp"
#include "libdg/implicit/vector_operations.hpp"

namespace dg {

template <class Real>
class StateTransfer {
 public:
  virtual ~StateTransfer() = default;

  /// Writes the cells of a state array; padding stays as it is.
  virtual void to_state(const double* x, Real* state) const = 0;

  /// Reads a state array, times a factor for each cell, if there are any.
  virtual void from_state(const Real* state, const double* factors, double* x) const = 0;
};

/// In the memory of the vectors.
template <class Real>
std::unique_ptr<StateTransfer<Real>> make_state_transfer(const VectorOperations& vectors, const BlockGraph& graph,
                                                         StateTables tables);

}  // namespace dg
