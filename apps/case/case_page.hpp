/// What docs/case-file.md and docs/lattice-boltzmann.md say of the keys of a case: the program holds the pages as text.
#pragma once

#include <string>
#include <vector>

namespace dg::app {

/// A row of a table of the page, as plain text.
struct KeyEntry {
  std::string section;  ///< "time"; "boundary.NAME" for those of all boundaries
  std::string key;
  std::string type, default_value, unit, meaning;
  std::string refused;  ///< what is refused, beside values of another type
};

/// A kind of boundary, what keys it has, and what holds there.
struct BoundaryEntry {
  std::string type, keys, meaning;
};

/// The key of a boundary whose words are boundary_entries().
constexpr const char* boundary_type_key = "type";

/// In the order of the page; keys that share a row have an entry each.
const std::vector<KeyEntry>& case_keys();

/// Those of cases of `rkdg lbm`, without types and units. "boundary.NAME" is the section of all sides.
const std::vector<KeyEntry>& lattice_keys();

const std::vector<BoundaryEntry>& boundary_entries();

/// Those of a section: "time", or "boundary", "boundary.wall" and the like for what all boundaries have. Empty for
/// others.
std::vector<KeyEntry> keys_of_section(const std::string& section, const std::vector<KeyEntry>& keys = case_keys());

/// "mesh", "space" and so on, "boundary" for all of boundaries.
std::vector<std::string> case_sections();

}  // namespace dg::app
