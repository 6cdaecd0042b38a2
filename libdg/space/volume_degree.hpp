/// To which degree the volume rule of curved cells is exact.
#pragma once

#include "libdg/element/element.hpp"

namespace dg {

/// Degree of a volume rule that integrates grad phi times the metric terms of a curved cell exactly. For hexahedra with
/// Q it is 2p, for which the terms are made (optimised_metric.hpp).
int curved_volume_degree(Space space, int degree, int geometry_order);

}  // namespace dg
