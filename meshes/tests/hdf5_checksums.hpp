/// The checksums of HDF5's own structures, found in a file and set right again after a change.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace dg::samples {

/// Bob Jenkins's lookup3 hash, "hashlittle" from 0, on a little-endian machine.
inline std::uint32_t lookup3(std::span<const unsigned char> bytes) {
  const auto first = static_cast<std::uint32_t>(0xdeadbeefU + bytes.size());
  std::uint32_t a = first, b = first, c = first;
  const auto add = [&](std::span<const unsigned char> part) {
    std::array<std::uint32_t, 3> words{};
    std::memcpy(words.data(), part.data(), part.size());
    a += words[0];
    b += words[1];
    c += words[2];
  };
  constexpr std::size_t round = 12;
  for (; bytes.size() > round; bytes = bytes.subspan(round)) {
    add(bytes.first(round));
    a = (a - c) ^ std::rotl(c, 4), c += b;
    b = (b - a) ^ std::rotl(a, 6), a += c;
    c = (c - b) ^ std::rotl(b, 8), b += a;
    a = (a - c) ^ std::rotl(c, 16), c += b;
    b = (b - a) ^ std::rotl(a, 19), a += c;
    c = (c - b) ^ std::rotl(b, 4), b += a;
  }
  if (bytes.empty()) return c;
  add(bytes);
  c = (c ^ b) - std::rotl(b, 14);
  a = (a ^ c) - std::rotl(c, 11);
  b = (b ^ a) - std::rotl(a, 25);
  c = (c ^ b) - std::rotl(b, 16);
  a = (a ^ c) - std::rotl(c, 4);
  b = (b ^ a) - std::rotl(a, 14);
  return (c ^ b) - std::rotl(b, 24);
}

/// A part of a file that is followed by its checksum.
struct CheckedPart {
  std::size_t begin, size;
};

inline bool is_checked(std::span<const unsigned char> file, const CheckedPart& part) {
  std::uint32_t sum = 0;
  if (part.begin + part.size + sizeof(sum) > file.size()) return false;
  std::memcpy(&sum, file.data() + part.begin + part.size, sizeof(sum));
  return sum == lookup3(file.subspan(part.begin, part.size));
}

/// The superblock and all structures that begin with a signature.
inline std::vector<CheckedPart> checked_parts(std::span<const unsigned char> file) {
  constexpr std::size_t least = 8, most = 2000;
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  std::vector<CheckedPart> parts;
  const auto look = [&](std::size_t begin) {
    for (std::size_t size = least; size < std::min(most, file.size() - begin); ++size) {
      if (!is_checked(file, {begin, size})) continue;
      parts.push_back({begin, size});
      return;
    }
  };
  look(0);
  for (const char* signature : {"OHDR", "OCHK", "FRHP", "FHDB", "FHIB", "BTHD", "BTLF", "BTIN", "FAHD", "FADB"}) {
    for (std::size_t at = 0; (at = text.find(signature, at)) != text.npos; ++at) look(at);
  }
  return parts;
}

inline void set_checksums(std::span<unsigned char> file, const std::vector<CheckedPart>& parts) {
  for (const CheckedPart& part : parts) {
    const std::uint32_t sum = lookup3(file.subspan(part.begin, part.size));
    std::memcpy(file.data() + part.begin + part.size, &sum, sizeof(sum));
  }
}

}  // namespace dg::samples
