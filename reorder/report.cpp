#include "reorder/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "meshes/errors.hpp"
#include "meshes/side_by_side.hpp"
#include "reorder/block_colouring.hpp"
#include "reorder/boundary_walk.hpp"
#include "reorder/colouring.hpp"
#include "reorder/layers.hpp"

namespace dg {
namespace {

// A mesh that takes too many colours still has all its other metrics.
template <class Colour>
std::vector<Index> sizes_or_none(Colour&& colour) {
  try {
    return sizes_of(colour().colour_begin);
  } catch (const InputError&) {
    return {};
  }
}

std::string text(const nlohmann::ordered_json& value) {
  if (value.is_number_float()) return fmt::format("{:.3f}", value.get<double>());
  if (!value.is_array()) return value.dump();
  return value.empty() ? "over " + std::to_string(max_colours) : fmt::format("{}", value.size());
}

}  // namespace

OrderQuality assess(const CellGraph& graph, std::span<const std::string> starts, const MetricOptions& options) {
  OrderQuality quality;
  const auto measure_layers = [&] {
    const auto layering = grow_layers(graph, start_boundaries(graph, starts));
    const auto widths = sizes_of(layering.layer_begin);
    quality.layers = layering.layer_count();
    quality.narrowest_layer = *std::min_element(widths.begin(), widths.end());
    quality.widest_layer = *std::max_element(widths.begin(), widths.end());
  };
  side_by_side({measure_layers, [&] { quality.metrics = measure(graph, options); },
                [&] { quality.colours = sizes_or_none([&] { return colour_faces(graph); }); },
                [&] { quality.block_colours = sizes_or_none([&] { return colour_blocks(graph); }); }});
  return quality;
}

nlohmann::ordered_json quality_json(const OrderQuality& quality) {
  const auto& m = quality.metrics;
  return {{"bandwidth", m.bandwidth},
          {"profile", m.profile},
          {"mean_distance", m.mean_distance},
          {"segments_per_warp", m.segments_per_warp},
          {"segments_as_stored", m.segments_as_stored},
          {"sectors_per_warp", m.sectors_per_warp},
          {"gather_segments", m.gather_segments},
          {"gather_sectors", m.gather_sectors},
          {"face_gather_segments", m.face_gather_segments},
          {"face_gather_sectors", m.face_gather_sectors},
          {"reuse_1024", m.reuse_1024},
          {"soa_lines", m.soa_lines},
          {"l1_hit", m.l1_hit},
          {"l2_hit", m.l2_hit},
          {"layers", quality.layers},
          {"narrowest_layer", quality.narrowest_layer},
          {"widest_layer", quality.widest_layer},
          {"colours", quality.colours},
          {"block_colours", quality.block_colours}};
}

nlohmann::ordered_json report_json(const OrderReport& report) {
  return {{"method", report.method},
          {"start", report.start},
          {"cells", report.cells},
          {"faces", report.faces},
          {"seconds", report.seconds},
          {"before", quality_json(report.before)},
          {"after", quality_json(report.after)}};
}

std::string report_table(const OrderReport& report) {
  const auto before = quality_json(report.before), after = quality_json(report.after);
  std::string table = fmt::format("{} from {}: {} cells, {} faces, {:.3f} s\n{:<22}{:>16}{:>16}\n", report.method,
                                  report.start.empty() ? "no boundary" : report.start, report.cells, report.faces,
                                  report.seconds, "", "before", "after");
  for (const auto& [key, value] : before.items())
    table += fmt::format("{:<22}{:>16}{:>16}\n", key, text(value), text(after[key]));
  return table;
}

}  // namespace dg
