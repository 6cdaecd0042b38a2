#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "apps/case/case_page.hpp"
#include "apps/lattice_boltzmann/lattice_case.hpp"
#include "apps/python/bindings.hpp"
#include "apps/python/checked_case.hpp"
#include "apps/python/simulation.hpp"
#include "apps/user_equations/equations_case.hpp"

namespace nb = nanobind;

namespace dg::app {
namespace {

std::optional<std::string> value_of(const IniFile& file, const std::string& section, const std::string& key) {
  const IniSection* found = file.find(section);
  const IniEntry* entry = found ? found->find(key) : nullptr;
  return entry ? std::optional(entry->value) : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> keys_of(const IniFile& file) {
  std::vector<std::pair<std::string, std::string>> keys;
  for (const IniSection& section : file.sections())
    for (const IniEntry& entry : section.entries()) keys.emplace_back(section.name, entry.key);
  return keys;
}

std::vector<std::string> known_keys() {
  std::vector<std::string> keys;
  for (const KeyEntry& entry : case_keys()) keys.push_back(entry.section + "." + entry.key);
  return keys;
}

}  // namespace

void bind_case(nb::module_& module) {
  nb::class_<IniFile>(module, "CaseFile", "A case as text: sections, keys and values.")
      .def_static("read", &IniFile::read, nb::arg("path"))
      .def_static("parse", &IniFile::parse, nb::arg("text"), nb::arg("name"))
      .def("copy", [](const IniFile& file) { return IniFile(file); })
      .def("set", nb::overload_cast<const std::string&, const std::string&>(&IniFile::set), nb::arg("assignment"),
           nb::arg("where"), "Applies section.key=value; nothing behind the equals sign removes the key.")
      .def("value", &value_of, nb::arg("section"), nb::arg("key"), "The text of a key, or None.")
      .def("keys", &keys_of, "Pairs of section and key, in the order of the text.")
      .def("text", &IniFile::text, "The text of a case file that says the same.")
      .def_prop_ro("name", &IniFile::name)
      .def(
          "check",
          [](const IniFile& file, bool has_mesh) {
            if (file.find("lattice") != nullptr)
              interpret_lattice_case(file, {});
            else if (has_equations(file))
              read_equations_case(file, {}, false);
            else
              checked_case(file, has_mesh);
          },
          nb::arg("has_mesh"), "Raises an error for the first thing that is wrong.");
  module.def("known_keys", &known_keys, "All keys of case files, as section.key.");
}

}  // namespace dg::app
