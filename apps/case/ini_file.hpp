/// Case files as text: `[section]` headings with `key = value` lines, where every value knows its file and line.
///
/// `#` and `;` start a comment, at the start of a line or after a blank. A value continues on following lines that are
/// indented and are not themselves `key = value`.
#pragma once

#include <string>
#include <vector>

namespace dg::app {

/// A value and where it stands: "case.ini:14", or "--set time.end=3" for an override.
struct IniEntry {
  std::string key, value, where;
};

struct IniSection {
  std::string name, where;
  std::vector<IniEntry> entries;

  const IniEntry* find(const std::string& key) const;
};

class IniFile {
 public:
  /// Reads the file. Throws InputError if it cannot be read or a line is not understood.
  static IniFile read(const std::string& path);

  /// Parses `text`; `name` stands for the file in messages.
  static IniFile parse(const std::string& text, const std::string& name);

  /// Applies `section.key=value`, which wins over the file. The key starts after the last dot before the equals sign.
  void set(const std::string& assignment);

  const std::string& name() const { return name_; }
  const std::vector<IniSection>& sections() const { return sections_; }
  const IniSection* find(const std::string& section) const;

  /// The file as it is after overrides, in canonical form.
  std::string text() const;

 private:
  IniSection& section_for_line(const std::string& line, const std::string& where);
  void add_entry(IniSection& section, const std::string& line, const std::string& where);

  std::string name_;
  std::vector<IniSection> sections_;
};

}  // namespace dg::app
