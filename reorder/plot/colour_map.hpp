/// Colours for plots: a perceptually uniform map from dark violet over green to light yellow.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace dg {

/// Red, green and blue, 0 to 255, sRGB.
using Colour = std::array<std::uint8_t, 3>;

/// `count` colours, equally far from each other in the Oklab colour space (B. Ottosson, 2020); lightness only grows, so
/// the map also reads in grey. Precondition: count >= 2.
std::vector<Colour> colour_map(int count);

/// `count` colours from white to black-blue, equally far apart in Oklab, for densities. Precondition: count >= 2.
std::vector<Colour> density_map(int count);

/// "#rrggbb".
std::string hex(const Colour& colour);

}  // namespace dg
