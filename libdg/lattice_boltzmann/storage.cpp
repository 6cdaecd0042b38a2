#include "libdg/lattice_boltzmann/storage.hpp"

#include <fmt/format.h>

#include "libdg/core/errors.hpp"

namespace dg::lbm {
namespace {

std::int64_t real_bytes(Precision precision) {
  return precision == Precision::double_precision ? sizeof(double) : sizeof(float);
}

}  // namespace

std::int64_t population_stride(const LatticeOptions& options) {
  // Rows of all populations start on lines of 128 bytes if the cells along x fill such lines. Lattices of 2^n cells
  // would put the same cell of all populations into one set of a cache with 4096 bytes a way; three lines more do not.
  constexpr std::int64_t line = 128, way = 4096, shift = 3 * line;
  const std::int64_t bytes =
      static_cast<std::int64_t>(options.cells[0]) * options.cells[1] * options.cells[2] * real_bytes(options.precision);
  return ((bytes + way - 1) / way * way + shift) / real_bytes(options.precision);
}

std::size_t lattice_bytes(const LatticeOptions& options) {
  return static_cast<std::size_t>(lattice_count(options.streaming) * n_populations * population_stride(options) *
                                  real_bytes(options.precision));
}

void require_memory(const LatticeOptions& options, const Backend& backend) {
  const double needed = 1e-9 * static_cast<double>(lattice_bytes(options));
  const double there = 1e-9 * static_cast<double>(backend.available_memory());
  if (needed <= there) return;
  const char* advice = options.streaming == Streaming::two_lattices ? "; in place it would be half of that" : "";
  throw InputError(fmt::format("{} x {} x {} cells take {:.2f} GB, but {} has {:.2f} GB left{}", options.cells[0],
                               options.cells[1], options.cells[2], needed, backend.device(), there, advice));
}

template <class Real, class Number>
LatticeView<Real, Number> make_view(const LatticeOptions& options) {
  LatticeView<Real, Number> view{};
  view.stride = static_cast<Number>(population_stride(options));
  for (int d = 0; d < 3; ++d) {
    view.cells[d] = options.cells[d];
    view.periodic[d] = options.sides[2 * d].periodic;
  }
  for (int side = 0; side < n_sides; ++side) {
    for (int d = 0; d < 3; ++d) {
      view.velocity[side][d] = static_cast<Real>(options.sides[side].velocity[d]);
      view.moving[side] = view.moving[side] || options.sides[side].velocity[d] != 0.0;
    }
  }
  const double odd_tau = options.collision == Collision::bgk ? options.tau : 0.5 + options.magic / (options.tau - 0.5);
  view.rates = {static_cast<Real>(1.0 / options.tau), static_cast<Real>(1.0 / odd_tau)};
  return view;
}

template LatticeView<float, std::int64_t> make_view(const LatticeOptions&);
template LatticeView<double, std::int64_t> make_view(const LatticeOptions&);
template LatticeView<float, std::uint32_t> make_view(const LatticeOptions&);
template LatticeView<double, std::uint32_t> make_view(const LatticeOptions&);

}  // namespace dg::lbm
