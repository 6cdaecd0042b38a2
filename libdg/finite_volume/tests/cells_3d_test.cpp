#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "flows_3d.hpp"
#include "libdg/tests/solver_rate.hpp"
#include "meshes/build.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/extruded.hpp"

namespace dg {
namespace {

constexpr std::array limiters{Limiter::none, Limiter::barth_jespersen, Limiter::venkatakrishnan};

test::Gas3D uniform(double, double, double, double) { return {1, 0.6, -0.3, 0.2, 1 / 1.4}; }

/// dU/dt of a uniform flow over what one face would make of it: (|u| + c) rho E / h.
double free_stream_error(const Mesh3& mesh, const SolverOptions& o, double h) {
  auto solver = make_solver(mesh, o);
  solver->set_state(uniform);
  solver->set_boundary_data(uniform, false);
  double largest = 0;
  for (const double x : solver->residual_norms().linf) largest = std::isnan(x) ? 1e300 : std::max(largest, x);
  return largest / ((0.7 + 1) * (1 / (1.4 * 0.4) + 0.5 * 0.49) / h);
}

TEST_CASE("Finite volumes keep a uniform flow on curved cells of all shapes") {
  for (const bool viscous : {false, true})
    for (const auto limiter : limiters)
      for (const int order : {1, 2, 3}) {
        SolverOptions o = test::finite_volumes(limiter);
        o.gas.viscous = viscous;
        o.gas.viscosity = 0.01;
        INFO("viscous " << viscous << ", order " << order << ", limiter " << static_cast<int>(limiter));
        CHECK(free_stream_error(test::mesh_of_all_shapes(true, order), o, 1 / 3.0) < 1e-12);
        o.boundaries = {test::on("outside", BoundaryType::exact)};
        CHECK(free_stream_error(test::mesh_of_all_shapes(false, order), o, 1 / 3.0) < 1e-12);
      }
}

TEST_CASE("Finite volumes of 3-D cells keep mass, momentum and energy of a periodic flow to round-off") {
  for (const bool viscous : {false, true})
    for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::atomic}) {
      SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
      o.assembly = assembly;
      o.gas.viscous = viscous;
      o.gas.viscosity = 0.01;
      auto solver = make_solver(test::mesh_of_all_shapes(true), o);
      solver->set_state(test::smooth_flow_3d);
      const auto before = solver->totals();
      const auto initial = solver->coefficients();
      solver->advance(20, 1e300);
      const auto after = solver->totals();
      CHECK(test::relative_difference(solver->coefficients(), initial) > 1e-3);
      for (int k = 0; k < 5; ++k) CHECK(after[k] == Approx(before[k]).epsilon(0).margin(4e-14));
    }
}

/// Coefficients of the cells of two layers over those of a 2-D mesh.
std::vector<double> in_layers(const Mesh2& base, const std::vector<double>& plane) {
  std::vector<double> coefficients;
  for (int layer = 0; layer < 2; ++layer)
    for (Index c = 0; c < base.cell_count(); ++c) {
      // Means over coefficients: in the plane sqrt(1/2) and 1/2, of prisms and hexahedra above them smaller by sqrt(2).
      const double factor = std::sqrt(2);
      const double* u = &plane[4 * c];
      for (const double x : {u[0], u[1], u[2], 0.0, u[3]}) coefficients.push_back(factor * x);
    }
  return coefficients;
}

