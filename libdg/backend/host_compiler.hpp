/// Compiles C++ for the CPU of this machine with the compiler that is installed here, while a program runs.
#pragma once

#include <string>
#include <vector>

#include "libdg/backend/kernel_source.hpp"

namespace dg {

/// A shared library from C++ whose #includes name kernel_headers(), `more` or the standard library. Throws RunError
/// with the compiler's first error.
std::string compile_for_host(const std::string& text, const std::vector<SourceFile>& more = {});

/// The compiler's first line about itself, such as "g++ (Debian 12.2.0-14) 12.2.0"; empty where there is none. The
/// compiler is $RKDG_CXX, or c++.
const std::string& host_compiler_version();

/// All that decides what a text compiles to but the text, the headers and the compiler: its options and the processor.
const std::string& host_target();

}  // namespace dg
