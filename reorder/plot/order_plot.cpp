#include "reorder/plot/order_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "libdg/core/whole_number.hpp"

#include "meshes/errors.hpp"
#include "reorder/ordering.hpp"
#include "reorder/plot/margins.hpp"
#include "reorder/plot/svg.hpp"

namespace dg {
namespace {

constexpr double longest_side = 330;
constexpr Index most_polygons = 20000;
constexpr int pixels_per_unit = 4, colour_count = 255;

Window whole(const CellOutlines& outlines) {
  const auto [x_low, x_high] = std::minmax_element(outlines.x.begin(), outlines.x.end());
  const auto [y_low, y_high] = std::minmax_element(outlines.y.begin(), outlines.y.end());
  return {*x_low, *x_high, *y_low, *y_high};
}

// From the plane to units of the page, y down, (0, 0) at the top left of the window.
struct Projection {
  Window window;
  double scale;
  double x(double value) const { return (value - window.x_low) * scale; }
  double y(double value) const { return (window.y_high - value) * scale; }
};

int colour_of(Index number, Index cell_count) {
  return static_cast<int>(std::int64_t{number} * colour_count / cell_count);
}

// Polygons of one colour share a path.
void draw_polygons(SvgDocument& document, const Box& box, const CellOutlines& outlines, std::span<const Index> cells,
                   const Projection& to_page, const std::vector<Colour>& colours) {
  std::vector<std::string> paths(colours.size());
  for (std::size_t number = 0; number < cells.size(); ++number) {
    auto& data = paths[colour_of(static_cast<Index>(number), outlines.cell_count())];
    for (Index k = outlines.begin[cells[number]]; k < outlines.begin[cells[number] + 1]; ++k)
      data += fmt::format("{}{:.2f} {:.2f}", k == outlines.begin[cells[number]] ? 'M' : 'L',
                          box.x + to_page.x(outlines.x[k]), box.y + to_page.y(outlines.y[k]));
    data += 'z';
  }
  document.open_clip(box);
  for (std::size_t c = 0; c < colours.size(); ++c)
    if (!paths[c].empty()) document.path(paths[c], hex(colours[c]));
  document.close_clip();
}

// A line between pixels, from 0 to the last, whatever of a cell lies outside the window.
int pixel_within(double line, int pixels) { return nearest_within(line, 0, pixels); }

// Gives `value` to the pixels of a convex polygon (coordinates in pixels) whose centres lie in it.
void fill_convex(Raster& raster, const std::vector<double>& x, const std::vector<double>& y, std::uint8_t value) {
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  const int first = pixel_within(std::ceil(*low - 0.5), raster.height);
  const int last = pixel_within(std::floor(*high - 0.5) + 1, raster.height) - 1;
  for (int row = first; row <= last; ++row) {
    const double at = row + 0.5;
    double begin = std::numeric_limits<double>::infinity(), end = -begin;
    for (std::size_t a = 0; a < x.size(); ++a) {
      const std::size_t b = (a + 1) % x.size();
      if ((y[a] < at && y[b] < at) || (y[a] > at && y[b] > at) || y[a] == y[b]) continue;
      const double cut = x[a] + (at - y[a]) / (y[b] - y[a]) * (x[b] - x[a]);
      begin = std::min(begin, cut);
      end = std::max(end, cut);
    }
    const int from = pixel_within(std::ceil(begin - 0.5), raster.width);
    const int to = pixel_within(std::floor(end - 0.5) + 1, raster.width) - 1;
    for (int column = from; column <= to; ++column) raster.at(column, row) = value;
  }
}

Raster rastered(const Box& box, const CellOutlines& outlines, std::span<const Index> cells, const Projection& to_page,
                const std::vector<Colour>& colours) {
  Raster raster(std::max(1, static_cast<int>(box.width * pixels_per_unit)),
                std::max(1, static_cast<int>(box.height * pixels_per_unit)), colours);
  std::vector<double> x, y;
  for (std::size_t number = 0; number < cells.size(); ++number) {
    x.clear();
    y.clear();
    for (Index k = outlines.begin[cells[number]]; k < outlines.begin[cells[number] + 1]; ++k) {
      x.push_back(to_page.x(outlines.x[k]) * raster.width / box.width);
      y.push_back(to_page.y(outlines.y[k]) * raster.height / box.height);
    }
    fill_convex(raster, x, y,
                static_cast<std::uint8_t>(1 + colour_of(static_cast<Index>(number), outlines.cell_count())));
  }
  return raster;
}

}  // namespace

void write_order_svg(const std::string& file, const CellOutlines& outlines, const std::vector<OrderPanel>& panels,
                     const std::optional<Window>& window) {
  assert(!panels.empty() && outlines.cell_count() > 0);
  const auto view = window ? *window : whole(outlines);
  const double width = view.x_high - view.x_low, height = view.y_high - view.y_low;
  if (!(width > 0) || !(height > 0))
    throw InputError(file + ": the window to plot is empty; it runs from its lower to its higher coordinates");
  const Projection to_page{view, longest_side / std::max(width, height)};
  const auto colours = colour_map(colour_count);

  const auto count = static_cast<double>(panels.size());
  const double page_width = width * to_page.scale, page_height = height * to_page.scale;
  using namespace margins;
  constexpr double bar_labels = 66;
  const double right = left + count * page_width + (count - 1) * gap;
  SvgDocument document(right + bar_gap + bar_width + bar_labels, top + page_height + bottom);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto& [title, cells] = panels[i];
    assert(cells.size() == static_cast<std::size_t>(outlines.cell_count()));
    const Box box{left + static_cast<double>(i) * (page_width + gap), top, page_width, page_height};
    document.text(box.x + page_width / 2, top - 12, title, Anchor::middle, 13);
    if (outlines.cell_count() > most_polygons)
      document.image(box, rastered(box, outlines, cells, to_page, colours));
    else
      draw_polygons(document, box, outlines, cells, to_page, colours);
    draw_axes(document, box, {view.x_low, view.x_high, "x"}, {view.y_low, view.y_high, "y"});
  }
  draw_colour_bar(document, {right + bar_gap, top, bar_width, page_height}, colours,
                  {0, static_cast<double>(outlines.cell_count()), "cell number"});
  document.save(file);
}

}  // namespace dg
