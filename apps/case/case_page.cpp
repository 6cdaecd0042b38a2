#include "apps/case/case_page.hpp"

#include <sstream>
#include <string_view>

#include "apps/case/trimmed.hpp"

namespace dg::app {
namespace {

constexpr std::string_view page =
#include "case_page_text.inc"
    ;

constexpr std::string_view lattice_page =
#include "lattice_page_text.inc"
    ;

constexpr const char* boundary_section = "boundary.NAME";

/// Markdown without its marks: the text of a link, no backticks.
std::string plain(const std::string& markdown) {
  std::string text;
  for (std::size_t at = 0; at < markdown.size(); ++at) {
    const char c = markdown[at];
    if (c == '`') continue;
    const std::size_t middle = c == '[' ? markdown.find("](", at) : std::string::npos;
    const std::size_t end = middle == std::string::npos ? middle : markdown.find(')', middle);
    if (end == std::string::npos || markdown.find('[', at + 1) < middle) {
      text += c;
      continue;
    }
    text += plain(markdown.substr(at + 1, middle - at - 1));
    at = end;
  }
  return text;
}

/// "a | b" of the words `a` `b`.
std::string alternatives(std::string markdown) {
  for (std::size_t at; (at = markdown.find("` `")) != std::string::npos;) markdown.replace(at, 3, " | ");
  return plain(markdown);
}

std::vector<std::string> cells_of(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream stream(row.substr(1));
  for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

std::vector<std::string> words_in_backticks(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  bool inside = false;
  for (std::string part; std::getline(stream, part, '`'); inside = !inside)
    if (inside) words.push_back(part);
  return words;
}

/// Calls take(section, cells) for each row below a table's heading that begins so.
template <class Take>
void for_each_row(std::string_view text, const std::string& heading, std::size_t columns, Take&& take) {
  std::istringstream lines{std::string(text)};
  std::string section;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) {
      section = line.starts_with("## `[") ? line.substr(5, line.rfind(']') - 5) : "";
      inside = false;
    } else if (!line.starts_with("|")) {
      inside = false;
    } else if (line.starts_with(heading)) {
      inside = true;
    } else if (inside && (line.starts_with("| `") || line.starts_with("| |"))) {
      std::vector<std::string> cells = cells_of(line);
      cells.resize(columns);
      take(section, cells);
    }
  }
}

std::vector<KeyEntry> read_keys() {
  std::vector<KeyEntry> keys;
  bool is_in_boundary = false;
  for_each_row(page, "| key | type |", 6, [&](const std::string& section, const std::vector<std::string>& cells) {
    // The types of boundaries have a table of their own.
    if (section == boundary_section && !is_in_boundary)
      keys.push_back({section, boundary_type_key, "word", "", "", "the condition that holds there; must be given", ""});
    is_in_boundary = section == boundary_section;
    for (const std::string& key : words_in_backticks(cells[0]))
      keys.push_back(
          {section, key, alternatives(cells[1]), plain(cells[2]), plain(cells[3]), plain(cells[4]), plain(cells[5])});
  });
  return keys;
}

std::vector<KeyEntry> read_lattice_keys() {
  std::vector<KeyEntry> keys;
  std::string section;  // stands in the first of its rows
  for_each_row(lattice_page, "| section | key |", 4, [&](const std::string&, const std::vector<std::string>& cells) {
    const std::vector<std::string> names = words_in_backticks(cells[0]);
    if (!names.empty()) section = names[0].substr(1, names[0].size() - 2);  // without brackets
    keys.push_back({section, plain(cells[1]), "", plain(cells[2]), "", plain(cells[3]), ""});
  });
  return keys;
}

std::vector<BoundaryEntry> read_boundary_types() {
  std::vector<BoundaryEntry> types;
  for_each_row(page, "| `type` |", 3, [&](const std::string&, const std::vector<std::string>& cells) {
    types.push_back({plain(cells[0]), plain(cells[1]), plain(cells[2])});
  });
  return types;
}

}  // namespace

std::vector<KeyEntry> keys_of_section(const std::string& section, const std::vector<KeyEntry>& keys) {
  const bool is_boundary = section == "boundary" || section.starts_with("boundary.");
  std::vector<KeyEntry> found;
  for (const KeyEntry& entry : keys)
    if (entry.section == section || (is_boundary && entry.section == boundary_section)) found.push_back(entry);
  return found;
}

std::vector<std::string> case_sections() {
  std::vector<std::string> sections;
  for (const KeyEntry& entry : case_keys()) {
    const std::string name = entry.section == boundary_section ? "boundary" : entry.section;
    if (sections.empty() || sections.back() != name) sections.push_back(name);
  }
  return sections;
}

const std::vector<KeyEntry>& case_keys() {
  static const std::vector<KeyEntry> keys = read_keys();
  return keys;
}

const std::vector<KeyEntry>& lattice_keys() {
  static const std::vector<KeyEntry> keys = read_lattice_keys();
  return keys;
}

const std::vector<BoundaryEntry>& boundary_entries() {
  static const std::vector<BoundaryEntry> types = read_boundary_types();
  return types;
}

}  // namespace dg::app
