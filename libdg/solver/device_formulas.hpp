/// Boundary data and sources given as formulas, evaluated on the device that steps. No number of theirs crosses from
/// the host during a run, and a recorded step contains them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/runtime_kernel.hpp"
#include "libdg/formulas/formulas.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

/// The time of a stage, start + fraction * step, with both numbers on the device.
struct StageTime {
  const double *start, *step;
  double fraction;
};

/// Where and when a device first met boundary data that are not finite, or guards of theirs that are not positive.
struct DeviceBadPoint {
  Index place = -1;  ///< in the boundary data; -1: nowhere
  double t = 0.0;
};

/// Formulas at points of the boundary.
template <class Real, int Dim = 2>
class DeviceBoundaryFormulas {
 public:
  /// The first values of point i, one for each variable, go to data[places[i] * variables]; the others guard them.
  DeviceBoundaryFormulas(Backend& backend, const Formulas& formulas, int variables,
                         std::span<const std::array<double, Dim>> points, const std::vector<Index>& places, Real* data,
                         DeviceBadPoint* bad);

  void evaluate(const StageTime& time);

  /// Evaluates with the parameters of now from here on. Precondition: the formulas are those it was made of.
  void take_parameters(const Formulas& formulas);

 private:
  RuntimeKernel kernel_;
  Index count_;
  Array<double> points_;
  Array<Index> places_;
  Array<double> parameters_;
  Real* data_;
  DeviceBadPoint* bad_;
};

/// Moments int S phi_k of a source (affine cells: / det J), as Stage::source wants them.
template <class Real, int Dim = 2>
class DeviceSourceFormulas {
 public:
  /// `rules` by shape_number(); `times`, 1 or 2: how many are evaluated at once, which costs less than one by one.
  /// `gamma` is that of the gas, for formulas of the state; 0 for other equations.
  DeviceSourceFormulas(Backend& backend, const Formulas& formulas, const Mesh<Dim>& mesh,
                       const Discretisation<Real, Dim>& discretisation, std::span<const VolumeRule<Dim>> rules,
                       int times, double gamma);

  /// Writes the moments at a time to a state array and, made for two times, those at another to a second one. They are
  /// of the values that source_kernel() finds. The state is one by modes, null where no formula uses it. The others
  /// stay as they are.
  void evaluate(const StageTime& first, const Real* state, Real* moments, double second_fraction, Real* second_moments);

  /// As of DeviceBoundaryFormulas.
  void take_parameters(const Formulas& formulas);

 private:
  struct Zone {
    RuntimeKernel kernel;
    Index cells, threads;
    Array<double> geometry;
  };

  Array<double> parameters_;
  std::vector<Zone> zones_;
};

}  // namespace dg
