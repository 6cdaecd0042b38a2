/// Writing of SVG documents: shapes, text, embedded images, and a frame with axes.
#pragma once

#include <string>
#include <vector>

#include "reorder/plot/raster.hpp"

namespace dg {

/// A rectangle on the page, in page units, y down.
struct Box {
  double x, y, width, height;
};

enum class Anchor { start, middle, end };

class SvgDocument {
 public:
  SvgDocument(double width, double height);

  void rectangle(const Box& box, const std::string& fill, const std::string& stroke = "none");
  void line(double x0, double y0, double x1, double y1);
  /// A filled path; `data` as in the attribute d. Its edges get a hairline of the same colour, which closes the seams
  /// that shine through between neighbouring polygons.
  void path(const std::string& data, const std::string& fill);
  /// Text with its baseline at (x, y); turned to read upwards if `upwards`.
  void text(double x, double y, const std::string& content, Anchor anchor, double size, bool upwards = false);
  /// The image stretched over the box, with sharp pixels.
  void image(const Box& box, const Raster& raster);
  /// Opens a group that shows only what lies in the box; close_clip() ends it.
  void open_clip(const Box& box);
  void close_clip();

  std::string str() const;
  /// Writes the document under a temporary name and renames it. Throws InputError if the file cannot be written.
  void save(const std::string& file) const;

 private:
  double width_, height_;
  int clips_ = 0;
  std::string body_;
};

/// Round numbers from `low` to `high`, at most `most` of them, at steps of 1, 2 or 5 times a power of ten.
/// Precondition: low < high, most >= 2.
std::vector<double> ticks(double low, double high, int most);

/// A range of numbers along a side of a box and the words that go with it.
struct Axis {
  double low, high;
  std::string label;
};

/// Draws the frame of a box with ticks. They are x below, from left to right, and y on the left, from below, or from
/// above if `y_down`.
void draw_axes(SvgDocument& document, const Box& box, const Axis& x, const Axis& y, bool y_down = false);

/// Draws a bar of colours, lowest below, with the ticks of the axis on its right.
void draw_colour_bar(SvgDocument& document, const Box& box, const std::vector<Colour>& colours, const Axis& axis);

}  // namespace dg
