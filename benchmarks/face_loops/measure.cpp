#include "benchmarks/face_loops/measure.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <functional>

namespace dg::face_loops {
namespace {

LoopTime time_recorded(Backend& backend, const std::function<void()>& work, int repeats) {
  constexpr int most_samples = 40, warm_up = 3;
  const auto recording = backend.record(work);
  for (int i = 0; i < warm_up; ++i) recording->repeat();
  backend.synchronize();
  const int samples = std::min(repeats, most_samples), loops = repeats / samples;
  std::vector<double> seconds;
  for (int s = 0; s < samples; ++s) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < loops; ++i) recording->repeat();
    backend.synchronize();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / loops);
  }
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2];
  return {median, (seconds.back() - seconds.front()) / median};
}

}  // namespace

std::optional<std::string> first_difference(const std::vector<double>& results, const std::vector<double>& reference,
                                            Index cell_count) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (std::bit_cast<std::uint64_t>(results[i]) == std::bit_cast<std::uint64_t>(reference[i])) continue;
    return "component " + std::to_string(i / cell_count) + " of cell " + std::to_string(i % cell_count) + " is " +
           std::to_string(results[i]) + ", and must be " + std::to_string(reference[i]);
  }
  return std::nullopt;
}

LoopTime time_loop(FaceLoop& loop, int repeats) {
  return time_recorded(
      loop.backend(), [&] { loop.run(); }, repeats);
}

LoopTime time_part(FaceLoop& loop, int part, int repeats) {
  return time_recorded(
      loop.backend(), [&, part] { loop.run_part(part); }, repeats);
}

}  // namespace dg::face_loops
