#include "apps/run/interrupt.hpp"

#include <algorithm>
#include <atomic>
#include <ctime>
#include <iterator>
#include <mutex>

namespace dg::app {
namespace {

// Programs that stop others, like `timeout`, send a signal to the process and at once to its group: only a signal that
// comes later is impatience.
constexpr std::time_t patience = 2;  // seconds

struct Signal {
  int number;
  const char* name;
};

// Those that people, terminals and job systems send, and that else end a process.
constexpr Signal handled[] = {
    {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"},     {SIGTERM, "SIGTERM"}, {SIGUSR1, "SIGUSR1"},
    {SIGUSR2, "SIGUSR2"}, {SIGALRM, "SIGALRM"}, {SIGVTALRM, "SIGVTALRM"}, {SIGXCPU, "SIGXCPU"}, {SIGPWR, "SIGPWR"}};

std::atomic<int> g_signal{0};
std::atomic<std::time_t> g_first{0};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::time_t>::is_always_lock_free);

void on_signal(int signal) {
  const std::time_t now = std::time(nullptr);
  if (g_signal == 0) {
    g_first = now;
    g_signal = signal;
    return;
  }
  const bool insists = signal == SIGINT || signal == SIGQUIT || signal == SIGTERM;
  if (insists && now - g_first >= patience) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

// The program's own handler of INT, for as long as there are notes.
struct sigaction g_own_handler {};
int g_notes = 0;
std::mutex g_notes_mutex;

bool has_function(const struct sigaction& action) {
  const bool with_info = (static_cast<unsigned>(action.sa_flags) & SA_SIGINFO) != 0;
  return !with_info && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

void on_forwarded_signal(int signal) {
  if (g_signal == 0) g_signal = signal;
  g_own_handler.sa_handler(signal);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  g_signal = 0;
  for (const auto& [signal, name] : handled) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (sigaction(signal, &action, nullptr) == 0) earlier_.push_back({signal, before});
  }
}

InterruptGuard::~InterruptGuard() {
  for (const Earlier& earlier : earlier_) sigaction(earlier.signal, &earlier.action, nullptr);
}

InterruptNote::InterruptNote() {
  const std::scoped_lock lock(g_notes_mutex);
  if (g_notes++ > 0) return;
  g_signal = 0;
  struct sigaction action {};
  if (sigaction(SIGINT, nullptr, &g_own_handler) != 0 || !has_function(g_own_handler)) return;
  action.sa_handler = on_forwarded_signal;
  action.sa_flags = g_own_handler.sa_flags & ~SA_SIGINFO;
  action.sa_mask = g_own_handler.sa_mask;
  sigaction(SIGINT, &action, nullptr);
}

InterruptNote::~InterruptNote() {
  const std::scoped_lock lock(g_notes_mutex);
  if (--g_notes > 0) return;
  if (has_function(g_own_handler)) sigaction(SIGINT, &g_own_handler, nullptr);
  g_signal = 0;
}

void InterruptNote::clear() { g_signal = 0; }

bool InterruptGuard::requested() const { return g_signal != 0; }

StopOnSignal::StopOnSignal() : scope_([] { return g_signal != 0; }) {}

std::string InterruptGuard::signal_name() const {
  const auto* found = std::find_if(std::begin(handled), std::end(handled),
                                   [](const Signal& signal) { return signal.number == g_signal; });
  return found->name;
}

}  // namespace dg::app
