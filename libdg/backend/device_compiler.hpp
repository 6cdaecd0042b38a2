/// Compiles text for a CUDA device with NVRTC, which is looked for when it is first needed. No device has to be there.
#pragma once

#include <string>
#include <vector>

namespace dg {

/// A program with one function for a device.
struct DeviceProgram {
  std::string text;      ///< CUDA C++; its #includes name kernel_headers()
  std::string function;  ///< a name expression such as "dg::axpby<double>", or the name of an extern "C" function
  std::vector<std::string> options{};  ///< of the compiler, beyond those that all programs have
};

struct DeviceCode {
  std::string image;   ///< machine code for one architecture, or PTX, as cuModuleLoadData() takes it
  std::string symbol;  ///< the function's name in it
};

/// All that decides what a program compiles to but its headers: the options for an architecture such as "sm_90".
std::vector<std::string> compiler_options(const DeviceProgram& program, const std::string& architecture);

/// Code for an architecture; PTX for one that is newer than the compiler, which the driver then compiles. Throws
/// RunError where there is no compiler, or with its words. May be called by several threads at once.
DeviceCode compile_for_device(const DeviceProgram& program, const std::string& architecture);

/// The compiler's version, such as "13.0"; empty where there is none.
std::string compiler_version();

/// What to do where there is no compiler, or one that is too old, in one line; empty where it is fine.
std::string compiler_problem();

}  // namespace dg
