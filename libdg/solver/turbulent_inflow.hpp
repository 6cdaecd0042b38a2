/// A turbulent inflow as a run is given it: statistics at each of its points, and what carries its eddies.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "libdg/equations/navier_stokes/synthetic_eddies.hpp"

namespace dg {

/// What an inflow is on average at a point.
template <int Dim>
struct InflowStatistics {
  std::array<double, Dim> velocity{};
  std::array<double, stress_count<Dim>> stresses{};  ///< means of u'u', v'v', (w'w',) u'v', (u'w', v'w')
  double length = 1.0;                               ///< integral length
};

template <int Dim>
struct TurbulentInflow {
  std::function<InflowStatistics<Dim>(const std::array<double, Dim>& x)> statistics;
  std::array<double, Dim> convection{};  ///< velocity that carries the eddies
  std::array<double, Dim> period{};      ///< lengths along the axes after which all repeats; 0: never
  std::uint32_t seed = 1;
};

}  // namespace dg
