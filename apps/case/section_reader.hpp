/// Typed access to one section of a case file. Every key asked for becomes known; finish() refuses all others.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/case/expression.hpp"
#include "apps/case/ini_file.hpp"

namespace dg::app {

class SectionReader {
 public:
  /// `constants` may be used in numbers, as in `pressure = 1 / gamma`.
  SectionReader(const IniFile& file, const std::string& section, const std::map<std::string, double>& constants);

  bool present() const { return section_ != nullptr; }
  bool has(const std::string& key);

  /// Place of the key, or of the section without it, or of the file without that.
  std::string where(const std::string& key = "") const;

  std::string text(const std::string& key, const std::string& fallback);
  double number(const std::string& key, double fallback);
  double positive(const std::string& key, double fallback);

  /// A whole number from `least` to `most`.
  template <std::signed_integral T>
  T integer(const std::string& key, T fallback, T least, T most = largest<T>) {
    return static_cast<T>(whole_number(key, fallback, least, most));
  }

  /// Items of a list, see split_list().
  std::vector<std::string> list(const std::string& key);

  /// All of a value as one name, or what stands in it between quotes.
  std::string name(const std::string& key, const std::string& why);

  /// Likewise of a path.
  std::string path(const std::string& key, const std::string& fallback);
  std::optional<std::vector<double>> numbers(const std::string& key, std::size_t count);

  /// How many components a vector has: two or three, 0 without the key. Throws InputError for any other number.
  std::size_t vector_size(const std::string& key);

  /// The values of a key, `count` of them separated by commas, as formulas; empty without the key.
  std::vector<Formula> formulas(const std::string& key, std::size_t count);
  /// The same of however many there are.
  std::vector<Formula> formulas(const std::string& key);

  /// One of several words, as the value that stands beside it.
  template <class T>
  T choice(const std::string& key, T fallback, const std::vector<std::pair<std::string, T>>& choices) {
    const IniEntry* entry = ask(key);
    if (entry == nullptr) return fallback;
    std::vector<std::string> words;
    for (const auto& [word, value] : choices) {
      if (word == entry->value) return value;
      words.push_back(word);
    }
    refuse_choice(*entry, words);
  }

  /// The formula of a key that must be there; `why` says what asks for it.
  Formula formula(const std::string& key, const std::string& why);

  /// Throws InputError if the section has an unknown key that looks like `key`: says more than that `key` is missing.
  void refuse_misspelling(const std::string& key) const;

  /// Throws InputError for the first key that nobody asked for.
  void finish() const;

 private:
  /// Above it a double, which values are evaluated in, may not hold a whole number.
  template <class T>
  static constexpr T largest = sizeof(T) < sizeof(std::int64_t) ? std::numeric_limits<T>::max()
                                                                : T(1'000'000'000'000'000);

  const IniEntry* ask(const std::string& key);
  std::string unquoted(const std::string& key, const std::string& value) const;
  std::vector<std::string> items(const IniEntry& entry, std::size_t count, const std::string& what) const;
  std::int64_t whole_number(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most);
  double evaluate(const IniEntry& entry, const std::string& text) const;
  [[noreturn]] void refuse_choice(const IniEntry& entry, const std::vector<std::string>& words) const;

  const IniSection* section_;
  std::string file_, name_;
  const std::map<std::string, double>& constants_;
  std::vector<std::string> asked_;
};

/// The items of a list separated by commas or blanks. An item in double quotes may hold them, and a quote written
/// twice. Throws InputError, opening with `where`, for a quote that is not closed or goes on after it.
std::vector<std::string> split_list(const std::string& text, const std::string& where = "list");

}  // namespace dg::app
