#include "reorder/metrics.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <list>
#include <random>
#include <set>

#include "meshes/build.hpp"
#include "reorder/cache_model.hpp"
#include "reorder/cell_orientations.hpp"
#include "reorder/order.hpp"
#include "reorder/tests/sample_graphs.hpp"

using namespace dg;
using List = std::vector<Index>;

namespace {

// A chain of cells 0 - 1 - ... - (count-1), no boundary.
CellGraph chain(Index count) {
  std::vector<GraphFace> faces;
  for (Index i = 0; i + 1 < count; ++i) faces.push_back({i, i + 1});
  return build_graph(count, std::move(faces), {});
}

// Distinct values of item / granularity in sets, warp by warp and load by load, over the number of warps.
double distinct_per_warp(const std::vector<List>& loads_of_threads, std::size_t threads, Index granularity) {
  std::set<std::tuple<std::size_t, std::size_t, Index>> touched;  // warp, load, segment
  for (std::size_t t = 0; t < threads; ++t)
    for (std::size_t k = 0; k < loads_of_threads[t].size(); ++k)
      if (loads_of_threads[t][k] != -1) touched.emplace(t / 32, k, loads_of_threads[t][k] / granularity);
  return static_cast<double>(touched.size()) / static_cast<double>((threads + 31) / 32);
}

// Least recently used, by the book: one list a set.
double lru_hit_rate(const List& reads, std::size_t sets, std::size_t ways) {
  std::vector<std::list<Index>> kept(sets);
  int hits = 0;
  for (const Index read : reads) {
    auto& set = kept[static_cast<std::size_t>(read) % sets];
    const auto it = std::find(set.begin(), set.end(), read);
    if (it != set.end()) {
      ++hits;
      set.erase(it);
    }
    set.push_front(read);
    if (set.size() > ways) set.pop_back();
  }
  return static_cast<double>(hits) / static_cast<double>(reads.size());
}

}  // namespace

TEST_CASE("metrics of a chain of 64 cells, counted by hand") {
  const auto m = measure(chain(64));
  CHECK(m.bandwidth == 1);
  CHECK(m.profile == 63);
  CHECK(m.mean_distance == 1);
  // 63 faces, 2 warps. Left: cells 0-31 and 32-62, 2 segments each; right: 1-32 and 33-63, 3 and 2 segments.
  CHECK(m.segments_per_warp == 9. / 2);
  CHECK(m.segments_as_stored == 9. / 2);
  // Left: 8 and 8 sectors; right: cells 1-32 touch 9, cells 33-63 touch 8.
  CHECK(m.sectors_per_warp == 33. / 2);
  // Load 0 of the cell kernel goes to the neighbour behind (cell 0 has only one in front): cells 1,0..30 and 31..62;
  // load 1 to that in front: cells 2..32 and 33..63. Segments 2 + 3 and 3 + 2.
  CHECK(m.gather_segments == 10. / 2);
  // One block: 126 reads of 64 cells, on 4 lines out of 4.
  CHECK(m.reuse_1024 == 126. / 64);
  CHECK(m.soa_lines == 1);
  // Every cell but the first and the last is read twice, and all fit.
  CHECK(m.l1_hit == 62. / 126);
  CHECK(m.l2_hit == 0);
}

TEST_CASE("metrics of four cells with a boundary, counted by hand") {
  // 0-3, 1-3, 2-3 and a boundary face of cell 1; plus is the lower cell in the second.
  const auto m = measure(build_graph(4, {{0, 3}, {3, 1}, {2, 3}, {1, -1, 0}}, {"wall"}));
  CHECK(m.bandwidth == 3);
  CHECK(m.profile == 3);  // 0 + 0 + 0 + (3 - 0)
  CHECK(m.mean_distance == 2);
  CHECK(m.segments_per_warp == 2);
  CHECK(m.gather_segments == 3);       // loads 0, 1, 2 of cell 3; cells 0 to 2 have load 0 only
  CHECK(m.face_gather_segments == 3);  // loads 0 and 1 of cell 1, its boundary face among them
  CHECK(m.reuse_1024 == 7. / 4);
  CHECK(m.soa_lines == 1);
  CHECK(m.l1_hit == 3. / 7);
}

