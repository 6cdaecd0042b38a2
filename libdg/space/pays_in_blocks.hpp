/// Whether Assembly::blocks is faster than `fused` on the processor at hand.
#pragma once

#include "libdg/space/space_options.hpp"
#include "meshes/cell_shape.hpp"

namespace dg {

/// Whether gathers, of which `fused` has more, take many times a load. On processors of AMD one of eight numbers takes
/// as long as 40 loads (Zen 5). On those of Intel this is inferred from what `fused` gains there, not measured.
bool gathers_are_slow();

/// For straight cells of a shape; false where goes_in_blocks() is.
bool pays_in_blocks(CellShape shape, const SpaceOptions& options);

}  // namespace dg
