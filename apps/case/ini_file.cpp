#include "apps/case/ini_file.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "apps/case/double_quotes.hpp"
#include "apps/case/trimmed.hpp"
#include "meshes/errors.hpp"
#include "meshes/quoted.hpp"

namespace dg::app {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Quotes hold a name or an item of a list; within a word they are a character as others.
bool opens_quotes(const std::string& line, std::size_t at) {
  constexpr std::string_view before = "[.=,";
  return line[at] == '"' && (at == 0 || is_blank(line[at - 1]) || before.find(line[at - 1]) != before.npos);
}

std::string without_comment(const std::string& line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t end = opens_quotes(line, i) ? end_of_quotes(line, i) : std::string::npos;
    if (end != std::string::npos) {
      i = end - 1;
      continue;
    }
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

const std::string boundary = "boundary.";

/// The name of a boundary with a * keeps its quotes in the name of its section: without, it is a pattern.
bool has_wildcard(const std::string& name) { return name.find('*') != std::string::npos; }

/// A title or an assignment that names a boundary in quotes.
bool has_quoted_name(const std::string& text) {
  return text.starts_with(boundary) && text.size() > boundary.size() && text[boundary.size()] == '"';
}

/// The end of the quoted name of a boundary.
std::size_t end_of_name(const std::string& text, const std::string& where) {
  const std::size_t end = end_of_quotes(text, boundary.size());
  if (end == std::string::npos) throw InputError(where + ": a quote is not closed in " + in_quotes(text));
  return end;
}

/// The name of a section from its title.
std::string section_name(const std::string& title, const std::string& where) {
  if (title.empty()) throw InputError(where + ": section without a name");
  if (title == boundary)
    throw InputError(where + ": unknown section [boundary.]; the name of a boundary must follow the dot");
  if (!has_quoted_name(title)) return title;
  if (const std::size_t end = end_of_name(title, where); end != title.size())
    throw InputError(where + ": nothing may follow the closing quote in [" + shown(title) + "]");
  const std::string name = between_quotes(title, boundary.size(), title.size());
  return boundary + (has_wildcard(name) ? in_double_quotes(name) : name);
}

void add_entry(IniSection& section, const std::string& line, const std::string& where) {
  if (!is_assignment(line)) throw InputError(where + ": expected 'key = value', found " + in_quotes(line));
  const std::size_t equals = line.find('=');
  IniEntry entry{trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)), where};
  if (const IniEntry* earlier = section.find(entry.key)) {
    throw InputError(where + ": key " + in_quotes(entry.key) + " of [" + shown(section.name) + "] is already at " +
                     earlier->where);
  }
  section.set(std::move(entry));
}

}  // namespace

const IniEntry* IniSection::find(const std::string& key) const {
  const auto it = index_.find(key);
  return it == index_.end() ? nullptr : &entries_[it->second];
}

void IniSection::set(IniEntry entry) {
  const auto [it, is_new] = index_.emplace(entry.key, entries_.size());
  if (is_new) {
    entries_.push_back(std::move(entry));
  } else {
    entries_[it->second] = std::move(entry);
  }
}

bool IniSection::remove(const std::string& key) {
  const auto found = index_.find(key);
  if (found == index_.end()) return false;
  const std::size_t place = found->second;
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place));
  index_.erase(found);
  for (auto& [other, at] : index_)
    if (at > place) --at;
  return true;
}

const IniSection* IniFile::find(const std::string& section) const {
  const auto it = index_.find(section);
  return it == index_.end() ? nullptr : &sections_[it->second];
}

IniFile IniFile::read(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw InputError(path + ": is a directory, not a case file");
  errno = 0;
  std::ifstream stream(path);
  if (!stream) throw InputError(path + ": cannot read this case file: " + std::strerror(errno));
  std::ostringstream text;
  text << stream.rdbuf();
  return parse(text.str(), path);
}

