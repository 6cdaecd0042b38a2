/// A small image with a palette, for plots of more items than a page has dots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reorder/plot/colour_map.hpp"

namespace dg {

/// Pixels row by row from the top. Pixel value 0 is transparent, k > 0 has the colour palette[k-1].
struct Raster {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
  std::vector<Colour> palette;  ///< at most 255

  Raster(int width_in, int height_in, std::vector<Colour> palette_in);
  std::uint8_t& at(int column, int row) { return pixels[static_cast<std::size_t>(row) * width + column]; }
};

/// The image as the bytes of a PNG file.
std::string png_of(const Raster& raster);

/// Base 64 (RFC 4648), as data URLs want it.
std::string base64(const std::string& bytes);

}  // namespace dg