TEST_CASE("Finite volumes of prisms and hexahedra on a 2-D mesh have the rates in 2-D") {
  // Open meshes of quadrilaterals: in corners of triangles, cells behind neighbours are others in 3-D.
  for (const std::string kind : {"hybrid", "triangles", "quads"})
    for (const auto limiter : {Limiter::none, Limiter::barth_jespersen})
      for (const bool viscous : {false, true})
        for (const bool periodic : {true, false}) {
          if (!periodic && kind != "quads") continue;
          const Mesh2 base = test::hybrid_mesh({.n = 4, .periodic = periodic, .kind = kind});
          Mesh3 layered = extruded(base, 0, 0.5, 2, "extruded mesh");
          connect_periodic(layered, "front", "back", "extruded mesh");
          SolverOptions o = test::finite_volumes(limiter);
          o.gas.viscous = viscous;
          o.gas.viscosity = 0.02;
          if (!periodic) {
            o.boundaries = test::on_all_sides(BoundaryType::wall_isothermal);
            o.boundaries[0].temperature = 1.3;
            o.boundaries[1].type = BoundaryType::wall_adiabatic;
            o.boundaries[2].type = BoundaryType::wall_slip;
            o.boundaries[3] = test::walls_and_far_field()[1];
            o.boundaries[3].name = "top";
          }
          const auto plane = test::rough_averages(base, test::smooth_flow_at, 0.1);
          const auto expected = in_layers(base, test::solver_rate(base, o, plane));
          for (const auto assembly : {Assembly::fused, Assembly::gather, Assembly::atomic}) {
            o.assembly = assembly;
            INFO(kind << ", limiter " << static_cast<int>(limiter) << ", viscous " << viscous << ", periodic "
                      << periodic << ", assembly " << static_cast<int>(assembly));
            CHECK(test::relative_difference(test::solver_rate(layered, o, in_layers(base, plane)), expected) < 1e-11);
          }
        }
}

test::Gas3D linear(double x, double y, double z, double) {
  const double a = 0.3 * x - 0.2 * y + 0.1 * z, b = 0.1 * x + 0.2 * y - 0.3 * z;
  return {1 + a, 0.4 + b, -0.2 + a - b, 0.1 + 0.5 * b, 0.9 + 0.4 * a};
}

TEST_CASE("Linear fields are reconstructed exactly in 3-D cells, those along edges and in corners too") {
  const auto check = [](const Mesh3& mesh, const std::vector<BoundaryCondition>& boundaries) {
    SolverOptions o = test::finite_volumes();
    o.boundaries = boundaries;
    auto solver = make_solver(mesh, o);
    solver->set_coefficients(test::rough_averages(mesh, linear, 0));
    for (const double e : solver->errors(linear).linf) CHECK(e < 1e-12);
  };
  std::vector<BoundaryCondition> sides;
  for (const char* name : {"left", "right", "front", "back", "bottom", "top"})
    sides.push_back(test::on(name, BoundaryType::exact));
  for (const std::string kind : {"hexahedra", "tetrahedra", "prisms", "pyramids"}) {
    INFO(kind);
    check(test::box(kind, {3, 2, 2}, {1, 1, 0.7}), sides);
  }
  for (const int order : {1, 2, 3}) {
    INFO("order " << order);
    check(test::mesh_of_all_shapes(false, order), {test::on("outside", BoundaryType::exact)});
  }
}

TEST_CASE("Barth and Jespersen's limiter keeps the middles of the faces of tetrahedra within the averages") {
  Mesh3 mesh = test::mesh_of_shapes(test::Shapes3D::tetrahedra, 3, true);
  for (const auto limiter : {Limiter::none, Limiter::barth_jespersen}) {
    auto solver = make_solver(mesh, test::finite_volumes(limiter));
    const auto coefficients = test::rough_averages(mesh, test::smooth_flow_3d, 0.3);
    solver->set_coefficients(coefficients);
    std::vector<std::array<double, 3>> middles;
    for (int f = 0; f < 4; ++f) {
      auto& middle = middles.emplace_back();
      for (const int v : face_vertices(CellShape::tetrahedron, f))
        for (int d = 0; d < 3; ++d) middle[d] += (2.0 * vertex_corner(CellShape::tetrahedron, v)[d] - 1) / 3;
    }
    const std::vector<double> shown = solver->sample({middles, middles, middles, middles});
    std::vector<double> mean(mesh.cell_count());
    for (Index c = 0; c < mesh.cell_count(); ++c) mean[c] = coefficients[5 * c] * std::sqrt(3.0) / 2;
    std::vector<double> low = mean, high = mean;
    for (const Face& f : mesh.faces)
      for (const auto& [a, b] : {std::pair(f.minus, f.plus), std::pair(f.plus, f.minus)}) {
        low[a] = std::min(low[a], mean[b]);
        high[a] = std::max(high[a], mean[b]);
      }
    double beyond = 0;
    for (Index c = 0; c < mesh.cell_count(); ++c)
      for (int f = 0; f < 4; ++f) {
        const double rho = shown[5 * (4 * c + f)];
        beyond = std::max({beyond, rho - high[c], low[c] - rho});
      }
    if (limiter == Limiter::none)
      CHECK(beyond > 0.01);
    else
      CHECK(beyond < 1e-14);
  }
}

