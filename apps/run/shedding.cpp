#include "apps/run/shedding.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace dg::app {
namespace {

/// `values` without their mean and linear trend (least squares).
std::vector<double> detrended(std::span<const double> times, std::span<const double> values) {
  const double n = static_cast<double>(times.size());
  double mean_t = 0.0, mean_v = 0.0, tt = 0.0, tv = 0.0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    mean_t += times[i] / n;
    mean_v += values[i] / n;
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    tt += (times[i] - mean_t) * (times[i] - mean_t);
    tv += (times[i] - mean_t) * (values[i] - mean_v);
  }
  const double slope = tt > 0.0 ? tv / tt : 0.0;
  std::vector<double> rest(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) rest[i] = values[i] - mean_v - slope * (times[i] - mean_t);
  return rest;
}

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

/// First of the trailing periods whose amplitudes agree with that of the last periods within 10 %.
std::size_t first_settled(const std::vector<double>& amplitude) {
  std::vector<double> tail(amplitude.end() - std::min<std::ptrdiff_t>(3, std::ssize(amplitude)), amplitude.end());
  std::nth_element(tail.begin(), tail.begin() + tail.size() / 2, tail.end());
  const double final_amplitude = tail[tail.size() / 2];
  std::size_t first = amplitude.size();
  while (first > 0 && std::abs(amplitude[first - 1] - final_amplitude) <= 0.1 * final_amplitude) --first;
  return first;
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

}  // namespace

std::optional<Shedding> estimate_shedding(std::span<const double> times, std::span<const double> lift,
                                          std::span<const double> drag, int least_periods) {
  assert(times.size() == lift.size() && times.size() == drag.size());
  constexpr std::size_t least_samples = 16;
  if (times.size() < least_samples) return std::nullopt;

  // A first pass over the whole history finds where the transient ends, the second one looks at the rest alone.
  const std::vector<double> all = detrended(times, lift);
  const std::vector<Crossing> every = upward_crossings(times, all);
  if (every.size() < 2) return std::nullopt;
  const std::size_t settled = first_settled(amplitudes(every, all));
  const std::size_t begin = settled < every.size() ? every[settled].next - 1 : 0;
  times = times.subspan(begin);
  lift = lift.subspan(begin);
  drag = drag.subspan(begin);
  if (times.size() < least_samples) return std::nullopt;
  const std::vector<double> signal = detrended(times, lift);
  const std::vector<Crossing> crossings = upward_crossings(times, signal);
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
