/// Selective frequency damping: a low-pass filter of the past that keeps a steady flow from oscillating by itself.
///
/// `q' = (f - q) / N`, `f' = (q - f) / N` beside the steps in pseudo-time, with the state q, its filtered past f and
/// the width N in steps. Reference: Akervik, Brandt, Henningson, Hoepffner, Marxen, Schlatter, Phys. Fluids 18 (2006)
/// 068102.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "libdg/backend/backend.hpp"

namespace dg {

template <class Real>
class FrequencyDamping {
 public:
  /// A width of 0 switches damping off.
  FrequencyDamping(Backend& backend, long width, std::size_t state_size) : backend_(backend), width_(width) {
    if (width > 0) past_ = Array<Real>(backend, state_size);
  }

  /// The state has been replaced: its past counts no longer.
  void forget() { is_set_ = false; }

  /// Steps so far, and the filtered past as it is in memory; empty while there is none.
  long steps() const { return steps_; }
  std::vector<Real> past() const { return is_set_ ? past_.copy_out() : std::vector<Real>{}; }

  /// Goes on from what steps() and past() once gave. Does nothing if damping is off.
  void restore(long steps, std::span<const Real> past) {
    if (width_ == 0) return;
    steps_ = steps;
    is_set_ = !past.empty();
    if (is_set_) past_.copy_in(past);
  }

  /// To be called after each step.
  void after_step(Array<Real>& state) {
    if (width_ == 0 || ++steps_ % interval() != 0) return;
    if (!is_set_) past_.copy_in(state.copy_out());
    is_set_ = true;
    // The exact solution over interval() steps.
    const double decay = std::exp(-2.0 * static_cast<double>(interval()) / static_cast<double>(width_));
    const double same = (1 + decay) / 2, other = (1 - decay) / 2;
    combine(other, past_, same, state);
    combine(other / same, state, decay / same, past_);  // f in terms of the new q
  }

 private:
  /// Steps between two times of damping, a small part of the filter's width.
  long interval() const { return std::max(1L, width_ / 20); }

  /// b <- weight_a a + weight_b b.
  void combine(double weight_a, const Array<Real>& a, double weight_b, Array<Real>& b) {
    backend_.axpby(b.size(), static_cast<Real>(weight_a), a.data(), static_cast<Real>(weight_b), b.data());
  }

  Backend& backend_;
  long width_;
  Array<Real> past_;
  bool is_set_ = false;
  long steps_ = 0;
};

}  // namespace dg
