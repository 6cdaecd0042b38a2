#include "apps/console.hpp"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace dg::app {
namespace {

int g_output_error = 0;
bool g_muted = false;

bool has_colours() noexcept {
  static const bool colours = [] {
    const char* const none = std::getenv("NO_COLOR");
    const char* const terminal = std::getenv("TERM");
    const bool wanted = (none == nullptr || *none == '\0') && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
    return wanted && isatty(STDERR_FILENO) == 1;
  }();
  return colours;
}

}  // namespace

void secure_standard_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // A new file gets the lowest number that is free: this one.
    if (fcntl(number, F_GETFD) == -1 && errno == EBADF) static_cast<void>(open("/dev/null", O_RDWR));
  }
  std::signal(SIGPIPE, SIG_IGN);
}

void mute() { g_muted = true; }
bool is_muted() { return g_muted; }

void print_text(const std::string& text) {
  if (g_output_error != 0 || g_muted) return;
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) g_output_error = errno != 0 ? errno : EIO;
}

void print_error_text(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

const char* error_label() noexcept { return has_colours() ? "\033[1;31merror:\033[0m " : "error: "; }
const char* warning_label() noexcept { return has_colours() ? "\033[1;35mwarning:\033[0m " : "warning: "; }

void print_error_line(const char* what) noexcept {
  std::fflush(stderr);
  const auto part = [](const char* text) { return iovec{const_cast<char*>(text), std::strlen(text)}; };
  const iovec line[] = {part(error_label()), part(what), part("\n")};
  while (writev(STDERR_FILENO, line, 3) == -1 && errno == EINTR) {
  }
}

int output_error() { return g_output_error == EPIPE ? 0 : g_output_error; }

void print_compilation(const CompilationNotice& notice) {
  if (is_muted()) return;
  print_error_text(
      fmt::format("compiling {} for {}; later runs load what the cache keeps\n", notice.what, notice.target));
}

}  // namespace dg::app
