/// Sums over cells on a CUDA device.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/device_kernel.hpp"
#include "libdg/backend/read_back.hpp"
#include "libdg/kernels/device_shape.hpp"
#include "libdg/kernels/integrands/state_sums.hpp"

namespace dg {

/// Sums over all cells of a mesh, as many at a time as are asked for; their memory is kept.
class CudaSums {
 public:
  explicit CudaSums(Backend& backend) : backend_(backend) {}

  /// Adds up what the kernels of all zones give. For zones 0, 1, ... in turn, it calls launch(z, sum_zone), which calls
  /// sum_zone(kernel) with that of zone z, which has cells(z) cells. The result is there when the device has come so
  /// far: calling it waits for that.
  template <class Real, int NVar, class Cells, class Launch>
  std::function<StateSums<NVar>()> over_zones(const KernelSource& source, int zones, const Cells& cells,
                                              const Launch& launch) {
    constexpr int count = point_sums(NVar);
    const auto blocks_of = [&](int z) { return (cells(z) + cuda_block - 1) / cuda_block; };
    Index blocks = 0;
    for (int z = 0; z < zones; ++z) blocks += blocks_of(z);
    const std::size_t size = std::size_t(blocks) * count;
    const std::shared_ptr<Memory> memory = free_memory();
    if (memory->partial.size() < size) memory->partial = Array<double>(backend_, size);
    double* out = memory->partial.data();
    for (int z = 0; z < zones; ++z)
      launch(z, [&](const auto& kernel) {
        if (cells(z) == 0) return;
        using Body = std::remove_cvref_t<decltype(kernel)>;
        static const CudaKernel<Body, Index, double*> sum(template_name<Real, Body>("dg::sum_cells_kernel"));
        sum.launch(source, {static_cast<unsigned>(blocks_of(z)), cuda_block}, thread_stream(), kernel, cells(z), out);
        out += std::size_t(blocks_of(z)) * count;
      });
    memory->numbers.fetch(memory->partial.data(), size);
    return [memory, blocks] {
      const std::span<const double> numbers = memory->numbers.values();
      StateSums<NVar> total;
      for (Index b = 0; b < blocks; ++b) total.add(&numbers[std::size_t(b) * count]);
      return total;
    };
  }

 private:
  struct Memory {
    explicit Memory(Backend& backend) : numbers(backend) {}
    Array<double> partial;  ///< sums of blocks
    ReadBack<double> numbers;
  };

  /// One that no pending sum holds.
  std::shared_ptr<Memory> free_memory() {
    for (const std::shared_ptr<Memory>& m : memory_)
      if (m.use_count() == 1) return m;
    return memory_.emplace_back(std::make_shared<Memory>(backend_));
  }

  Backend& backend_;
  std::vector<std::shared_ptr<Memory>> memory_;
};

}  // namespace dg
