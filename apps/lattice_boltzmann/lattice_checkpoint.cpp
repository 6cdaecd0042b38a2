#include "apps/lattice_boltzmann/lattice_checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>

#include "apps/case/choices.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/lattice_boltzmann/velocity_set.hpp"
#include "libdg/output/binary_stream.hpp"
#include "meshes/input_file.hpp"
#include "meshes/output_file.hpp"

namespace dg::app {
namespace {

using lbm::Region;

// A line that names the format, a line of JSON and the sum over the bits of both, the populations plane by plane, the
// velocities that the next change is measured from, and the sum over these. The first version has no sum of its lines
// and no velocities.
const std::string format = "rkdg lattice Boltzmann checkpoint ", first_version = "1", this_version = "2";
constexpr std::size_t longest_line = 1 << 20;

class BitSum {
 public:
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(const std::string& text) {
    for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
  std::uint64_t value() const { return sum_; }

 private:
  void add(std::uint64_t bits) { sum_ = (std::rotl(sum_, 1) ^ bits) * 0x100000001b3ULL; }

  std::uint64_t sum_ = 0xcbf29ce484222325ULL;
};

[[noreturn]] void refuse(const std::string& path, const std::string& why) { throw InputError(path + ": " + why); }

/// Of the two lines, the second of which holds this JSON, as it stands behind that.
std::string sum_of_lines(const std::string& json) {
  BitSum sum;
  sum.add(format + this_version + "\n" + json);
  return fmt::format("{:016x}", sum.value());
}

std::string read_line(std::ifstream& stream) {
  std::string line;
  for (char c = 0; line.size() < longest_line && stream.get(c) && c != '\n';) line += c;
  return line;
}

template <class Real>
void write_populations(const lbm::Lattice& lattice, BinaryStream& out, BitSum& sum) {
  for (const Region& plane : lbm::slabs(lattice.all(), 1)) {
    for (const double value : lattice.read_populations(plane)) {
      sum.add(value);
      out.value(static_cast<Real>(value));
    }
  }
}

template <class Number>
void read_into(std::span<Number> numbers, std::ifstream& stream, const std::string& path) {
  stream.read(reinterpret_cast<char*>(numbers.data()), static_cast<std::streamsize>(numbers.size_bytes()));
  if (!stream) refuse(path, "the checkpoint is truncated");
}

LatticeCheckpoint read_header(const std::string& line, bool has_change, const std::string& path) {
  const auto header = nlohmann::json::parse(line, nullptr, false);
  LatticeCheckpoint checkpoint;
  std::string precision;
  try {
    checkpoint.run = header.at("run").get<std::string>();
    checkpoint.case_text = header.at("case").get<std::string>();
    checkpoint.cells = header.at("cells").get<std::array<int, 3>>();
    checkpoint.step = header.at("step").get<long>();
    precision = header.at("precision").get<std::string>();
    if (has_change) {
      const auto& last = header.at("change");
      checkpoint.change = {header.at("change_since").get<long>(), last.is_null() ? NAN : last.get<double>(), {}};
    }
  } catch (const nlohmann::json::exception&) {
    refuse(path, "the checkpoint is damaged: its second line is not understood");
  }
  const auto word = std::find_if(precision_choices.begin(), precision_choices.end(),
                                 [&](const auto& choice) { return choice.first == precision; });
  const bool has_cells = std::all_of(checkpoint.cells.begin(), checkpoint.cells.end(),
                                     [](int n) { return n >= 1 && n <= lbm::largest_side; });
  if (word == precision_choices.end() || !has_cells)
    refuse(path, "the checkpoint is damaged: its second line is not understood");
  checkpoint.precision = word->second;
  return checkpoint;
}

std::size_t number_bytes(Precision precision) {
  return precision == Precision::single_precision ? sizeof(float) : sizeof(double);
}

/// Before there is space for what a damaged line says.
void require_size(const LatticeCheckpoint& checkpoint, std::ifstream& stream, const std::string& path) {
  const std::int64_t cells = Region{{0, 0, 0}, checkpoint.cells}.count();
  auto expected = lbm::n_populations * cells * static_cast<std::int64_t>(number_bytes(checkpoint.precision)) +
                  static_cast<std::int64_t>(sizeof(std::uint64_t));
  if (checkpoint.change) expected += static_cast<std::int64_t>(line_velocity_count(checkpoint.cells) * sizeof(double));
  const auto here = stream.tellg();
  stream.seekg(0, std::ios::end);
  const std::int64_t rest = stream.tellg() - here;
  stream.seekg(here);
  if (rest < expected) refuse(path, "the checkpoint is truncated");
  if (rest > expected) refuse(path, "the size of the checkpoint is not the one that it states");
}

/// The two lines of text.
LatticeCheckpoint read_head(std::ifstream& stream, const std::string& path) {
  file_head(path, 1);
  if (!stream) refuse(path, "cannot read this checkpoint");
  const std::string first = read_line(stream);
  std::string second = read_line(stream);
  const bool is_first_version = first == format + first_version;
  if (!is_first_version && first != format + this_version)
    refuse(path, "this is not a lattice Boltzmann checkpoint of rkdg");
  if (!is_first_version) {
    const std::size_t blank = second.rfind(' ');
    if (blank == std::string::npos ||
        second.compare(blank + 1, second.npos, sum_of_lines(second.substr(0, blank))) != 0)
      refuse(path, "the checkpoint is damaged: the checksum of its first lines differs");
    second.resize(blank);
  }
  const LatticeCheckpoint checkpoint = read_header(second, !is_first_version, path);
  require_size(checkpoint, stream, path);
  return checkpoint;
}

/// Called for each plane of cells, with its populations.
using TakePlane = std::function<void(const Region& plane, const std::vector<double>& populations)>;

template <class Real>
void read_body(LatticeCheckpoint& checkpoint, std::ifstream& stream, const std::string& path, const TakePlane& take) {
  BitSum sum;
  std::vector<Real> stored;
  for (const Region& plane : lbm::slabs({{0, 0, 0}, checkpoint.cells}, 1)) {
    stored.resize(static_cast<std::size_t>(lbm::n_populations * plane.count()));
    read_into(std::span(stored), stream, path);
    const std::vector<double> values(stored.begin(), stored.end());
    for (const double value : values) sum.add(value);
    take(plane, values);
  }
  if (checkpoint.change) {
    auto& velocities = checkpoint.change->velocities;
    velocities.resize(line_velocity_count(checkpoint.cells));
    read_into(std::span(velocities), stream, path);
    for (const double velocity : velocities) sum.add(velocity);
  }
  std::uint64_t written = 0;
  read_into(std::span(&written, 1), stream, path);
  if (written != sum.value()) refuse(path, "the checkpoint is damaged: its checksum differs");
}

void read_body(LatticeCheckpoint& checkpoint, std::ifstream& stream, const std::string& path, const TakePlane& take) {
  if (checkpoint.precision == Precision::single_precision)
    read_body<float>(checkpoint, stream, path, take);
  else
    read_body<double>(checkpoint, stream, path, take);
}

}  // namespace

void write_lattice_checkpoint(const lbm::Lattice& lattice, const std::string& run, const std::string& case_text,
                              const LatticeChange& change, const std::string& path) {
  const Precision precision = lattice.options().precision;
  const nlohmann::ordered_json header = {{"step", lattice.step()},
                                         {"cells", lattice.options().cells},
                                         {"precision", word_of(precision_choices, precision)},
                                         {"run", run},
                                         {"case", case_text},
                                         {"change", change.last},
                                         {"change_since", change.step}};
  OutputFile file(path);
  BinaryStream out(file.temporary(), path);
  const std::string json = header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  out.text(format + this_version + "\n" + json + " " + sum_of_lines(json) + "\n");
  BitSum sum;
  if (precision == Precision::single_precision)
    write_populations<float>(lattice, out, sum);
  else
    write_populations<double>(lattice, out, sum);
  for (const double velocity : change.velocities) {
    sum.add(velocity);
    out.value(velocity);
  }
  out.value(sum.value());
  out.close();
  file.publish();
}

bool is_lattice_checkpoint(const std::string& head) { return head.starts_with(format); }

LatticeCheckpoint read_lattice_checkpoint(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  LatticeCheckpoint checkpoint = read_head(stream, path);
  read_body(checkpoint, stream, path, [](const Region&, const std::vector<double>&) {});
  return checkpoint;
}

LatticeCheckpoint read_lattice_checkpoint(lbm::Lattice& lattice, const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  LatticeCheckpoint checkpoint = read_head(stream, path);
  const auto& cells = checkpoint.cells;
  const auto& wanted = lattice.options();
  if (cells != wanted.cells || checkpoint.precision != wanted.precision) {
    refuse(path, fmt::format("holds {} x {} x {} cells in {} precision, the case has {} x {} x {} in {}", cells[0],
                             cells[1], cells[2], word_of(precision_choices, checkpoint.precision), wanted.cells[0],
                             wanted.cells[1], wanted.cells[2], word_of(precision_choices, wanted.precision)));
  }
  lattice.set_step(checkpoint.step);
  read_body(checkpoint, stream, path,
            [&](const Region& plane, const std::vector<double>& values) { lattice.write_populations(plane, values); });
  return checkpoint;
}

}  // namespace dg::app
