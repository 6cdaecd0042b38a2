#include "libdg/backend/simd.hpp"
#include "libdg/lattice_boltzmann/lattice_on.hpp"
#include "libdg/lattice_boltzmann/make_lattice.hpp"

namespace dg::lbm {
namespace {

/// Rows shared out among threads; along a row, as many cells at once as a SIMD register holds, where none of them is at
/// an end. They start at whole registers, so that what lies in the cells themselves crosses no line of the cache.
struct CpuLauncher {
  static constexpr bool short_numbers = false;

  static std::unique_ptr<Backend> make_backend(int threads) { return dg::make_backend(BackendKind::cpu, threads); }

  template <class Real, class Body>
  static void for_each_cell(const Backend& backend, const std::array<int, 3>& cells, const Region& region,
                            const Body& body) {
    const std::int64_t rows = static_cast<std::int64_t>(region.size[1]) * region.size[2];
#pragma omp parallel for num_threads(backend.threads()) schedule(static)
    for (std::int64_t row = 0; row < rows; ++row) {
      const int y = region.begin[1] + static_cast<int>(row % region.size[1]);
      const int z = region.begin[2] + static_cast<int>(row / region.size[1]);
      run_row<Real>(body, region.begin[0], region.begin[0] + region.size[0], y, z, cells[0]);
    }
  }

 private:
  template <class Real, class Body>
  static void run_row(const Body& body, int begin, int end, int y, int z, int cells) {
    using V = SimdPack<Real>;
    constexpr int width = LaneTraits<V>::width;
    const auto some = [&](int x, int count) { body.template operator()<V>(Place{x, y, z, false, false, count}); };
    int x = begin;
    if (x == 0) body.template operator()<Real>(Place{x++, y, z, true, cells == 1});
    const int inner_end = std::min(end, cells - 1);
    const int aligned = std::min(inner_end, (x + width - 1) / width * width);
    if (x < aligned) some(x, aligned - x);
    for (x = std::max(x, aligned); x + width <= inner_end; x += width) some(x, width);
    if (x < inner_end) some(x, inner_end - x);
    if (inner_end < end && cells > 1) body.template operator()<Real>(Place{inner_end, y, z, false, true});
  }
};

}  // namespace

std::unique_ptr<Lattice> make_cpu_lattice(const LatticeOptions& options) {
  if (options.precision == Precision::single_precision) return std::make_unique<LatticeOn<float, CpuLauncher>>(options);
  return std::make_unique<LatticeOn<double, CpuLauncher>>(options);
}

}  // namespace dg::lbm
