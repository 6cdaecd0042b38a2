/// dg::Index as the meshes name it: one integer type counts cells, faces and nodes everywhere in rkdg.
#pragma once

#include "libdg/core/index.hpp"
