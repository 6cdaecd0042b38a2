#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "flow_3d.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/element/tables.hpp"
#include "mesh_of_shapes.hpp"
#include "reference_rate.hpp"
#include "support.hpp"

namespace dg::test {
namespace {

using Point = std::array<double, 3>;

/// Meshes with triangles among their faces.
constexpr std::array with_triangles{Shapes3D::tetrahedra, Shapes3D::prisms, Shapes3D::pyramids,
                                    Shapes3D::prisms_and_tetrahedra, Shapes3D::all_four};

/// Integral of r^i s^j over the triangle (-1,-1), (1,-1), (-1,1), by i! j! / (i + j + 2)! of the unit triangle. Its
/// terms cancel each other, which costs five digits at the highest degrees.
double integral_of_powers(int i, int j) {
  using Wide = long double;
  Wide sum = 0;
  const auto factorial = [](int n) { return std::tgamma(n + Wide(1)); };
  for (int a = 0; a <= i; ++a)  // r = 2 x - 1, s = 2 y - 1
    for (int b = 0; b <= j; ++b) {
      const Wide binomials =
          factorial(i) / factorial(a) / factorial(i - a) * factorial(j) / factorial(b) / factorial(j - b);
      const Wide sign = (i - a + j - b) % 2 == 0 ? 1 : -1;
      sum += binomials * sign * std::pow(Wide(2), a + b) * 4 * factorial(a) * factorial(b) / factorial(a + b + 2);
    }
  return static_cast<double>(sum);
}

TEST_CASE("The reduced rule of a triangle is exact to degree 2p, and the points that fill it up have no weight") {
  for (int p = 0; p <= max_degree; ++p) {
    INFO("degree " << p);
    const ReferenceFace<3> face(FaceShape::triangle, p, FaceRule::reduced), full(FaceShape::triangle, p);
    REQUIRE(face.size() == full.size());
    CHECK(std::count(full.weights.begin(), full.weights.end(), 0.0) == 0);
    for (int g = 0; g < face.size(); ++g)
      CHECK((face.weights[g] > 0) == (g < reduced_point_count(FaceShape::triangle, p)));
    for (int i = 0; i <= 2 * p; ++i)
      for (int j = 0; i + j <= 2 * p; ++j) {
        double sum = 0;
        for (int g = 0; g < face.size(); ++g)
          sum += face.weights[g] * std::pow(face.points[g][0], i) * std::pow(face.points[g][1], j);
        CHECK(sum == Approx(integral_of_powers(i, j)).margin(1e-13));
      }
  }
}

TEST_CASE(
    "Points of a reduced rule keep their weights in each orientation of a triangle, those without weight have none") {
  for (int p = 1; p <= max_degree; ++p) {
    const ReferenceFace<3> face(FaceShape::triangle, p, FaceRule::reduced);
    for (int orientation = 0; orientation < orientation_count(face.shape); ++orientation) {
      INFO("degree " << p << ", turn " << orientation);
      const std::vector<Index> own = own_points(face, first_orientation(face.shape) + orientation);
      for (int g = 0; g < face.size(); ++g) CHECK(face.weights[own[g]] == Approx(face.weights[g]).margin(1e-15));
    }
    const auto t = make_tables<double, 3>(Space::pyramid_P, p, 2 * p, Exactness::each_direction, FaceRule::reduced);
    const auto& lift = t.faces[0].oriented_face_lift;
    REQUIRE(!lift.empty());
    for (std::size_t i = 0; i < lift.size(); ++i)
      if (face.weights[i % face.weights.size()] == 0) CHECK(lift[i] == 0);
  }
}

TEST_CASE("Rates of 3-D cells with the reduced rule on faces are those of the definition") {
  for (const bool periodic : {true, false})
    for (const Shapes3D shapes : with_triangles) {
      const Mesh3 mesh = mesh_of_shapes(shapes, periodic ? 3 : 2, periodic);
      for (const int degree : {1, 2, 3}) {
        if (degree == 3 && (periodic || shapes == Shapes3D::all_four)) continue;  // takes the reference long
        if (degree == 3 && shapes != Shapes3D::tetrahedra && !takes_all_cases()) continue;
        for (const bool viscous : {true, false}) {
          INFO(name_of(shapes) << ", degree " << degree << (viscous ? ", viscous" : ""));
          GasOptions gas = gas_3d();
          gas.viscous = viscous;
          ReferenceScheme<3> scheme{degree, QuadSpace::P, 0, 0, gas, Riemann::roe, {}, wave_at, {}, FaceRule::reduced};
          BoundaryParameters<double, 3> outside{};
          outside.type = BoundaryType::exact;
          if (!periodic) scheme.boundaries = {outside};
          std::vector<double> state, reference;
          for (const Assembly assembly : assemblies_3d(mesh, degree)) {
            Flow3D flow(mesh, {degree, QuadSpace::P, assembly, viscous, 0, 0, FaceRule::reduced});
            if (!periodic) flow.set_outside(wave_at);
            if (state.empty()) {
              state = rough_state(flow);
              reference = reference_rate<3>(mesh, scheme, state);
            }
            CHECK(relative_difference(flow.rate(state), reference) < 1e-11);
          }
        }
      }
    }
}

TEST_CASE("With the reduced rule on faces, uniform flow stays uniform and a cube conserves", "[free-stream]") {
  const auto uniform = [](const Point&) { return state_3d(1, {0.6, -0.3, 0.2}, 1 / 1.4); };
  for (const Shapes3D shapes : with_triangles) {
    const Mesh3 mesh = mesh_of_shapes(shapes, 3, true);
    for (const int degree : {1, 2})
      for (const Assembly assembly : assemblies_3d(mesh, degree)) {
        INFO(name_of(shapes) << ", degree " << degree);
        const Flow3D flow(mesh, {degree, QuadSpace::P, assembly, true, 0, 0, FaceRule::reduced});
        CHECK(largest(flow.rate(flow.project(uniform))) < 1e-12 * 35);
        const std::vector<double> rate = flow.rate(rough_state(flow));
        for (const double sum : flow.integrals(rate)) CHECK(std::abs(sum) < 1e-13 * largest(rate));
      }
  }
}

TEST_CASE("The reduced rule on faces is refused where cells are curved") {
  const Mesh3 mesh = mesh_of_shapes(Shapes3D::tetrahedra, 2, false, {2, 0.05});
  CHECK_THROWS_WITH(Flow3D(mesh, {2, QuadSpace::P, Assembly::gather, true, 0, 0, FaceRule::reduced}),
                    Catch::Matchers::Contains("curved"));
}

}  // namespace
}  // namespace dg::test
