#include "apps/run/encoded_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string_view>

namespace dg::app {
namespace {

bool is_utf8(std::string_view text) {
  // The JSON library knows the rules, and dumps no text that breaks them.
  using Json = nlohmann::json;
  const std::string ignored = Json(text).dump(-1, ' ', false, Json::error_handler_t::ignore);
  return ignored.size() == text.size() + 2;  // the quotes
}

/// Length of the character that starts there in UTF-8; 0 if none does.
std::size_t character_length(std::string_view text) {
  constexpr std::size_t longest = 4;
  for (std::size_t length = 2; length <= std::min(longest, text.size()); ++length) {
    if (is_utf8(text.substr(0, length))) return length;
  }
  return 0;
}

bool is_hexadecimal(unsigned char c) { return std::isxdigit(c) != 0; }

bool must_be_encoded(const std::string& name, std::size_t at) {
  const auto c = static_cast<unsigned char>(name[at]);
  if (c == '%') return at + 2 < name.size() && is_hexadecimal(name[at + 1]) && is_hexadecimal(name[at + 2]);
  return c < ' ' || c == 127;
}

}  // namespace

std::string printable_name(const std::string& name) {
  std::string result;
  for (std::size_t at = 0; at < name.size();) {
    const auto byte = static_cast<unsigned char>(name[at]);
    const std::size_t length = byte < 128 ? 1 : character_length(std::string_view(name).substr(at));
    if (length == 0 || must_be_encoded(name, at)) {
      result += fmt::format("%{:02X}", byte);
      ++at;
    } else {
      result += name.substr(at, length);
      at += length;
    }
  }
  return result;
}

std::string file_name_part(const std::string& name) {
  std::string result;
  for (const char c : printable_name(name)) result += c == '/' ? std::string("%2F") : std::string(1, c);
  return result;
}

}  // namespace dg::app
