#include "reorder/plot/spy_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "reorder/plot/margins.hpp"
#include "reorder/plot/svg.hpp"

namespace dg {
namespace {

constexpr double side = 330;
constexpr Index most_dots = 20000;
constexpr int most_bins = 500;

template <class Visit>
void for_each_entry(const CellGraph& graph, Visit&& visit) {
  for (const auto& face : graph.faces)
    if (face.plus != -1) {
      visit(face.minus, face.plus);
      visit(face.plus, face.minus);
    }
}

void draw_dots(SvgDocument& document, const Box& box, const CellGraph& graph) {
  const double scale = side / graph.cell_count(), dot = std::clamp(scale, 0.8, 4.0);
  std::string data;
  for_each_entry(graph, [&](Index row, Index column) {
    data += fmt::format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h-{:.2f}z", box.x + (column + 0.5) * scale - dot / 2,
                        box.y + (row + 0.5) * scale - dot / 2, dot, dot, dot);
  });
  document.path(data, "#14284b");
}

// Entries of the matrix in each bin, row by row.
std::vector<Index> counted(const CellGraph& graph, int bins) {
  std::vector<Index> counts(static_cast<std::size_t>(bins) * bins, 0);
  const auto bin = [&](Index cell) { return static_cast<std::size_t>(std::int64_t{cell} * bins / graph.cell_count()); };
  for_each_entry(graph, [&](Index row, Index column) { ++counts[bin(row) * bins + bin(column)]; });
  return counts;
}

Raster shaded(const std::vector<Index>& counts, int bins, Index most) {
  const auto colours = density_map(256);
  // White stands for no entry at all: the lightest shade of a bin with one is well off it.
  constexpr int lightest = 56;
  Raster raster(bins, bins, {colours.begin() + lightest, colours.end()});
  const auto shades = static_cast<double>(raster.palette.size() - 1);
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0)
      raster.pixels[i] =
          static_cast<std::uint8_t>(1 + std::lround(shades * std::log(counts[i]) / std::max(1.0, std::log(most))));
  return raster;
}

}  // namespace

void write_spy_svg(const std::string& file, const std::vector<SpyPanel>& panels) {
  assert(!panels.empty());
  const auto is_dense = [](const SpyPanel& panel) { return panel.graph->face_count() > most_dots; };
  const bool any_dense = std::any_of(panels.begin(), panels.end(), is_dense);
  const auto bins = [](const SpyPanel& panel) {
    return std::min(most_bins, static_cast<int>(panel.graph->cell_count()));
  };
  std::vector<std::vector<Index>> counts(panels.size());
  Index most = 1;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    if (!is_dense(panels[i])) continue;
    counts[i] = counted(*panels[i].graph, bins(panels[i]));
    most = std::max(most, *std::max_element(counts[i].begin(), counts[i].end()));
  }

  const auto count = static_cast<double>(panels.size());
  using namespace margins;
  constexpr double bar_labels = 56;
  const double right = left + count * side + (count - 1) * gap;
  SvgDocument document(right + (any_dense ? bar_gap + bar_width + bar_labels : 16), top + side + bottom);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto& [title, graph] = panels[i];
    const Box box{left + static_cast<double>(i) * (side + gap), top, side, side};
    document.text(box.x + side / 2, top - 12, title, Anchor::middle, 13);
    if (is_dense(panels[i]))
      document.image(box, shaded(counts[i], bins(panels[i]), most));
    else
      draw_dots(document, box, *graph);
    const Axis axis{0, static_cast<double>(graph->cell_count()), "cell number"};
    draw_axes(document, box, axis, axis, true);
  }
  if (any_dense) {
    const auto palette = shaded({}, 0, 1).palette;
    const double exponent = std::max(1.0, std::log10(static_cast<double>(most)));
    draw_colour_bar(document, {right + bar_gap, top, bar_width, side}, palette,
                    {0, exponent, "log10 of entries in a bin"});
  }
  document.save(file);
}

}  // namespace dg
