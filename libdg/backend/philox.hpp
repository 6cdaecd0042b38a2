/// Random numbers that are a function of a counter and a key, and of no state: Philox4x32-10. Salmon, Moraes, Dror,
/// Shaw, Proc. SC11 (2011), Parallel random numbers: as easy as 1, 2, 3.
#pragma once

#include <cstdint>

#include "libdg/backend/config.hpp"

namespace dg {

/// Four words of 32 random bits; other counters or keys give others, independent of them.
RKDG_CALL void philox4x32(const std::uint32_t (&counter)[4], const std::uint32_t (&key)[2], std::uint32_t (&words)[4]) {
  std::uint32_t k0 = key[0], k1 = key[1];
  for (int i = 0; i < 4; ++i) words[i] = counter[i];
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t(0xD2511F53U) * words[0], b = std::uint64_t(0xCD9E8D57U) * words[2];
    const std::uint32_t middle = words[1], last = words[3];
    words[0] = static_cast<std::uint32_t>(b >> 32) ^ middle ^ k0;
    words[1] = static_cast<std::uint32_t>(b);
    words[2] = static_cast<std::uint32_t>(a >> 32) ^ last ^ k1;
    words[3] = static_cast<std::uint32_t>(a);
    k0 += 0x9E3779B9U;
    k1 += 0xBB67AE85U;
  }
}

}  // namespace dg
