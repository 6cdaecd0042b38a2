/// The main() of benchmarks: one line on standard error and an exit status for whatever goes wrong.
#pragma once

#include <fmt/format.h>

#include <exception>

#include "apps/command_line.hpp"
#include "apps/console.hpp"
#include "meshes/errors.hpp"

namespace dg {

/// Exit status of run(arguments): 2 for wrong input, 1 for what happens later.
inline int run_benchmark(int argc, char** argv, int (*run)(const app::Arguments& arguments)) {
  const auto fail = [](const std::exception& error, int status) {
    app::print_error_text(fmt::format("error: {}\n", error.what()));
    return status;
  };
  try {
    return run({argv + 1, argv + argc});
  } catch (const InputError& error) {
    return fail(error, 2);
  } catch (const std::exception& error) {
    return fail(error, 1);
  }
}

}  // namespace dg