TEST_CASE("the side that is stored first counts for the loads as stored") {
  // 32 faces i - (i + 64); every second one is stored the other way round.
  std::vector<GraphFace> faces;
  for (Index i = 0; i < 32; ++i) faces.push_back(i % 2 == 0 ? GraphFace{i, i + 64} : GraphFace{i + 64, i});
  const auto m = measure(build_graph(96, std::move(faces), {}));
  CHECK(m.segments_per_warp == 4);
  CHECK(m.segments_as_stored == 8);
}

TEST_CASE("metrics agree with sets and sums over all pairs of cells") {
  for (const auto& [name, start, graph] : test::sample_graphs())
    for (const auto method : {OrderingMethod::none, OrderingMethod::random, OrderingMethod::layers}) {
      CAPTURE(name, std::string(name_of(method)));
      const auto ordered = test::in_order(graph, method);
      const auto n = ordered.cell_count();
      std::vector<List> joined(n, List(n, 0));  // number of faces between two cells
      std::vector<List> face_loads, cell_loads, cell_face_loads;
      for (const auto& face : ordered.faces) {
        if (face.plus != -1) ++joined[face.minus][face.plus];
        face_loads.push_back(face.plus == -1 ? List{face.minus}
                                             : List{std::min(face.minus, face.plus), std::max(face.minus, face.plus)});
      }
      for (Index cell = 0; cell < n; ++cell) {
        cell_loads.emplace_back(8, -1);
        cell_face_loads.emplace_back(8, -1);
      }
      for (Index f = 0; f < ordered.face_count(); ++f) {
        const auto& face = ordered.faces[f];
        cell_loads[face.minus][face.minus_face] = face.plus;
        cell_face_loads[face.minus][face.minus_face] = f;
        if (face.plus == -1) continue;
        cell_loads[face.plus][face.plus_face] = face.minus;
        cell_face_loads[face.plus][face.plus_face] = f;
      }
      Index bandwidth = 0;
      std::int64_t profile = 0;
      double sum = 0, faces = 0;
      for (Index i = 0; i < n; ++i) {
        Index lowest = i;
        for (Index j = 0; j < n; ++j) {
          if (joined[i][j] + joined[j][i] == 0) continue;
          bandwidth = std::max(bandwidth, std::abs(i - j));
          lowest = std::min(lowest, j);
          sum += joined[i][j] * std::abs(i - j);
          faces += joined[i][j];
        }
        profile += i - lowest;
      }
      const auto m = measure(ordered);
      CHECK(m.bandwidth == bandwidth);
      CHECK(m.profile == profile);
      CHECK(m.mean_distance == Approx(faces == 0 ? 0 : sum / faces));
      CHECK(m.segments_per_warp == Approx(distinct_per_warp(face_loads, face_loads.size(), 16)));
      CHECK(m.segments_as_stored == m.segments_per_warp);  // faces of a graph put in order run upwards
      CHECK(m.sectors_per_warp == Approx(distinct_per_warp(face_loads, face_loads.size(), 4)));
      CHECK(m.gather_segments == Approx(distinct_per_warp(cell_loads, cell_loads.size(), 16)));
      CHECK(m.gather_sectors == Approx(distinct_per_warp(cell_loads, cell_loads.size(), 4)));
      CHECK(m.face_gather_segments == Approx(distinct_per_warp(cell_face_loads, cell_face_loads.size(), 16)));
      CHECK(m.face_gather_sectors == Approx(distinct_per_warp(cell_face_loads, cell_face_loads.size(), 4)));

      double reads = 0, distinct = 0, lines = 0;
      for (std::size_t first = 0; first < face_loads.size(); first += 1024) {
        std::set<Index> cells, touched;
        for (std::size_t f = first; f < std::min(face_loads.size(), first + 1024); ++f)
          for (const Index cell : face_loads[f]) {
            ++reads;
            cells.insert(cell);
            touched.insert(cell / 16);
          }
        distinct += static_cast<double>(cells.size());
        lines += static_cast<double>(touched.size());
      }
      CHECK(m.reuse_1024 == Approx(reads / distinct));
      CHECK(m.soa_lines == Approx(lines / ((n + 15) / 16)));
    }
}

