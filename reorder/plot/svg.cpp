#include "reorder/plot/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "meshes/output_file.hpp"

namespace dg {
namespace {

constexpr double tick_length = 4, tick_size = 10, label_size = 11;

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  return result;
}

// Numbers of an axis as they are printed: divided by a power of 1000 that the label then names.
struct Unit {
  double scale = 1;
  std::string suffix;
};

Unit unit_of(const Axis& axis) {
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  if (largest >= 2e6) return {1e6, " (millions)"};
  if (largest >= 2e4) return {1e3, " (thousands)"};
  return {};
}

std::string number(double value) { return fmt::format("{:.6g}", std::abs(value) < 1e-12 ? 0.0 : value); }

}  // namespace

SvgDocument::SvgDocument(double width, double height) : width_(width), height_(height) {}

void SvgDocument::rectangle(const Box& box, const std::string& fill, const std::string& stroke) {
  body_ +=
      fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" stroke=\"{}\"/>\n",
                  box.x, box.y, box.width, box.height, fill, stroke);
}

void SvgDocument::line(double x0, double y0, double x1, double y1) {
  body_ += fmt::format("<path d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}\" stroke=\"black\"/>\n", x0, y0, x1, y1);
}

void SvgDocument::path(const std::string& data, const std::string& fill) {
  body_ += fmt::format("<path d=\"{0}\" fill=\"{1}\" stroke=\"{1}\" stroke-width=\"0.25\"/>\n", data, fill);
}

void SvgDocument::text(double x, double y, const std::string& content, Anchor anchor, double size, bool upwards) {
  const char* const anchors[] = {"start", "middle", "end"};
  const auto rotation = upwards ? fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", x, y) : std::string();
  body_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:g}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                       size, anchors[static_cast<int>(anchor)], rotation, escaped(content));
}

void SvgDocument::image(const Box& box, const Raster& raster) {
  body_ += fmt::format(
      "<image x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" preserveAspectRatio=\"none\" "
      "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,{}\"/>\n",
      box.x, box.y, box.width, box.height, base64(png_of(raster)));
}

void SvgDocument::open_clip(const Box& box) {
  ++clips_;
  body_ += fmt::format(
      "<clipPath id=\"clip{}\"><rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/></clipPath>\n"
      "<g clip-path=\"url(#clip{})\">\n",
      clips_, box.x, box.y, box.width, box.height, clips_);
}

void SvgDocument::close_clip() { body_ += "</g>\n"; }

std::string SvgDocument::str() const {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{0:g}\" "
             "height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
             "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"white\"/>\n",
             width_, height_) +
         body_ + "</svg>\n";
}

void SvgDocument::save(const std::string& file) const {
  OutputFile output(file);
  output.write(str());
  output.publish();
}

std::vector<double> ticks(double low, double high, int most) {
  const double least_step = (high - low) / (most - 1), power = std::pow(10.0, std::floor(std::log10(least_step)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= least_step) step = factor * power;
  std::vector<double> result;
  const double slack = 1e-9 * step;
  for (double k = std::ceil((low - slack) / step); k * step <= high + slack; ++k) result.push_back(k * step);
  return result;
}

void draw_axes(SvgDocument& document, const Box& box, const Axis& x, const Axis& y, bool y_down) {
  const double bottom = box.y + box.height, right = box.x + box.width;
  const auto x_unit = unit_of(x), y_unit = unit_of(y);
  document.rectangle(box, "none", "black");
  for (const double tick : ticks(x.low, x.high, 6)) {
    const double at = box.x + (tick - x.low) / (x.high - x.low) * box.width;
    document.line(at, bottom, at, bottom + tick_length);
    document.text(at, bottom + tick_length + tick_size + 1, number(tick / x_unit.scale), Anchor::middle, tick_size);
  }
  double widest = 0;
  for (const double tick : ticks(y.low, y.high, 6)) {
    const double share = (tick - y.low) / (y.high - y.low);
    const double at = y_down ? box.y + share * box.height : bottom - share * box.height;
    const auto label = number(tick / y_unit.scale);
    widest = std::max(widest, 0.58 * tick_size * static_cast<double>(label.size()));
    document.line(box.x - tick_length, at, box.x, at);
    document.text(box.x - tick_length - 2, at + 0.35 * tick_size, label, Anchor::end, tick_size);
  }
  document.text((box.x + right) / 2, bottom + tick_length + 2 * tick_size + 8, x.label + x_unit.suffix, Anchor::middle,
                label_size);
  document.text(box.x - tick_length - widest - 9, (box.y + bottom) / 2, y.label + y_unit.suffix, Anchor::middle,
                label_size, true);
}

void draw_colour_bar(SvgDocument& document, const Box& box, const std::vector<Colour>& colours, const Axis& axis) {
  Raster bar(1, static_cast<int>(colours.size()), colours);
  for (int row = 0; row < bar.height; ++row) bar.at(0, row) = static_cast<std::uint8_t>(bar.height - row);
  document.image(box, bar);
  document.rectangle(box, "none", "black");
  const auto unit = unit_of(axis);
  const double right = box.x + box.width;
  double widest = 0;
  for (const double tick : ticks(axis.low, axis.high, 6)) {
    const double at = box.y + box.height - (tick - axis.low) / (axis.high - axis.low) * box.height;
    const auto label = number(tick / unit.scale);
    widest = std::max(widest, 0.58 * tick_size * static_cast<double>(label.size()));
    document.line(right, at, right + tick_length, at);
    document.text(right + tick_length + 3, at + 0.35 * tick_size, label, Anchor::start, tick_size);
  }
  document.text(right + tick_length + widest + 18, box.y + box.height / 2, axis.label + unit.suffix, Anchor::middle,
                label_size, true);
}

}  // namespace dg
