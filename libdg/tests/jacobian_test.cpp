#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "jacobian_system.hpp"
#include "libdg/implicit/host_columns.hpp"
#include "libdg/implicit/jacobian.hpp"

namespace dg {
namespace {

double norm(const double* x, std::size_t n) { return std::sqrt(std::inner_product(x, x + n, x, 0.0)); }

/// Divides each cell's part of y by the factor that F has before that of the reference.
void divide_by_factors(const BlockGraph& graph, const std::vector<double>& f, const std::vector<double>& reference,
                       std::vector<double>& y) {
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    const std::size_t at = graph.begin[cell], n = static_cast<std::size_t>(graph.size(cell));
    const double factor = norm(&f[at], n) / norm(&reference[at], n);
    for (std::size_t i = 0; i < n; ++i) y[at + i] /= factor;
  }
}

/// Compares products with the Jacobian, and its blocks, with differences of fourth order of the reference.
void check_derivatives(const Mesh2& mesh, const SolverOptions& o) {
  test::JacobianSystem test(mesh, o);
  NonlinearSystem& system = test.system();
  const BlockGraph& graph = system.graph();
  const std::size_t n = graph.unknowns();
  const std::vector<double> x = test.start();
  std::vector<double> f(n), v(n), y(n), exact(n, 0.0);
  system.evaluate(x.data(), f.data());
  const std::vector<double> reference = test.reference(x);
  test::Random random(7);
  for (double& entry : v) entry = random(-1, 1);

  constexpr double h = 1e-5;  // kinks of the fluxes are rarely so near
  for (const auto& [steps, weight] : {std::pair{-2, 1.0}, {-1, -8.0}, {1, 8.0}, {2, -1.0}}) {
    std::vector<double> moved = x;
    for (std::size_t i = 0; i < n; ++i) moved[i] += steps * h * v[i];
    const std::vector<double> there = test.reference(moved);
    for (std::size_t i = 0; i < n; ++i) exact[i] += weight * there[i] / (12 * h);
  }
  Jacobian jacobian(system);
  jacobian.set_state(x.data(), f.data());
  jacobian.multiply(v.data(), y.data());
  divide_by_factors(graph, f, reference, y);
  CHECK(test::relative_difference(y, exact) < 1e-6);

  BlockMatrix blocks(graph);
  HostColumns columns(blocks, 1);
  columns.set_colours(jacobian.colours());
  jacobian.find_blocks(columns);
  std::vector<double> by_blocks(n, 0.0);
  const auto subtract = [&](const float* block, Index row, Index column) {
    const int rows = graph.size(row);
    for (int j = 0; j < graph.size(column); ++j)
      for (int i = 0; i < rows; ++i)
        by_blocks[graph.begin[row] + static_cast<std::size_t>(i)] -=
            block[j * rows + i] * v[graph.begin[column] + static_cast<std::size_t>(j)];
  };
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    subtract(blocks.diagonal(cell), cell, cell);
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      subtract(blocks.link(link), cell, graph.neighbour[link]);
  }
  divide_by_factors(graph, f, reference, by_blocks);
  CHECK(test::relative_difference(by_blocks, exact) < 1e-5);
}

TEST_CASE("Products and blocks are the derivatives of the scheme: all kinds of cells, boundaries and fluxes") {
  struct Variant {
    int order;
    Riemann riemann;
    bool viscous;
    std::vector<BoundaryCondition> boundaries;
  };
  const std::vector<Variant> variants{{1, Riemann::llf, true, test::on_all_sides(BoundaryType::exact)},
                                      {1, Riemann::roe, true, test::walls_and_far_field()},
                                      {3, Riemann::hllc, true, test::in_and_out()},
                                      {2, Riemann::llf, true, test::walls_and_far_field()},
                                      {2, Riemann::roe, false, test::supersonic()},
                                      {3, Riemann::roe_low_mach, true, {}}};
  for (const int degree : test::built_degrees())
    for (const auto quads : {QuadSpace::P, QuadSpace::Q})
      for (const Variant& variant : variants) {
        if (degree > 2) continue;
        INFO("degree " << degree << ", quads " << (quads == QuadSpace::P ? "P" : "Q") << ", order " << variant.order);
        SolverOptions o = test::jacobian_options(degree);
        o.quads = quads;
        o.riemann = variant.riemann;
        o.gas.viscous = variant.viscous;
        o.boundaries = variant.boundaries;
        check_derivatives(test::hybrid_mesh({.n = 2,
                                             .order = variant.order,
                                             .curved = variant.order > 1 ? 0.04 : 0,
                                             .periodic = variant.boundaries.empty()}),
                          o);
      }
}

