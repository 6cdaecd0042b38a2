/// Subgrid models as they are published (libdg/equations/navier_stokes/subgrid_models.hpp), by Eigen.
#pragma once

#include <Eigen/Dense>
#include <cmath>

#include "libdg/equations/navier_stokes/options.hpp"

namespace dg::test {

/// The rate D of nu_t = K width^2 D, from the gradient (d, i): du_i / dx_d.
inline double published_rate(SubgridModel model, const Eigen::Matrix3d& g) {
  const Eigen::Matrix3d s = 0.5 * (g + g.transpose());
  switch (model) {
    case SubgridModel::smagorinsky:
      return std::sqrt(2.0) * s.norm();
    case SubgridModel::wale: {
      const Eigen::Matrix3d square = g * g;
      Eigen::Matrix3d t = 0.5 * (square + square.transpose());
      t -= Eigen::Matrix3d::Identity() * t.trace() / 3;
      const double tt = t.squaredNorm(), ss = s.squaredNorm();
      return std::pow(tt, 1.5) / (std::pow(ss, 2.5) + std::pow(tt, 1.25));
    }
    case SubgridModel::vreman: {
      const Eigen::Matrix3d beta = g.transpose() * g;  // beta_ij = sum over m of (du_i / dx_m) (du_j / dx_m)
      const double b = beta(0, 0) * beta(1, 1) - beta(0, 1) * beta(0, 1) + beta(0, 0) * beta(2, 2) -
                       beta(0, 2) * beta(0, 2) + beta(1, 1) * beta(2, 2) - beta(1, 2) * beta(1, 2);
      return std::sqrt(b / g.squaredNorm());
    }
    case SubgridModel::sigma: {
      const Eigen::Vector3d v = g.jacobiSvd().singularValues();
      return v[2] * (v[0] - v[1]) * (v[1] - v[2]) / (v[0] * v[0]);
    }
    case SubgridModel::given:
    case SubgridModel::none:
      break;
  }
  return 0;
}

/// K.
inline double published_factor(const SubgridOptions& o) {
  return o.model == SubgridModel::vreman ? o.constant : o.constant * o.constant;
}

}  // namespace dg::test
