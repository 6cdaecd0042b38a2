#include "reorder/plot/raster.hpp"

#include <zlib.h>

#include <cassert>
#include <utility>

#include "meshes/errors.hpp"

namespace dg {
namespace {

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(value >> shift & 0xff));
  return bytes;
}

std::string chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  const auto check = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(static_cast<std::uint32_t>(check));
}

std::string deflated(const std::string& data) {
  auto size = compressBound(static_cast<uLong>(data.size()));
  std::string result(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(data.data()),
                static_cast<uLong>(data.size()), Z_BEST_COMPRESSION) != Z_OK)
    throw RunError("zlib could not compress the image of a plot");
  result.resize(size);
  return result;
}

}  // namespace

Raster::Raster(int width_in, int height_in, std::vector<Colour> palette_in)
    : width(width_in),
      height(height_in),
      pixels(static_cast<std::size_t>(width_in) * height_in, 0),
      palette(std::move(palette_in)) {
  assert(palette.size() <= 255);
}

std::string png_of(const Raster& raster) {
  const std::string palette_format{8, 3, 0, 0, 0};  // 8 bits a pixel, palette; deflate, filters by row, no interlace
  std::string colours(3, '\xff'), rows;
  for (const auto& colour : raster.palette) colours.append(colour.begin(), colour.end());
  for (int row = 0; row < raster.height; ++row) {
    rows.push_back(0);  // no filter
    rows.append(raster.pixels.begin() + static_cast<std::ptrdiff_t>(row) * raster.width,
                raster.pixels.begin() + static_cast<std::ptrdiff_t>(row + 1) * raster.width);
  }
  return "\x89PNG\r\n\x1a\n" +
         chunk("IHDR", big_endian(static_cast<std::uint32_t>(raster.width)) +
                           big_endian(static_cast<std::uint32_t>(raster.height)) + palette_format) +
         chunk("PLTE", colours) + chunk("tRNS", std::string(1, '\0')) + chunk("IDAT", deflated(rows)) +
         chunk("IEND", "");
}

std::string base64(const std::string& bytes) {
  const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = i; k < i + 3; ++k)
      group = group << 8 | (k < bytes.size() ? static_cast<std::uint8_t>(bytes[k]) : 0);
    for (int digit = 0; digit < 4; ++digit)
      text.push_back(i + digit > bytes.size() ? '=' : digits[group >> (18 - 6 * digit) & 63]);
  }
  return text;
}

}  // namespace dg
