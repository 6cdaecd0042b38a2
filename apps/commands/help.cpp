#include <algorithm>

#include "apps/case/case_page.hpp"
#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

/// A labelled paragraph of at most 100 columns; nothing where there is no text.
void print_paragraph(const std::string& label, const std::string& text) {
  constexpr std::size_t width = 100, indent = 11;
  if (text.empty()) return;
  print_out("  {:<{}}", label, indent - 2);
  std::size_t column = indent;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (column > indent && column + 1 + end - at > width) {
      print_out("\n{:{}}", "", indent);
      column = indent;
    } else if (column > indent) {
      print_out(" ");
      ++column;
    }
    print_out("{}", text.substr(at, end - at));
    column += end - at;
    at = end + 1;
  }
  print_out("\n");
}

/// `cases` says of which cases, where they are not those of `rkdg run`.
void print_key(const KeyEntry& entry, const std::string& cases = "") {
  print_out("{}.{}{}\n", entry.section, entry.key, cases);
  print_paragraph("type", entry.type);
  print_paragraph("default", entry.default_value);
  print_paragraph("unit", entry.unit);
  print_paragraph("meaning", entry.meaning);
  print_paragraph("refused", entry.refused);
}

void print_boundary_entries() {
  print_out("boundary.NAME.type\n");
  for (const BoundaryEntry& type : boundary_entries()) {
    print_out("  {}{}\n", type.type, type.keys.empty() ? "" : ", with " + type.keys);
    print_paragraph("", type.meaning);
  }
}

/// The keys that "time.cfl", "boundary.wall.type", "time" or "cfl" names.
std::vector<KeyEntry> keys_named(const std::string& topic, const std::vector<KeyEntry>& keys) {
  const std::size_t dot = topic.rfind('.');
  std::vector<KeyEntry> found;
  const std::string key = dot == std::string::npos ? topic : topic.substr(dot + 1);
  for (const KeyEntry& entry : dot == std::string::npos ? keys : keys_of_section(topic.substr(0, dot), keys))
    if (entry.key == key) found.push_back(entry);
  return found.empty() ? keys_of_section(topic, keys) : found;
}

std::vector<std::string> all_topics() {
  std::vector<std::string> topics = case_sections();
  for (const auto* keys : {&case_keys(), &lattice_keys()}) {
    for (const KeyEntry& entry : *keys) {
      topics.push_back(entry.section);
      topics.push_back(entry.key);
      topics.push_back(entry.section + "." + entry.key);
    }
  }
  return topics;
}

}  // namespace

void print_help_of_keys(const std::string& topic) {
  const std::vector<KeyEntry> keys = keys_named(topic, case_keys()), of_lattices = keys_named(topic, lattice_keys());
  if (keys.empty() && of_lattices.empty())
    throw InputError("rkdg help: there is no command, section or key " + in_quotes(topic) +
                     suggestion(topic, all_topics()));
  for (const KeyEntry& entry : keys) {
    if (entry.section.starts_with("boundary.") && entry.key == boundary_type_key)
      print_boundary_entries();
    else
      print_key(entry);
  }
  for (const KeyEntry& entry : of_lattices) print_key(entry, " (rkdg lbm)");
}

}  // namespace dg::app
