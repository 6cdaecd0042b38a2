#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "apps/case/case.hpp"
#include "apps/case/read_sections.hpp"
#include "apps/case/section_reader.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

using namespace dg;
using namespace dg::app;

namespace {

const std::string base = "[mesh]\nfile = a.msh\n[gas]\nmodel = euler\n[time]\nend = 1\n";
const std::vector<std::string> fields{"rho = 1", "u = 0", "v = 0", "p = 1"};
const std::vector<std::string> conserved{"rho = 0", "rhou = 0", "rhov = 0", "rhoE = 0"};

std::vector<std::string> page_lines(const char* page = RKDG_CASE_PAGE) {
  std::ifstream stream(page);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The words in backticks of a text.
std::vector<std::string> quoted(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  bool inside = false;
  for (std::string part; std::getline(stream, part, '`'); inside = !inside) {
    if (inside) words.push_back(part);
  }
  return words;
}

/// The keys of a section on the page, each with the row of the table that describes it.
std::map<std::string, std::string> keys_on_page(const std::string& section) {
  std::map<std::string, std::string> rows;
  bool in_section = false, in_keys = false;
  for (const std::string& line : page_lines()) {
    if (line.starts_with("## ")) in_section = line == "## `[" + section + "]`";
    if (!line.starts_with("|")) in_keys = false;
    if (line.starts_with("| key |")) in_keys = true;
    if (!in_section || !in_keys || !line.starts_with("| `")) continue;
    for (const std::string& key : quoted(line.substr(0, line.find('|', 1)))) rows[key] = line;
  }
  return rows;
}

/// Adds lines to the base case, through overrides; what the reader says about them.
std::string refusal_of_lines(const std::string& section, std::vector<std::string> lines) {
  const TemporaryFolder folder;
  for (std::string& line : lines) line = section + "." + line;
  if (section == "boundary.NAME") lines.insert(lines.end(), {"gas.model = navier-stokes", "gas.mu = 1"});  // all types
  try {
    read_case(folder.write("c.ini", base), lines);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// What the refusal of a word lists as known.
std::set<std::string> known_in(const std::string& message) {
  const std::string opening = "(known: ";
  const std::size_t begin = message.find(opening);
  if (begin == std::string::npos) return {};
  const std::size_t first = begin + opening.size();
  const auto words = split_list(message.substr(first, message.rfind(')') - first));
  return {words.begin(), words.end()};
}

std::set<std::string> known_keys(const std::string& section, std::vector<std::string> lines) {
  lines.push_back("zzzzzz = 1");
  const std::string message = refusal_of_lines(section, lines);
  INFO(message);
  CHECK(message.find("unknown key 'zzzzzz'") != std::string::npos);
  return known_in(message);
}

/// The ways to fill a section that together ask for all of its keys.
std::vector<std::vector<std::string>> forms_of(const std::string& section) {
  if (section == "exact" || section == "initial") return {fields};
  if (section == "source") return {conserved, {"from = exact"}};
  if (section == "forcing") return {{"mass_flow = 1"}};
  if (section == "units") return {{"kelvin = 1"}};
  if (section == "sponge") {
    std::vector<std::string> lines = fields;
    lines.push_back("strength = 1");
    return {lines, {"state = mean", "averaging_time = 1", "strength = 1"}};
  }
  if (section != "boundary.NAME") return {{}};
  std::vector<std::vector<std::string>> forms;
  for (const std::string& type : known_in(refusal_of_lines(section, {"type = zzzzzz"})))
    forms.push_back({"type = " + type, type == "outflow-nonreflecting" ? "length = 1" : "partner = a"});
  return forms;
}

const std::vector<std::string> sections{"mesh",    "space",      "gas",      "turbulence", "reference", "boundary.NAME",
                                        "initial", "exact",      "source",   "forcing",    "sponge",    "time",
                                        "output",  "checkpoint", "catalyst", "average",    "units"};

}  // namespace

TEST_CASE("the page of the case file has every key and no other") {
  for (const std::string& section : sections) {
    INFO(section);
    std::set<std::string> known, on_page;
    for (std::vector<std::string> form : forms_of(section)) {
      // Only a periodic boundary has a partner.
      if (form.size() == 2 && form[0] != "type = periodic" && form[1] == "partner = a") form.pop_back();
      known.merge(known_keys(section, form));
    }
    // The types of boundaries have a table of their own.
    if (section == "boundary.NAME") known.erase("type");
    for (const auto& [key, row] : keys_on_page(section)) on_page.insert(key);
    CHECK(on_page == known);
  }
}

TEST_CASE("the page of the case file has every word of a choice") {
  int choices = 0;
  for (const std::string& section : sections) {
    for (const auto& [key, row] : keys_on_page(section)) {
      const std::string message = refusal_of_lines(section, {key + " = zzzzzz"});
      if (message.find("is not a value of") == std::string::npos) continue;
      INFO(row);
      // One word, key and type columns: the other columns may mention words of other keys.
      const std::size_t type = row.find('|', 1), end = row.find('|', type + 1);
      std::vector<std::string> words = quoted(row.substr(type, end - type));
      CHECK(std::set<std::string>(words.begin(), words.end()) == known_in(message));
      ++choices;
    }
  }
  CHECK(choices == 33);
}

TEST_CASE("the page of the case file has every type of boundary, with its keys") {
  std::map<std::string, std::set<std::string>> on_page, known;
  bool in_types = false;
  for (const std::string& line : page_lines()) {
    if (!line.starts_with("|")) in_types = false;
    if (line.starts_with("| `type` | other keys |")) {
      in_types = true;
    } else if (in_types && line.starts_with("| `")) {
      const std::size_t first = line.find('|', 1), second = line.find('|', first + 1);
      const auto keys = quoted(line.substr(first, second - first));
      on_page[quoted(line.substr(0, first)).front()] = {keys.begin(), keys.end()};
    }
  }
  for (const std::string& type : known_in(refusal_of_lines("boundary.NAME", {"type = zzzzzz"}))) {
    std::vector<std::string> lines{"type = " + type};
    if (type == "periodic") lines.push_back("partner = a");
    if (type == "outflow-nonreflecting") lines.push_back("length = 1");
    known[type] = known_keys("boundary.NAME", lines);
    known[type].erase("type");
  }
  CHECK(on_page == known);
}

TEST_CASE("the page on boundary conditions says of each type when to take it and what it fixes") {
  std::set<std::string> all;
  for (const auto& [word, type] : boundary_types()) all.insert(word);
  CHECK(all.size() == GasBoundaries::size);
  std::set<std::string> fixed, chosen;
  std::set<std::string>* words = nullptr;
  for (const std::string& line : page_lines(RKDG_BOUNDARIES_PAGE)) {
    if (line.starts_with("| type | given |")) words = &fixed;
    if (line.starts_with("| at the boundary |")) words = &chosen;
    if (!line.starts_with("|")) words = nullptr;
    if (words == nullptr) continue;
    const std::size_t end = words == &fixed ? line.find('|', 1) : line.size();
    for (const std::string& word : quoted(line.substr(0, end)))
      if (words == &fixed || all.contains(word)) words->insert(word);
  }
  CHECK(fixed == all);
  CHECK(chosen == all);
}

TEST_CASE("the example on the page of the case file is a case") {
  std::string example;
  bool inside = false;
  for (const std::string& line : page_lines()) {
    if (line.starts_with("## ")) inside = line == "## A complete example";
    if (inside && (line.empty() || line.starts_with("    "))) example += line.substr(line.empty() ? 0 : 4) + "\n";
  }
  const TemporaryFolder folder;
  const Case c = read_case(folder.write("c.ini", example), {});
  CHECK(c.solver.degree == 2);
  CHECK(c.time.end == 400.0);
  CHECK(c.solver.boundaries.size() == 2);
}
