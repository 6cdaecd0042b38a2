#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "flow_3d.hpp"
#include "mesh_of_shapes.hpp"
#include "reference_rate.hpp"
#include "support.hpp"
#include "tested_backend.hpp"

namespace dg::test {
namespace {

using Point = std::array<double, 3>;
using State = State3D;

constexpr std::array all_shapes{Shapes3D::tetrahedra,
                                Shapes3D::prisms,
                                Shapes3D::hexahedra,
                                Shapes3D::pyramids,
                                Shapes3D::hexahedra_and_prisms,
                                Shapes3D::prisms_and_tetrahedra,
                                Shapes3D::all_four};
constexpr std::array degrees_3d{1, 2};
/// And of degree 3, which takes long, one mesh: of all shapes of cells, curved, or of tetrahedra.
std::vector<int> degrees_on(Shapes3D shapes, const Bending& bending) {
  std::vector<int> degrees(degrees_3d.begin(), degrees_3d.end());
  if (shapes == (takes_all_cases() ? Shapes3D::all_four : Shapes3D::tetrahedra) && bending.order == 3)
    degrees.push_back(3);
  return degrees;
}

/// Q is a space of its own on hexahedra and on prisms.
std::vector<QuadSpace> spaces_on(Shapes3D shapes) {
  if (shapes == Shapes3D::hexahedra) return {QuadSpace::P, QuadSpace::Q};
  if (shapes == Shapes3D::hexahedra_and_prisms || shapes == Shapes3D::all_four)
    return {QuadSpace::P, QuadSpace::Q, QuadSpace::Q_and_prisms};
  if (shapes == Shapes3D::tetrahedra || shapes == Shapes3D::pyramids) return {QuadSpace::P};
  return {QuadSpace::P, QuadSpace::Q_and_prisms};
}
const char* name_of(QuadSpace quads) { return quads.prisms ? "Q and prisms" : quads.quads ? "Q" : "P"; }

const char* name_of(Assembly assembly) {
  switch (assembly) {
    case Assembly::fused:
      return "fused";
    case Assembly::gather:
      return "gather";
    case Assembly::blocks:
      return "blocks";
    default:
      return "tiles";
  }
}

/// Calls visit(mesh, degree, quads, assembly) for all of them, with cells bent in these ways.
template <class Visit>
void for_each_3d(bool periodic, const Bending& bending, const Visit& visit) {
  for (const Shapes3D shapes : all_shapes) {
    const Mesh3 mesh = mesh_of_shapes(shapes, 3, periodic, bending);
    for (const int degree : degrees_on(shapes, bending))
      for (const QuadSpace quads : spaces_on(shapes))
        for (const Assembly assembly : assemblies_3d(mesh, degree, quads)) {
          INFO(name_of(shapes) << " of order " << bending.order << ", degree " << degree << ", " << name_of(quads)
                               << ", " << name_of(assembly));
          visit(mesh, degree, quads, assembly);
        }
  }
}

TEST_CASE("Neighbours of 3-D cells meet in every orientation") {
  std::array<std::array<int, 4>, 2> faces{};  // by kind and orientation
  for (const Shapes3D shapes : all_shapes) {
    const Mesh3 mesh = mesh_of_shapes(shapes, 3, true);
    for (const Face& f : mesh.faces) ++faces[kind_of_face(mesh.cell_shapes[f.minus], f.minus_face)][f.orientation];
  }
  for (int kind = 0; kind < 2; ++kind)
    for (int orientation = 0; orientation < orientation_count(face_shape_of_kind(3, kind)); ++orientation)
      CHECK(faces[kind][orientation] > 0);
}

/// Straight cells, and cells bent by polynomials of all orders beside them.
constexpr std::array<Bending, 5> bendings{{{1, 0}, {1, 0.04}, {2, 0.04}, {3, 0.04}, {4, 0.04}}};

TEST_CASE("A uniform flow stays uniform on 3-D cells, straight and curved", "[free-stream]") {
  const auto uniform = [](const Point&) { return state_3d(1, {0.6, -0.3, 0.2}, 1 / 1.4); };
  for (const bool periodic : {true, false})
    for (const Bending& bending : bendings) {
      if (!periodic && bending.order % 2 == 0) continue;
      for_each_3d(periodic, bending, [&](const Mesh3& mesh, int degree, QuadSpace quads, Assembly assembly) {
        for (const bool viscous : {true, false}) {
          if (!viscous && bending.order > 1) continue;
          Flow3D flow(mesh, {degree, quads, assembly, viscous});
          if (!periodic) flow.set_outside(uniform);
          // What one face makes of it is (|u| + c) rho E / h = 1.7 * 2.03 / 0.1.
          CHECK(largest(flow.rate(flow.project(uniform))) < 1e-12 * 35);
        }
      });
    }
}

/// A flow rho = 1, u = u_0 + (a . x) b with a . b = 0, p = p_0 + g . x + x . x / 2 h is a polynomial of degree 2 whose
/// rates of change are polynomials: du/dt follows from (u . grad) u = (a . u_0) b.
TEST_CASE("Rates of a quadratic flow on straight 3-D cells are exact", "[order]") {
  const Point a{0.3, -0.2, 0.1}, b{0.2, 0.4, 0.2}, u0{0.5, 0.2, -0.3}, g{0.05, -0.1, 0.08};
  const double h = 0.2, gamma = gas_3d().gamma, mu = gas_3d().viscosity, prandtl = gas_3d().prandtl;
  const auto dot = [](const Point& x, const Point& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; };
  REQUIRE(std::abs(dot(a, b)) < 1e-15);
  const auto velocity = [&](const Point& x) {
    Point u;
    for (int d = 0; d < 3; ++d) u[d] = u0[d] + dot(a, x) * b[d];
    return u;
  };
  const auto flow_at = [&](const Point& x) { return state_3d(1, velocity(x), 3 + dot(g, x) + 0.5 * h * dot(x, x)); };
  const auto exact_rate = [&](const Point& x) {
    const Point u = velocity(x);
    const double bending = dot(a, u);  // (u . grad) u = bending b
    State rate{};
    Point gradient;
    for (int d = 0; d < 3; ++d) {
      gradient[d] = g[d] + h * x[d];
      rate[1 + d] = -bending * b[d] - gradient[d];
    }
    const double heating = mu * gamma / prandtl * 3 * h / (gamma - 1);
    const double work = mu * (dot(a, a) * dot(b, b) + dot(a, b) * dot(a, b));
    rate[4] = heating + work - gamma / (gamma - 1) * dot(u, gradient) - bending * dot(u, b);
    return rate;
  };
  for_each_3d(false, {}, [&](const Mesh3& mesh, int degree, QuadSpace quads, Assembly assembly) {
    if (degree < 2) return;
    Flow3D::Options options{degree, quads, assembly};
    // Along a prism's axis, products have derivatives of degree 2 in the triangle, and the fluxes are of degree 3.
    options.extra_quadrature = quads.prisms;
    Flow3D flow(mesh, options);
    flow.set_outside(flow_at);
    std::vector<double> rate = flow.rate(flow.project(flow_at));
    const std::vector<double> exact = flow.project(exact_rate);
    for (std::size_t i = 0; i < rate.size(); ++i) rate[i] -= exact[i];
    CHECK(largest(rate) < 1e-10);
  });
}

TEST_CASE("Rates of 3-D cells, straight and curved, are those of the definition") {
  for (const bool periodic : {true, false})
    for (const Bending& bending : {Bending{}, Bending{1, 0.05}, Bending{2, 0.05}})
      for (const Shapes3D shapes : all_shapes) {
        const Mesh3 mesh = mesh_of_shapes(shapes, periodic ? 3 : 2, periodic, bending);
        for (const int degree : degrees_3d)
          for (const QuadSpace quads : spaces_on(shapes)) {
            if (degree == 1 && bending.order == 2) continue;
            INFO(name_of(shapes) << " of order " << bending.order << ", degree " << degree);
            ReferenceScheme<3> scheme{degree, quads, 0, 0, gas_3d(), Riemann::roe, {}, wave_at, {}};
            BoundaryParameters<double, 3> outside{};
            outside.type = BoundaryType::exact;
            if (!periodic) scheme.boundaries = {outside};
            std::vector<double> state, reference;
            for (const Assembly assembly : assemblies_3d(mesh, degree, quads)) {
              INFO(name_of(assembly));
              Flow3D flow(mesh, {degree, quads, assembly});
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

TEST_CASE("Rates of 3-D cells of degree 3 are those of the definition") {
  struct Case {
    Shapes3D shapes;
    QuadSpace quads;
    Bending bending;
    MassInverse mass_inverse = MassInverse::automatic;
  };
  for (const auto& [shapes, quads, bending, mass_inverse] :
       {Case{Shapes3D::tetrahedra, QuadSpace::P, {}}, Case{Shapes3D::hexahedra_and_prisms, QuadSpace::P, {}},
        Case{Shapes3D::hexahedra, QuadSpace::Q, {}}, Case{Shapes3D::tetrahedra, QuadSpace::P, {2, 0.02}},
        Case{Shapes3D::hexahedra_and_prisms, QuadSpace::P, {2, 0.02}},
        Case{Shapes3D::hexahedra, QuadSpace::Q, {2, 0.02}},
        Case{Shapes3D::hexahedra, QuadSpace::Q, {2, 0.02}, MassInverse::exact},
        Case{Shapes3D::hexahedra, QuadSpace::Q, {4, 0.02}}, Case{Shapes3D::all_four, QuadSpace::P, {2, 0.02}},
        Case{Shapes3D::prisms_and_tetrahedra, QuadSpace::Q_and_prisms, {}},
        Case{Shapes3D::hexahedra_and_prisms, QuadSpace::Q_and_prisms, {2, 0.02}}})
    for (const bool viscous : {true, false}) {
      const bool in_every_run =
          shapes == Shapes3D::tetrahedra || (shapes == Shapes3D::hexahedra && quads == QuadSpace::Q);
      if (!in_every_run && !takes_all_cases()) continue;
      INFO(name_of(shapes) << " of order " << bending.order << ", " << name_of(quads) << (viscous ? ", viscous" : ""));
      const Mesh3 mesh = mesh_of_shapes(shapes, bending.order + 1, false, bending);
      GasOptions gas = gas_3d();
      gas.viscous = viscous;
      BoundaryParameters<double, 3> outside{};
      outside.type = BoundaryType::exact;
      ReferenceScheme<3> scheme{3, quads, 0, 0, gas, Riemann::roe, {outside}, wave_at, {}};
      scheme.mass_inverse = mass_inverse;
      std::vector<double> state, reference;
      for (const Assembly assembly : assemblies_3d(mesh, 3, quads, mass_inverse)) {
        INFO(name_of(assembly));
        Flow3D flow(
            mesh,
            {.degree = 3, .quads = quads, .assembly = assembly, .viscous = viscous, .mass_inverse = mass_inverse});
        flow.set_outside(wave_at);
        if (state.empty()) {
          state = rough_state(flow);
          reference = reference_rate<3>(mesh, scheme, state);
        }
        CHECK(relative_difference(flow.rate(state), reference) < 1e-11);
      }
    }
}

TEST_CASE("3-D cells conserve, and all ways to assemble agree", "[conservation]") {
  for (const Bending& bending : {Bending{}, Bending{1, 0.04}, Bending{3, 0.04}})
    for (const Shapes3D shapes : all_shapes) {
      const Mesh3 mesh = mesh_of_shapes(shapes, 3, true, bending);
      for (const int degree : degrees_on(shapes, bending))
        for (const QuadSpace quads : spaces_on(shapes)) {
          INFO(name_of(shapes) << " of order " << bending.order << ", degree " << degree);
          std::vector<double> state, fused;
          for (const Assembly assembly : assemblies_3d(mesh, degree, quads)) {
            INFO(name_of(assembly));
            const Flow3D flow(mesh, {degree, quads, assembly});
            if (state.empty()) state = rough_state(flow);
            const std::vector<double> rate = flow.rate(state);
            if (fused.empty()) fused = rate;
            CHECK(relative_difference(rate, fused) < 1e-11);
            for (const double sum : flow.integrals(rate)) CHECK(std::abs(sum) < 1e-13 * largest(rate));
          }
        }
    }
}

}  // namespace
}  // namespace dg::test