TEST_CASE("Entries are of the size of the fields, lead back, and begin with those of lower degrees") {
  if (test::built_degrees().size() < 2) return;
  const int low_degree = test::built_degrees().front(), high_degree = test::built_degrees().back();
  for (const auto quads : {QuadSpace::P, QuadSpace::Q}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = 3, .order = 3, .curved = 0.05});
    SolverOptions o = test::jacobian_options(low_degree);
    o.quads = quads;
    o.boundaries.clear();
    test::JacobianSystem low(mesh, o);
    const std::vector<double> few = test::rough_state(mesh, o, 0.1), x = low.entries(few);
    CHECK(test::relative_difference(low.coefficients(x), few) < 1e-14);
    o.degree = high_degree;
    test::JacobianSystem high(mesh, o);
    // The same field at the higher degree: modes that the lower one lacks are zero.
    const BlockGraph &coarse = low.system().graph(), &fine = high.system().graph();
    std::vector<double> many(fine.unknowns(), 0.0);
    for (Index cell = 0; cell < fine.cells(); ++cell)
      for (int n = 0; n < 4; ++n)
        for (int k = 0; k < coarse.modes[cell]; ++k)
          many[fine.begin[cell] + static_cast<std::size_t>(n * fine.modes[cell] + k)] =
              few[coarse.begin[cell] + static_cast<std::size_t>(n * coarse.modes[cell] + k)];
    const std::vector<double> filled = high.entries(many);
    double largest = 0;
    for (Index cell = 0; cell < fine.cells(); ++cell)
      for (int i = 0; i < fine.size(cell); ++i) {
        const double entry = filled[fine.begin[cell] + static_cast<std::size_t>(i)];
        const double cut = i < coarse.size(cell) ? x[coarse.begin[cell] + static_cast<std::size_t>(i)] : 0.0;
        largest = std::max(largest, std::abs(entry - cut));
      }
    CHECK(largest < 1e-12);
  }
}

TEST_CASE("The product of two fields' entries is their integral over each cell: restriction transposes prolongation") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 2, .order = 3, .curved = 0.05});
  SolverOptions o = test::jacobian_options(test::built_degrees().back());
  o.boundaries.clear();
  test::JacobianSystem test(mesh, o);
  const BlockGraph& graph = test.system().graph();
  const HostSpace<4> host(mesh, o.degree, o.quads);
  const std::vector<double> a = test::rough_state(mesh, o, 0.2), x = test.entries(a);
  constexpr std::array<double, 4> scales{1, 2, 2, 4};
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    const std::vector<double> mass = host.mass(cell);
    const int modes = graph.modes[cell];
    for (int n = 0; n < 4; ++n) {
      double integral = 0, product = 0;
      for (int k = 0; k < modes; ++k) {
        const double entry = x[graph.begin[cell] + static_cast<std::size_t>(4 * k + n)];
        product += entry * entry;
        for (int l = 0; l < modes; ++l)
          integral += mass[static_cast<std::size_t>(k * modes + l)] *
                      a[graph.begin[cell] + static_cast<std::size_t>(n * modes + k)] *
                      a[graph.begin[cell] + static_cast<std::size_t>(n * modes + l)];
      }
      CHECK(product == Approx(integral / mass[0] / (scales[n] * scales[n])).epsilon(1e-11));
    }
  }
}

}  // namespace
}  // namespace dg
