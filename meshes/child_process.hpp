/// Work that may crash, run away in memory or never end, in a child of this process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace dg {

struct ChildLimits {
  std::uint64_t seconds = 10;        ///< of the processor
  std::uint64_t memory = 256 << 20;  ///< bytes more than the process has already
};

/// Runs `work` in a child, with the end of a pipe to write to, while `consume` gets the other end here. What the child
/// prints is lost, and what it throws. Returns false where no child can be made; exceptions of `consume` pass.
bool with_child(const ChildLimits& limits, const std::function<void(int)>& work,
                const std::function<void(int)>& consume);

/// Write so many bytes to a pipe, or read them: false if the other end does not take or give as many.
bool write_all(int pipe_end, const void* bytes, std::size_t count);
bool read_all(int pipe_end, void* bytes, std::size_t count);

}  // namespace dg
