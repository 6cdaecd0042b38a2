/// Explicit Runge-Kutta schemes in Shu-Osher form, as lists of stages over a few state registers.
///
/// Stage: out = in_weight * in + sum history_weight * history + rate_weight * dt * L(in). Register 0 holds U^n before
/// the first stage and U^{n+1} after the last. A scheme that needs dt L of an earlier stage recovers it from the
/// registers. SSP-RK3: Shu and Osher, J. Comput. Phys. 77 (1988) 439. SSP-RK(5,4): Spiteri and Ruuth, SIAM J. Numer.
/// Anal. 40 (2002) 469. RK4: the classical scheme. Multistage4: `U_k = U_0 + a_k dt L(U_(k-1))`, optimised to damp
/// waves on the way to a steady state, first order in time: van Leer, Tai, Powell, AIAA 89-1933.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "libdg/core/vocabulary.hpp"

namespace dg {

struct RungeKuttaStage {
  int in, out;
  double in_weight, rate_weight;
  std::vector<std::pair<int, double>> history;  ///< register, weight
  double time;                                  ///< of `in`, in steps after t^n
};

struct RungeKutta {
  int registers;
  std::vector<RungeKuttaStage> stages;
};

/// Of an implicit scheme only the registers that a state and its rate take.
inline RungeKutta runge_kutta(TimeScheme scheme) {
  if (is_implicit(scheme)) return {2, {}};
  if (scheme == TimeScheme::ssprk3)
    return {3,
            {{0, 1, 1.0, 1.0, {}, 0.0},
             {1, 2, 0.25, 0.25, {{0, 0.75}}, 1.0},
             {2, 0, 2.0 / 3.0, 2.0 / 3.0, {{0, 1.0 / 3.0}}, 0.5}}};
  if (scheme == TimeScheme::rk4)
    return {4,
            {{0, 1, 1.0, 0.5, {}, 0.0},
             {1, 2, 0.0, 0.5, {{0, 1.0}}, 0.5},
             {2, 3, 0.0, 1.0, {{0, 1.0}}, 0.5},
             {3, 0, 1.0 / 3.0, 1.0 / 6.0, {{0, -1.0 / 3.0}, {1, 1.0 / 3.0}, {2, 2.0 / 3.0}}, 1.0}}};
  if (scheme == TimeScheme::multistage4)
    return {3,
            {{0, 1, 1.0, .0833, {}, 0.0},
             {1, 2, 0.0, .2069, {{0, 1.0}}, .0833},
             {2, 1, 0.0, .4265, {{0, 1.0}}, .2069},
             {1, 0, 0.0, 1.0, {{0, 1.0}}, .4265}}};
  // dt L(u3) in the last stage is (u4 - a0 u0 - a3 u3) / b4.
  constexpr double a0 = .178079954393132, a3 = .821920045606868, b4 = .544974750228521, w = .063692468666290 / b4;
  return {4,
          {{0, 1, 1.0, .391752226571890, {}, 0.0},
           {1, 2, .555629506348765, .368410593050371, {{0, .444370493651235}}, .391752226571890},
           {2, 1, .379898148511597, .251891774271694, {{0, .620101851488403}}, .586079689311540},
           {1, 3, a3, b4, {{0, a0}}, .474542363121400},
           {3,
            0,
            .386708617503269 + w,
            .226007483236906,
            {{0, -w * a0}, {2, .517231671970585}, {1, .096059710526147 - w * a3}},
            .935010630967653}}};
}

/// What a step of the scheme makes of u = 1 with du/dt = -u and a step of this size.
inline double decay_in_step(const RungeKutta& scheme, double dt) {
  std::vector<double> u(static_cast<std::size_t>(scheme.registers), 0.0);
  u[0] = 1.0;
  for (const RungeKuttaStage& s : scheme.stages) {
    double next = (s.in_weight - s.rate_weight * dt) * u[static_cast<std::size_t>(s.in)];
    for (const auto& [number, weight] : s.history) next += weight * u[static_cast<std::size_t>(number)];
    u[static_cast<std::size_t>(s.out)] = next;
  }
  return u[0];
}

/// Largest step of the scheme with which du/dt = -u does not grow. Precondition: the scheme is explicit.
inline double decay_limit(const RungeKutta& scheme) {
  constexpr double step = 1.0 / 1024.0;
  double limit = step;
  while (std::abs(decay_in_step(scheme, limit + step)) <= 1.0) limit += step;
  return limit;
}

/// Whether a stage after number i reads what it leaves in a register.
inline bool is_read_after(const RungeKutta& scheme, std::size_t i, int number) {
  for (std::size_t j = i + 1; j < scheme.stages.size(); ++j) {
    const RungeKuttaStage& s = scheme.stages[j];
    if (s.in == number ||
        std::any_of(s.history.begin(), s.history.end(), [&](const auto& h) { return h.first == number; }))
      return true;
    if (s.out == number) return false;
  }
  return false;
}

/// The scheme where a stage may write over the state that it reads. That state gives way to the new one where no later
/// stage reads it. U^n stays in register 0 until the last stage. Weights stay as they are, and so does every state, bit
/// for bit.
inline RungeKutta in_place(const RungeKutta& scheme) {
  RungeKutta result = scheme;
  std::vector<int> place(static_cast<std::size_t>(scheme.registers));  // where a state lies that was in this register
  const auto at = [&](int number) -> int& { return place[static_cast<std::size_t>(number)]; };
  for (int r = 0; r < scheme.registers; ++r) at(r) = r;
  for (std::size_t i = 0; i < scheme.stages.size(); ++i) {
    const RungeKuttaStage& of = scheme.stages[i];
    RungeKuttaStage& s = result.stages[i];
    s.in = at(of.in);
    for (auto& [number, weight] : s.history) number = at(number);
    if (of.out != 0) {
      const auto is_taken = [&](int candidate) {
        if (candidate == 0 || (candidate == s.in && is_read_after(scheme, i, of.in))) return true;
        for (int r = 0; r < scheme.registers; ++r)
          if (r != of.out && r != of.in && at(r) == candidate && is_read_after(scheme, i, r)) return true;
        return false;
      };
      s.out = 1;
      while (is_taken(s.out)) ++s.out;
      if (!is_taken(s.in)) s.out = s.in;
    }
    at(of.out) = s.out;
  }
  if (scheme.stages.empty()) return result;
  result.registers = 1;
  for (const RungeKuttaStage& s : result.stages) result.registers = std::max(result.registers, s.out + 1);
  return result;
}

/// The scheme with weights of states that numbers of a precision can have, whose sum in each stage is what it was. If
/// each were rounded by itself, 1/3 and 2/3 in single precision would multiply a state at rest by 1 + 3e-8. The
/// smallest one makes up for the others.
template <class Real>
RungeKutta in_precision(RungeKutta scheme) {
  for (RungeKuttaStage& stage : scheme.stages) {
    double gain = 0, *smallest = nullptr;
    const auto round = [&](double& weight) {
      const double rounded = static_cast<Real>(weight);
      gain += rounded - weight;
      weight = rounded;
      if (weight != 0 && (!smallest || std::abs(weight) < std::abs(*smallest))) smallest = &weight;
    };
    round(stage.in_weight);
    for (auto& [state, weight] : stage.history) round(weight);
    if (gain != 0) *smallest = static_cast<Real>(*smallest - gain);
  }
  return scheme;
}

}  // namespace dg
