#include "apps/case/inflow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "apps/case/fields.hpp"
#include "apps/case/inflow_profile.hpp"
#include "libdg/equations/navier_stokes/synthetic_eddies.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// From a table; outside of it the integral length is not a number.
template <int Dim>
InflowStatistics<Dim> from_profile(const InflowProfile& profile, const std::array<double, Dim>& x) {
  InflowStatistics<Dim> statistics;
  const double place = x[profile.direction()];
  if (!profile.covers(place)) {
    statistics.length = std::numeric_limits<double>::quiet_NaN();
    return statistics;
  }
  const auto [u, v, w, uu, vv, ww, uv, uw, vw, length] = profile.at(place);
  if constexpr (Dim == 2) {
    statistics = {{u, v}, {uu, vv, uv}, length};
  } else {
    statistics = {{u, v, w}, {uu, vv, ww, uv, uw, vw}, length};
  }
  return statistics;
}

/// From the values of formulas: of the velocity, the stresses, all of them or one, and the length.
template <int Dim>
InflowStatistics<Dim> from_values(const std::vector<double>& values) {
  InflowStatistics<Dim> statistics;
  std::copy_n(values.begin(), Dim, statistics.velocity.begin());
  if (values.size() == Dim + 2)
    std::fill_n(statistics.stresses.begin(), Dim, values[Dim]);
  else
    std::copy(values.begin() + Dim, values.end() - 1, statistics.stresses.begin());
  statistics.length = values.back();
  return statistics;
}

template <int Dim>
std::vector<Formula> formulas_of(const Case& c, const std::string& boundary) {
  const InflowSection& inflow = c.inflows.at(boundary);
  std::vector<Formula> formulas;
  for (const BoundaryFormulas::Value& value : c.boundary_formulas.at(boundary).values)
    if (value.key == "velocity")
      formulas.assign(value.components.begin(),
                      value.components.begin() + std::min<std::ptrdiff_t>(Dim, std::ssize(value.components)));
  formulas.insert(formulas.end(), inflow.stresses.begin(), inflow.stresses.end());
  formulas.push_back(inflow.length);
  return formulas;
}

}  // namespace

template <int Dim>
TurbulentInflow<Dim> turbulent_inflow(const Case& c, const std::string& boundary) {
  const InflowSection& inflow = c.inflows.at(boundary);
  TurbulentInflow<Dim> result;
  std::copy_n(inflow.convection.begin(), Dim, result.convection.begin());
  std::copy_n(inflow.period.begin(), Dim, result.period.begin());
  result.seed = inflow.seed;
  if (!inflow.profile.empty()) {
    const InflowProfile read(c.resolve(inflow.profile));
    if (read.direction() >= Dim)
      throw InputError(fmt::format("{}: the profile {} runs along z, which a 2-D mesh does not have", inflow.where,
                                   in_quotes(inflow.profile)));
    result.statistics = [profile = read](const std::array<double, Dim>& x) { return from_profile<Dim>(profile, x); };
    return result;
  }
  const FormulaGraph parsed(c.names, formulas_of<Dim>(c, boundary));
  result.statistics =
      [formulas = std::make_shared<const Formulas>(parsed.graph, parsed.values)](const std::array<double, Dim>& x) {
        std::vector<double> values(static_cast<std::size_t>(formulas->size()));
        formulas->template evaluate<Dim>(std::span(&x, 1), 0.0, values.data());
        return from_values<Dim>(values);
      };
  return result;
}

template <int Dim>
std::optional<std::string> inflow_fault(const Case& c, const std::string& boundary, const std::array<double, Dim>& x) {
  const InflowSection& inflow = c.inflows.at(boundary);
  const std::string opening =
      inflow.where + ": the turbulence of boundary " + in_quotes(boundary) + " at " + place_text(x) + " has ";
  if (!inflow.profile.empty()) {
    const InflowProfile profile(c.resolve(inflow.profile));
    const char name = "xyz"[profile.direction()];
    if (!profile.covers(x[profile.direction()]))
      return fmt::format("{}no row in {}, which goes from {} = {:.6g} to {:.6g}", opening, inflow.profile, name,
                         profile.first(), profile.last());
  }
  const InflowStatistics<Dim> here = turbulent_inflow<Dim>(c, boundary).statistics(x);
  if (!(here.length > 0.0) || !std::isfinite(here.length))
    return fmt::format("{}the integral length {:.6g}; it must be positive", opening, here.length);
  for (const double u : here.velocity)
    if (!std::isfinite(u)) return fmt::format("{}the mean velocity {:.6g}; it must be finite", opening, u);
  double factor[stress_count<Dim>], stresses[stress_count<Dim>];
  std::ranges::copy(here.stresses, stresses);
  if (stress_factor<Dim>(stresses, factor)) return std::nullopt;
  return fmt::format(
      "{}the stresses {:.6g}: normal stresses must not be negative, and a shear stress must not exceed the root of the "
      "product of its two normal stresses",
      opening, fmt::join(here.stresses, ", "));
}

template TurbulentInflow<2> turbulent_inflow<2>(const Case&, const std::string&);
template TurbulentInflow<3> turbulent_inflow<3>(const Case&, const std::string&);
template std::optional<std::string> inflow_fault<2>(const Case&, const std::string&, const std::array<double, 2>&);
template std::optional<std::string> inflow_fault<3>(const Case&, const std::string&, const std::array<double, 3>&);

}  // namespace dg::app
