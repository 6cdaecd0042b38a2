/// The sections of a case file, each read by one function into its part of a Case.
#pragma once

#include <array>

#include "apps/case/case.hpp"
#include "apps/case/ini_file.hpp"

namespace dg::app {

/// [gas] and [reference], and with them the constants that formulas may use; must come first.
void read_gas_and_reference(const IniFile& file, Case& result);

/// [units]; after those, before read_boundaries().
void read_units(const IniFile& file, Case& result);

/// Notes formulas that depend on z, which has no meaning in 2-D.
void claim_z(const std::vector<Formula>& formulas, Case& result);

class SectionReader;

/// Says of so many components of a vector which meshes they fit.
void claim_components(SectionReader& section, const std::string& key, Case& result);

/// The turbulence of an inflow with a given velocity, none where the section says nothing of it. The free stream is the
/// state of the boundary.
std::optional<InflowSection> read_inflow(SectionReader& section, const BoundaryCondition& boundary, Case& result);

/// Throws InputError for formulas of the time in what such an inflow is on average.
void require_unchanging_mean(const BoundaryFormulas& mean, const Case& c);

/// The formulas of rho, u, v, (w,) p; `why` says what needs them.
std::vector<Formula> primitive_formulas(SectionReader& section, const std::string& why, Case& result);

/// [turbulence]; before read_time().
void read_turbulence(const IniFile& file, Case& result);

/// [parameters]: numbers that may be changed while a program of the user runs the case. The command line leaves them as
/// they are.
void read_parameters(const IniFile& file, Case& result);
/// [expressions]: auxiliary formulas.
void read_expressions(const IniFile& file, Case& result);

void read_mesh(const IniFile& file, Case& result);
/// What [space] says whatever the equations: degree, spaces, rules, assembly, precision.
void read_discretisation(SectionReader& section, Case& result);
/// What it says of limiters; `shocks` are those that the equations may have.
void read_limiters(SectionReader& section, const std::vector<std::pair<std::string, ShockCapturing>>& shocks,
                   Case& result);
/// Keys of [time] that belong to pseudo-time stepping.
inline constexpr std::array pseudo_time_keys{"scheme", "cfl", "dt", "end", "step", "spread", "damping"};
/// [space] of a gas.
void read_space(const IniFile& file, Case& result);
/// The words for the conditions.
const std::vector<std::pair<std::string, BoundaryType>>& boundary_types();

void read_boundaries(const IniFile& file, Case& result);
void read_time(const IniFile& file, Case& result);
void read_forcing(const IniFile& file, Case& result);
void read_sponge(const IniFile& file, Case& result);
void read_output(const IniFile& file, Case& result);
void read_average(const IniFile& file, Case& result);
void read_catalyst(const IniFile& file, Case& result);

/// Throws InputError, opening with `where`, if this build has no kernels of that degree, whatever the dimension.
void require_built_degree(int degree, const std::string& where);

}  // namespace dg::app
