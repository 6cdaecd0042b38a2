#include "apps/lattice_boltzmann/lattice_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "libdg/core/whole_number.hpp"

#include "apps/case/choices.hpp"
#include "apps/case/section_reader.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/lattice_boltzmann/velocity_set.hpp"

namespace dg::app {

using lbm::Side;

const std::vector<std::pair<std::string, lbm::Streaming>> streaming_choices{
    {"esoteric-pull", lbm::Streaming::esoteric_pull},
    {"swap", lbm::Streaming::swap},
    {"two-lattices", lbm::Streaming::two_lattices}};
const std::vector<std::pair<std::string, lbm::Collision>> collision_choices{{"trt", lbm::Collision::trt},
                                                                            {"bgk", lbm::Collision::bgk}};

namespace {

const std::map<std::string, double> no_constants;
const std::vector<std::string> side_names{"left", "right", "bottom", "top", "back", "front"};
const std::string boundary = "boundary.";

void refuse_unknown_sections(const IniFile& file) {
  static const std::vector<std::string> known{"lattice", "fluid", "time", "output", "boundary.NAME"};
  for (const IniSection& section : file.sections()) {
    if (section.name.starts_with(boundary)) {
      const std::string name = section.name.substr(boundary.size());
      if (std::find(side_names.begin(), side_names.end(), name) != side_names.end()) continue;
      throw InputError(section.where + ": a box has no boundary '" + name + "' (it has: " + join(side_names) + ")");
    }
    if (section.name != known.back() && std::find(known.begin(), known.end(), section.name) != known.end()) continue;
    throw InputError(section.where + ": unknown section [" + section.name + "]" + suggestion(section.name, known));
  }
}

[[noreturn]] void lacks(const SectionReader& section, const std::string& key, const std::string& why) {
  section.refuse_misspelling(key);
  throw InputError(section.where() + ": lacks '" + key + "', " + why);
}

int cell_count(const std::string& where, const std::string& text) {
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 1 || count > lbm::largest_side) {
    throw InputError(fmt::format("{}: 'cells' in [lattice] must be whole numbers from 1 to {}, got '{}'", where,
                                 lbm::largest_side, text));
  }
  return count;
}

void read_lattice(const IniFile& file, LatticeCase& result) {
  SectionReader section(file, "lattice", no_constants);
  if (!section.has("cells")) lacks(section, "cells", "one number for a cube or three for a box");
  const std::vector<std::string> cells = section.list("cells");
  if (cells.size() != 1 && cells.size() != 3) {
    throw InputError(section.where("cells") +
                     ": 'cells' in [lattice] must be one number for a cube or three for a box");
  }
  for (std::size_t d = 0; d < 3; ++d) {
    result.lattice.cells[d] = cell_count(section.where("cells"), cells[cells.size() == 1 ? 0 : d]);
  }
  result.lattice.streaming = section.choice("streaming", lbm::Streaming::esoteric_pull, streaming_choices);
  result.lattice.precision = section.choice("precision", Precision::double_precision, precision_choices);
  section.finish();
}

void read_fluid(const IniFile& file, LatticeCase& result) {
  SectionReader section(file, "fluid", no_constants);
  if (!section.has("reynolds")) lacks(section, "reynolds", "the Reynolds number of 'speed' and 'length'");
  result.reynolds = section.positive("reynolds", 0.0);
  result.speed = section.positive("speed", 0.05);
  if (result.speed > lbm::largest_speed) {
    throw InputError(
        fmt::format("{}: 'speed' in [fluid] is {} cells a step; above {} the Mach number is too high for the method",
                    section.where("speed"), result.speed, lbm::largest_speed));
  }
  result.length = section.positive("length", result.lattice.cells[0]);
  result.lattice.collision = section.choice("collision", lbm::Collision::trt, collision_choices);
  if (section.has("magic") && result.lattice.collision != lbm::Collision::trt) {
    throw InputError(section.where("magic") + ": 'magic' needs 'collision = trt'");
  }
  result.lattice.magic = section.positive("magic", result.lattice.magic);
  const double viscosity = result.speed * result.length / result.reynolds;
  result.lattice.tau = 0.5 + viscosity / lbm::speed_of_sound_squared;
  if (!(result.lattice.tau >= lbm::least_tau)) {
    throw InputError(
        fmt::format("{}: the relaxation time tau = 1/2 + 3 speed length / reynolds is {:.6g}; from {} on it is "
                    "stable: take more cells, a higher speed or a lower Reynolds number",
                    section.where("reynolds"), result.lattice.tau, lbm::least_tau));
  }
  section.finish();
}

enum class SideKind { wall, moving_wall, periodic };

Side read_side(const IniFile& file, const std::string& name, double speed) {
  SectionReader section(file, boundary + name, no_constants);
  const std::string words = "(wall, moving-wall or periodic)";
  if (!section.present()) throw InputError(file.name() + ": boundary '" + name + "' has no condition " + words);
  if (!section.has("type")) lacks(section, "type", "the kind of boundary " + words);
  const auto kind = section.choice(
      "type", SideKind::wall,
      {{"wall", SideKind::wall}, {"moving-wall", SideKind::moving_wall}, {"periodic", SideKind::periodic}});
  Side side;
  side.periodic = kind == SideKind::periodic;
  if (kind == SideKind::moving_wall) {
    const auto velocity = section.numbers("velocity", 3);
    if (!velocity) lacks(section, "velocity", "three numbers, in multiples of 'speed' of [fluid]");
    for (std::size_t d = 0; d < 3; ++d) side.velocity[d] = speed * (*velocity)[d];
  }
  section.finish();
  return side;
}

void read_time(const IniFile& file, LatticeCase& result) {
  SectionReader section(file, "time", no_constants);
  if (!section.has("steps")) lacks(section, "steps", "the number of steps, at most");
  result.steps = section.integer("steps", 0L, 0L);
  result.tolerance = section.positive("tolerance", 0.0);
  section.finish();
}

void read_output(const IniFile& file, LatticeCase& result) {
  SectionReader section(file, "output", no_constants);
  result.directory = section.path("directory", "out");
  result.every = section.integer("every", 0L, 0L);
  const double passage = std::ceil(result.length / result.speed);
  const auto steps = nearest_whole<long>(passage);
  if (!steps && !section.has("monitor")) {
    throw InputError(fmt::format(
        "{}: 'length' / 'speed' in [fluid] is {:.6g} steps, between rows of the history without 'monitor' in [output], "
        "more than there can be",
        section.where(), passage));
  }
  result.monitor = section.integer("monitor", steps.value_or(1), 1L);
  result.checkpoint = section.integer("checkpoint", 0L, 0L);
  section.finish();
}

}  // namespace

LatticeCase read_lattice_case(const std::string& path, const std::vector<std::string>& overrides) {
  return interpret_lattice_case(IniFile::read(path), overrides);
}

LatticeCase interpret_lattice_case(IniFile file, const std::vector<std::string>& overrides) {
  const std::string path = file.name();
  for (const std::string& assignment : overrides) file.set(assignment);
  refuse_unknown_sections(file);
  LatticeCase result;
  result.path = path;
  result.text = file.text();
  read_lattice(file, result);
  read_fluid(file, result);
  for (std::size_t i = 0; i < side_names.size(); ++i) {
    result.lattice.sides[i] = read_side(file, side_names[i], result.speed);
  }
  read_time(file, result);
  read_output(file, result);
  try {
    check_options(result.lattice);
  } catch (const InputError& error) {
    throw InputError(path + ": " + error.what());
  }
  return result;
}

}  // namespace dg::app
