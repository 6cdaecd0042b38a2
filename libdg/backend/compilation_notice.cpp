#include "libdg/backend/compilation_notice.hpp"

#include <utility>

namespace dg {
namespace {

std::function<void(const CompilationNotice&)> g_listener;

}  // namespace

void on_compilation(std::function<void(const CompilationNotice&)> listener) { g_listener = std::move(listener); }

void notify(const CompilationNotice& notice) {
  if (g_listener) g_listener(notice);
}

}  // namespace dg
