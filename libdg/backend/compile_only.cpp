#include "libdg/backend/compile_only.hpp"

#include <utility>

namespace dg {
namespace {

std::string g_architecture;

}  // namespace

void compile_only(std::string architecture) { g_architecture = std::move(architecture); }
const std::string& compiled_architecture() { return g_architecture; }

}  // namespace dg