IniFile IniFile::parse(const std::string& text, const std::string& name) {
  IniFile file;
  file.name_ = name;
  for (const std::string_view mark : {"\xff\xfe", "\xfe\xff"}) {
    if (text.starts_with(mark)) throw InputError(name + ": is UTF-16; save this case file as UTF-8");
  }
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  std::istringstream stream(text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text);
  IniSection* section = nullptr;
  bool continuable = false;
  std::string raw;
  for (int number = 1; std::getline(stream, raw); ++number) {
    const std::string where = name + ":" + std::to_string(number);
    const std::string visible = without_comment(raw);
    std::string line = trimmed(visible);
    if (line.empty()) continue;
    // What looks like a comment within brackets can only be part of a name.
    if (line.front() == '[' && line.back() != ']' && trimmed(raw).back() == ']') line = trimmed(raw);
    if (line.front() == '[') {
      section = &file.section_for_line(line, where);
      continuable = false;
    } else if (is_blank(visible.front()) && continuable && !is_assignment(line)) {
      section->extend_last(line);
    } else {
      if (section == nullptr) throw InputError(where + ": " + in_quotes(line) + " comes before the first [section]");
      add_entry(*section, line, where);
      continuable = true;
    }
  }
  return file;
}

IniSection& IniFile::section_for_line(const std::string& line, const std::string& where) {
  if (line.back() != ']') {
    throw InputError(
        where + ": expected '[section]' alone on its line, found " + in_quotes(line) +
        (line.starts_with("[" + boundary) ? "; write a name that holds ' #' or ' ;' in double quotes" : ""));
  }
  const std::string title = section_name(trimmed(line.substr(1, line.size() - 2)), where);
  if (const IniSection* earlier = find(title)) {
    throw InputError(where + ": section [" + shown(title) + "] is already at " + earlier->where);
  }
  return add_section(title, where);
}

IniSection& IniFile::add_section(const std::string& title, const std::string& where) {
  index_.emplace(title, sections_.size());
  return sections_.emplace_back(title, where);
}

void IniFile::set(const std::string& assignment) { set(assignment, "--set " + shown(assignment)); }

void IniFile::set(const std::string& assignment, const std::string& where) {
  if (assignment.find_first_of("\n\r") != std::string::npos)
    throw InputError(where + ": has a line break; a value must be on one line");
  const std::string text = trimmed(assignment);
  const std::size_t name_end = has_quoted_name(text) ? end_of_name(text, where) : 0;
  const std::size_t equals = text.find('=', name_end);
  std::size_t dot = equals == std::string::npos ? equals : text.rfind('.', equals);
  if (name_end > 0) dot = text.find_first_not_of(" \t", name_end);
  if (dot != std::string::npos && text[dot] != '.') dot = std::string::npos;
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals) {
    throw InputError(where + ": expected section.key=value, for instance --set time.end=10");
  }
  const std::string title = section_name(trimmed(text.substr(0, dot)), where);
  IniEntry entry{trimmed(text.substr(dot + 1, equals - dot - 1)), trimmed(text.substr(equals + 1)), where};
  if (entry.value.empty()) {
    const auto set = index_.find(title);
    if (set == index_.end() || !sections_[set->second].remove(entry.key))
      throw InputError(where + ": the case does not set this key, so there is nothing to unset");
    return;
  }
  if (without_comment(" " + entry.value) != " " + entry.value) entry.value = in_double_quotes(entry.value);
  const auto found = index_.find(title);
  IniSection& section = found == index_.end() ? add_section(title, where) : sections_[found->second];
  section.set(std::move(entry));
}

BoundaryTitle boundary_of(const std::string& section) {
  std::string name = section.substr(boundary.size());
  if (!has_wildcard(name)) return {std::move(name), false};
  if (has_quoted_name(section)) return {between_quotes(section, boundary.size(), section.size()), false};
  return {std::move(name), true};
}

std::string name_in_title(const std::string& name) {
  const bool is_plain = !name.empty() && trimmed(name) == name && name.front() != '"' && !has_wildcard(name) &&
                        without_comment(boundary + name) == boundary + name;
  return is_plain ? name : in_double_quotes(name);
}

std::string boundary_title(const std::string& name) { return boundary + name_in_title(name); }

std::string IniFile::text() const {
  std::string text;
  for (const IniSection& section : sections_) {
    const bool is_name = section.name.starts_with(boundary) && !has_wildcard(section.name);
    const std::string title = is_name ? boundary_title(section.name.substr(boundary.size())) : section.name;
    text += (text.empty() ? "[" : "\n[") + title + "]\n";
    for (const IniEntry& entry : section.entries()) text += entry.key + " = " + entry.value + "\n";
  }
  return text;
}

}  // namespace dg::app
