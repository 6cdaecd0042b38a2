/// What a run wants of its folder.
#pragma once

#include "apps/run/output_directory.hpp"
#include "apps/run/run_case.hpp"
#include "apps/run/snapshots.hpp"

namespace dg::app {

template <int Dim>
FolderClaim folder_claim(const ProblemOf<Dim>& problem, const RunSettings& settings, const StartingPoint& from);

}  // namespace dg::app
