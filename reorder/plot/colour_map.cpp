#include "reorder/plot/colour_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace dg {
namespace {

using Triple = std::array<double, 3>;

// Oklab: lightness, green-red, blue-yellow.
Triple linear_rgb(const Triple& lab) {
  const double l = std::pow(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2], 3);
  const double m = std::pow(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2], 3);
  const double s = std::pow(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2], 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

Colour srgb(const Triple& lab) {
  Colour colour;
  const auto rgb = linear_rgb(lab);
  for (int i = 0; i < 3; ++i) {
    const double x = std::clamp(rgb[i], 0.0, 1.0);
    const double encoded = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
    colour[i] = static_cast<std::uint8_t>(std::lround(255 * encoded));
  }
  return colour;
}

Triple lab_of(double lightness, double chroma, double hue_degrees) {
  const double hue = hue_degrees * std::numbers::pi / 180;
  return {lightness, chroma * std::cos(hue), chroma * std::sin(hue)};
}

double distance(const Triple& a, const Triple& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

// Points of the path, t from 0 to 1, at equal distances along it.
std::vector<Colour> equally_spaced(const std::function<Triple(double)>& path, int count) {
  constexpr int samples = 4096;
  std::vector<Triple> points;
  std::vector<double> length{0};
  for (int i = 0; i <= samples; ++i) {
    points.push_back(path(static_cast<double>(i) / samples));
    if (i > 0) length.push_back(length.back() + distance(points[i - 1], points[i]));
  }
  std::vector<Colour> colours;
  for (int i = 0; i < count; ++i) {
    const double wanted = length.back() * i / (count - 1);
    const auto at =
        std::min<std::ptrdiff_t>(std::lower_bound(length.begin(), length.end(), wanted) - length.begin(), samples);
    colours.push_back(srgb(points[at]));
  }
  return colours;
}

}  // namespace

// The chromas are as high as a screen can show along the whole path.
std::vector<Colour> colour_map(int count) {
  return equally_spaced(
      [](double t) { return lab_of(0.27 + 0.66 * t, 0.138 - 0.042 * std::sin(std::numbers::pi * t), 300 - 190 * t); },
      count);
}

std::vector<Colour> density_map(int count) {
  return equally_spaced([](double t) { return lab_of(1 - 0.82 * t, 0.11 * t, 250 + 20 * t); }, count);
}

std::string hex(const Colour& colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]); }

}  // namespace dg
