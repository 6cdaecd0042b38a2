/// The backend of a process that compiles kernels and launches none.
#pragma once

#include <memory>

#include "libdg/backend/backend.hpp"

namespace dg {

/// Precondition: only_compiles().
std::unique_ptr<Backend> make_compile_only_backend();

}  // namespace dg
