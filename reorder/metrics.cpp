#include "reorder/metrics.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "meshes/side_by_side.hpp"
#include "reorder/cache_model.hpp"

namespace dg {
namespace {

constexpr Index warp_size = 32, block_size = 1024;
constexpr Index items_per_segment = 16, items_per_sector = 4;  // of 128 and 32 bytes, 8 bytes an item

double ratio(double a, double b) { return b == 0 ? 0 : a / b; }

// Counts the items that differ, and the stretches of memory that hold them. Sorts what it is given.
class DistinctCounter {
 public:
  void add(Index item) { items_.push_back(item); }
  void clear() { items_.clear(); }
  void sort() {
    if (!std::is_sorted(items_.begin(), items_.end())) std::sort(items_.begin(), items_.end());
  }

  // Distinct values of item / Granularity. Precondition: sort() has been called since the last add().
  template <Index Granularity>
  std::int64_t count() const {
    std::int64_t result = 0;
    Index last = -1;
    for (const Index item : items_) {
      result += item / Granularity != last;
      last = item / Granularity;
    }
    return result;
  }

 private:
  std::vector<Index> items_;
};

// Loads of one kernel: threads in warps, each thread with a list of items, one per load instruction.
struct WarpLoads {
  std::int64_t segments = 0, sectors = 0, warps = 0;

  // load(thread, k) is the item of the k-th load, or -1 if the thread sits it out.
  template <class Load>
  void run(Index threads, int loads, Load&& load) {
    DistinctCounter items;
    for (Index first = 0; first < threads; first += warp_size, ++warps)
      for (int k = 0; k < loads; ++k) {
        items.clear();
        for (Index t = first; t < std::min(threads, first + warp_size); ++t)
          if (const Index item = load(t, k); item != -1) items.add(item);
        items.sort();
        segments += items.count<items_per_segment>();
        sectors += items.count<items_per_sector>();
      }
  }
};

Index lower(const GraphFace& face) { return face.plus == -1 ? face.minus : std::min(face.minus, face.plus); }
Index higher(const GraphFace& face) { return face.plus == -1 ? -1 : std::max(face.minus, face.plus); }

void measure_distances(const CellGraph& graph, Metrics& m) {
  std::int64_t sum = 0, count = 0;
  for (const auto& face : graph.faces) {
    if (face.plus == -1) continue;
    const Index distance = std::abs(face.minus - face.plus);
    m.bandwidth = std::max(m.bandwidth, distance);
    sum += distance;
    ++count;
  }
  m.mean_distance = ratio(static_cast<double>(sum), static_cast<double>(count));
  for (Index cell = 0; cell < graph.cell_count(); ++cell) {
    Index lowest = cell;
    for (const Index other : graph.neighbours_of(cell))
      if (other != -1) lowest = std::min(lowest, other);
    m.profile += cell - lowest;
  }
}

double segments(const WarpLoads& loads) { return ratio(double(loads.segments), double(loads.warps)); }
double sectors(const WarpLoads& loads) { return ratio(double(loads.sectors), double(loads.warps)); }

void measure_face_warps(const CellGraph& graph, Metrics& m) {
  WarpLoads faces;
  faces.run(graph.face_count(), 2,
            [&](Index f, int k) { return k == 0 ? lower(graph.faces[f]) : higher(graph.faces[f]); });
  m.segments_per_warp = m.segments_as_stored = segments(faces);
  m.sectors_per_warp = sectors(faces);
  const auto is_upwards = [](const GraphFace& face) { return face.minus == lower(face); };
  if (std::all_of(graph.faces.begin(), graph.faces.end(), is_upwards)) return;
  WarpLoads stored;
  stored.run(graph.face_count(), 2,
             [&](Index f, int k) { return k == 0 ? graph.faces[f].minus : graph.faces[f].plus; });
  m.segments_as_stored = segments(stored);
}

// The loads of a cell kernel that reads an item of each local face.
WarpLoads measure_cell_warps(const CellGraph& graph, std::span<const Index> items) {
  Index loads = 0;
  for (Index cell = 0; cell < graph.cell_count(); ++cell)
    loads = std::max(loads, graph.cell_begin[cell + 1] - graph.cell_begin[cell]);
  WarpLoads cells;
  cells.run(graph.cell_count(), loads, [&](Index cell, int k) {
    const Index place = graph.cell_begin[cell] + k;
    return place < graph.cell_begin[cell + 1] ? items[place] : Index{-1};
  });
  return cells;
}

void measure_neighbour_warps(const CellGraph& graph, Metrics& m) {
  const WarpLoads neighbours = measure_cell_warps(graph, graph.cell_neighbours);
  m.gather_segments = segments(neighbours);
  m.gather_sectors = sectors(neighbours);
}

void measure_local_face_warps(const CellGraph& graph, Metrics& m) {
  const WarpLoads faces = measure_cell_warps(graph, graph.cell_faces);
  m.face_gather_segments = segments(faces);
  m.face_gather_sectors = sectors(faces);
}

void measure_blocks(const CellGraph& graph, Metrics& m) {
  std::int64_t reads = 0, distinct = 0, lines = 0;
  DistinctCounter cells;
  for (Index first = 0; first < graph.face_count(); first += block_size) {
    cells.clear();
    const Index last = std::min(graph.face_count(), first + block_size);
    for (Index f = first; f < last; ++f) {
      cells.add(lower(graph.faces[f]));
      ++reads;
      if (higher(graph.faces[f]) == -1) continue;
      cells.add(higher(graph.faces[f]));
      ++reads;
    }
    cells.sort();
    distinct += cells.count<1>();
    lines += cells.count<items_per_segment>();
  }
  const Index array_lines = (graph.cell_count() + items_per_segment - 1) / items_per_segment;
  m.reuse_1024 = ratio(static_cast<double>(reads), static_cast<double>(distinct));
  m.soa_lines = ratio(static_cast<double>(lines), static_cast<double>(array_lines));
}

void measure_caches(const CellGraph& graph, const MetricOptions& options, Metrics& m) {
  const int record_bytes = options.values_per_cell * 8;
  CacheModel l1(options.l1_bytes, options.l1_ways, record_bytes), l2(options.l2_bytes, options.l2_ways, record_bytes);
  const auto read = [&](Index cell) {
    if (!l1.read(cell)) l2.read(cell);
  };
  for (const auto& face : graph.faces) {
    read(lower(face));
    if (face.plus != -1) read(higher(face));
  }
  m.l1_hit = l1.hit_rate();
  m.l2_hit = l2.hit_rate();
}

}  // namespace

Metrics measure(const CellGraph& graph, const MetricOptions& options) {
  Metrics m;  // of which no two tasks write the same number
  side_by_side({[&] { measure_distances(graph, m); }, [&] { measure_face_warps(graph, m); },
                [&] { measure_neighbour_warps(graph, m); }, [&] { measure_local_face_warps(graph, m); },
                [&] { measure_blocks(graph, m); }, [&] { measure_caches(graph, options, m); }});
  return m;
}

}  // namespace dg
