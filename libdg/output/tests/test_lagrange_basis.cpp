#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/output/lagrange_basis.hpp"
#include "meshes/lattice.hpp"

using namespace dg;

namespace {

const std::vector<std::array<double, 2>> places{{-0.3, -0.4}, {0.1, -0.7}, {-1.0, -1.0}, {-0.9, 0.6}};

/// Interpolates a function at the nodes and evaluates the interpolant.
template <class Function>
double interpolated(const LagrangeBasis<>& basis, const std::array<double, 2>& place, Function function) {
  std::vector<double> phi(basis.size());
  basis.values(place, phi);
  double sum = 0.0;
  for (int n = 0; n < basis.size(); ++n) sum += phi[n] * function(basis.nodes()[n][0], basis.nodes()[n][1]);
  return sum;
}

}  // namespace

TEST_CASE("Lagrange nodes are the lattice of the mesh") {
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
    for (int m = 1; m <= max_geometry_order; ++m) {
      const LagrangeBasis basis(shape, m);
      const auto lattice = lattice_points(shape, m);
      REQUIRE(basis.nodes().size() == lattice.size());
      for (std::size_t n = 0; n < lattice.size(); ++n) {
        CHECK(basis.nodes()[n][0] == Approx(lattice[n][0]).margin(1e-15));
        CHECK(basis.nodes()[n][1] == Approx(lattice[n][1]).margin(1e-15));
      }
    }
  }
}

TEST_CASE("each Lagrange function is one at its node and zero at the others") {
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
    for (int m = 0; m <= 6; ++m) {
      const LagrangeBasis basis(shape, m);
      std::vector<double> phi(basis.size());
      for (int n = 0; n < basis.size(); ++n) {
        basis.values(basis.nodes()[n], phi);
        for (int k = 0; k < basis.size(); ++k) CHECK(phi[k] == Approx(k == n ? 1.0 : 0.0).margin(1e-12));
      }
    }
  }
}

TEST_CASE("interpolation is exact for polynomials of its space") {
  for (int m = 1; m <= 6; ++m) {
    for (int a = 0; a <= m; ++a) {
      const auto total = [&](double x, double y) { return std::pow(x + 0.3, a) * std::pow(y - 0.2, m - a); };
      const auto tensor = [&](double x, double y) { return std::pow(x + 0.3, m) * std::pow(y - 0.2, a); };
      for (const auto& place : places) {
        CHECK(interpolated(LagrangeBasis(CellShape::triangle, m), place, total) ==
              Approx(total(place[0], place[1])).margin(1e-11));
        CHECK(interpolated(LagrangeBasis(CellShape::quadrilateral, m), place, tensor) ==
              Approx(tensor(place[0], place[1])).margin(1e-11));
      }
    }
  }
}

TEST_CASE("gradients are those of polynomials of the space") {
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
    for (int m = 1; m <= 6; ++m) {
      const LagrangeBasis basis(shape, m);
      std::vector<std::array<double, 2>> dphi(basis.size());
      for (const auto& place : places) {
        basis.gradients(place, dphi);
        double dx = 0.0, dy = 0.0;
        for (int n = 0; n < basis.size(); ++n) {
          const double value = std::pow(basis.nodes()[n][0] + 2.0 * basis.nodes()[n][1], m);
          dx += dphi[n][0] * value;
          dy += dphi[n][1] * value;
        }
        const double slope = m * std::pow(place[0] + 2.0 * place[1], m - 1);
        CHECK(dx == Approx(slope).margin(1e-10));
        CHECK(dy == Approx(2.0 * slope).margin(1e-10));
      }
    }
  }
}

TEST_CASE(
    "on a pyramid, functions interpolate polynomials of their degree, whose derivatives they give up to the apex") {
  for (int m = 1; m <= 5; ++m) {
    const LagrangeBasis<3> basis(CellShape::pyramid, m);
    REQUIRE(basis.size() == (m + 1) * (m + 1) * (m + 1));
    const auto polynomial = [m](const std::array<double, 3>& x) {
      return std::pow(x[0] - 0.5 * x[1] + 0.7 * x[2] + 0.3, m);
    };
    std::vector<double> phi(basis.size());
    std::vector<std::array<double, 3>> dphi(basis.size());
    std::vector<std::array<double, 3>> places{{-0.3, -0.6, -0.2}, {-0.99, -0.995, 0.98}, {-1, -1, 1}};
    places.insert(places.end(), basis.nodes().begin(), basis.nodes().end());
    for (const auto& place : places) {
      basis.values(place, phi);
      basis.gradients(place, dphi);
      double value = 0;
      std::array<double, 3> slope{};
      for (int n = 0; n < basis.size(); ++n) {
        value += phi[n] * polynomial(basis.nodes()[n]);
        for (int d = 0; d < 3; ++d) slope[d] += dphi[n][d] * polynomial(basis.nodes()[n]);
      }
      CHECK(value == Approx(polynomial(place)).margin(1e-11));
      const double along = m * std::pow(place[0] - 0.5 * place[1] + 0.7 * place[2] + 0.3, m - 1);
      CHECK(slope[0] == Approx(along).margin(1e-8));
      CHECK(slope[1] == Approx(-0.5 * along).margin(1e-8));
      CHECK(slope[2] == Approx(0.7 * along).margin(1e-8));
    }
  }
  const LagrangeBasis<3> constant(CellShape::pyramid, 0);
  CHECK(constant.nodes()[0] == std::array<double, 3>{-0.25, -0.25, -0.5});
}
