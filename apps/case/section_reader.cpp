#include "apps/case/section_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "apps/case/double_quotes.hpp"
#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {

namespace {

bool separates(char c) { return c == ',' || c == ' ' || c == '\t'; }

/// The item in quotes that begins at `at`, which then stands behind it.
std::string quoted_item(const std::string& text, std::size_t& at, const std::string& where) {
  const std::size_t begin = at, end = end_of_quotes(text, begin);
  if (end == std::string::npos) throw InputError(where + ": a quote is not closed in " + in_quotes(text));
  if (end < text.size() && !separates(text[end])) {
    throw InputError(where + ": a comma or blank must follow the closing quote in " + in_quotes_around(text, end));
  }
  at = end;
  return between_quotes(text, begin, end);
}

/// The value of a plain number; nothing for a formula.
std::optional<double> plain_number(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Parts of a value between commas that stand in no parentheses.
std::vector<std::string> split_formulas(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth <= 0)
      parts.emplace_back();
    else if (!parts.back().empty() || (c != ' ' && c != '\t'))
      parts.back() += c;
  }
  return parts;
}

}  // namespace

std::vector<std::string> split_list(const std::string& text, const std::string& where) {
  std::vector<std::string> items;
  for (std::size_t at = 0; at < text.size();) {
    if (separates(text[at])) {
      ++at;
    } else if (text[at] == '"') {
      items.push_back(quoted_item(text, at, where));
    } else {
      const std::size_t begin = at;
      while (at < text.size() && !separates(text[at])) ++at;
      items.push_back(text.substr(begin, at - begin));
    }
  }
  return items;
}

SectionReader::SectionReader(const IniFile& file, const std::string& section,
                             const std::map<std::string, double>& constants)
    : section_(file.find(section)), file_(file.name()), name_(shown(section)), constants_(constants) {}

const IniEntry* SectionReader::ask(const std::string& key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
  const IniEntry* entry = section_ == nullptr ? nullptr : section_->find(key);
  if (entry != nullptr && entry->value.empty()) {
    throw InputError(entry->where + ": '" + key + "' in [" + name_ + "] has no value");
  }
  return entry;
}

bool SectionReader::has(const std::string& key) { return ask(key) != nullptr; }

std::string SectionReader::where(const std::string& key) const {
  const IniEntry* entry = section_ == nullptr ? nullptr : section_->find(key);
  if (entry != nullptr) return entry->where;
  return section_ == nullptr ? file_ : section_->where;
}

double SectionReader::evaluate(const IniEntry& entry, const std::string& text) const {
  double value = std::numeric_limits<double>::quiet_NaN();
  try {
    const std::optional<double> plain = plain_number(text);
    value = plain ? *plain : evaluate_constant({text, entry.where}, constants_);
  } catch (const InputError&) {
    // One message for all that is no number, below.
  }
  if (!std::isfinite(value)) {
    throw InputError(entry.where + ": '" + entry.key + "' in [" + name_ + "] must be a number, got " + in_quotes(text));
  }
  return value;
}

std::string SectionReader::text(const std::string& key, const std::string& fallback) {
  const IniEntry* entry = ask(key);
  return entry == nullptr ? fallback : entry->value;
}

double SectionReader::number(const std::string& key, double fallback) {
  const IniEntry* entry = ask(key);
  return entry == nullptr ? fallback : evaluate(*entry, entry->value);
}

double SectionReader::positive(const std::string& key, double fallback) {
  const double value = number(key, fallback);
  if (has(key) && !(value > 0.0)) {
    throw InputError(where(key) + ": '" + key + "' in [" + name_ + "] must be positive, got " +
                     in_quotes(text(key, "")));
  }
  return value;
}

std::int64_t SectionReader::whole_number(const std::string& key, std::int64_t fallback, std::int64_t least,
                                         std::int64_t most) {
  const IniEntry* entry = ask(key);
  if (entry == nullptr) return fallback;
  const double value = evaluate(*entry, entry->value);
  if (value != std::floor(value) || value < static_cast<double>(least) || value > static_cast<double>(most)) {
    throw InputError(
        entry->where + ": '" + key + "' in [" + name_ + "] must be a whole number of at " +
        (value > static_cast<double>(most) ? "most " + std::to_string(most) : "least " + std::to_string(least)) +
        ", got " + in_quotes(entry->value));
  }
  return static_cast<std::int64_t>(value);
}

