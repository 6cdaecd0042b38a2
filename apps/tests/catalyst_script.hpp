// Parts of scripts of ParaView Catalyst.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

namespace dg::app {

inline const std::string script_opening = R"(from paraview import catalyst
from paraview.simple import *
flow = TrivialProducer(registrationName="input")
)";

/// All points with their fields, and integrals over the cells, as tables of every call.
inline const std::string points_and_sums = R"(
points = CreateExtractor("CSV", flow)
points.Writer.FileName = "points_{timestep}.csv"
points.Writer.Precision = 15
sums = CreateExtractor("CSV", IntegrateVariables(Input=flow, DivideCellDataByVolume=0))
sums.Writer.FileName = "sums_{timestep}.csv"
sums.Writer.Precision = 15
sums.Writer.FieldAssociation = "Cell Data"
options = catalyst.Options()
options.ExtractsOutputDirectory = "extracts"
)";

/// What stands before a command that draws: the virtual screen, or nothing where only a real one can be.
inline std::string with_screen() {
  return std::system("command -v xvfb-run > /dev/null") == 0 ? "unset DISPLAY; xvfb-run -a " : "";
}

/// What stands before a command that draws nothing: on one rank, and on several where there is MPI.
inline const std::vector<std::string> without_screen{
    "unset DISPLAY;",
#ifdef RKDG_MPIRUN
    "unset DISPLAY; " RKDG_MPIRUN " -n 3",
#endif
};

}  // namespace dg::app
