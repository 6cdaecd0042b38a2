/// A sponge that draws the solution to its own running mean, where the kernels run: see MeanSponge. It keeps the mean
/// of the cells that have a strength, and their moments for Stage::source.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/formulas/formulas.hpp"
#include "libdg/solver/volume_rule.hpp"
#include "libdg/space/discretisation.hpp"
#include "libdg/time/runge_kutta.hpp"

namespace dg {

template <class Real>
class SpongeToMean {
 public:
  virtual ~SpongeToMean() = default;

  /// The largest strength at the points of this rank.
  virtual double strength() const = 0;

  /// Sets the mean to coefficients of all cells, cell after cell in mesh order.
  virtual void set_mean(std::span<const double> coefficients) = 0;
  /// Writes the mean over those of the cells that have one. Waits for the device.
  virtual void put_mean(std::vector<double>& coefficients) const = 0;

  /// Finds moments for a state by modes; may be recorded. `of_case` are those of the source that the case has, or null:
  /// the sponge's are added to them.
  virtual void update(const Real* state, const Real* of_case) = 0;
  /// The same for what a stage of the scheme starts from. It then takes the mean through this stage, whose step lies
  /// at `dt`.
  virtual void advance(std::size_t stage, const Real* dt, const Real* state, const Real* of_case) = 0;
  /// Of the last call, as Stage::source wants them.
  virtual const Real* moments() const = 0;
};

/// Sponges of an averaging time, with a strength that depends on the place alone and states of so many variables. The
/// mean is zero until it is set. `rules` are those of sources, by shape_number(). Throws InputError for a strength
/// that is negative or not finite at a point. The mesh and the discretisation must outlive the result.
template <class Real, int Dim>
std::unique_ptr<SpongeToMean<Real>> make_sponge_to_mean(Backend& backend, const Mesh<Dim>& mesh,
                                                        const Discretisation<Real, Dim>& discretisation,
                                                        std::span<const VolumeRule<Dim>> rules, int variables,
                                                        const Formulas& strength, double averaging_time,
                                                        const RungeKutta& scheme);

}  // namespace dg
