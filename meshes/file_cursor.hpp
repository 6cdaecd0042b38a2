/// Reads the lines and numbers of a file, of text or binary, and never past its end.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace dg {

/// A position in the text of a file. Every function throws InputError, naming the place, if it does not find what it
/// reads.
class FileCursor {
 public:
  /// `text` must outlive the cursor; `path` is for messages.
  FileCursor(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  /// From here on numbers are binary.
  void set_binary() { binary_ = true; }
  bool binary() const { return binary_; }

  bool at_end() const { return at_ == text_.size(); }

  /// The rest of the line, without the end of it.
  std::string_view line();

  /// The next number; in binary, int has 4 bytes, std::uint64_t and double have 8.
  template <class T>
  T number() {
    return binary_ ? binary_number<T>() : text_number<T>();
  }

  /// The next number as text even in a binary file, as in headers.
  template <class T>
  T text_number() {
    skip_space();
    begin_ = at_;
    T value{};
    if (at_ < text_.size() && text_[at_] == '+') ++at_;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc() || !ends_number(end)) refuse_number();
    at_ = end - text_.data();
    return value;
  }

  /// A number of things that take at least `bytes` each: more than the rest of the file can hold are refused.
  std::uint64_t count(std::uint64_t count, std::uint64_t bytes, const char* what) const;

  /// Moves behind the next line if it begins with `word`.
  void skip_line_of(std::string_view word) {
    skip_space();
    if (text_.substr(at_, word.size()) == word) line();
  }

  /// Moves behind the next line that is `end`, which names the section it ends.
  void skip_to(std::string_view end);

  /// Moves behind `end`, which must come next.
  void expect(std::string_view end);

  /// "path:line: reason", or with the byte in a binary file, for what was read last; and an InputError that says so.
  std::string message(const std::string& reason) const;
  [[noreturn]] void refuse(const std::string& reason) const;

 private:
  template <class T>
  T binary_number() {
    begin_ = at_;
    if (text_.size() - at_ < sizeof(T)) refuse_number();
    T value;
    std::memcpy(&value, text_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
  // Names in quotes may follow at once.
  bool ends_number(const char* end) const {
    return end == text_.data() + text_.size() || is_space(*end) || *end == '"';
  }
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  [[noreturn]] void refuse_number() const;

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;  // of what was read last: the place that messages name
  bool binary_ = false;
};

}  // namespace dg
