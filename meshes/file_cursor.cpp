#include "meshes/file_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg {

std::string_view FileCursor::line() {
  begin_ = at_;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  std::string_view found = text_.substr(at_, end - at_);
  at_ = std::min(end + 1, text_.size());
  while (!found.empty() && is_space(found.back())) found.remove_suffix(1);
  return found;
}

std::uint64_t FileCursor::count(std::uint64_t count, std::uint64_t bytes, const char* what) const {
  if (count > (text_.size() - at_) / bytes)
    refuse(fmt::format("{} {} do not fit into the rest of the file", count, what));
  return count;
}

void FileCursor::skip_to(std::string_view end) {
  for (std::size_t found = text_.find(end, at_); found != std::string_view::npos; found = text_.find(end, found + 1)) {
    if (found > 0 && text_[found - 1] != '\n' && !binary_) continue;
    at_ = found + end.size();
    return;
  }
  refuse(fmt::format("the file is truncated: {} does not follow", shown(std::string(end))));
}

void FileCursor::expect(std::string_view end) {
  skip_space();
  begin_ = at_;
  if (text_.substr(at_, end.size()) != end) refuse(fmt::format("{} must follow here", end));
  at_ += end.size();
}

std::string FileCursor::message(const std::string& reason) const {
  if (binary_) return fmt::format("{}: at byte {}: {}", path_, begin_, reason);
  const auto line_number = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(begin_), '\n');
  return fmt::format("{}:{}: {}", path_, line_number, reason);
}

void FileCursor::refuse(const std::string& reason) const { throw InputError(message(reason)); }

void FileCursor::refuse_number() const {
  refuse(at_ >= text_.size() || binary_ ? "the file is truncated" : "a number is missing here");
}

}  // namespace dg
