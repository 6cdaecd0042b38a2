/// How p-multigrid smooths, and which cells of the mesh are this rank's.
#pragma once

#include "libdg/implicit/rank_cells.hpp"
#include "libdg/implicit/smoother.hpp"

namespace dg {

struct MultigridOptions {
  Smoother smoother = Smoother::ilu;
  const RankCells* cells = nullptr;  ///< null: all; must outlive what takes the options
};

}  // namespace dg
