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

/// Throws InputError if CUDA is not built in or no device is there.
std::unique_ptr<Backend> make_cuda_backend();

}  // namespace dg