/// A wave of density carried along the diagonal: the exact solution at all times.
test::Gas3D wave(double x, double y, double z, double t) {
  return {1 + 0.2 * std::sin(2 * std::numbers::pi * (x + y + z - 3 * t)), 1, 1, 1, 1};
}

TEST_CASE("Finite volumes of 3-D cells are of order 1.8 or better without a limiter, of order 1 without slopes") {
  for (const std::string kind : {"hexahedra", "tetrahedra", "prisms", "pyramids"}) {
    const auto error = [&](int n, Reconstruction reconstruction) {
      Mesh3 mesh = test::box(kind, {n, n, n}, {1, 1, 1});
      test::make_periodic(mesh);
      SolverOptions o = test::finite_volumes();
      o.reconstruction = reconstruction;
      auto solver = make_solver(mesh, o);
      solver->set_state(wave);
      solver->advance(100000, 0.1);
      REQUIRE(solver->time() == 0.1);
      return solver->errors(wave).l2[0];
    };
    const double coarse = error(8, Reconstruction::linear), fine = error(16, Reconstruction::linear);
    INFO(kind << ": " << coarse << ", " << fine << ", order " << std::log2(coarse / fine));
    CHECK(std::log2(coarse / fine) > 1.8);
    CHECK(error(16, Reconstruction::none) > 3 * fine);
  }
}

TEST_CASE("Layouts and threads change nothing in finite volumes of 3-D cells, nor does the assembly beyond round-off") {
  const Mesh3 mesh = test::mesh_of_all_shapes(true);
  const auto run = [&](Layout layout, int threads, Assembly assembly) {
    SolverOptions o = test::finite_volumes(Limiter::venkatakrishnan);
    o.assembly = assembly;
    o.layout = layout;
    o.threads = threads;
    o.local_time_step = true;
    o.scheme = TimeScheme::multistage4;
    o.smoothing = 0.6;
    auto solver = make_solver(mesh, o);
    solver->set_state(test::smooth_flow_3d);
    solver->advance(10, 1e300);
    return solver->coefficients();
  };
  const auto blocked = run(Layout::blocked, 1, Assembly::gather);
  CHECK(run(Layout::flat, 1, Assembly::gather) == blocked);
  CHECK(run(Layout::blocked, 2, Assembly::gather) == blocked);
  CHECK(test::relative_difference(run(Layout::flat, 2, Assembly::fused), blocked) < 1e-13);
}

TEST_CASE("A source is added to the rate of finite volumes of 3-D cells as it is") {
  const test::Gas3D added{0.3, -0.2, 0.1, 0.5, 0.4};
  for (const int order : {1, 2}) {
    const Mesh3 mesh = test::mesh_of_all_shapes(true, order);
    const SolverOptions o = test::finite_volumes();
    const auto state = test::rough_averages(mesh, test::smooth_flow_3d, 0.1);
    const auto with = test::solver_rate(mesh, o, state, {}, [&](double, double, double, double) { return added; });
    const auto without = test::solver_rate(mesh, o, state);
    for (std::size_t i = 0; i < with.size(); ++i)
      CHECK((with[i] - without[i]) * test::mean_over_coefficient_3d(mesh.cell_shapes[i / 5]) ==
            Approx(added[i % 5]).epsilon(1e-10));
  }
}

}  // namespace
}  // namespace dg
