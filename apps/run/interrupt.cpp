#include "apps/run/interrupt.hpp"

#include <csignal>

namespace dg::app {
namespace {

volatile std::sig_atomic_t g_requested = 0;

void on_signal(int signal) {
  g_requested = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  g_requested = 0;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::requested() const { return g_requested != 0; }

}  // namespace dg::app
