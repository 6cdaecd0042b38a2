/// To be included by one file of a test program that needs a device: without one the program ends as skipped.
#pragma once

#define CATCH_CONFIG_EXTERNAL_INTERFACES  // listeners
#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>

#include "libdg/backend/cuda_backend.hpp"

namespace dg::test {

/// Ends the program as skipped where there is nothing to test.
struct NeedsDevice : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;
  void testRunStarting(const Catch::TestRunInfo&) override {
    constexpr int skipped = 77;
    if (!cuda_device_name().empty()) return;
    std::cout << "skipped: " << (has_cuda() ? "no CUDA device" : "this build has no CUDA backend") << std::endl;
    std::exit(skipped);
  }
};
CATCH_REGISTER_LISTENER(NeedsDevice)

}  // namespace dg::test
