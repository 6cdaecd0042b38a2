/// Columns of the histories of a run.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "apps/case/fields.hpp"
#include "apps/run/monitor.hpp"

namespace dg::app {

/// Their names, from left to right.
using Columns = std::vector<std::string>;

/// Names of the conservative fields, each behind a prefix.
template <int Dim>
Columns with_fields(const std::string& prefix) {
  Columns columns;
  for (const char* field : field_names<Dim>()) columns.push_back(prefix + field);
  return columns;
}

/// Parts of a row one after the other.
inline Columns joined(std::initializer_list<Columns> parts) {
  Columns all;
  for (const Columns& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Columns of history.csv.
template <int Dim>
Columns history_columns(const Case& c) {
  return joined({{"step", "time", "dt", "residual"},
                 with_fields<Dim>("residual_"),
                 {"mass", "energy", "kinetic_energy", "enstrophy", "entropy", "viscous_dissipation",
                  "pressure_dilatation", "limited"},
                 c.forcing.wanted ? Columns{"force", "mass_flow"} : Columns{}});
}

/// Columns of forces.csv.
template <int Dim>
Columns force_columns(const Case& c) {
  return joined({{"time", "cd", "cl", "cd_pressure", "cd_viscous", "cl_pressure", "cl_viscous"},
                 Dim == 2 ? Columns{"cm"} : Columns{"cz", "cz_pressure", "cz_viscous", "cmx", "cmy", "cmz"},
                 c.units.given ? si_force_columns<Dim>() : Columns{},
                 {"step", "boundary"}});
}

/// Columns of errors.csv.
template <int Dim>
inline const Columns error_columns = joined({{"step", "time"}, with_fields<Dim>("l2_"), with_fields<Dim>("linf_")});

/// Columns of newton.csv.
inline const Columns newton_columns{"step",         "residual",         "cfl",     "length",
                                    "krylov_steps", "linear_reduction", "trouble", "right_hand_sides"};

}  // namespace dg::app
