#include "apps/case/double_quotes.hpp"

namespace dg::app {

std::size_t end_of_quotes(const std::string& text, std::size_t begin) {
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    if (text[at] != '"') continue;
    if (at + 1 == text.size() || text[at + 1] != '"') return at + 1;
    ++at;
  }
  return std::string::npos;
}

std::string between_quotes(const std::string& text, std::size_t begin, std::size_t end) {
  std::string inside;
  for (std::size_t at = begin + 1; at + 1 < end; ++at) {
    if (text[at] == '"') ++at;
    inside += text[at];
  }
  return inside;
}

}  // namespace dg::app
