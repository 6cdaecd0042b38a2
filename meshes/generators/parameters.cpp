#include "meshes/generators/parameters.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <sstream>

#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg {
namespace {

template <class Number>
bool parse(const std::string& text, Number& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end;
}

std::string joined(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

template <class Number>
std::string range(const char* kind, Number low, Number high) {
  std::ostringstream out;
  out << kind << " from " << low << " to " << high;
  return out.str();
}

}  // namespace

std::string keys_of(const GeneratorInfo& info) {
  std::vector<std::string> keys;
  for (const GeneratorParameter& parameter : info.parameters) keys.push_back(parameter.key);
  return joined(keys);
}

Parameters::Parameters(const GeneratorInfo& info, const GeneratorParameters& given, Others others) : info_(info) {
  for (const GeneratorParameter& parameter : info.parameters) values_[parameter.key] = parameter.fallback;
  for (const auto& [key, value] : given) {
    if (!values_.contains(key) && others == Others::kept) {
      others_[key] = value;
      continue;
    }
    if (!values_.contains(key))
      throw InputError("mesh '" + info.name + "': unknown parameter " + in_quotes(key) + " (it has: " + keys_of(info) +
                       ")");
    values_[key] = value;
    given_.push_back(key);
  }
}

bool Parameters::given(std::string_view key) const {
  return std::find(given_.begin(), given_.end(), key) != given_.end();
}

const std::string& Parameters::text(std::string_view key) const {
  const auto found = values_.find(std::string(key));
  assert(found != values_.end());
  return found->second;
}

int Parameters::integer(std::string_view key, int low, int high) const {
  int value = 0;
  if (!parse(text(key), value) || value < low || value > high) reject(key, range("an integer", low, high));
  return value;
}

int Parameters::integer(std::string_view key, int low, int high, int fallback) const {
  return text(key) == "auto" ? fallback : integer(key, low, high);
}

double Parameters::real(std::string_view key, double low, double high) const {
  double value = 0;
  const bool number = parse(text(key), value) && std::isfinite(value);
  if (!number || value < low || value > high) reject(key, range("a number", low, high));
  return value;
}

double Parameters::real(std::string_view key, double low, double high, double fallback) const {
  return text(key) == "auto" ? fallback : real(key, low, high);
}

int Parameters::choice(std::string_view key, const std::vector<std::string>& options) const {
  const auto found = std::find(options.begin(), options.end(), text(key));
  if (found == options.end()) reject(key, "one of: " + joined(options));
  return static_cast<int>(found - options.begin());
}

void Parameters::reject(std::string_view key, const std::string& what_would_be_right) const {
  throw InputError("mesh '" + info_.name + "': parameter " + std::string(key) + " = " + in_quotes(text(key)) +
                   " should be " + what_would_be_right);
}

}  // namespace dg
