#include "apps/study/hardware.hpp"

#include <fstream>
#include <thread>

#include "libdg/solver/solver.hpp"

namespace dg::app {
namespace {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace

Hardware this_machine() {
  return {cpu_model(), static_cast<int>(std::thread::hardware_concurrency()), cuda_device_name(), RKDG_COMPILER};
}

}  // namespace dg::app
