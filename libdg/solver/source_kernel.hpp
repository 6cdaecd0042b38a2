/// The kernel that finds the moments of a source on a device, as text.
#pragma once

#include <string>

#include "libdg/formulas/formulas.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

struct SourceKernel {
  std::string text;
  int cells_per_block;  ///< blocks of RuntimeKernel::block threads
};

/// `source_moments` in CUDA C++, for the cells of a zone. It has moments of the formulas that vary in time or with the
/// state, which is one by modes. Of a gas, whose gamma this is, formulas see primitive variables; gamma = 0 stands for
/// other equations, of which they see the conserved ones. Beside these there are also moments of those with parameters,
/// at one time or two, `start + fraction * step`,
///
///     (int cells, const double* geometry, const double* start, const double* step, double fraction,
///      double second_fraction, Real* moments, Real* second_moments, const double* parameters)
///
/// A block first evaluates the source at all points of its cells, one thread for a point. Then it sums up moments, one
/// thread for a variable of a cell.
template <class Real, int Dim>
SourceKernel source_kernel(const Formulas& formulas, const VolumeRule<Dim>& rule, const ZoneView<Real>& zone, int times,
                           double gamma);

}  // namespace dg
