#include "apps/run/case_changes.hpp"

#include <map>
#include <set>

#include "apps/case/ini_file.hpp"
#include "apps/run/encoded_name.hpp"

namespace dg::app {
namespace {

using Values = std::map<std::string, std::string>;

Values values_of(const std::string& text, const std::string& name) {
  static const std::set<std::string> sections{"mesh", "initial", "output", "checkpoint", "catalyst"};
  static const std::set<std::string> keys{
      "time.end", "time.steps", "time.drop", "time.sequence", "time.raise",
      // A lattice of other cells or precision is refused; its streaming changes nothing.
      "lattice.cells", "lattice.precision", "lattice.streaming"};
  Values values;
  const IniFile file = IniFile::parse(text, name);
  for (const IniSection& section : file.sections()) {
    if (sections.contains(section.name)) continue;
    if (section.name == "average") values[section.name] = "given";
    for (const IniEntry& entry : section.entries()) {
      const std::string key = section.name + "." + entry.key;
      if (!keys.contains(key)) values[key] = entry.value;
    }
  }
  // Of implicit schemes the tolerance decides about steps, of others only about the end.
  if (const auto scheme = values.find("time.scheme"); scheme == values.end() || !scheme->second.starts_with("esdirk"))
    values.erase("time.tolerance");
  return values;
}

std::string value_or_absent(const Values& values, const std::string& key) {
  constexpr std::size_t longest = 60;
  const auto found = values.find(key);
  if (found == values.end()) return "not given";
  const std::string text = printable_name(found->second);
  return text.size() <= longest ? text : printable_name(found->second.substr(0, longest)) + "...";
}

}  // namespace

std::vector<std::string> case_changes(const std::string& earlier, const std::string& now) {
  const Values before = values_of(earlier, "the case of the checkpoint"), after = values_of(now, "the case");
  std::set<std::string> keys;
  for (const Values& values : {before, after}) {
    for (const auto& [key, value] : values) keys.insert(key);
  }
  std::vector<std::string> changes;
  for (const std::string& key : keys) {
    const std::string was = value_or_absent(before, key), is = value_or_absent(after, key);
    const auto value = [&key](const Values& values) { return values.contains(key) ? values.at(key) : ""; };
    if (value(before) != value(after)) changes.push_back(printable_name(key) + ": " + was + " then, " + is + " now");
  }
  return changes;
}

}  // namespace dg::app
