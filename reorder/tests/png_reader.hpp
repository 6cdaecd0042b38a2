/// Reads back the images that plots embed, by the PNG specification and RFC 4648.
#pragma once

#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace dg::test {

using Bytes = std::vector<std::uint8_t>;

struct Image {
  std::uint32_t width = 0, height = 0;
  Bytes palette, transparency, pixels;  // pixels without the filter bytes
};

// Reads a PNG file of 8-bit palette pixels by the specification, checksums included.
inline Image decoded(const std::string& png) {
  REQUIRE(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
  const auto number = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<std::uint8_t>(png.at(i));
    return value;
  };
  Image image;
  std::string type;
  for (std::size_t at = 8; type != "IEND"; at += number(at) + 12) {
    type = png.substr(at + 4, 4);
    const std::string data = png.substr(at + 8, number(at));
    const std::string body = type + data;
    REQUIRE(number(at + 8 + data.size()) ==
            crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())));
    if (type == "IHDR") {
      image.width = number(at + 8);
      image.height = number(at + 12);
      REQUIRE(data.substr(8) == std::string("\x08\x03\0\0\0", 5));
    }
    if (type == "PLTE") image.palette.assign(data.begin(), data.end());
    if (type == "tRNS") image.transparency.assign(data.begin(), data.end());
    if (type != "IDAT") continue;
    Bytes rows(std::size_t{image.height} * (image.width + 1));
    auto size = static_cast<uLongf>(rows.size());
    REQUIRE(uncompress(rows.data(), &size, reinterpret_cast<const Bytef*>(data.data()),
                       static_cast<uLong>(data.size())) == Z_OK);
    REQUIRE(size == rows.size());
    for (std::uint32_t row = 0; row < image.height; ++row) {
      const auto first = rows.begin() + static_cast<std::ptrdiff_t>(row) * (image.width + 1);
      REQUIRE(*first == 0);
      image.pixels.insert(image.pixels.end(), first + 1, first + 1 + image.width);
    }
  }
  return image;
}

inline std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t group = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<std::uint32_t>(digits.find(c));
    if ((bits += 6) >= 8) bytes.push_back(static_cast<char>(group >> (bits -= 8) & 0xff));
  }
  return bytes;
}

inline std::vector<Image> images_in(const std::string& svg) {
  std::vector<Image> images;
  const std::string mark = "data:image/png;base64,";
  for (auto at = svg.find(mark); at != std::string::npos; at = svg.find(mark, at + 1)) {
    const auto begin = at + mark.size();
    images.push_back(decoded(from_base64(svg.substr(begin, svg.find('"', begin) - begin))));
  }
  return images;
}

}  // namespace dg::test
