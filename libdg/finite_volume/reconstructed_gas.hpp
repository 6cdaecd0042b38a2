/// A gas that finite volumes know by means and slopes, at any point of its cells, on the host.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "meshes/mesh.hpp"

namespace dg {

class ReconstructedGas {
 public:
  /// From coefficients of degree 0, [cell][variable], and the slopes of rho, u, v, p, [cell][variable][coordinate].
  ReconstructedGas(const Mesh2& mesh, const GasOptions& gas, const std::vector<double>& coefficients,
                   std::vector<double> slopes);

  /// Conservative values at places x in a cell, [point][variable]; where the slopes leave no state of a gas, the mean.
  void operator()(Index cell, std::span<const std::array<double, 2>> x, double* values) const;

 private:
  NavierStokes<double, 2> gas_;
  std::vector<std::array<double, 2>> centroids_;
  std::vector<std::array<double, 4>> averages_;  ///< rho, u, v, p
  std::vector<double> slopes_;
};

}  // namespace dg
