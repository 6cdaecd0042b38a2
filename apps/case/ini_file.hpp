/// Case files as text: `[section]` headings with `key = value` lines, where every value knows its file and line.
///
/// `#` and `;` start a comment, at the start of a line or after a blank, but not within double quotes. The name of a
/// boundary may stand in these, and without a comment behind it need not: `[boundary."inlet #1"]`. A value continues on
/// following lines that are indented and are not themselves `key = value`. Text is UTF-8, with or without a byte-order
/// mark.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dg::app {

/// A value and where it stands: "case.ini:14", or "--set time.end=3" for an override.
struct IniEntry {
  std::string key, value, where;
};

class IniSection {
 public:
  IniSection(std::string title, std::string place) : name(std::move(title)), where(std::move(place)) {}

  const std::vector<IniEntry>& entries() const { return entries_; }
  const IniEntry* find(const std::string& key) const;

  /// Adds the entry, or replaces the one of the same key.
  void set(IniEntry entry);

  /// Removes the entry of a key; false if there is none.
  bool remove(const std::string& key);

  /// Adds a line to the value of the last entry. Precondition: there is one.
  void extend_last(const std::string& line) { entries_.back().value += " " + line; }

  std::string name, where;

 private:
  std::vector<IniEntry> entries_;
  std::unordered_map<std::string, std::size_t> index_;  // of the entries, by key
};

class IniFile {
 public:
  /// Reads the file. Throws InputError if it cannot be read or a line is not understood.
  static IniFile read(const std::string& path);

  /// Parses `text`; `name` stands for the file in messages.
  static IniFile parse(const std::string& text, const std::string& name);

  /// Applies `section.key=value`, which wins over the file; without a value the key is as if it had never been set. The
  /// key starts after the last dot before the equals sign, or after the quotes of a boundary's name. No part of the
  /// value is a comment.
  void set(const std::string& assignment);
  /// The same of an assignment that stands elsewhere: `where`, in messages.
  void set(const std::string& assignment, const std::string& where);

  const std::string& name() const { return name_; }
  const std::vector<IniSection>& sections() const { return sections_; }
  const IniSection* find(const std::string& section) const;

  /// The file as it is after overrides, in canonical form, from which parse() makes the same.
  std::string text() const;

 private:
  IniSection& section_for_line(const std::string& line, const std::string& where);
  IniSection& add_section(const std::string& title, const std::string& where);

  std::string name_;
  std::vector<IniSection> sections_;
  std::unordered_map<std::string, std::size_t> index_;  // of the sections, by name
};

/// What the title of a section of boundaries says, `boundary.` included, as IniSection::name has it.
struct BoundaryTitle {
  std::string name;
  bool is_pattern = false;  ///< a * without quotes: the section covers all boundaries whose names fit
};
BoundaryTitle boundary_of(const std::string& section);

/// The title of the section of a boundary, its name in quotes where it would be misunderstood without.
std::string boundary_title(const std::string& name);

/// The name of a boundary as it stands in that title.
std::string name_in_title(const std::string& name);

}  // namespace dg::app
