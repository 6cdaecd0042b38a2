#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>

#include "jacobian_system.hpp"
#include "libdg/implicit/jacobian.hpp"

namespace dg {
namespace {

const std::vector<int> degrees{RKDG_TEST_EXACT_PRODUCTS_2D};

TEST_CASE(
    "Exact products are those of differences, in the entries of the implicit solver and scaled as its rates are") {
  for (const int degree : degrees) {
    SolverOptions o = test::jacobian_options(degree);
    o.riemann = Riemann::roe;
    o.boundaries = test::walls_and_far_field();
    const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 3, .curved = 0.04, .periodic = false});
    std::vector<std::vector<double>> products;
    for (const auto kind : {JacobianProducts::differences, JacobianProducts::exact}) {
      o.products = kind;
      test::JacobianSystem test(mesh, o);
      const std::vector<double> x = test.start();
      std::vector<double> f(x.size()), v(x.size()), y(x.size());
      test::Random random(7);
      for (double& entry : v) entry = random(-1, 1);
      test.system().evaluate(x.data(), f.data());
      Jacobian jacobian(test.system());
      jacobian.set_state(x.data(), f.data());
      // What lies along v is linear: exact products are so to rounding, differences are not.
      jacobian.multiply(v.data(), y.data());
      for (double& entry : v) entry *= 1e-3;
      std::vector<double> scaled(x.size());
      jacobian.multiply(v.data(), scaled.data());
      for (double& entry : scaled) entry *= 1e3;
      if (kind == JacobianProducts::exact) CHECK(test::relative_difference(scaled, y) < 1e-14);
      products.push_back(y);
    }
    CHECK(test::relative_difference(products[0], products[1]) < 1e-6);
    CHECK(test::relative_difference(products[0], products[1]) > 1e-12);
  }
}

TEST_CASE("Where linear systems are solved exactly, exact products let each of the last steps square the residual") {
  for (const int degree : degrees) {
    SolverOptions o = test::jacobian_options(degree);
    o.riemann = Riemann::roe;
    o.products = JacobianProducts::exact;
    o.boundaries = test::on_all_sides(BoundaryType::exact);
    test::JacobianSystem test(test::hybrid_mesh({.n = 2, .periodic = false}), o);
    std::vector<double> x = test.start();
    const auto n = static_cast<Eigen::Index>(x.size());
    Jacobian jacobian(test.system());
    Eigen::MatrixXd matrix(n, n);
    Eigen::VectorXd f(n), unit(n);
    std::vector<double> residuals;
    for (int step = 0; step < 10; ++step) {
      test.system().evaluate(x.data(), f.data());
      residuals.push_back(f.norm());
      if (residuals.back() < 1e-12) break;
      jacobian.set_state(x.data(), f.data());
      for (Eigen::Index column = 0; column < n; ++column) {
        unit.setZero()[column] = 1;
        jacobian.multiply(unit.data(), matrix.col(column).data());
      }
      const Eigen::VectorXd change = matrix.lu().solve(f);
      for (Eigen::Index i = 0; i < n; ++i) x[i] -= change[i];
    }
    INFO("degree " << degree << ", residuals " << Catch::Detail::stringify(residuals));
    CHECK(residuals.back() < 1e-12);
    for (std::size_t i = 1; i + 1 < residuals.size(); ++i)
      if (residuals[i - 1] < 1e-2 * residuals[0])
        CHECK(residuals[i] < 10 / residuals[0] * std::pow(residuals[i - 1], 2));
  }
}

}  // namespace
}  // namespace dg
