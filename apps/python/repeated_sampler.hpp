/// Values of a flow at points that a program asks for again and again.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/python/simulation.hpp"
#include "apps/run/problem.hpp"
#include "libdg/output/field_sampler.hpp"
#include "libdg/output/gas_state.hpp"
#include "libdg/output/point_sampler.hpp"

namespace dg::app {

/// Looks for the cells of points once, as long as they stay the same.
template <int Dim>
class RepeatedSampler {
 public:
  /// The problem must outlive it.
  explicit RepeatedSampler(const ProblemOf<Dim>& problem) : problem_(problem) {}

  /// As Simulation::sample().
  std::vector<SampledQuantity> sample(std::span<const double> points, const std::vector<std::string>& names,
                                      bool outside_is_nan) {
    std::vector<const PointQuantityInfo*> wanted;
    for (const std::string& name : names) wanted.push_back(&point_quantity<Dim>(name, "sample"));
    place(points);
    if (!outside_is_nan) require_inside();
    sampler_->update(*problem_.solver);
    std::vector<SampledQuantity> sampled;
    for (const PointQuantityInfo* what : wanted) {
      std::vector<double> values = sampler_->values(*what, problem_.c.solver.gas.gamma);
      if (what->quantity == PointQuantity::temperature)
        for (double& value : values) value *= problem_.c.units.kelvin;
      sampled.push_back({what->components, std::move(values)});
    }
    return sampled;
  }

 private:
  using Point = std::array<double, Dim>;

  void place(std::span<const double> numbers) {
    if (sampler_ && std::ranges::equal(numbers, points_)) return;
    points_.assign(numbers.begin(), numbers.end());
    std::vector<Point> points(numbers.size() / Dim);
    for (std::size_t i = 0; i < points.size(); ++i) std::copy_n(&numbers[i * Dim], Dim, points[i].begin());
    sampler_.emplace(problem_.whole_mesh(), shown_order(problem_.whole_mesh(), degree_in_cells(problem_.c.solver)),
                     points);
  }

  void require_inside() const {
    for (std::size_t i = 0; i < sampler_->size(); ++i) {
      if (sampler_->cell(i) >= 0) continue;
      Point at;
      std::copy_n(&points_[i * Dim], Dim, at.begin());
      throw InputError(fmt::format(
          "sample: point {} lies outside the mesh: {}; leave it out, or ask for outside=\"nan\"", i, place_text(at)));
    }
  }

  const ProblemOf<Dim>& problem_;
  std::optional<PointSampler<Dim>> sampler_;
  std::vector<double> points_;  ///< those of the sampler
};

}  // namespace dg::app
