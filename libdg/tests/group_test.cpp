#include <algorithm>
#include <catch2/catch.hpp>

#include "libdg/implicit/front_memory.hpp"
#include "libdg/implicit/group_multigrid.hpp"
#include "libdg/implicit/group_transfer.hpp"
#include "libdg/implicit/p_multigrid.hpp"
#include "serial_groups.hpp"
#include "support.hpp"

// What groups of threads do on a device, here with one thread each, beside what the host does.
namespace dg {
namespace {

std::vector<double> random_vector(std::size_t n, test::Random& random) {
  std::vector<double> x(n);
  for (double& entry : x) entry = random(-1, 1);
  return x;
}

/// Gives both the same columns, those of the diagonal `dominant` times as large as the others.
void set_columns(const BlockGraph& graph, double dominant, test::Random& random, BlockColumns& a, BlockColumns& b) {
  const auto colours = distance_two_colours(graph);
  a.set_colours(colours);
  b.set_colours(colours);
  const std::size_t n = graph.unknowns();
  const std::vector<double> f = random_vector(n, random);
  int most = 0;
  for (Index cell = 0; cell < graph.cells(); ++cell) most = std::max(most, graph.size(cell));
  for (int colour = 0; colour < static_cast<int>(colours.size()); ++colour)
    for (int column = 0; column < most; ++column) {
      std::vector<double> there = f, left = f, right = f;
      for (double& entry : there) entry += random(-0.1, 0.1);
      const std::vector<Index>& cells = colours[static_cast<std::size_t>(colour)];
      for (const Index cell : cells)
        if (column < graph.size(cell)) there[graph.begin[cell] + static_cast<std::size_t>(column)] -= dominant;
      a.write(colour, column, 2.0, f.data(), there.data());
      b.write(colour, column, 2.0, f.data(), there.data());
      a.perturb(colour, column, 0.5, f.data(), left.data());
      b.perturb(colour, column, 0.5, f.data(), right.data());
      CHECK(left == right);
      CHECK(std::count_if(f.begin(), f.end(), [&](const double& entry) {
              return left[static_cast<std::size_t>(&entry - f.data())] != entry;
            }) == std::count_if(cells.begin(), cells.end(), [&](Index cell) { return column < graph.size(cell); }));
    }
}

TEST_CASE("Groups of threads find the factors and the solutions that the host does") {
  test::Random random(11);
  const VectorOperations vectors(1);
  const auto backend = make_backend(BackendKind::cpu, 1);
  for (const std::string kind : {"hybrid", "triangles"})
    for (const auto& [degree, smoother] : {std::pair{1, Smoother::ilu},
                                           {2, Smoother::ilu},
                                           {2, Smoother::block_jacobi},
                                           {3, Smoother::ilu},
                                           {3, Smoother::block_jacobi}}) {
      INFO(kind << ", degree " << degree << ", smoother " << static_cast<int>(smoother));
      const Mesh2 mesh = test::hybrid_mesh({.n = 4, .kind = kind});
      const std::vector<BlockGraph> levels = multigrid_levels(mesh, degree, QuadSpace::Q, 4, BackendKind::cpu);
      REQUIRE(levels.size() == (degree == 1 ? 1 : 2));
      PMultigrid host(levels, vectors, {smoother});
      GroupMultigrid<test::SerialGroups> groups(*backend, levels, {smoother});
      set_columns(levels.front(), 4.0, random, host.columns(), groups.columns());
      for (const double shift : {0.25, 2.0}) {
        host.factor(shift);
        groups.factor(shift);
        const std::size_t n = levels.front().unknowns();
        const std::vector<double> b = random_vector(n, random);
        std::vector<double> by_host(n), by_groups(n);
        for (int launch = 0; launch < 2; ++launch) {
          host.solve(b.data(), by_host.data());
          groups.solve(b.data(), by_groups.data());
          CHECK(test::relative_difference(by_groups, by_host) < 1e-5);
        }
      }
    }
}

TEST_CASE("Groups of threads factor fronts of many tiles as the host does") {
  test::Random random(14);
  const auto backend = make_backend(BackendKind::cpu, 1);
  for (const std::string kind : {"hybrid", "triangles"}) {
    INFO(kind);
    const BlockGraph graph = make_block_graph(test::hybrid_mesh({.n = 20, .kind = kind}), 1, QuadSpace::Q, 4);
    const FrontLists lists(graph);
    // Fronts with several tiles in each direction, and pivots of several panels.
    CHECK(std::ranges::max(lists.places, {}, &FrontPlace::rest).rest > 3 * FrontTile::width);
    CHECK(std::ranges::max(lists.places, {}, &FrontPlace::pivots).pivots > 2 * FrontTile::width);
    BlockMatrix a(graph);
    for (float& entry : a.numbers()) entry = static_cast<float>(random(-0.1, 0.1));
    BlockLu host(graph);
    GroupFronts<test::SerialGroups> groups(*backend, graph);
    std::vector<float> b(graph.unknowns()), by_host(b.size()), by_groups(b.size());
    for (const float shift : {2.0f, 3.0f}) {
      for (float& entry : b) entry = static_cast<float>(random(-1, 1));
      host.factor(a, shift);
      host.solve(b.data(), by_host.data());
      groups.factor(a.numbers().data(), shift);
      groups.solve(b.data(), by_groups.data());
      float largest = 0, difference = 0;
      for (std::size_t i = 0; i < b.size(); ++i) {
        largest = std::max(largest, std::abs(by_host[i]));
        difference = std::max(difference, std::abs(by_groups[i] - by_host[i]));
      }
      CHECK(difference < 1e-4f * largest);
    }
  }
}

TEST_CASE("Pieces of an array overlap no others that are in use, and gaps are filled") {
  test::Random random(15);
  PieceAllocator memory;
  std::vector<std::pair<std::int64_t, std::int64_t>> used;
  std::int64_t most = 0, now = 0;
  for (int i = 0; i < 2000; ++i) {
    if (used.empty() || random(0, 1) < 0.55) {
      const auto count = static_cast<std::int64_t>(random(0, 50));
      const std::int64_t begin = memory.allocate(count);
      CHECK(begin + count <= memory.size());
      CHECK(std::ranges::none_of(
          used, [&](const auto& other) { return begin < other.first + other.second && other.first < begin + count; }));
      used.emplace_back(begin, count);
      now += count;
      most = std::max(most, now);
    } else {
      const auto at = used.begin() + static_cast<std::ptrdiff_t>(random(0, static_cast<double>(used.size())));
      memory.release(at->first, at->second);
      now -= at->second;
      used.erase(at);
    }
  }
  CHECK(memory.size() < 2 * most);
  for (const auto& [begin, count] : used) memory.release(begin, count);
  const std::int64_t size = memory.size();
  CHECK(memory.allocate(size) == 0);
  CHECK(memory.size() == size);
}

TEST_CASE("A group inverts blocks whose pivots are not on the diagonal") {
  test::Random random(12);
  for (const int n : {1, 2, 7, 40}) {
    std::vector<float> a(static_cast<std::size_t>(n * n)), inverse;
    for (float& entry : a) entry = static_cast<float>(random(-0.1, 0.1));
    for (int i = 0; i < n; ++i) a[static_cast<std::size_t>(i * n + (i + n / 2) % n)] = 3;  // a cyclic permutation
    inverse = a;
    std::vector<int> swaps(static_cast<std::size_t>(n));
    invert(inverse.data(), n, swaps.data(), OneThread{});
    double largest = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = i == j ? -1 : 0;
        for (int k = 0; k < n; ++k)
          sum += a[static_cast<std::size_t>(k * n + i)] * inverse[static_cast<std::size_t>(j * n + k)];
        largest = std::max(largest, std::abs(sum));
      }
    CHECK(largest < 1e-5);
  }
}

TEST_CASE("Groups of threads write and read states as the host does") {
  test::Random random(13);
  const Mesh2 mesh = test::hybrid_mesh({.n = 3});
  const BlockGraph graph = make_block_graph(mesh, 3, QuadSpace::Q, 4);
  std::vector<CellPlace> places;
  constexpr int region = 100;
  for (Index cell = 0; cell < graph.cells(); ++cell) {
    StateLayout layout{};
    layout.variable_stride = 20;
    layout.group_stride = mode_group;
    layout.mode_stride = 1;
    places.push_back({std::int64_t(graph.cells() - 1 - cell) * region, layout});
  }
  const auto mass = [&](Index cell) {
    const int n = graph.modes[cell];
    std::vector<double> m(static_cast<std::size_t>(n * n));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        m[static_cast<std::size_t>(i * n + j)] = m[static_cast<std::size_t>(j * n + i)] =
            i == j ? random(2, 3) : random(-0.1, 0.1);
    return m;
  };
  const StateTables tables = state_tables(
      graph, places, {1.0, 2.0, 3.0, 0.5}, [](Index cell) { return cell % 3 == 0; }, mass);
  const StateMap host(graph, tables, 1);
  const auto backend = make_backend(BackendKind::cpu, 1);
  const GroupTransfer<test::SerialGroups, double> groups(*backend, graph, tables);
  const std::vector<double> x = random_vector(graph.unknowns(), random);
  std::vector<double> by_host(static_cast<std::size_t>(graph.cells() * region), 7.0), by_groups = by_host;
  host.to_state(x.data(), by_host.data());
  groups.to_state(x.data(), by_groups.data());
  CHECK(test::relative_difference(by_groups, by_host) < 1e-15);
  std::vector<double> factors = random_vector(static_cast<std::size_t>(graph.cells()), random), back(x.size()), y(x);
  groups.from_state(by_host.data(), nullptr, back.data());
  CHECK(test::relative_difference(back, x) < 1e-14);
  host.from_state(by_host.data(), factors.data(), y.data());
  groups.from_state(by_host.data(), factors.data(), back.data());
  CHECK(test::relative_difference(back, y) < 1e-14);
}

}  // namespace
}  // namespace dg
