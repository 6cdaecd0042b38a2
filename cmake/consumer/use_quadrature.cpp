/// Integrates x^4 over [-1, 1] with the three-point Gauss-Legendre rule, which is exact for it.
#include <cmath>
#include <cstdio>

#include "quadrature/rule.hpp"

int main() {
  const dg::QuadratureRule<1> rule = dg::gauss_legendre(3);
  double integral = 0.0;
  for (int i = 0; i < rule.size(); ++i) integral += rule.weights[i] * std::pow(rule.points[i][0], 4);
  std::printf("%.17g\n", integral);
  return std::abs(integral - 2.0 / 5.0) < 1e-14 ? 0 : 1;
}
