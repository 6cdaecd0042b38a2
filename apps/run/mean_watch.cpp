#include "apps/run/mean_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dg::app {
namespace {

bool is_length_to_look_at(std::size_t length) {
  std::size_t look = 32;
  while (look < length) look += look / 20;
  return look == length;
}

}  // namespace

void MeanWatch::observe(std::span<const double> times, std::span<const double> values, bool always) {
  const auto first = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), from_) - times.begin());
  if (!always && !is_length_to_look_at(times.size() - first)) return;
  mean_ = mean_of_series(times.subspan(first), values.subspan(first));
}

bool MeanWatch::settled() const {
  if (!mean_) return false;
  return 2.0 * mean_->error <= wanted_.tolerance * (wanted_.relative ? std::abs(mean_->mean) : 1.0);
}

std::string MeanWatch::text() const {
  if (!mean_) return fmt::format("mean of {}: not known, as the series is too short", wanted_.name());
  return fmt::format("mean of {}: {:.6g} +- {:.2g} (two standard errors)", wanted_.name(), mean_->mean,
                     2.0 * mean_->error);
}

}  // namespace dg::app
