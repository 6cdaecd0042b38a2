#include <algorithm>
#include <limits>

#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "meshes/errors.hpp"

namespace dg::app {
namespace {

const char* const keys_of_turbulence[]{"integral_length", "convection", "period", "seed"};

void require_unchanging(const std::vector<Formula>& formulas, const std::string& what, const Case& c) {
  FormulaGraph parsed(c.names, formulas);
  for (std::size_t i = 0; i < formulas.size(); ++i)
    if ((parsed.graph.node(parsed.values[i]).uses & (uses_time | uses_state)) != 0)
      throw InputError(formulas[i].where + ": " + what + " of a turbulent inflow must not vary in time");
}

void read_stresses(SectionReader& section, InflowSection& inflow, Case& result) {
  inflow.stresses = section.formulas("stresses");
  const std::string where = section.where("stresses");
  const std::size_t count = inflow.stresses.size();
  if (count != 1 && count != 3 && count != 6)
    throw InputError(where +
                     ": 'stresses' needs uu, vv, ww, uv, uw, vw, on a 2-D mesh uu, vv, uv, or one number for "
                     "uu = vv = ww; got " +
                     std::to_string(count) + " numbers");
  if (count > 1) result.claims.push_back({count == 3 ? 2 : 3, where, std::to_string(count) + " 'stresses'"});
  inflow.length = section.formula("integral_length", "the integral length of the turbulence");
  std::vector<Formula> formulas = inflow.stresses;
  formulas.push_back(inflow.length);
  claim_z(formulas, result);
  require_unchanging(formulas, "the turbulence", result);
}

/// The components of a vector of numbers; false without the key.
bool read_vector(SectionReader& section, const std::string& key, std::array<double, 3>& vector, Case& result) {
  const std::size_t size = section.vector_size(key);
  const auto numbers = section.numbers(key, size);
  if (!numbers) return false;
  std::ranges::copy(*numbers, vector.begin());
  std::fill(vector.begin() + static_cast<std::ptrdiff_t>(size), vector.end(), 0.0);
  claim_components(section, key, result);
  return true;
}

}  // namespace

std::optional<InflowSection> read_inflow(SectionReader& section, const BoundaryCondition& boundary, Case& result) {
  InflowSection inflow;
  inflow.where = section.where();
  inflow.profile = section.path("profile", "");
  const bool has_stresses = section.has("stresses"), is_turbulent = has_stresses || !inflow.profile.empty();
  for (const std::string key : keys_of_turbulence)
    if (section.has(key) && !is_turbulent)
      throw InputError(section.where(key) + ": '" + key +
                       "' belongs to a turbulent inflow, which needs 'stresses' or a 'profile'");
  if (!is_turbulent) return std::nullopt;
  if (!inflow.profile.empty()) {
    for (const std::string key : {"velocity", "stresses", "integral_length"})
      if (section.has(key))
        throw InputError(section.where(key) + ": '" + key + "' is given by the 'profile' already; remove one of them");
  } else {
    read_stresses(section, inflow, result);
  }
  inflow.convection = boundary.state.velocity;
  const bool gives_convection = read_vector(section, "convection", inflow.convection, result);
  if (inflow.convection == std::array<double, 3>{})
    throw InputError(section.where(gives_convection ? "convection" : "") +
                     ": a turbulent inflow needs 'convection', the velocity that carries its eddies, if there is no "
                     "free stream ('mach' in [reference]); it must not be 0");
  read_vector(section, "period", inflow.period, result);
  if (std::ranges::any_of(inflow.period, [](double length) { return length < 0.0; }))
    throw InputError(section.where("period") + ": 'period' must not be negative");
  constexpr std::int64_t largest_seed = std::numeric_limits<std::uint32_t>::max();
  inflow.seed = static_cast<std::uint32_t>(section.integer<std::int64_t>("seed", 1, 0, largest_seed));
  return inflow;
}

void require_unchanging_mean(const BoundaryFormulas& mean, const Case& c) {
  for (const BoundaryFormulas::Value& value : mean.values)
    require_unchanging(value.components, "'" + value.key + "'", c);
}

}  // namespace dg::app
