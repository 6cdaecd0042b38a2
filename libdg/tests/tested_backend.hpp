/// The backend that a test program is about: what has to hold on every backend is compiled once and linked into a
/// program of each.
#pragma once

#include <vector>

#include "libdg/core/backend_kind.hpp"
#include "libdg/core/vocabulary.hpp"

namespace dg::test {

BackendKind tested_backend();

/// Assemblies there that evaluate fluxes in a way of their own, the one that `auto` takes first. All others add up what
/// `gather` evaluates in another order.
const std::vector<Assembly>& tested_assemblies();

}  // namespace dg::test
