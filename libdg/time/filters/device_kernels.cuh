/// All kernels of filters on a device; what a program that NVRTC compiles includes, beside equations.
#pragma once

#include "libdg/kernels/launch/entry_points.cuh"
#include "libdg/time/filters/filter_kernels.hpp"