std::vector<std::string> SectionReader::list(const std::string& key) {
  const IniEntry* entry = ask(key);
  if (entry == nullptr) return {};
  std::vector<std::string> items = split_list(entry->value, entry->where);
  if (items.empty()) throw InputError(entry->where + ": '" + key + "' in [" + name_ + "] lists nothing");
  return items;
}

std::string SectionReader::name(const std::string& key, const std::string& why) {
  return unquoted(key, formula(key, why).text);
}

std::string SectionReader::path(const std::string& key, const std::string& fallback) {
  if (!has(key)) return fallback;
  const std::string path = unquoted(key, text(key, ""));
  if (!path.empty()) return path;
  throw InputError(where(key) + ": '" + key + "' in [" + name_ + "] has no value");
}

std::string SectionReader::unquoted(const std::string& key, const std::string& value) const {
  if (value.front() != '"') return value;
  const std::vector<std::string> items = split_list(value, where(key));
  if (items.size() == 1) return items.front();
  throw InputError(where(key) + ": '" + key + "' in [" + name_ + "] must be one name, got " + in_quotes(value));
}

std::vector<std::string> SectionReader::items(const IniEntry& entry, std::size_t count, const std::string& what) const {
  std::vector<std::string> parts = split_formulas(entry.value);
  if (parts.size() == count) return parts;
  throw InputError(entry.where + ": '" + entry.key + "' in [" + name_ + "] needs " + std::to_string(count) + " " +
                   what + (count == 1 ? "" : "s separated by commas") + ", got " + in_quotes(entry.value));
}

std::size_t SectionReader::vector_size(const std::string& key) {
  const IniEntry* entry = ask(key);
  if (entry == nullptr) return 0;
  const std::size_t size = split_formulas(entry->value).size();
  if (size == 2 || size == 3) return size;
  throw InputError(entry->where + ": '" + key + "' in [" + name_ + "] needs 2 numbers separated by commas, got " +
                   in_quotes(entry->value) + " (on a 3-D mesh 3)");
}

std::optional<std::vector<double>> SectionReader::numbers(const std::string& key, std::size_t count) {
  const IniEntry* entry = ask(key);
  if (entry == nullptr) return std::nullopt;
  std::vector<double> values;
  for (const std::string& item : items(*entry, count, "number")) values.push_back(evaluate(*entry, item));
  return values;
}

std::vector<Formula> SectionReader::formulas(const std::string& key, std::size_t count) {
  const IniEntry* entry = ask(key);
  std::vector<Formula> result;
  if (entry == nullptr) return result;
  for (const std::string& item : items(*entry, count, "number")) result.push_back({item, entry->where});
  return result;
}

std::vector<Formula> SectionReader::formulas(const std::string& key) {
  const IniEntry* entry = ask(key);
  return entry == nullptr ? std::vector<Formula>() : formulas(key, split_formulas(entry->value).size());
}

void SectionReader::refuse_choice(const IniEntry& entry, const std::vector<std::string>& words) const {
  throw InputError(entry.where + ": " + in_quotes(entry.value) + " is not a value of '" + entry.key + "' in [" + name_ +
                   "]" + suggestion(entry.value, words));
}

Formula SectionReader::formula(const std::string& key, const std::string& why) {
  const IniEntry* entry = ask(key);
  if (entry == nullptr) {
    refuse_misspelling(key);
    throw InputError(where() + ": [" + name_ + "] lacks '" + key + "', " + why);
  }
  return {entry->value, entry->where};
}

void SectionReader::refuse_misspelling(const std::string& key) const {
  if (section_ == nullptr) return;
  for (const IniEntry& entry : section_->entries()) {
    if (std::find(asked_.begin(), asked_.end(), entry.key) == asked_.end() && resemble(entry.key, key)) {
      throw InputError(entry.where + ": unknown key " + in_quotes(entry.key) + " in [" + name_ + "]; did you mean '" +
                       key + "'?");
    }
  }
}

void SectionReader::finish() const {
  if (section_ == nullptr) return;
  for (const IniEntry& entry : section_->entries()) {
    if (std::find(asked_.begin(), asked_.end(), entry.key) == asked_.end()) {
      throw InputError(entry.where + ": unknown key " + in_quotes(entry.key) + " in [" + name_ + "]" +
                       suggestion(entry.key, asked_));
    }
  }
}

}  // namespace dg::app
