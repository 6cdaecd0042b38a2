#include "apps/case/ini_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "meshes/errors.hpp"

namespace dg::app {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string trimmed(const std::string& text) {
  const auto first = std::find_if_not(text.begin(), text.end(), is_blank);
  const auto last = std::find_if_not(text.rbegin(), std::make_reverse_iterator(first), is_blank).base();
  return {first, last};
}

/// `text` in quotes, cut and cleaned so that a message stays one readable line.
std::string quoted(const std::string& text) {
  constexpr std::size_t longest = 60;
  std::string shown = text.substr(0, longest);
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return std::iscntrl(c) != 0 || c > 126; }, '?');
  return "'" + shown + (text.size() > longest ? "...'" : "'");
}

std::string without_comment(const std::string& line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if ((line[i] == '#' || line[i] == ';') && (i == 0 || is_blank(line[i - 1]))) return line.substr(0, i);
  }
  return line;
}

/// True for `name = ...`; a comparison (==, <=, >=, !=) inside a continued formula does not make a key.
bool is_assignment(const std::string& line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos || equals == 0 || (equals + 1 < line.size() && line[equals + 1] == '=')) return false;
  const std::string key = trimmed(line.substr(0, equals));
  return !key.empty() && std::all_of(key.begin(), key.end(),
                                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
}

}  // namespace

const IniEntry* IniSection::find(const std::string& key) const {
  const auto it = std::find_if(entries.begin(), entries.end(), [&](const IniEntry& e) { return e.key == key; });
  return it == entries.end() ? nullptr : &*it;
}

const IniSection* IniFile::find(const std::string& section) const {
  const auto it =
      std::find_if(sections_.begin(), sections_.end(), [&](const IniSection& s) { return s.name == section; });
  return it == sections_.end() ? nullptr : &*it;
}

IniFile IniFile::read(const std::string& path) {
  if (std::filesystem::is_directory(path)) throw InputError(path + ": is a directory, not a case file");
  std::ifstream stream(path);
  if (!stream) throw InputError(path + ": cannot read this case file (no such file, or no permission)");
  std::ostringstream text;
  text << stream.rdbuf();
  return parse(text.str(), path);
}

IniFile IniFile::parse(const std::string& text, const std::string& name) {
  IniFile file;
  file.name_ = name;
  std::istringstream stream(text);
  IniSection* section = nullptr;
  bool continuable = false;
  std::string raw;
  for (int number = 1; std::getline(stream, raw); ++number) {
    const std::string where = name + ":" + std::to_string(number);
    const std::string visible = without_comment(raw);
    const std::string line = trimmed(visible);
    if (line.empty()) continue;
    if (line.front() == '[') {
      section = &file.section_for_line(line, where);
      continuable = false;
    } else if (is_blank(visible.front()) && continuable && !is_assignment(line)) {
      section->entries.back().value += " " + line;
    } else {
      if (section == nullptr) throw InputError(where + ": " + quoted(line) + " stands before the first [section]");
      file.add_entry(*section, line, where);
      continuable = true;
    }
  }
  return file;
}

IniSection& IniFile::section_for_line(const std::string& line, const std::string& where) {
  if (line.back() != ']') {
    throw InputError(where + ": expected '[section]' alone on its line, found " + quoted(line));
  }
  const std::string title = trimmed(line.substr(1, line.size() - 2));
  if (title.empty()) throw InputError(where + ": section without a name");
  if (const IniSection* earlier = find(title)) {
    throw InputError(where + ": section [" + title + "] is already at " + earlier->where);
  }
  return sections_.emplace_back(IniSection{title, where, {}});
}

void IniFile::add_entry(IniSection& section, const std::string& line, const std::string& where) {
  if (!is_assignment(line)) throw InputError(where + ": expected 'key = value', found " + quoted(line));
  const std::size_t equals = line.find('=');
  IniEntry entry{trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)), where};
  if (const IniEntry* earlier = section.find(entry.key)) {
    throw InputError(where + ": key '" + entry.key + "' of [" + section.name + "] is already at " + earlier->where);
  }
  section.entries.push_back(std::move(entry));
}

void IniFile::set(const std::string& assignment) {
  const std::string where = "--set " + assignment;
  const std::size_t equals = assignment.find('=');
  const std::size_t dot = equals == std::string::npos ? equals : assignment.rfind('.', equals);
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals) {
    throw InputError(where + ": expected section.key=value, for instance --set time.end=10");
  }
  const std::string title = trimmed(assignment.substr(0, dot));
  IniEntry entry{trimmed(assignment.substr(dot + 1, equals - dot - 1)), trimmed(assignment.substr(equals + 1)), where};
  auto section = std::find_if(sections_.begin(), sections_.end(), [&](const IniSection& s) { return s.name == title; });
  if (section == sections_.end()) section = sections_.insert(sections_.end(), IniSection{title, where, {}});
  auto& entries = section->entries;
  const auto old = std::find_if(entries.begin(), entries.end(), [&](const IniEntry& e) { return e.key == entry.key; });
  if (old == entries.end()) {
    entries.push_back(std::move(entry));
  } else {
    *old = std::move(entry);
  }
}

std::string IniFile::text() const {
  std::string text;
  for (const IniSection& section : sections_) {
    text += (text.empty() ? "[" : "\n[") + section.name + "]\n";
    for (const IniEntry& entry : section.entries) text += entry.key + " = " + entry.value + "\n";
  }
  return text;
}

}  // namespace dg::app
