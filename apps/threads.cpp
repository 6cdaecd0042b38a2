#include "apps/threads.hpp"

#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>
#include <thread>

#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// Spins of a waiting thread, of 5 to 50 ns, before it sleeps. Where each thread has a core, longer than threads of one
/// step differ: waking a thread costs more than waiting for it. Where others want the cores, much shorter than a slice
/// of time of a thread that has none.
constexpr const char* spin_count_on_free_cores = "30000";
constexpr const char* spin_count_on_busy_cores = "1000";

constexpr rlim_t least_stack = rlim_t{512} << 10, usual_stack = rlim_t{8} << 20;

constexpr const char* stack_variables[] = {"OMP_STACKSIZE", "GOMP_STACKSIZE"};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

/// A whole number without a sign, and what follows it.
std::optional<std::uint64_t> leading_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool is_thread_count(std::string_view text) {
  text = trimmed(text);
  const auto count = leading_number(text);
  return count && text.empty() && *count >= 1 && *count <= most_threads;
}

/// A number for each level of nested teams.
bool are_thread_counts(std::string_view text) {
  for (;;) {
    const std::size_t comma = text.find(',');
    if (!is_thread_count(text.substr(0, comma))) return false;
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

/// The bytes of a size such as 65536B, 64, 64k, 1 M, 1G, which is in kilobytes where it does not say so.
std::optional<double> bytes_of(std::string_view text) {
  text = trimmed(text);
  const auto number = leading_number(text);
  if (!number) return std::nullopt;
  text = trimmed(text);
  if (text.size() > 1) return std::nullopt;
  const std::string_view units = "bkmg";
  const std::size_t unit = text.empty() ? 1 : units.find(static_cast<char>(std::tolower(text[0])));
  if (unit == std::string_view::npos) return std::nullopt;
  double bytes = static_cast<double>(*number);
  for (std::size_t i = 0; i < unit; ++i) bytes *= 1024;
  return bytes;
}

std::string too_small(const std::string& what) {
  return what + ": stacks of threads need " + std::to_string(least_stack >> 10) + " kB or more; " +
         std::to_string(usual_stack >> 10) + " kB are usual";
}

/// The limit of stacks, raised to the usual size as far as that is allowed.
rlimit raised_stack() {
  rlimit stack{};
  if (getrlimit(RLIMIT_STACK, &stack) != 0) return {RLIM_INFINITY, RLIM_INFINITY};
  if (stack.rlim_cur >= least_stack) return stack;
  rlimit wanted = stack;
  wanted.rlim_cur = std::min(usual_stack, stack.rlim_max);
  return setrlimit(RLIMIT_STACK, &wanted) == 0 ? wanted : stack;
}

/// A program that was not loaded by the kernel has no file that could be started again, and one that Valgrind runs
/// would escape from it.
bool can_begin_anew() {
  const char* preloaded = std::getenv("LD_PRELOAD");
  return getauxval(AT_BASE) != 0 && (preloaded == nullptr || std::strstr(preloaded, "vgpreload") == nullptr);
}

/// Whether threads wait for each other for long: in commands that take time steps, with more than one thread.
bool has_waiting_threads(char** argv) {
  constexpr std::string_view stepping[] = {"run", "lbm", "converge", "bench"};
  if (argv[0] == nullptr || argv[1] == nullptr || std::ranges::find(stepping, argv[1]) == std::end(stepping))
    return false;
  const char* counts = std::getenv("OMP_NUM_THREADS");
  if (counts == nullptr || trimmed(counts) != "1") return true;
  for (char** argument = argv + 2; *argument != nullptr; ++argument)
    if (std::string_view(*argument).starts_with("--threads")) return true;
  return false;
}

/// The largest count that `--threads` or OMP_NUM_THREADS gives, else every core.
unsigned threads_wanted(char** argv, unsigned cores) {
  const char* text = std::getenv("OMP_NUM_THREADS");
  for (char** argument = argv + 2; *argument != nullptr; ++argument) {
    constexpr std::string_view option = "--threads";
    if (*argument == option && argument[1] != nullptr) text = argument[1];
    if (std::string_view(*argument).starts_with("--threads=")) text = *argument + option.size() + 1;
  }
  if (text == nullptr) return cores;
  std::uint64_t most = 0;
  for (std::string_view rest = text; !rest.empty();) {
    most = std::max(most, leading_number(rest).value_or(0));
    if (!rest.empty()) rest.remove_prefix(1);
  }
  return most == 0 ? cores : static_cast<unsigned>(std::min<std::uint64_t>(most, most_threads));
}

/// Threads of the whole machine that run or wait for a core, this one included; nothing where the kernel does not say.
std::optional<unsigned> running_threads() {
  std::ifstream stat("/proc/stat");
  for (std::string line; std::getline(stat, line);) {
    constexpr std::string_view name = "procs_running ";
    std::string_view text = line;
    if (!text.starts_with(name)) continue;
    text.remove_prefix(name.size());
    if (const auto count = leading_number(text)) return static_cast<unsigned>(*count);
  }
  return std::nullopt;
}

/// Whether there are more threads than cores: those of this run, and what runs beside it in each of a few looks, so
/// that a thread that wakes for a moment does not count.
bool are_cores_busy(char** argv) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  unsigned beside = ~0u;
  for (int look = 0; look < 5; ++look) {
    if (look > 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const auto running = running_threads();
    if (!running) return false;
    beside = std::min(beside, *running > 0 ? *running - 1 : 0);
  }
  return beside + threads_wanted(argv, cores) > cores;
}

const char* spin_count(char** argv) {
  return are_cores_busy(argv) ? spin_count_on_busy_cores : spin_count_on_free_cores;
}

/// By its own path, so that it keeps its name; else by what the kernel knows of it, with or without /proc.
void begin_anew(char** argv) {
  constexpr const char* self = "/proc/self/exe";
  char path[4096];
  const ssize_t length = readlink(self, path, sizeof path - 1);
  if (length > 0) {
    path[length] = '\0';
    execv(path, argv);
    execv(self, argv);
  }
  if (const auto* file = reinterpret_cast<const char*>(getauxval(AT_EXECFN))) execv(file, argv);
}

}  // namespace

std::optional<std::string> fault_of_threads() {
  if (const char* counts = std::getenv("OMP_NUM_THREADS"); counts != nullptr && !are_thread_counts(counts)) {
    return "OMP_NUM_THREADS: " + in_quotes(counts) + " is not a whole number from 1 to " +
           std::to_string(most_threads) + ", nor a list of them";
  }
  for (const char* name : stack_variables) {
    const char* text = std::getenv(name);
    if (text == nullptr) continue;
    const auto bytes = bytes_of(text);
    if (!bytes) return std::string(name) + ": " + in_quotes(text) + " is not a size such as 8M";
    if (*bytes < static_cast<double>(least_stack)) return too_small(name + (" = " + std::string(text)));
  }
  rlimit stack{};
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < least_stack)
    return too_small("ulimit -s " + std::to_string(stack.rlim_cur >> 10));
  return std::nullopt;
}

void begin_with_sleeping_threads(char** argv) {
  rlimit before{};
  const bool known = getrlimit(RLIMIT_STACK, &before) == 0;
  const bool has_new_stack = known && raised_stack().rlim_cur != before.rlim_cur;
  const bool waits_as_told = std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr;
  const bool would_spin = !waits_as_told && has_waiting_threads(argv);
  if ((!would_spin && !has_new_stack) || !can_begin_anew() || fault_of_threads()) return;
  if (would_spin && setenv("GOMP_SPINCOUNT", spin_count(argv), 1) != 0) return;
  begin_anew(argv);
}

}  // namespace dg::app
