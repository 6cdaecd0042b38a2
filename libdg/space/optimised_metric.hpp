/// Metric terms of curved hexahedra with Q^p at fewer points than would integrate them exactly. They are those closest
/// to the exact ones that keep a uniform flow uniform.
///
/// For every phi_k in Q^p and each direction d,
///   sum_q w_q sum_r d phi_k / d xi_r (m_rd + delta_rd) = sum_g w_g phi_k n_d |J_f|,
/// with the normals at the points of the faces that fluxes pass. Of all delta it is that with the least sum of
/// w_q delta_rd^2. It is the gradient of a polynomial of Q^p, by a discrete Neumann problem that all cells share.
/// Crean, Hicken, Del Rey Fernandez, Zingg, Carpenter, J. Comput. Phys. 356 (2018) 410.
#pragma once

#include <Eigen/Core>

#include "libdg/space/zone_geometry.hpp"

namespace dg {

class OptimisedMetric {
 public:
  /// Precondition: hexahedra with Q, whose rules are exact for products of two gradients.
  explicit OptimisedMetric(const Tables<double, 3>& tables);

  /// Changes ZoneView::metric of the cell at `place`, of so many with padding, whose normals have been set.
  void optimise(Index place, std::size_t padded, ZoneGeometry& zone) const;

 private:
  Eigen::MatrixXd gradients_;  ///< [mode][3 q + r], times w_q
  Eigen::MatrixXd traces_;     ///< [mode][g], times w_g
  Eigen::MatrixXd solution_;   ///< [3 q + r][mode]: delta from what is left over
};

}  // namespace dg
