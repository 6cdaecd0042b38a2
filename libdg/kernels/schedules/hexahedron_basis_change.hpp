/// States of straight hexahedra with Q^p from modes to values at the points of lines, x fastest, and back: products
/// along lines.
#pragma once

#include "libdg/element/hexahedron_lines.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// A kernel over the cells of a zone. Both arrays may be the same.
template <class Eq, int P, bool ToModes>
struct HexahedronBasisChange {
  using Real = typename Eq::Real;
  static constexpr int NL = P + 1, points = NL * NL * NL;

  const ZoneView<Real>& zone;
  const Real* from;
  Real* to;

  template <class V>
  RKDG_FN void operator()(Index first, const Team<1, V>&) const {
    static constexpr TensorModes3D<NL> modes{};
    const LineMatrices<Real, NL>& line = line_matrices<Real, NL>();
    for (int n = 0; n < Eq::n_var; ++n) {
      const std::int64_t base = zone.state_begin + zone.layout.cell(std::int64_t(first)) + zone.layout.mode(n, 0);
      V state[points], x[points];
      zone.layout.template each_mode<points>([&](int k, std::int64_t further)
                                                 RKDG_INLINE { state[k] = load<V>(from + base + further); });
      for (int i = 0; i < points; ++i) x[i] = state[ToModes ? i : modes.place[i]];
      along_all_lines<NL>(x, [&](V(&of_line)[NL]) RKDG_INLINE {
        if constexpr (ToModes)
          line.to_modes(of_line);
        else
          line.to_points(of_line);
      });
      for (int i = 0; i < points; ++i) state[ToModes ? modes.place[i] : i] = x[i];
      zone.layout.template each_mode<points>([&](int k, std::int64_t further)
                                                 RKDG_INLINE { store(to + base + further, state[k]); });
    }
  }
};

}  // namespace dg
