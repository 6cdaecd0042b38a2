#include "meshes/quoted.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dg {
namespace {

constexpr std::size_t longest = 60;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

/// Bytes of the printable character that begins at `at`; 0 if there is none.
std::size_t character_size(const std::string& text, std::size_t at) {
  const unsigned char lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80U) return lead >= ' ' && lead != 0x7fU ? 1 : 0;
  const std::size_t size = lead < 0xc2U ? 0 : lead < 0xe0U ? 2 : lead < 0xf0U ? 3 : lead < 0xf5U ? 4 : 0;
  if (size == 0 || at + size > text.size()) return 0;
  const auto first = text.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  if (!std::all_of(first, first + static_cast<std::ptrdiff_t>(size) - 1, is_continuation)) return 0;
  const auto next = static_cast<unsigned char>(*first);
  const bool overlong = (lead == 0xe0U && next < 0xa0U) || (lead == 0xf0U && next < 0x90U);
  const bool surrogate = lead == 0xedU && next > 0x9fU, beyond = lead == 0xf4U && next > 0x8fU;
  const bool control = lead == 0xc2U && next < 0xa0U;
  return overlong || surrogate || beyond || control ? 0 : size;
}

std::string cleaned(const std::string& text) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text, at);
    clean += size == 0 ? "?" : text.substr(at, size);
    at += std::max<std::size_t>(size, 1);
  }
  return clean;
}

/// The end of at most `longest` bytes from `begin` on that cuts no character.
std::size_t cut(const std::string& text, std::size_t begin) {
  if (text.size() - begin <= longest) return text.size();
  std::size_t end = begin + longest;
  for (int i = 0; i < 3 && is_continuation(text[end]); ++i) --end;
  return end;
}

/// The part from `begin` on, with dots where something is left out.
std::string part(const std::string& text, std::size_t begin) {
  const std::size_t end = cut(text, begin);
  return fmt::format("{}{}{}", begin > 0 ? "..." : "", cleaned(text.substr(begin, end - begin)),
                     end < text.size() ? "..." : "");
}

std::string as_list_item(const std::string& name) {
  const bool is_plain = !name.empty() && name.find_first_of(" \t,\"#;") == std::string::npos;
  return shown(is_plain ? name : in_double_quotes(name));
}

}  // namespace

std::string in_double_quotes(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + '"';
}

std::string shown(const std::string& text) { return part(text, 0); }

std::string in_quotes(const std::string& text) { return fmt::format("'{}'", shown(text)); }

std::string in_quotes_around(const std::string& text, std::size_t position) {
  std::size_t begin = text.size() <= longest || position < longest / 2 ? 0 : position - longest / 2;
  begin = std::min(begin, text.size());
  while (begin > 0 && begin < text.size() && is_continuation(text[begin])) --begin;
  return fmt::format("'{}'", part(text, begin));
}

std::string name_list(const std::vector<std::string>& names) {
  constexpr std::size_t most = 24;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) list += (i == 0 ? "" : ", ") + as_list_item(names[i]);
  if (names.size() > most) list += " and " + std::to_string(names.size() - most) + " more";
  return list.empty() ? "none" : list;
}

}  // namespace dg
