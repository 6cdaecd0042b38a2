/// dg::InputError and dg::RunError as the meshes throw them.
#pragma once

#include "libdg/core/errors.hpp"