TEST_CASE("reoriented cells read their neighbours in a more regular way") {
  for (const auto cut : {test::Cut::none, test::Cut::all, test::Cut::upper}) {
    // Generators of unstructured meshes start a cell anywhere.
    const auto grid = test::grid_mesh(60, 50, cut);
    std::vector<std::int8_t> anywhere;
    std::mt19937 random(1);
    for (const auto shape : grid.cell_shapes)
      anywhere.push_back(static_cast<std::int8_t>(random() % face_count(shape)));
    const auto mesh = reoriented(grid, anywhere);
    OrderingOptions options;
    const auto graph = make_graph(mesh);
    const auto ordering = order(graph, options);
    const auto ordered = permuted(mesh, ordering.cells, ordering.faces);
    const auto reoriented_graph =
        make_graph(reoriented(ordered, orientations_to_lowest_neighbour(make_graph(ordered))));
    for (Index cell = 0; cell < graph.cell_count(); ++cell) {
      List around;
      for (const Index next : reoriented_graph.neighbours_of(cell)) around.push_back(next == -1 ? cell : next);
      CHECK(around.front() == *std::min_element(around.begin(), around.end()));
    }
    const auto before = measure(permuted(graph, ordering)), after = measure(reoriented_graph);
    CHECK(after.segments_per_warp == before.segments_per_warp);
    CHECK(after.gather_segments < 0.8 * before.gather_segments);
  }
}

TEST_CASE("the caches are least-recently-used: the first reads, the second what the first missed") {
  const auto graph = test::in_order(make_graph(test::annulus_mesh(60, 20)), OrderingMethod::random);
  List reads;
  for (const auto& face : graph.faces) {
    reads.push_back(face.plus == -1 ? face.minus : std::min(face.minus, face.plus));
    if (face.plus != -1) reads.push_back(std::max(face.minus, face.plus));
  }
  MetricOptions options;
  options.l1_bytes = 320 * 64 + 100;  // 16 sets of 4 ways, and a rest that holds no set
  options.l2_bytes = 320 * 1024;      // 64 sets of 16 ways
  const auto m = measure(graph, options);
  CHECK(m.l1_hit == Approx(lru_hit_rate(reads, 16, 4)));

  List missed;
  CacheModel first(options.l1_bytes, 4, 320);
  for (const Index read : reads)
    if (!first.read(read)) missed.push_back(read);
  CHECK(first.reads() == static_cast<std::int64_t>(reads.size()));
  CHECK(m.l2_hit == Approx(lru_hit_rate(missed, 64, 16)));
  CHECK(m.l2_hit > 0);
}

TEST_CASE("a cache of two ways forgets what was not read for longest") {
  CacheModel cache(1, 2, 8);  // too small for a set: it has one all the same
  std::vector<bool> hits;
  for (const Index record : {1, 2, 1, 3, 1, 2}) hits.push_back(cache.read(record));
  CHECK(hits == std::vector<bool>{false, false, true, false, true, false});
  CHECK(cache.hits() == 2);
  CHECK(cache.hit_rate() == 2. / 6);
  CHECK(CacheModel(1024, 4, 8).hit_rate() == 0);
}

TEST_CASE("orderings rank by reuse and loads as known: random, layers, tiled layers") {
  // Published for a graded mesh of a million triangles: reuse 1.33, 1.55, 2.57; the smaller the mesh the closer they
  // come.
  const auto graph = make_graph(test::annulus_mesh(600, 60));
  const auto random = measure(test::in_order(graph, OrderingMethod::random));
  const auto layers = measure(test::in_order(graph, OrderingMethod::layers));
  const auto tiled = measure(test::in_order(graph, OrderingMethod::tiled_layers));
  CHECK(random.reuse_1024 == Approx(4. / 3).epsilon(0.03));  // 3 reads of 3/2 n faces meet 2 - 1/4 + ... = 9/4 n cells
  CHECK(layers.reuse_1024 > 1.4);
  CHECK(tiled.reuse_1024 > 2.5);
  CHECK(random.segments_per_warp > 34);
  CHECK(layers.segments_per_warp < 6.4);
  CHECK(tiled.segments_per_warp < 6.4);
  CHECK(layers.bandwidth < 1300);
  CHECK(random.l1_hit < layers.l1_hit);
  CHECK(layers.l1_hit < tiled.l1_hit);
}
