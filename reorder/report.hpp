/// What an ordering did to a mesh, as JSON (`rkdg reorder --report`) and as a table.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "reorder/graph.hpp"
#include "reorder/metrics.hpp"

namespace dg {

/// Metrics of one order of a mesh, with its layers and colours.
struct OrderQuality {
  Metrics metrics;
  Index layers = 0;  ///< layers that grow from the start boundaries: a property of the mesh, whatever its order
  Index narrowest_layer = 0, widest_layer = 0;
  std::vector<Index> colours;  ///< faces of each colour of the greedy colouring; empty if it takes over max_colours
  std::vector<Index> block_colours;  ///< blocks of 256 faces of each colour; empty if that takes over max_colours
};

/// Measures a mesh in the order it has. Throws InputError for unknown `starts` (see start_boundaries()).
OrderQuality assess(const CellGraph& graph, std::span<const std::string> starts, const MetricOptions& options = {});

struct OrderReport {
  std::string method, start;  ///< start: the boundaries separated by commas
  Index cells = 0, faces = 0;
  double seconds = 0;  ///< time to find the ordering
  OrderQuality before, after;
};

/// The object that the documents call M: {"bandwidth", "profile", "mean_distance", "segments_per_warp",
/// "gather_segments", "reuse_1024", "soa_lines", "l1_hit", "l2_hit", "layers", "colours": [sizes], ...}.
nlohmann::ordered_json quality_json(const OrderQuality& quality);

/// {"method", "start", "cells", "faces", "seconds", "before": M, "after": M}.
nlohmann::ordered_json report_json(const OrderReport& report);

/// One line for each metric: its name, before, after.
std::string report_table(const OrderReport& report);

}  // namespace dg
