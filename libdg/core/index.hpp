/// The integer type that counts cells, faces and nodes everywhere in rkdg.
#pragma once

#include <cstdint>

namespace dg {

using Index = std::int32_t;

}  // namespace dg
