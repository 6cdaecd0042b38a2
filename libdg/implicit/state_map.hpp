/// The order and the scales in which the implicit solver takes states. Cell after cell, [mode][variable], they are the
/// coefficients of a basis that is orthonormal on the cell itself and has its area divided out.
///
/// A field of the size of its variable's scale has entries of order one, whatever the size of its cell. In cells with a
/// mass matrix M = R^T R the entries are R u: R is triangular, so that modes of a lower degree still come first.
#pragma once

#include <array>
#include <functional>
#include <span>

#include "libdg/implicit/block_graph.hpp"
#include "libdg/implicit/cell_place.hpp"

namespace dg {

struct StateTables {
  std::vector<CellPlace> places;          ///< [cell]
  std::vector<double> scales;             ///< [variable]
  std::vector<char> is_affine;            ///< [cell] R is the identity, once the area is divided out
  std::vector<std::size_t> factor_begin;  ///< [cell] of R and R^-1 elsewhere
  std::vector<double> factor, inverse;    ///< upper triangles, row after row
};

/// `mass(cell)` is the mass matrix of a cell, `is_affine(cell)` whether it is a multiple of the identity; `scales` are
/// those of the variables.
StateTables state_tables(const BlockGraph& graph, std::vector<CellPlace> places, std::vector<double> scales,
                         const std::function<bool(Index cell)>& is_affine,
                         const std::function<std::vector<double>(Index cell)>& mass);

/// States in the memory of the host.
class StateMap {
 public:
  /// The graph must outlive this object.
  StateMap(const BlockGraph& graph, StateTables tables, int threads)
      : graph_(graph), tables_(std::move(tables)), threads_(threads) {}

  /// Writes the cells of a state array; padding stays as it is.
  template <class Real>
  void to_state(const double* x, Real* state) const;

  /// Reads a state array, times a factor for each cell, if there are any.
  template <class Real>
  void from_state(const Real* state, const double* factors, double* x) const;

 private:
  template <class Body>
  void over_cells(const Body& body) const;

  const BlockGraph& graph_;
  StateTables tables_;
  int threads_;
};

}  // namespace dg
