#include "meshes/curving/stl_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "meshes/curving/vectors.hpp"
#include "meshes/errors.hpp"
#include "meshes/file_cursor.hpp"

namespace dg {
namespace {

constexpr std::size_t header_bytes = 80, count_bytes = 4, facet_bytes = 50;

template <class T>
T value_at(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

bool is_binary(std::string_view bytes) {
  if (bytes.size() < header_bytes + count_bytes) return false;
  const std::size_t count = value_at<std::uint32_t>(bytes, header_bytes);
  return bytes.size() == header_bytes + count_bytes + count * facet_bytes;
}

std::vector<Facet<3>> binary_facets(std::string_view bytes) {
  std::vector<Facet<3>> facets;
  constexpr std::size_t normal_bytes = 12, number_bytes = 4;
  for (std::size_t at = header_bytes + count_bytes; at < bytes.size(); at += facet_bytes) {
    Facet<3>& facet = facets.emplace_back();
    for (std::size_t c = 0; c < 9; ++c)
      facet[c / 3][c % 3] = value_at<float>(bytes, at + normal_bytes + number_bytes * c);
  }
  return facets;
}

std::vector<Facet<3>> text_facets(std::string_view bytes, const std::string& path) {
  std::vector<Facet<3>> facets;
  FileCursor at(bytes, path);
  int corner = 0;
  while (!at.at_end()) {
    std::string_view line = at.line();
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with("vertex")) continue;
    constexpr std::size_t word = 6;
    FileCursor numbers(line.substr(word), path);
    if (corner == 0) facets.emplace_back();
    for (double& x : facets.back()[corner]) {
      try {
        x = numbers.text_number<double>();
      } catch (const InputError&) {
        at.refuse("a vertex must have three coordinates");
      }
    }
    corner = (corner + 1) % 3;
  }
  if (corner != 0) at.refuse("the file is truncated: a triangle must have three vertices");
  return facets;
}

}  // namespace

std::vector<Facet<3>> parse_stl_file(std::string_view bytes, const std::string& path) {
  std::vector<Facet<3>> facets = is_binary(bytes) ? binary_facets(bytes) : text_facets(bytes, path);
  for (const Facet<3>& facet : facets)
    for (const auto& corner : facet)
      for (const double x : corner)
        if (!std::isfinite(x)) throw InputError(path + ": has a vertex whose coordinates are no numbers");
  std::erase_if(facets,
                [](const Facet<3>& f) { return !(length(cross(sum(f[1], -1, f[0]), sum(f[2], -1, f[0]))) > 0); });
  if (facets.empty()) throw InputError(path + ": is not an STL file with triangles");
  return facets;
}

}  // namespace dg
