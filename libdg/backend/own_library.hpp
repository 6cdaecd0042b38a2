/// The shared library that holds the solver, where it is not in the program itself.
#pragma once

#include <string>

namespace dg {

/// The path of that library, such as a module of Python; empty where the program itself holds the solver. Others may
/// not see what a library defines: compiled kernels that call it have to be linked against it.
const std::string& own_shared_library();

}  // namespace dg
