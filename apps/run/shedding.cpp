#include "apps/run/shedding.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace dg::app {
namespace {

/// A straight line through points in time.
struct Line {
  double time = 0.0, value = 0.0, slope = 0.0;

  /// By least squares.
  Line(std::span<const double> times, std::span<const double> values) {
    const double n = static_cast<double>(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
      time += times[i] / n;
      value += values[i] / n;
    }
    double tt = 0.0, tv = 0.0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      tt += (times[i] - time) * (times[i] - time);
      tv += (times[i] - time) * (values[i] - value);
    }
    if (tt > 0.0) slope = tv / tt;
  }

  std::vector<double> subtracted_from(std::span<const double> times, std::span<const double> values) const {
    std::vector<double> rest(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) rest[i] = values[i] - value - slope * (times[i] - time);
    return rest;
  }
};

struct Crossing {
  double time = 0.0;
  std::size_t next = 0;  ///< first sample after it
};

/// Upward zero crossings, each between a value below -threshold and one above +threshold. Noise may cross several times
/// on the way: the middle of the first and the last of these is taken.
std::vector<Crossing> upward_crossings(std::span<const double> times, const std::vector<double>& signal) {
  double square = 0.0;
  for (const double s : signal) square += s * s;
  const double threshold = 0.5 * std::sqrt(square / static_cast<double>(signal.size()));
  std::vector<Crossing> crossings;
  if (!(threshold > 0.0)) return crossings;
  bool below = false, crossed = false;
  double first = 0.0;
  Crossing last;
  for (std::size_t i = 1; i < signal.size(); ++i) {
    if (signal[i - 1] < -threshold) below = true, crossed = false;
    if (below && signal[i - 1] < 0.0 && signal[i] >= 0.0) {
      last = {times[i - 1] + (times[i] - times[i - 1]) * signal[i - 1] / (signal[i - 1] - signal[i]), i};
      if (!crossed) first = last.time;
      crossed = true;
    }
    if (below && crossed && signal[i] > threshold) {
      crossings.push_back({0.5 * (first + last.time), last.next});
      below = false;
    }
  }
  return crossings;
}

std::vector<double> amplitudes(const std::vector<Crossing>& crossings, const std::vector<double>& signal) {
  std::vector<double> result;
  for (std::size_t k = 0; k + 1 < crossings.size(); ++k) {
    const auto [low, high] =
        std::minmax_element(signal.begin() + crossings[k].next, signal.begin() + crossings[k + 1].next);
    result.push_back(0.5 * (*high - *low));
  }
  return result;
}

/// First of the trailing periods whose amplitudes agree with that of the last periods: within 0.5 % where that leaves
/// enough of them, else within 10 %, as in a flow that is never quite periodic.
std::size_t first_settled(const std::vector<double>& amplitude) {
  constexpr std::size_t enough = 6;
  std::vector<double> tail(amplitude.end() - std::min<std::ptrdiff_t>(3, std::ssize(amplitude)), amplitude.end());
  std::nth_element(tail.begin(), tail.begin() + tail.size() / 2, tail.end());
  const double final_amplitude = tail[tail.size() / 2];
  const auto first_within = [&](double tolerance) {
    std::size_t first = amplitude.size();
    while (first > 0 && std::abs(amplitude[first - 1] - final_amplitude) <= tolerance * final_amplitude) --first;
    return first;
  };
  const std::size_t strict = first_within(0.005);
  return amplitude.size() - strict >= enough ? strict : first_within(0.1);
}

/// The sample at the bottom of the trough before an upward crossing.
std::size_t trough_before(const std::vector<double>& signal, std::size_t crossing) {
  std::size_t low = crossing - 1;
  for (std::size_t i = crossing; i-- > 0 && signal[i] < 0.0;) {
    if (signal[i] < signal[low]) low = i;
  }
  return low;
}

double interpolate(std::span<const double> times, std::span<const double> values, double time, std::size_t next) {
  const double s = (time - times[next - 1]) / (times[next] - times[next - 1]);
  return values[next - 1] + s * (values[next] - values[next - 1]);
}

/// Integral by the trapezoidal rule between two crossings, the cut first and last intervals included.
template <class Map>
double integral(std::span<const double> times, std::span<const double> values, const Crossing& from, const Crossing& to,
                const Map& map) {
  double t = from.time, v = map(interpolate(times, values, from.time, from.next)), sum = 0.0;
  const auto advance = [&](double next_t, double next_v) {
    sum += 0.5 * (next_t - t) * (v + next_v);
    t = next_t;
    v = next_v;
  };
  for (std::size_t i = from.next; i < to.next; ++i) advance(times[i], map(values[i]));
  advance(to.time, map(interpolate(times, values, to.time, to.next)));
  return sum;
}

struct Oscillation {
  std::vector<double> signal;  ///< without its mean and trend
  std::vector<Crossing> crossings;
};

/// Splits values into a linear trend and an oscillation about it. A fit to all samples would be tilted by a part of a
/// period at the ends: the line goes through the means over whole periods, found in a few iterations.
Oscillation split(std::span<const double> times, std::span<const double> values) {
  constexpr int iterations = 5;
  Oscillation result;
  result.signal = Line(times, values).subtracted_from(times, values);
  result.crossings = upward_crossings(times, result.signal);
  for (int iteration = 0; iteration < iterations && result.crossings.size() >= 2; ++iteration) {
    std::vector<double> middles, means;
    for (std::size_t k = 0; k + 1 < result.crossings.size(); ++k) {
      const Crossing &from = result.crossings[k], &to = result.crossings[k + 1];
      middles.push_back(0.5 * (from.time + to.time));
      means.push_back(integral(times, values, from, to, [](double v) { return v; }) / (to.time - from.time));
    }
    result.signal = Line(middles, means).subtracted_from(times, values);
    result.crossings = upward_crossings(times, result.signal);
  }
  return result;
}

}  // namespace

std::optional<Shedding> estimate_shedding(std::span<const double> times, std::span<const double> lift,
                                          std::span<const double> drag, int least_periods) {
  assert(times.size() == lift.size() && times.size() == drag.size());
  constexpr std::size_t least_samples = 16;
  if (times.size() < least_samples) return std::nullopt;

  // A first pass over the whole history finds where the transient ends, the second one looks at the rest alone.
  const Oscillation all = split(times, lift);
  if (all.crossings.size() < 2) return std::nullopt;
  const std::size_t settled = first_settled(amplitudes(all.crossings, all.signal));
  // The trough before a crossing belongs to it: without it, it would not count as one.
  const std::size_t begin = trough_before(all.signal, all.crossings[settled].next);
  times = times.subspan(begin);
  lift = lift.subspan(begin);
  drag = drag.subspan(begin);
  if (times.size() < least_samples) return std::nullopt;
  const auto [signal, crossings] = split(times, lift);
  if (static_cast<int>(crossings.size()) < least_periods + 1) return std::nullopt;

  Shedding result;
  const Crossing &from = crossings.front(), &to = crossings.back();
  const double duration = to.time - from.time;
  const auto same = [](double value) { return value; };
  result.periods = static_cast<int>(crossings.size()) - 1;
  result.start = from.time;
  result.frequency = result.periods / duration;
  result.mean_drag = integral(times, drag, from, to, same) / duration;
  result.mean_lift = integral(times, lift, from, to, same) / duration;
  result.lift_rms = std::sqrt(integral(times, signal, from, to, [](double value) { return value * value; }) / duration);
  for (const double amplitude : amplitudes(crossings, signal)) result.lift_amplitude += amplitude / result.periods;
  return result;
}

}  // namespace dg::app
