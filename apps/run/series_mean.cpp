#include "apps/run/series_mean.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace dg::app {
namespace {

constexpr std::size_t fewest_batches = 16, most_batches = 1 << 16;

/// Means over `count` batches of equal time.
std::vector<double> batch_means(std::span<const double> times, std::span<const double> values, std::size_t count) {
  const double begin = times.front(), length = (times.back() - begin) / static_cast<double>(count);
  std::vector<double> means(count);
  std::size_t batch = 0;
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    const double slope = (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
    for (double t = times[i]; t < times[i + 1];) {
      const bool is_last = batch + 1 == count;
      const double end_of_batch = is_last ? times.back() : begin + length * static_cast<double>(batch + 1);
      const double end = std::min(times[i + 1], end_of_batch);
      const double middle = values[i] + slope * (0.5 * (t + end) - times[i]);
      means[batch] += std::max(0.0, end - t) * middle / length;
      if (end == end_of_batch && !is_last) ++batch;
      t = end;
    }
  }
  return means;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double x : values) sum += x;
  return sum / static_cast<double>(values.size());
}

/// The standard error of the mean of independent values.
double error_of_mean(const std::vector<double>& values) {
  const double mean = mean_of(values), count = static_cast<double>(values.size());
  double squares = 0.0;
  for (const double x : values) squares += (x - mean) * (x - mean);
  return std::sqrt(squares / (count * (count - 1)));
}

}  // namespace

std::optional<SeriesMean> mean_of_series(std::span<const double> times, std::span<const double> values) {
  if (times.size() < 2 * fewest_batches || !(times.back() > times.front())) return std::nullopt;
  std::vector<double> batches = batch_means(times, values, std::min(most_batches, std::bit_floor(times.size())));
  const double mean = mean_of(batches);
  std::vector<SeriesMean> levels;
  while (batches.size() >= fewest_batches) {
    levels.push_back({mean, error_of_mean(batches), static_cast<int>(batches.size())});
    for (std::size_t i = 0; i < batches.size() / 2; ++i) batches[i] = 0.5 * (batches[2 * i] + batches[2 * i + 1]);
    batches.resize(batches.size() / 2);
  }
  // An error of n batches is itself uncertain by one part in the root of 2 (n - 1).
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) {
    const auto grows = [&](const SeriesMean& later) {
      return later.error - levels[i].error > later.error / std::sqrt(2.0 * (later.batches - 1));
    };
    if (std::none_of(levels.begin() + static_cast<std::ptrdiff_t>(i) + 1, levels.end(), grows)) return levels[i];
  }
  return std::nullopt;
}

}  // namespace dg::app
