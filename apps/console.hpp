/// What rkdg prints. A stream that cannot be written to never ends the program: its work matters more than its words.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "libdg/backend/compilation_notice.hpp"

namespace dg::app {

/// Opens /dev/null in place of standard streams that are closed. Otherwise the next files would get their numbers and
/// what is printed would land in them. Also makes a write to a pipe without a reader an error instead of a signal. To
/// be called first of all.
void secure_standard_streams();

/// From now on nothing is printed but error texts.
void mute();
bool is_muted();

/// Writes to standard output at once. After a failure nothing more is written there.
void print_text(const std::string& text);

/// Writes to standard error, as far as that is possible.
void print_error_text(std::string_view text) noexcept;

/// "error: " and "warning: ", bold and coloured where standard error is a terminal, unless NO_COLOR (no-color.org) is
/// set or TERM is "dumb".
const char* error_label() noexcept;
const char* warning_label() noexcept;

/// Writes the line "error: WHAT" to standard error in one system call. So mpirun, which mixes the output of its ranks
/// and its own, does not put words between its parts. Takes no memory.
void print_error_line(const char* what) noexcept;

template <class... T>
void print_out(fmt::format_string<T...> format, T&&... values) {
  print_text(fmt::format(format, std::forward<T>(values)...));
}

template <class... T>
void print_error(fmt::format_string<T...> format, T&&... values) {
  print_error_text(error_label() + fmt::format(format, std::forward<T>(values)...) + "\n");
}

template <class... T>
void print_warning(fmt::format_string<T...> format, T&&... values) {
  if (!is_muted()) print_error_text(warning_label() + fmt::format(format, std::forward<T>(values)...) + "\n");
}

/// Says on standard error how many kernels are being compiled.
void print_compilation(const CompilationNotice& notice);

/// The system's number (errno) of the failure that ended standard output; 0: there was none. A reader that has closed
/// its pipe, as `head` does once it has its lines, is none: it has had enough.
int output_error();

}  // namespace dg::app
