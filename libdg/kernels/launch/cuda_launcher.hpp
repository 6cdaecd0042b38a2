/// How kernels are launched on a CUDA device.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "libdg/backend/cuda_branches.hpp"
#include "libdg/backend/cuda_trace.hpp"
#include "libdg/backend/device_kernel.hpp"
#include "libdg/backend/device_names.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/engines/matrix_tile.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/launch/pass_times.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/space/face_blocks.hpp"

namespace dg {

/// Launches kernels on the device; see stages.hpp for what it must offer.
struct CudaLauncher {
  const CudaBranches& branches;
  const CudaTimer& timer;
  PassTimes* times;            ///< may be null
  const KernelSource& source;  ///< of all kernels that it launches

  void fork() const { branches.fork(); }
  void join() const { branches.join(); }
  void follow(int branch, int other) const { branches.follow(branch, other); }

  /// Calls a body for each item of a range, by one or more threads.
  template <class Real, class Body>
  void run(const Body& body, Range range, const char* name, int branch = 0) const {
    if (range.size() <= 0) return;
    static const CudaKernel<Body, Range> kernel(template_name<Real, Body>("dg::run_body"));
    constexpr Index items = cuda_block / 32 * Team<Body::shape.threads, Real>::per_warp;
    launch(kernel, {grid((range.size() + items - 1) / items), cuda_block}, name, branch, body, range);
  }

  /// Copies an array on the device.
  template <class Real>
  void copy(const Real* from, Real* to, std::int64_t n, const char* name, int branch = 0) const {
    const StreamHandle stream = branches.stream(branch);
    if (only_compiles()) return;
    timed(name, stream, [&] { copy_on_device(to, from, std::size_t(n) * sizeof(Real), stream, name); });
  }

  template <class Real, class Body>
  void run_blocks(const Body& body, const FaceBlocks& blocks, Index begin, Index end, const char* name) const {
    if (begin == end) return;
    static const CudaKernel<Body, FaceBlocks, Index> kernel(template_name<Real, Body>("dg::run_face_block"));
    launch(kernel, {grid(end - begin), cuda_block}, name, 0, body, blocks, begin);
  }

  /// See the kernel run_tiles(). `share` is the part of the device's time that the work takes among what runs beside
  /// it. Where each warp has several tiles, all of that starts at once, and ends at about the same time.
  template <class Work>
  void run_tiles(const Work& work, const char* name, int branch = 0, double share = 1) const {
    int numbers = 0;
    Index tiles = 0;
    work.each([&](const auto& kernel, Index n) {
      if (n > 0) numbers = std::max(numbers, kernel.shared_numbers());
      tiles += n;
    });
    if (tiles == 0) return;
    static const CudaKernel<Work, int> kernel(template_name<Work>("dg::run_tiles"));
    constexpr int teams = tile_warps / Work::shape.team;
    const auto shared = static_cast<unsigned>(teams * numbers * int(sizeof(typename Work::Number)));
    Index blocks = (tiles + teams - 1) / teams;
    if (Work::shape.pipelined || (Work::shape.shares && share < 1)) {
      const int fit = kernel.blocks_at_once(source, cuda_block, shared);
      const int own = std::max(1, static_cast<int>(std::lround(share * fit)));
      blocks = std::min(blocks, static_cast<Index>(multiprocessor_count()) * own);
    }
    launch(kernel, {grid(blocks), cuda_block, shared}, name, branch, work, numbers);
  }

  /// Works through all patches of a kernel, each in its phases: kernel.run<Phase>(bounds, i, shared) for all items i
  /// below kernel.items(bounds, Phase), phase after phase.
  template <class Body>
  void run_patches(const Body& body, const char* name) const {
    static const CudaKernel<Body> kernel(template_name<Body>("dg::run_patch"));
    const auto shared = static_cast<unsigned>(body.shared_numbers() * int(sizeof(typename Body::Real)));
    launch(kernel, {grid(body.patches.count), patch_threads, shared}, name, 0, body);
  }

  /// Launches a kernel as one pass of that name.
  template <class... Parameters>
  void launch(const CudaKernel<Parameters...>& kernel, const LaunchShape& shape, const char* name, int branch,
              const Parameters&... arguments) const {
    const StreamHandle stream = branches.stream(branch);
    timed(name, stream, [&] { kernel.launch(source, shape, stream, arguments...); });
  }

 private:
  static GridShape grid(Index blocks) { return {static_cast<unsigned>(blocks)}; }

  template <class Launch>
  void timed(const char* name, StreamHandle stream, Launch&& launch) const {
    if (times) {  // passes that would run side by side run one after the other
      timer.start(stream);
      launch();
      return times->add(name, timer.stop(stream, name));
    }
    const TracedPass pass(name, stream);
    launch();
  }
};

}  // namespace dg
