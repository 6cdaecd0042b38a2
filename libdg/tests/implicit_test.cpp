#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <ranges>
#include <set>

#include "libdg/implicit/gmres.hpp"
#include "libdg/implicit/p_multigrid.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Dense = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Fills all blocks with random numbers, those on the diagonal `dominant` times as large.
void randomise(BlockMatrix& a, double dominant, test::Random& random) {
  const BlockGraph& graph = a.graph();
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    const int n = graph.size(cell);
    for (int i = 0; i < n * n; ++i) a.diagonal(cell)[i] = static_cast<float>(random(-0.1, 0.1));
    for (int i = 0; i < n; ++i) a.diagonal(cell)[i * n + i] += static_cast<float>(dominant);
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      for (int i = 0; i < n * graph.size(graph.neighbour[link]); ++i)
        a.link(link)[i] = static_cast<float>(random(-0.1, 0.1));
  }
}

Dense dense(const BlockMatrix& a, double shift) {
  const BlockGraph& graph = a.graph();
  const auto n = static_cast<Eigen::Index>(graph.unknowns());
  Dense m = shift * Dense::Identity(n, n);
  const auto add = [&](const float* block, Index row, Index column) {
    for (int j = 0; j < graph.size(column); ++j)
      for (int i = 0; i < graph.size(row); ++i)
        m(static_cast<Eigen::Index>(graph.begin[row]) + i, static_cast<Eigen::Index>(graph.begin[column]) + j) +=
            block[j * graph.size(row) + i];
  };
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    add(a.diagonal(cell), cell, cell);
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      add(a.link(link), cell, graph.neighbour[link]);
  }
  return m;
}

/// |A z - b| over |b| for z = solve(b) of a random b.
template <class Solve>
double relative_residual(const Dense& matrix, const Solve& solve, test::Random& random) {
  std::vector<float> b(static_cast<std::size_t>(matrix.rows())), z(b.size());
  for (float& x : b) x = static_cast<float>(random(-1, 1));
  solve(b.data(), z.data());
  const Vector right = Eigen::Map<Eigen::VectorXf>(b.data(), matrix.rows()).cast<double>();
  const Vector left = matrix * Eigen::Map<Eigen::VectorXf>(z.data(), matrix.rows()).cast<double>();
  return (left - right).norm() / right.norm();
}

TEST_CASE("Cells of a colour share no neighbour, and every cell has a colour") {
  for (const bool periodic : {false, true}) {
    const Mesh2 mesh = test::hybrid_mesh({.n = 8, .periodic = periodic});
    const BlockGraph graph = make_block_graph(mesh, 1, QuadSpace::P, 4);
    std::vector<int> coloured(graph.cells(), 0);
    for (const auto& group : distance_two_colours(graph)) {
      std::set<Index> touched;
      for (const Index cell : group) {
        ++coloured[cell];
        CHECK(touched.insert(cell).second);
        for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
          CHECK(touched.insert(graph.neighbour[link]).second);
      }
    }
    CHECK(coloured == std::vector<int>(graph.cells(), 1));
  }
}

TEST_CASE("Links lead back, also where two cells share more than one face") {
  const Mesh2 mesh = test::hybrid_mesh({.n = 2, .kind = "quads"});  // periodic: neighbours on both sides are the same
  const BlockGraph graph = make_block_graph(mesh, 0, QuadSpace::Q, 4);
  REQUIRE(graph.cells() == 4);
  for (Index cell = 0; cell < 4; ++cell) {
    CHECK(graph.first[cell + 1] - graph.first[cell] == 2);
    for (Index link = graph.first[cell]; link < graph.first[cell + 1]; ++link)
      CHECK(graph.neighbour[graph.reverse[link]] == cell);
  }
}

TEST_CASE("Direct factors solve the system") {
  test::Random random(1);
  for (const std::string kind : {"hybrid", "triangles"}) {
    const BlockGraph graph = make_block_graph(test::hybrid_mesh({.n = 7, .kind = kind}), 1, QuadSpace::Q, 3);
    BlockMatrix a(graph);
    randomise(a, 1.0, random);
    BlockLu lu(graph);
    for (const float shift : {0.0f, 2.0f}) {
      lu.factor(a, shift);
      const auto solve = [&](const float* b, float* z) { lu.solve(b, z); };
      CHECK(relative_residual(dense(a, shift), solve, random) < 1e-4);
    }
  }
}

