#include "quadrature/generator/moment_system.hpp"

namespace dg::generator {

std::vector<OrbitCounts> admissible_orbits(int degree, int points) {
  const int equations = static_cast<int>(invariant_exponents(degree).size());
  const int off_median_equations = degree < 6 ? 0 : static_cast<int>(invariant_exponents(degree - 6).size());
  std::vector<OrbitCounts> admissible;
  for (int s3 = 0; s3 <= 1; ++s3) {
    for (int s111 = 0; s3 + 6 * s111 <= points; ++s111) {
      const int rest = points - s3 - 6 * s111;
      const OrbitCounts orbits{s3, rest / 3, s111};
      const bool is_determined = orbits.unknowns() >= equations && 3 * s111 >= off_median_equations;
      if (rest % 3 == 0 && is_determined && orbits.unknowns() <= max_system_size) {
        admissible.push_back(orbits);
      }
    }
  }
  return admissible;
}

template <class Scalar>
MomentSystem<Scalar>::MomentSystem(int degree, const OrbitCounts& orbits) : orbits_(orbits), basis_(degree) {}

template <class Scalar>
void MomentSystem<Scalar>::evaluate(const Vector<Scalar>& unknowns, Vector<Scalar>& residual,
                                    Matrix<Scalar>* jacobian) const {
  residual.setZero(equations());
  residual[0] = Scalar(-1);
  if (jacobian) jacobian->resize(equations(), this->unknowns());
  Vector<Scalar> value, du, dv;
  int at = 0;
  const auto add_orbit = [&](int coordinates) {
    const Scalar q = unknowns[at];
    const Scalar x = coordinates > 0 ? unknowns[at + 1] : Scalar(0);
    const Scalar y = coordinates > 1 ? unknowns[at + 2] : Scalar(0);
    const Scalar weight = q * q;
    basis_.evaluate(x * x + y * y, x * (x * x - 3 * y * y), value, du, dv);
    residual += weight * value;
    if (jacobian) {
      jacobian->col(at) = 2 * q * value;
      if (coordinates > 0) jacobian->col(at + 1) = weight * (2 * x * du + 3 * (x * x - y * y) * dv);
      if (coordinates > 1) jacobian->col(at + 2) = weight * (2 * y * du - 6 * x * y * dv);
    }
    at += 1 + coordinates;
  };
  for (int k = 0; k < orbits_.s3; ++k) add_orbit(0);
  for (int k = 0; k < orbits_.s21; ++k) add_orbit(1);
  for (int k = 0; k < orbits_.s111; ++k) add_orbit(2);
}

template class MomentSystem<double>;
template class MomentSystem<Extended>;

}  // namespace dg::generator
