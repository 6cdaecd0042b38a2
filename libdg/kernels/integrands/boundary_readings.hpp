/// What the data of boundary points read of the cells inside: the state at places of the cell, or a mean of it.
#pragma once

#include <cstdint>

#include "libdg/backend/config.hpp"
#include "libdg/core/index.hpp"

namespace dg {

/// Of a point.
template <class Real, int Dim>
struct BoundaryReading {
  std::int64_t cell;             ///< first coefficient of its cell in a state array
  std::int64_t variable_stride;  ///< from one variable of the cell to the next
  std::int64_t data;             ///< its first number in the boundary data
  Index condition, zone, modes;
  Real normal[Dim];
  Real distance;  ///< from what is read first to the boundary, along the normal
};

template <class Real, int Dim>
struct BoundaryReadings {
  const BoundaryReading<Real, Dim>* points;
  const std::int64_t* modes;  ///< [zone][most_modes]: how much further mode k of a variable lies
  const Real* weights;        ///< [point][reading][most_modes]: parts of the modes in what is read
  Index most_modes, per_point;

  /// Reading `which` < per_point of point i, from a state by modes.
  RKDG_CALL void read(Index i, Index which, const Real* state, Real (&u)[Dim + 2]) const {
    const BoundaryReading<Real, Dim>& point = points[i];
    const Real* parts = weights + (std::int64_t(i) * per_point + which) * most_modes;
    for (int n = 0; n < Dim + 2; ++n) {
      u[n] = Real(0);
      for (Index k = 0; k < point.modes; ++k)
        u[n] += parts[k] * state[point.cell + n * point.variable_stride + modes[point.zone * most_modes + k]];
    }
  }
};

}  // namespace dg