/// Cells that are all neighbours of each other: nothing but one dense front.
BlockGraph complete_graph(int cells, int modes, int n_var) {
  BlockGraph graph;
  graph.n_var = n_var;
  graph.modes.assign(cells, modes);
  for (int cell = 0; cell <= cells; ++cell) {
    graph.begin.push_back(std::size_t(cell) * modes * n_var);
    graph.first.push_back(cell * (cells - 1));
  }
  for (int cell = 0; cell < cells; ++cell)
    for (int other = 0; other < cells; ++other) {
      if (other == cell) continue;
      graph.neighbour.push_back(other);
      graph.reverse.push_back(other * (cells - 1) + cell - (cell > other));
    }
  return graph;
}

TEST_CASE("A front of many pivots goes in pieces, and the factors solve the system") {
  test::Random random(7);
  const BlockGraph graph = complete_graph(60, 6, 4);
  BlockMatrix a(graph);
  randomise(a, 10.0, random);
  BlockLu lu(graph, 2);
  std::size_t eliminated = 0;
  for (const BlockLu::Front& front : lu.fronts()) {
    CHECK(front.pivots() <= BlockLu::most_pivots);
    eliminated += static_cast<std::size_t>(front.pivots());
  }
  CHECK(lu.fronts().size() == 3);
  CHECK(eliminated == graph.unknowns());
  CHECK(lu.numbers() == graph.unknowns() * graph.unknowns());
  lu.factor(a, 0.5f);
  CHECK(relative_residual(
            dense(a, 0.5), [&](const float* b, float* z) { lu.solve(b, z); }, random) < 1e-4);
}

TEST_CASE("Direct factors are the same to the last bit, whatever threads find them") {
  test::Random random(5);
  const BlockGraph graph = make_block_graph(test::hybrid_mesh({.n = 20}), 1, QuadSpace::Q, 4);
  BlockMatrix a(graph);
  randomise(a, 1.0, random);
  BlockLu one(graph), three(graph, 3);
  const auto rows = [](const BlockLu::Front& front) { return front.rows(); };
  REQUIRE(std::ranges::max(one.fronts() | std::views::transform(rows)) > 256);  // some have several parts
  one.factor(a, 0.5f);
  three.factor(a, 0.5f);
  for (std::size_t f = 0; f < one.fronts().size(); ++f) {
    CHECK(one.fronts()[f].inverse == three.fronts()[f].inverse);
    CHECK(one.fronts()[f].upper == three.fronts()[f].upper);
    CHECK(one.fronts()[f].lower == three.fronts()[f].lower);
  }
}

TEST_CASE("Incomplete factors are exact where cells form a chain, and only there") {
  test::Random random(2);
  for (const bool chain : {true, false}) {
    const Mesh2 mesh = chain ? generate_mesh("couette", 0, {{"kind", "quads"}, {"nx", "9"}, {"ny", "1"}})
                             : test::hybrid_mesh({.n = 4, .periodic = false});
    const BlockGraph graph = make_block_graph(mesh, 2, QuadSpace::P, 4);
    BlockMatrix a(graph);
    randomise(a, 2.0, random);
    BlockIlu ilu(graph, 2);
    ilu.factor(a, 0.5f);
    const auto solve = [&](const float* b, float* z) { ilu.solve(b, z); };
    const double left = relative_residual(dense(a, 0.5), solve, random);
    CHECK((left < 1e-5) == chain);
  }
}

TEST_CASE("Block Jacobi solves cells without their neighbours") {
  test::Random random(6);
  const BlockGraph graph = make_block_graph(test::hybrid_mesh({.n = 4}), 2, QuadSpace::Q, 4);
  BlockMatrix a(graph);
  randomise(a, 2.0, random);
  BlockIlu jacobi(graph, 2, Smoother::block_jacobi);
  jacobi.factor(a, 0.5f);
  Dense diagonal =
      Dense::Zero(static_cast<Eigen::Index>(graph.unknowns()), static_cast<Eigen::Index>(graph.unknowns()));
  const Dense all = dense(a, 0.5);
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    const auto at = static_cast<Eigen::Index>(graph.begin[cell]);
    const int n = graph.size(cell);
    diagonal.block(at, at, n, n) = all.block(at, at, n, n);
  }
  const auto solve = [&](const float* b, float* z) { jacobi.solve(b, z); };
  CHECK(relative_residual(diagonal, solve, random) < 1e-5);
  CHECK(relative_residual(all, solve, random) > 1e-2);
}

