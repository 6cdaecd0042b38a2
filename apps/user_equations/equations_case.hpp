/// A case of equations that a user's header declares: a case file with a section [equations].
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/case/case.hpp"
#include "libdg/user_equations/system_solver.hpp"

namespace dg::app {

struct EquationsCase {
  struct Boundary {
    int kind = 0;                   ///< a number among EquationsDescription::boundary_kinds; -1: periodic
    std::vector<Formula> formulas;  ///< of the variables, where the kind takes them
    std::string where;
  };

  /// What all cases have: mesh, discretisation, time and output. Its boundaries are those of this case, of some type.
  Case c;
  std::string header, name, where;  ///< path of the header, the struct in it, and where the case says so
  EquationsDescription equations;
  const UserEquations* compiled = nullptr;
  SystemOptions system;  ///< its boundaries are not filled in
  std::map<std::string, Boundary> boundaries;
  std::vector<Formula> initial, source;  ///< of the variables; no source: none
  std::optional<std::vector<Formula>> exact;
};

/// Whether a case file is one of such equations.
bool has_equations(const IniFile& file);

/// Compiles the solver of its equations, for its degree if it can run on a GPU. Throws InputError for a header that
/// does not compile.
void compile_equations(EquationsCase& ec, bool on_device);

/// Reads such a case, and compiles the solver of its equations to know their variables. Kernels can be launched on a
/// GPU if `on_device`. Throws InputError for everything that is wrong with the file, always with its place, and for a
/// header that does not compile.
EquationsCase read_equations_case(IniFile file, const std::vector<std::string>& overrides, bool on_device);

}  // namespace dg::app
