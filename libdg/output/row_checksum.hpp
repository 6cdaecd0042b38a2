/// A checksum of the rows of a list that does not depend on who has which of them. Those of parts add up to that of the
/// whole, modulo 2^64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace dg {

/// Mixes the bits of a number, as the generator SplitMix64 of Steele, Lea and Flood (OOPSLA 2014) does.
constexpr std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15ULL;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebULL;
  return bits ^ (bits >> 31);
}

/// Of whole rows of the list of that name, the first of which has the number `first`.
inline std::uint64_t row_checksum(std::string_view list, std::int64_t first, std::span<const std::byte> rows,
                                  std::size_t row_bytes) {
  std::uint64_t name = 0, sum = 0;
  for (const char c : list) name = mixed(name ^ static_cast<unsigned char>(c));
  for (std::size_t row = 0; row < rows.size(); row += row_bytes) {
    std::uint64_t hash = mixed(name ^ static_cast<std::uint64_t>(first++));
    for (std::size_t at = 0; at < row_bytes; at += sizeof hash) {
      std::uint64_t word = 0;
      std::memcpy(&word, &rows[row + at], row_bytes - at < sizeof word ? row_bytes - at : sizeof word);
      hash = mixed(hash ^ word);
    }
    sum += hash;
  }
  return sum;
}

}  // namespace dg