TEST_CASE("A cycle of p-multigrid leaves nothing of what a lower degree can say") {
  test::Random random(3);
  const Mesh2 mesh = test::hybrid_mesh({.n = 6});
  const VectorOperations vectors(1);
  const std::vector<BlockGraph> levels = multigrid_levels(mesh, 2, QuadSpace::Q, 4, BackendKind::cpu);
  REQUIRE(levels.size() == 2);
  const BlockGraph &high = levels[0], &low = levels[1];
  PMultigrid multigrid(levels, vectors);
  randomise(multigrid.matrix(), 3.0, random);
  multigrid.factor(0.25);
  // b = A P c for c of the lower degree: the coarse solution is c itself, and the smoother has nothing left to do.
  std::vector<double> fine(high.unknowns(), 0.0), z(high.unknowns());
  for (Index cell = 0; cell < low.cells(); ++cell)
    for (int i = 0; i < low.size(cell); ++i) fine[high.begin[cell] + static_cast<std::size_t>(i)] = random(-1, 1);
  const auto n = static_cast<Eigen::Index>(fine.size());
  const Vector b = dense(multigrid.matrix(), 0.25) * Eigen::Map<Vector>(fine.data(), n);
  multigrid.solve(b.data(), z.data());
  CHECK(test::relative_difference(z, fine) < 1e-4);
}

TEST_CASE("GMRES solves a system without symmetry, however often it starts again, to the tolerance asked for") {
  test::Random random(4);
  const int n = 40;
  Dense m = 4.0 * Dense::Identity(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) m(i, j) += random(-0.5, 0.5);
  std::vector<double> b(n), x(n);
  const VectorOperations vectors(1);
  for (double& v : b) v = random(-1, 1);
  const LinearMap matrix = [&](const double* v, double* y) {
    Eigen::Map<Vector>(y, n) = m * Eigen::Map<const Vector>(v, n);
  };
  const LinearMap none = [&](const double* v, double* y) { std::copy_n(v, n, y); };
  const Vector right = Eigen::Map<Vector>(b.data(), n);
  for (const int restart : {n, 12}) {
    const GmresResult result = Gmres(vectors, n, restart).solve(matrix, none, b.data(), x.data(), 1e-10, 400);
    CHECK(result.reduction <= 1e-10);
    const double left = (m * Eigen::Map<Vector>(x.data(), n) - right).norm() / right.norm();
    CHECK(left <= 1.1e-10);
    CHECK(left > 1e-16);
  }
  // With the inverse as a preconditioner one step is enough; with too few steps it says how far it got.
  const Dense inverse = m.inverse();
  const LinearMap exact = [&](const double* v, double* y) {
    Eigen::Map<Vector>(y, n) = inverse * Eigen::Map<const Vector>(v, n);
  };
  CHECK(Gmres(vectors, n, n).solve(matrix, exact, b.data(), x.data(), 1e-10, 400).steps == 1);
  const GmresResult early = Gmres(vectors, n, n).solve(matrix, none, b.data(), x.data(), 1e-10, 3);
  CHECK(early.steps == 3);
  CHECK((m * Eigen::Map<Vector>(x.data(), n) - right).norm() / right.norm() == Approx(early.reduction).epsilon(1e-6));
}

TEST_CASE("Sums of vectors are the same bits for any number of threads") {
  test::Random random(5);
  std::vector<double> a(50000), b(a.size());
  for (double& x : a) x = random(-1, 1);
  for (double& x : b) x = random(-1, 1);
  const std::vector<const double*> both{a.data(), b.data()};
  const auto one = VectorOperations(1).dots(both, b.data(), a.size());
  CHECK(VectorOperations(3).dots(both, b.data(), a.size()) == one);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  CHECK(one[0] == Approx(sum).epsilon(1e-10));
}

}  // namespace
}  // namespace dg
