#include "libdg/solver/conserved_quantities.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "libdg/implicit/whole_list.hpp"
#include "libdg/solver/boundary_kinds.hpp"

namespace dg {
namespace {

constexpr double rounding = 1e-12;  ///< of a unit normal

}  // namespace

template <int Dim>
void ClosedBoundaries<Dim>::see(BoundaryType type, bool is_viscous, const Vector& normal, const Vector& velocity) {
  double through = 0.0, speed2 = 0.0;
  for (int d = 0; d < Dim; ++d) {
    through += velocity[d] * normal[d];
    speed2 += velocity[d] * velocity[d];
  }
  const bool blows = is_no_slip(type) && std::abs(through) > rounding * std::sqrt(speed2);
  if (!is_closed(type) || blows) keeps_mass_ = false;
  if (!is_closed(type)) return;
  if (!has_friction(type) || !is_viscous) return normals_.push_back(normal);
  has_friction_ = true;
  if (exchanges_heat(type) || speed2 > 0.0) keeps_energy_ = false;
}

template <int Dim>
void ClosedBoundaries<Dim>::see_rotation(const std::array<double, Dim * Dim>& rotation) {
  for (int j = 0; j < Dim; ++j) {
    Vector change;
    for (int i = 0; i < Dim; ++i) change[i] = rotation[i * Dim + j] - (i == j);
    double length2 = 0.0;
    for (const double x : change) length2 += x * x;
    if (length2 <= rounding * rounding) continue;
    for (double& x : change) x /= std::sqrt(length2);
    normals_.push_back(change);
  }
}

template <int Dim>
void ClosedBoundaries<Dim>::join(Communicator& ranks) {
  if (ranks.size() == 1) return;
  std::int64_t open[]{!keeps_mass_, !keeps_energy_, has_friction_};
  ranks.reduce(open, Reduction::largest);
  keeps_mass_ = open[0] == 0;
  keeps_energy_ = open[1] == 0;
  has_friction_ = open[2] != 0;
  const std::vector<std::vector<Vector>> seen = gather_on_all(ranks, normals_);
  normals_.clear();
  for (const std::vector<Vector>& of_rank : seen) normals_.insert(normals_.end(), of_rank.begin(), of_rank.end());
}

template <int Dim>
std::vector<ConservedQuantity<Dim + 2>> ClosedBoundaries<Dim>::conserved() const {
  std::vector<ConservedQuantity<Dim + 2>> all;
  if (!keeps_mass_) return all;
  ConservedQuantity<Dim + 2> mass{.name = "mass"}, energy{.name = "energy"};
  mass.weights.front() = mass.supply.front() = mass.supply.back() = 1.0;  // of gas at rest, as warm as the mean
  all.push_back(mass);
  energy.weights.back() = energy.supply.back() = 1.0;
  if (keeps_energy_) all.push_back(energy);
  if (has_friction_) return all;
  using Matrix = Eigen::Matrix<double, Dim, Dim>;
  using Column = Eigen::Matrix<double, Dim, 1>;
  Matrix pushes = Matrix::Zero();
  for (const Vector& normal : normals_) {
    const Eigen::Map<const Column> n(normal.data());
    pushes += n * n.transpose();
  }
  const Matrix directions = Eigen::SelfAdjointEigenSolver<Matrix>(pushes).eigenvectors();
  for (int i = 0; i < Dim; ++i) {
    const Column direction = directions.col(i);
    const auto pushes_along = [&](const Vector& normal) {
      return std::abs(direction.dot(Eigen::Map<const Column>(normal.data()))) > rounding;
    };
    if (std::ranges::any_of(normals_, pushes_along)) continue;
    ConservedQuantity<Dim + 2> momentum{.name = "momentum"};
    for (int d = 0; d < Dim; ++d) momentum.weights[1 + d] = momentum.supply[1 + d] = direction[d];
    all.push_back(momentum);
  }
  return all;
}

template class ClosedBoundaries<2>;
template class ClosedBoundaries<3>;

}  // namespace dg
