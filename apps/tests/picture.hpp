/// Reads PNG files of 8-bit RGB pixels, by the PNG specification (ISO/IEC 15948).
#pragma once

#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace dg::app {

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;  ///< [row from the top][column][red, green, blue]

  int at(int column, int row, int channel) const {
    return pixels.at(3 * (static_cast<std::size_t>(row) * width + column) + channel);
  }
};

/// What a filter of the rows predicts from the bytes to the left, above, and above the left one.
inline int predicted(int filter, int left, int up, int up_left) {
  if (filter == 1) return left;
  if (filter == 2) return up;
  if (filter == 3) return (left + up) / 2;
  if (filter != 4) return 0;
  const int p = left + up - up_left;
  const int to_left = std::abs(p - left), to_up = std::abs(p - up), to_up_left = std::abs(p - up_left);
  if (to_left <= to_up && to_left <= to_up_left) return left;
  return to_up <= to_up_left ? up : up_left;
}

inline Picture read_png(const std::string& png) {
  REQUIRE(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<std::uint8_t>(png.at(i));
    return value;
  };
  Picture picture;
  std::string packed, type;
  for (std::size_t at = 8; type != "IEND"; at += number(at) + 12) {
    type = png.substr(at + 4, 4);
    if (type == "IDAT") packed += png.substr(at + 8, number(at));
    if (type != "IHDR") continue;
    picture.width = static_cast<int>(number(at + 8));
    picture.height = static_cast<int>(number(at + 12));
    REQUIRE(png.substr(at + 16, 5) == std::string("\x08\x02\0\0\0", 5));
  }
  const std::size_t row_bytes = 3 * static_cast<std::size_t>(picture.width);
  std::vector<std::uint8_t> rows((row_bytes + 1) * picture.height);
  auto size = static_cast<uLongf>(rows.size());
  REQUIRE(uncompress(rows.data(), &size, reinterpret_cast<const Bytef*>(packed.data()),
                     static_cast<uLong>(packed.size())) == Z_OK);
  REQUIRE(size == rows.size());
  std::vector<std::uint8_t> above(row_bytes + 3), row(row_bytes + 3);  // three bytes of nothing to the left
  for (int r = 0; r < picture.height; ++r) {
    const std::uint8_t* raw = rows.data() + static_cast<std::size_t>(r) * (row_bytes + 1);
    for (std::size_t i = 0; i < row_bytes; ++i) {
      row[i + 3] = static_cast<std::uint8_t>(raw[i + 1] + predicted(raw[0], row[i], above[i + 3], above[i]));
    }
    picture.pixels.insert(picture.pixels.end(), row.begin() + 3, row.end());
    above = row;
  }
  return picture;
}

}  // namespace dg::app
