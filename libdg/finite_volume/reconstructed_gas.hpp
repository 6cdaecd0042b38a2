/// A gas that finite volumes know by means and slopes, at any point of its cells, on the host.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "libdg/equations/navier_stokes/navier_stokes.hpp"
#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
class ReconstructedGas {
 public:
  /// From coefficients of degree 0, [cell][variable], and the slopes of rho, velocity, p,
  /// [cell][variable][coordinate].
  ReconstructedGas(const Mesh<Dim>& mesh, const GasOptions& gas, const std::vector<double>& coefficients,
                   std::vector<double> slopes);

  /// Conservative values at places x in a cell, [point][variable]; where the slopes leave no state of a gas, the mean.
  void operator()(Index cell, std::span<const std::array<double, Dim>> x, double* values) const;

 private:
  NavierStokes<double, Dim> gas_;
  std::vector<std::array<double, Dim>> centroids_;
  std::vector<std::array<double, Dim + 2>> averages_;  ///< rho, velocity, p
  std::vector<double> slopes_;
};

}  // namespace dg
