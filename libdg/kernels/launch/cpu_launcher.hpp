/// Kernels on CPU threads, pass by pass: cells and faces, blocks of them, and patches.
#pragma once

#include <omp.h>

#include <chrono>
#include <span>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/simd.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/kernels/launch/launch_cpu.hpp"
#include "libdg/kernels/launch/pass_times.hpp"
#include "libdg/kernels/launch/phases.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/space/face_blocks.hpp"

namespace dg {

/// Launches kernels on CPU threads; see stages.hpp for what it must offer.
class CpuLauncher {
 public:
  CpuLauncher(int threads, PassTimes* times) : threads_(threads), times_(times) {}

  void fork() const {}
  void join() const {}

  template <class Real, class Kernel>
  void run(const Kernel& kernel, Range range, const char* name, int = 0) const {
    timed(name, [&] { launch_cpu<Real>(kernel, range, threads_); });
  }

  template <class Real, class Kernel>
  void run_blocks(const Kernel& kernel, const FaceBlocks& blocks, Index begin, Index end, const char* name) const {
    using V = SimdPack<Real>;
    timed(name, [&] {
#pragma omp parallel for schedule(static) num_threads(threads_)
      for (Index b = begin; b < end; ++b)
        for (Index g = blocks.block_begin[b]; g < blocks.block_begin[b + 1]; ++g)
          for (Index i = blocks.begin[g]; i < blocks.begin[g + 1]; i += LaneTraits<V>::width)
            kernel.face(i, blocks.begin[g + 1], Team<1, V>{});
    });
  }

  /// Runs kernel.compute(b, workspace) for the blocks of a part, those of a run one after the other, see
  /// CellBlocks::run_begin.
  template <class Kernel, class Real>
  void run_cell_blocks(const Kernel& kernel, Part part, std::span<const Index> run_begin,
                       std::vector<Array<Real>>& workspaces, const char* name) const {
    const int all = static_cast<int>(run_begin.size()) - 1, interface = all / 2;
    const int first = part == Part::interior ? interface : 0, last = part == Part::interface ? interface : all;
    timed(name, [&] {
#pragma omp parallel for schedule(static, 1) num_threads(threads_)
      for (int run = first; run < last; ++run) {
        Real* workspace = workspaces[static_cast<std::size_t>(omp_get_thread_num())].data();
        for (Index b = run_begin[run]; b < run_begin[run + 1]; ++b)
          kernel.template compute<SimdPack<Real>>(b, workspace);
      }
    });
  }

  /// See CudaLauncher::run_patches().
  template <class Kernel>
  void run_patches(const Kernel& kernel, const char* name) const {
    timed(name, [&] {
#pragma omp parallel num_threads(threads_)
      {
        std::vector<typename Kernel::Real> shared(kernel.shared_numbers());
#pragma omp for schedule(static)
        for (Index patch = 0; patch < kernel.patches.count; ++patch)
          for_phases<0>(kernel, [&]<int Phase>() {
            const auto& bounds = kernel.patches.bounds[patch];
            const Range items = kernel.items(bounds, Phase);
            for (Index i = items.begin; i < items.end; ++i) kernel.template run<Phase>(bounds, i, shared.data());
          });
      }
    });
  }

 private:
  int threads_;
  PassTimes* times_;  ///< may be null

  template <class Work>
  void timed(const char* name, Work&& work) const {
    if (!times_) return work();
    const auto start = std::chrono::steady_clock::now();
    work();
    times_->add(name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
};

}  // namespace dg
