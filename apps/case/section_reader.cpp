#include "apps/case/section_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/case/suggest.hpp"
#include "meshes/errors.hpp"

namespace dg::app {

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> items;
  std::string item;
  for (const char c : text + ",") {
    if (c != ',' && c != ' ' && c != '\t') {
      item += c;
    } else if (!item.empty()) {
      items.push_back(std::move(item));
      item.clear();
    }
  }
  return items;
}

SectionReader::SectionReader(const IniFile& file, const std::string& section,
                             const std::map<std::string, double>& constants)
    : section_(file.find(section)), file_(file.name()), name_(section), constants_(constants) {}

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
    value = evaluate_constant({text, entry.where}, constants_);
  } catch (const InputError&) {
    // One message for all that is no number, below.
  }
  if (!std::isfinite(value)) {
    throw InputError(entry.where + ": '" + entry.key + "' in [" + name_ + "] must be a number, got '" + text + "'");
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
    throw InputError(where(key) + ": '" + key + "' in [" + name_ + "] must be positive, got '" + text(key, "") + "'");
  }
  return value;
}

long SectionReader::integer(const std::string& key, long fallback, long least) {
  const IniEntry* entry = ask(key);
  if (entry == nullptr) return fallback;
  const double value = evaluate(*entry, entry->value);
  constexpr double largest = 1e15;
  if (value != std::floor(value) || value < static_cast<double>(least) || value > largest) {
    throw InputError(entry->where + ": '" + key + "' in [" + name_ + "] must be a whole number of at least " +
                     std::to_string(least) + ", got '" + entry->value + "'");
  }
  return static_cast<long>(value);
}

std::vector<std::string> SectionReader::list(const std::string& key) {
  const IniEntry* entry = ask(key);
  return entry == nullptr ? std::vector<std::string>{} : split_list(entry->value);
}

std::optional<std::vector<double>> SectionReader::numbers(const std::string& key, std::size_t count) {
  const IniEntry* entry = ask(key);
  if (entry == nullptr) return std::nullopt;
  std::vector<std::string> items;
  std::string rest = entry->value + ",";
  for (std::size_t comma = 0; (comma = rest.find(',')) != std::string::npos; rest.erase(0, comma + 1)) {
    items.push_back(rest.substr(0, comma));
  }
  if (items.size() != count) {
    throw InputError(entry->where + ": '" + key + "' in [" + name_ + "] needs " + std::to_string(count) +
                     " numbers separated by commas, got '" + entry->value + "'");
  }
  std::vector<double> values;
  for (const std::string& item : items) values.push_back(evaluate(*entry, item));
  return values;
}

void SectionReader::refuse_choice(const IniEntry& entry, const std::vector<std::string>& words) const {
  throw InputError(entry.where + ": '" + entry.value + "' is no value for '" + entry.key + "' in [" + name_ + "]" +
                   suggestion(entry.value, words));
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
  for (const IniEntry& entry : section_->entries) {
    if (std::find(asked_.begin(), asked_.end(), entry.key) == asked_.end() && resemble(entry.key, key)) {
      throw InputError(entry.where + ": unknown key '" + entry.key + "' in [" + name_ + "]; did you mean '" + key +
                       "'?");
    }
  }
}

void SectionReader::finish() const {
  if (section_ == nullptr) return;
  for (const IniEntry& entry : section_->entries) {
    if (std::find(asked_.begin(), asked_.end(), entry.key) == asked_.end()) {
      throw InputError(entry.where + ": unknown key '" + entry.key + "' in [" + name_ + "]" +
                       suggestion(entry.key, asked_));
    }
  }
}

}  // namespace dg::app
