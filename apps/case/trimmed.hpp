/// Text without the blanks around it.
#pragma once

#include <string>

namespace dg::app {

inline std::string trimmed(const std::string& text) {
  constexpr const char* blanks = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace dg::app
