#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

#include "flow_3d.hpp"
#include "mesh_of_shapes.hpp"

namespace dg::test {
namespace {

using Point = std::array<double, 3>;

/// A wave of density that a uniform flow carries along: an exact solution of the Euler equations.
class EntropyWave {
 public:
  /// Its phase is 2 pi X in the coordinates of the cube before it is sheared.
  EntropyWave() {
    const auto& a = shear_3d;
    const double det = a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
                       a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
                       a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
    for (int d = 0; d < 3; ++d) {  // the first row of the inverse
      const int d1 = (d + 1) % 3, d2 = (d + 2) % 3;
      wave_[d] = 2 * std::numbers::pi * (a[d1][1] * a[d2][2] - a[d1][2] * a[d2][1]) / det;
    }
  }

  State3D operator()(const Point& x, double t) const {
    double phase = 0;
    for (int d = 0; d < 3; ++d) phase += wave_[d] * (x[d] - velocity_[d] * t);
    return state_3d(1 + 0.2 * std::sin(phase), velocity_, 1);
  }

 private:
  Point velocity_{0.8, 0.5, -0.4}, wave_;
};

/// Error of the density at t = 0.1, by the scheme of Shu and Osher of third order.
double wave_error(Shapes3D shapes, int n, const Bending& bending, Flow3D::Options options) {
  const Mesh3 mesh = mesh_of_shapes(shapes, n, true, bending);
  options.viscous = false;
  const Flow3D flow(mesh, options);
  const EntropyWave wave;
  const double end = 0.1;
  const int steps = 5 * n;
  const double dt = end / steps;
  std::vector<double> u = flow.project([&](const Point& x) { return wave(x, 0); });
  const auto advance = [&](double own, const std::vector<double>& before, double weight, std::vector<double>& now) {
    const std::vector<double> rate = flow.rate(now);
    for (std::size_t i = 0; i < now.size(); ++i) now[i] = own * before[i] + weight * (now[i] + dt * rate[i]);
  };
  for (int step = 0; step < steps; ++step) {
    std::vector<double> v = u;
    advance(0, u, 1, v);
    advance(0.75, u, 0.25, v);
    advance(1.0 / 3, u, 2.0 / 3, v);
    u = v;
  }
  return flow.density_error(u, [&](const Point& x) { return wave(x, end); });
}

TEST_CASE("An entropy wave across 3-D cells converges at order p + 0.7 or better", "[order]") {
  for (const Bending& bending : {Bending{}, Bending{2, 0.03}})
    for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::hexahedra, Shapes3D::pyramids,
                                  Shapes3D::prisms_and_tetrahedra})
      for (const int degree : {1, 2})
        for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q, QuadSpace::Q_and_prisms}) {
          if (quads == QuadSpace::Q && shapes != Shapes3D::hexahedra) continue;
          if (quads.prisms && shapes != Shapes3D::prisms && shapes != Shapes3D::prisms_and_tetrahedra) continue;
          const Flow3D::Options options{.degree = degree, .quads = quads};
          const double coarse = wave_error(shapes, 4, bending, options), fine = wave_error(shapes, 8, bending, options);
          INFO(name_of(shapes) << " of order " << bending.order << ", degree " << degree << ", "
                               << (quads == QuadSpace::P ? "P" : "Q") << ": errors " << coarse << ", " << fine);
          CHECK(std::log2(coarse / fine) > degree + 0.7);
        }
}

TEST_CASE("An entropy wave converges at order p + 0.7 or better with the reduced rule on faces", "[order]") {
  for (const Shapes3D shapes : {Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::pyramids})
    for (const int degree : {1, 2}) {
      const Flow3D::Options options{.degree = degree, .face_rule = FaceRule::reduced};
      const double coarse = wave_error(shapes, 4, {}, options), fine = wave_error(shapes, 8, {}, options);
      INFO(name_of(shapes) << ", degree " << degree << ": errors " << coarse << ", " << fine);
      CHECK(std::log2(coarse / fine) > degree + 0.7);
    }
}

TEST_CASE("On curved hexahedra with Q, the weight-adjusted mass inverse has the errors of the exact one to 1 %",
          "[order]") {
  for (const Bending& bending : {Bending{2, 0.03}, Bending{4, 0.03}})
    for (const int degree : {1, 2}) {
      Flow3D::Options options{.degree = degree, .quads = QuadSpace::Q, .mass_inverse = MassInverse::exact};
      const double exact = wave_error(Shapes3D::hexahedra, 6, bending, options);
      options.mass_inverse = MassInverse::weight_adjusted;
      const double adjusted = wave_error(Shapes3D::hexahedra, 6, bending, options);
      INFO("order " << bending.order << ", degree " << degree << ": errors " << exact << ", " << adjusted);
      CHECK(adjusted == Approx(exact).epsilon(0.01));
      CHECK(std::abs(adjusted - exact) > 1e-8 * exact);
    }
}

}  // namespace
}  // namespace dg::test
