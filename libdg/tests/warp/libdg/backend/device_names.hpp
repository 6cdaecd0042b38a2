/// In place of the names of a device: warp.hpp, which comes before all others, has them.
#pragma once
