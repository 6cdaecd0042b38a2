/// All kernels of finite volumes on a device; what a program that NVRTC compiles includes, beside equations.
#pragma once

#include "libdg/finite_volume/cell_stage.hpp"
#include "libdg/finite_volume/face_stage.hpp"
#include "libdg/finite_volume/find_slopes.hpp"
#include "libdg/finite_volume/patch_slopes.hpp"
#include "libdg/finite_volume/patch_stage.hpp"
#include "libdg/finite_volume/smoothing.hpp"
#include "libdg/finite_volume/wall_flux.hpp"
#include "libdg/kernels/launch/entry_points.cuh"
