// Parts of scripts of ParaView Catalyst.
#pragma once

#include <string>

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

}  // namespace dg::app
