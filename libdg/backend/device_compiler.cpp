#include "libdg/backend/device_compiler.hpp"

#include <nvrtc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "libdg/backend/kernel_source.hpp"
#include "libdg/backend/shared_library.hpp"

namespace dg {
namespace {

constexpr int oldest_major = 12;  // C++20, and code for Hopper

/// Where NVRTC may lie beyond the system's folders: where it was when rkdg was built, in a CUDA Toolkit, in the wheel
/// nvidia-cuda-nvrtc of a Python environment.
std::vector<std::string> places_of_compiler() {
  std::vector<std::string> names;
  if (const char* named = std::getenv("RKDG_NVRTC")) return {named};
  for (const char* major : {"13", "12"}) names.push_back(std::string("libnvrtc.so.") + major);
  names.emplace_back(RKDG_NVRTC);
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* folder = std::getenv(variable)) names.push_back(std::string(folder) + "/lib64/libnvrtc.so");
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const char* folder = std::getenv(variable);
    std::error_code ignored;
    if (folder == nullptr) continue;
    for (const auto& python : std::filesystem::directory_iterator(std::filesystem::path(folder) / "lib", ignored))
      for (const char* wheel : {"cu13/lib/libnvrtc.so.13", "cuda_nvrtc/lib/libnvrtc.so.12"})
        names.push_back((python.path() / "site-packages/nvidia" / wheel).string());
  }
  names.emplace_back("/usr/local/cuda/lib64/libnvrtc.so");
  return names;
}

const SharedLibrary& compiler() {
  static const SharedLibrary library(places_of_compiler(), "libnvrtc of the CUDA Toolkit, which compiles kernels");
  return library;
}

#define RKDG_NVRTC_FUNCTION(name) compiler().get<decltype(name)>(#name)

void check(nvrtcResult status, const char* what) {
  if (status == NVRTC_SUCCESS) return;
  throw RunError(std::string("NVRTC: ") + what + ": " + RKDG_NVRTC_FUNCTION(nvrtcGetErrorString)(status));
}

std::array<int, 2> version() {
  std::array<int, 2> v{};
  check(RKDG_NVRTC_FUNCTION(nvrtcVersion)(&v[0], &v[1]), "nvrtcVersion");
  return v;
}

/// The number of the newest architecture that the compiler knows and that is no newer than this one.
int known_architecture(int number) {
  int count = 0;
  check(RKDG_NVRTC_FUNCTION(nvrtcGetNumSupportedArchs)(&count), "nvrtcGetNumSupportedArchs");
  std::vector<int> known(static_cast<std::size_t>(count));
  check(RKDG_NVRTC_FUNCTION(nvrtcGetSupportedArchs)(known.data()), "nvrtcGetSupportedArchs");
  int newest = 0;
  for (const int k : known)
    if (k <= number) newest = std::max(newest, k);
  if (newest == 0)
    throw RunError("NVRTC " + compiler_version() + " compiles for sm_" + std::to_string(known.front()) +
                   " and newer, not for sm_" + std::to_string(number));
  return newest;
}

/// Names and texts of the headers, as the compiler takes them. The headers of the standard library, by any name, are
/// one of ours.
struct HeaderLists {
  std::vector<const char*> names, texts;

  HeaderLists() {
    for (const SourceFile& file : kernel_headers()) {
      names.push_back(file.name);
      texts.push_back(file.text.data());
    }
    for (const char* standard :
         {"algorithm", "array",     "atomic",     "bit",         "cassert",     "cmath",   "concepts",
          "cstddef",   "cstdint",   "functional", "limits",      "memory",      "numeric", "optional",
          "span",      "stdexcept", "string",     "string_view", "type_traits", "utility", "vector"}) {
      names.push_back(standard);
      texts.push_back("#include \"libdg/backend/standard_library.cuh\"\n");
    }
  }
};

using Program = std::unique_ptr<nvrtcProgram, void (*)(nvrtcProgram*)>;

