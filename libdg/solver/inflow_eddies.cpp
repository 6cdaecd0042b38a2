#include "libdg/solver/inflow_eddies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "libdg/backend/parallel.hpp"
#include "libdg/core/errors.hpp"

namespace dg {
namespace {

std::string eddies_text(const char* real, int dim) {
  return fmt::format(R"(
#include "libdg/equations/navier_stokes/synthetic_eddies.hpp"
extern "C" __global__ void find_inflow(const __grid_constant__ dg::SyntheticEddies<{1}> eddies, int count,
                                       const int* places, const double* start, const double* step, double fraction,
                                       {0}* data) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  double u[{1}];
  eddies.velocity(i, *start + fraction * *step, u);
  for (int d = 0; d < {1}; ++d) data[(long long)places[i] * ({1} + 2) + d] = u[d];
}}
)",
                     real, dim);
}

/// False for statistics without meaning.
template <int Dim>
bool take(const InflowStatistics<Dim>& statistics, InflowPoint<Dim>& point) {
  double stresses[stress_count<Dim>];
  std::ranges::copy(statistics.stresses, stresses);
  std::ranges::copy(statistics.velocity, point.mean);
  point.size = statistics.length / length_of_eddies;
  const auto is_finite = [](double value) { return std::isfinite(value); };
  return std::ranges::all_of(point.mean, is_finite) && std::ranges::all_of(stresses, is_finite) && point.size > 0 &&
         is_finite(point.size) && stress_factor<Dim>(stresses, point.factor);
}

}  // namespace

template <class Real, int Dim>
InflowEddies<Real, Dim>::InflowEddies(Backend& backend, TurbulentInflow<Dim> inflow, int boundary, Points points,
                                      std::vector<Index> places, Real* data, Communicator& ranks)
    : inflow_(std::move(inflow)),
      boundary_(boundary),
      points_(std::move(points)),
      ranks_(ranks),
      on_host_(points_.size()),
      data_(data) {
  for (std::size_t i = 0; i < points_.size(); ++i) std::ranges::copy(points_[i], on_host_[i].x);
  const bool on_device = backend.kind() == BackendKind::cuda;
  if (on_device) {
    on_device_ = Array<InflowPoint<Dim>>(backend, on_host_.size());
    places_ = Array<Index>(backend, places);
    kernel_ = std::make_unique<RuntimeKernel>(eddies_text(sizeof(Real) == 8 ? "double" : "float", Dim), "find_inflow");
  }
  take_statistics();
}

template <class Real, int Dim>
void InflowEddies<Real, Dim>::take_statistics() {
  BadDataWatch<Dim> bad(ranks_);
  double largest = 0.0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!take(inflow_.statistics(points_[i]), on_host_[i])) bad.note({boundary_, points_[i], 0.0});
    largest = std::max(largest, on_host_[i].size);
  }
  bad.throw_on_all_ranks();
  ranks_.reduce(std::span(&largest, 1), Reduction::largest);
  eddies_.size = largest;
  eddies_.seed = inflow_.seed;
  if (largest == 0.0) return;  // no point on any rank
  for (int d = 0; d < Dim; ++d) {
    eddies_.convection[d] = inflow_.convection[d];
    eddies_.box[d] = largest;
    if (inflow_.period[d] == 0.0) continue;
    if (!(inflow_.period[d] >= 2 * largest))
      throw InputError(
          fmt::format("the period {:.6g} of a turbulent inflow is shorter than two of its eddies, whose "
                      "size is 4/3 of the integral length: {:.6g}",
                      inflow_.period[d], 2 * largest));
    eddies_.period[d] = static_cast<std::int64_t>(inflow_.period[d] / largest);
    eddies_.box[d] = inflow_.period[d] / static_cast<double>(eddies_.period[d]);
  }
  if (on_device_.size() > 0) on_device_.copy_in(on_host_);
}

template <class Real, int Dim>
void InflowEddies<Real, Dim>::evaluate(
    double t, const std::function<void(std::size_t i, std::span<const double, Dim> u)>& put) const {
  SyntheticEddies<Dim> eddies = eddies_;
  eddies.points = on_host_.data();
  parallel_for(static_cast<std::ptrdiff_t>(points_.size()), [&](std::ptrdiff_t i) {
    double u[Dim];
    eddies.velocity(static_cast<Index>(i), t, u);
    put(static_cast<std::size_t>(i), u);
  });
}

template <class Real, int Dim>
void InflowEddies<Real, Dim>::launch(const StageTime& time) {
  if (points_.empty()) return;
  SyntheticEddies<Dim> eddies = eddies_;
  eddies.points = on_device_.data();
  Index count = static_cast<Index>(points_.size());
  const Index* places = places_.data();
  StageTime at = time;
  kernel_->launch(count, {&eddies, &count, &places, &at.start, &at.step, &at.fraction, &data_});
}

template class InflowEddies<float, 2>;
template class InflowEddies<float, 3>;
template class InflowEddies<double, 2>;
template class InflowEddies<double, 3>;

}  // namespace dg
