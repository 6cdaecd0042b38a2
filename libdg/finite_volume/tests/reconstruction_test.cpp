#include <catch2/catch.hpp>

#include "flows.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

std::array<double, 4> linear(double x, double y, double) {
  return {1 + 0.3 * x - 0.2 * y, 0.4 - 0.5 * x + 0.1 * y, -0.2 + 0.3 * x + 0.6 * y, 0.9 - 0.2 * x + 0.25 * y};
}

const std::vector<std::array<double, 2>> triangle_points{{-1, -1}, {1, -1}, {-1, 1}, {-0.4, -0.3}};
const std::vector<std::array<double, 2>> square_points{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0.3, -0.2}};

/// Largest difference of what a solver shows to conservative values of primitive fields.
double shown_error(const Mesh2& mesh, const Solver& solver, const FieldFunction& primitive) {
  const std::vector<double> shown = solver.sample({triangle_points, square_points});
  double largest = 0;
  auto value = shown.begin();
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto& points = mesh.cell_shapes[cell] == CellShape::triangle ? triangle_points : square_points;
    std::vector<std::array<double, 2>> x(points.size());
    CellMap(mesh.cell_shapes[cell], mesh.geometry_order, points).evaluate(mesh, cell, x, {});
    for (const auto& at : x)
      for (const double u : test::to_conservative(primitive(at[0], at[1], 0)))
        largest = std::max(largest, std::abs(u - *value++));
  }
  return largest;
}

TEST_CASE("Linear primitive fields are reconstructed exactly in all cells, those in corners too") {
  for (const std::string kind : {"quads", "triangles", "hybrid"})
    for (const int order : {1, 2, 4})
      for (const int n : {2, 5}) {
        const Mesh2 mesh = test::hybrid_mesh(
            {.n = n, .order = order, .curved = order > 1 ? 0.03 : 0.0, .periodic = false, .kind = kind});
        SolverOptions o = test::finite_volumes();
        o.boundaries = test::on_all_sides(BoundaryType::exact);
        auto solver = make_solver(mesh, o);
        solver->set_coefficients(test::at_centroids(mesh, linear));
        INFO(kind << ", order " << order << ", " << n << " cells a side");
        CHECK(shown_error(mesh, *solver, linear) < 1e-12);
        const Norms errors = solver->errors(linear);
        for (const double e : errors.linf) CHECK(e < 1e-12);
      }
}

TEST_CASE("A mesh of two triangles, and a row of quadrilaterals, have what gradients they can") {
  for (const std::string kind : {"triangles", "quads"}) {
    const bool row = kind == "quads";
    const Mesh2 mesh = generate_mesh("square", 0,
                                     {{"kind", kind},
                                      {"nx", row ? "4" : "1"},
                                      {"ny", "1"},
                                      {"xmin", "0"},
                                      {"xmax", "1"},
                                      {"ymin", "0"},
                                      {"ymax", "1"}});
    SolverOptions o = test::finite_volumes();
    o.boundaries = test::on_all_sides(BoundaryType::exact);
    auto solver = make_solver(mesh, o);
    // Along the line through the two centroids, or along the row.
    const auto flow = [&](double x, double y, double) {
      const double s = row ? x : 0.5 * (x + (1 - y));
      return std::array{1 + 0.3 * s, 0.1 * s, 0.2, 1 - 0.2 * s};
    };
    solver->set_coefficients(test::at_centroids(mesh, flow));
    INFO(kind);
    CHECK(shown_error(mesh, *solver, flow) < 1e-12);
  }
}

TEST_CASE("Barth and Jespersen's limiter keeps the middles of faces between the averages of neighbours") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 6, .kind = "triangles"});
  for (const auto limiter : {Limiter::none, Limiter::barth_jespersen}) {
    auto solver = make_solver(mesh, test::finite_volumes(limiter));
    const auto coefficients = test::rough_averages(mesh, test::smooth_flow_at, 0.3);
    solver->set_coefficients(coefficients);
    const std::vector<std::array<double, 2>> middles{{0, -1}, {0, 0}, {-1, 0}};
    const std::vector<double> shown = solver->sample({middles, middles});
    std::vector<double> low, high;
    for (std::size_t i = 0; i < coefficients.size(); i += 4) low.push_back(coefficients[i] * std::sqrt(0.5));
    const std::vector<double> mean = high = low;
    for (const Face& f : mesh.faces) {
      for (const auto& [a, b] : {std::pair(f.minus, f.plus), std::pair(f.plus, f.minus)}) {
        low[a] = std::min(low[a], mean[b]);
        high[a] = std::max(high[a], mean[b]);
      }
    }
    double beyond = 0;
    for (Index cell = 0; cell < mesh.cell_count(); ++cell)
      for (int f = 0; f < 3; ++f) {
        const double rho = shown[4 * (3 * cell + f)];
        beyond = std::max({beyond, rho - high[cell], low[cell] - rho});
      }
    if (limiter == Limiter::none)
      CHECK(beyond > 0.01);
    else
      CHECK(beyond < 1e-14);
  }
}

}  // namespace
}  // namespace dg