std::string log_of(nvrtcProgram program) {
  std::size_t size = 0;
  check(RKDG_NVRTC_FUNCTION(nvrtcGetProgramLogSize)(program, &size), "nvrtcGetProgramLogSize");
  std::string log(size, '\0');
  check(RKDG_NVRTC_FUNCTION(nvrtcGetProgramLog)(program, log.data()), "nvrtcGetProgramLog");
  return log.substr(0, log.find('\0'));
}

std::string image_of(nvrtcProgram program, bool is_machine_code) {
  std::size_t size = 0;
  check(is_machine_code ? RKDG_NVRTC_FUNCTION(nvrtcGetCUBINSize)(program, &size)
                        : RKDG_NVRTC_FUNCTION(nvrtcGetPTXSize)(program, &size),
        "size of the code");
  std::string image(size, '\0');
  check(is_machine_code ? RKDG_NVRTC_FUNCTION(nvrtcGetCUBIN)(program, image.data())
                        : RKDG_NVRTC_FUNCTION(nvrtcGetPTX)(program, image.data()),
        "code");
  return image;
}

}  // namespace

std::vector<std::string> compiler_options(const DeviceProgram& program, const std::string& architecture) {
  std::vector<std::string> options{"--std=c++20", "-default-device", "--gpu-architecture=" + architecture};
  options.insert(options.end(), program.options.begin(), program.options.end());
  return options;
}

DeviceCode compile_for_device(const DeviceProgram& source, const std::string& architecture) {
  static const HeaderLists headers;
  nvrtcProgram program = nullptr;
  check(RKDG_NVRTC_FUNCTION(nvrtcCreateProgram)(&program, source.text.c_str(), "kernel.cu",
                                                static_cast<int>(headers.names.size()), headers.texts.data(),
                                                headers.names.data()),
        "nvrtcCreateProgram");
  const Program owner(&program, [](nvrtcProgram* p) { RKDG_NVRTC_FUNCTION(nvrtcDestroyProgram)(p); });
  const bool is_expression = source.function.find("::") != std::string::npos;
  if (is_expression)
    check(RKDG_NVRTC_FUNCTION(nvrtcAddNameExpression)(program, source.function.c_str()), "nvrtcAddNameExpression");

  const int wanted = std::atoi(architecture.c_str() + architecture.find('_') + 1), known = known_architecture(wanted);
  const std::vector<std::string> options =
      compiler_options(source, known == wanted ? architecture : "compute_" + std::to_string(known));
  std::vector<const char*> texts;
  for (const std::string& option : options) texts.push_back(option.c_str());
  if (RKDG_NVRTC_FUNCTION(nvrtcCompileProgram)(program, static_cast<int>(texts.size()), texts.data()) != NVRTC_SUCCESS)
    throw RunError("NVRTC " + compiler_version() + " cannot compile " + source.function + ": " + log_of(program));

  DeviceCode code{image_of(program, known == wanted), source.function};
  if (is_expression) {
    const char* symbol = nullptr;
    check(RKDG_NVRTC_FUNCTION(nvrtcGetLoweredName)(program, source.function.c_str(), &symbol), "nvrtcGetLoweredName");
    code.symbol = symbol;
  }
  return code;
}

std::string compiler_version() {
  try {
    const std::array<int, 2> v = version();
    return std::to_string(v[0]) + "." + std::to_string(v[1]);
  } catch (const RunError&) {
    return {};
  }
}

std::string compiler_problem() {
  const std::string remedy =
      "; install it with 'pip install nvidia-cuda-nvrtc' or the CUDA Toolkit, or name libnvrtc.so in RKDG_NVRTC";
  try {
    if (version()[0] >= oldest_major) return {};
    return "kernels need NVRTC 12 or newer, and version " + compiler_version() + " is what was found" + remedy;
  } catch (const RunError& error) {
    return error.what() + remedy;
  }
}

}  // namespace dg
