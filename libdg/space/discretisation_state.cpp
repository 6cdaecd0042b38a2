/// Discretisation: states in the order of the mesh, and as kernels read them.

#include <algorithm>
#include <cstdint>

#include "libdg/backend/large_pages.hpp"
#include "libdg/backend/parallel.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

template <class Real, int Dim>
HostVector<Real> Discretisation<Real, Dim>::pack(std::span<const double> coefficients) const {
  HostVector<Real> state(state_size_);
  prefer_large_pages(state.data(), state.size() * sizeof(Real));
  for (int z = 0; z < view_.zones.count; ++z) {
    const ZoneView<Real>& zone = view_.zones.zone[z];
    parallel_for(zone.padded, [&](std::ptrdiff_t place) {
      const Index cell = zones_[z].cells[std::min<std::size_t>(place, zones_[z].cells.size() - 1)];
      const std::int64_t to = zone.state_begin + zone.layout.cell(std::int64_t(place));
      const double* from = coefficients.data() + cell_begin_[cell];
      const int modes = zone.coefficients / n_var_;
      // Kernels take the padding of each variable for modes that are zero.
      if (layout_ == Layout::cellwise) std::fill_n(state.begin() + to, zone.layout.cell_stride, Real(0));
      for (int n = 0; n < n_var_; ++n)
        for (int k = 0; k < modes; ++k) state[to + zone.layout.mode(n, k)] = static_cast<Real>(*from++);
    });
  }
  return state;
}

template <class Real, int Dim>
std::vector<double> Discretisation<Real, Dim>::unpack(std::span<const Real> state) const {
  std::vector<double> coefficients(dof_);
  parallel_for(static_cast<std::ptrdiff_t>(places_.zone.size()), [&](std::ptrdiff_t cell) {
    const Index count = view_.zones.zone[places_.zone[cell]].coefficients;
    unpack(
        state, static_cast<Index>(cell),
        std::span(coefficients).subspan(static_cast<std::size_t>(cell_begin_[cell]), static_cast<std::size_t>(count)));
  });
  return coefficients;
}

template <class Real, int Dim>
void Discretisation<Real, Dim>::unpack(std::span<const Real> state, Index cell, std::span<double> coefficients) const {
  const ZoneView<Real>& zone = view_.zones.zone[places_.zone[cell]];
  const std::int64_t from = zone.state_begin + zone.layout.cell(std::int64_t(places_.local[cell]));
  double* to = coefficients.data();
  const int modes = zone.coefficients / n_var_;
  for (int n = 0; n < n_var_; ++n)
    for (int k = 0; k < modes; ++k) *to++ = state[from + zone.layout.mode(n, k)];
}

template HostVector<float> Discretisation<float, 2>::pack(std::span<const double>) const;
template std::vector<double> Discretisation<float, 2>::unpack(std::span<const float>) const;
template void Discretisation<float, 2>::unpack(std::span<const float>, Index, std::span<double>) const;
template HostVector<float> Discretisation<float, 3>::pack(std::span<const double>) const;
template std::vector<double> Discretisation<float, 3>::unpack(std::span<const float>) const;
template void Discretisation<float, 3>::unpack(std::span<const float>, Index, std::span<double>) const;
template HostVector<double> Discretisation<double, 2>::pack(std::span<const double>) const;
template std::vector<double> Discretisation<double, 2>::unpack(std::span<const double>) const;
template void Discretisation<double, 2>::unpack(std::span<const double>, Index, std::span<double>) const;
template HostVector<double> Discretisation<double, 3>::pack(std::span<const double>) const;
template std::vector<double> Discretisation<double, 3>::unpack(std::span<const double>) const;
template void Discretisation<double, 3>::unpack(std::span<const double>, Index, std::span<double>) const;

}  // namespace dg
