/// The CUDA backend as the rest of the program sees it: no CUDA type in sight. Without CUDA, cuda_backend_none.cpp
/// answers.
#pragma once

#include <memory>
#include <string>

#include "libdg/backend/backend.hpp"

namespace dg {

/// True if this build contains the CUDA backend.
bool has_cuda();

/// Name of the device that would be used; empty if there is none.
std::string cuda_device_name();

/// How many devices there are.
int cuda_device_count();

/// The number of the device that will be used; 0 unless set. Precondition: there is such a device.
void set_cuda_device(int device);

/// Whether a compute capability, 90 for 9.0, has double-precision matrix units that kernels use: 8.0, and 9.0 and
/// above. Devices 8.6 to 8.9 have such instructions, too, but are made for single precision.
bool has_double_matrix_units(int architecture);

/// What to do where nothing can compile kernels, in one line; empty where something can.
std::string kernel_compiler_problem();

/// Throws InputError if CUDA is not built in, no device is there, or nothing compiles kernels for it.
std::unique_ptr<Backend> make_cuda_backend();

}  // namespace dg
