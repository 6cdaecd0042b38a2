#include "apps/run/interrupt.hpp"

#include <csignal>
#include <ctime>

namespace dg::app {
namespace {

// Programs that stop others, like `timeout`, send a signal to the process and at once to its group: only a signal that
// comes later is impatience.
constexpr std::time_t patience = 2;  // seconds

volatile std::sig_atomic_t g_requested = 0;
volatile std::time_t g_first = 0;

void on_signal(int signal) {
  const std::time_t now = std::time(nullptr);
  if (g_requested == 0) {
    g_first = now;
    g_requested = 1;
  } else if (now - g_first >= patience) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
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
