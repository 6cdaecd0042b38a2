#include "apps/lattice_boltzmann/lattice_checkpoint.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/case/choices.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/lattice_boltzmann/velocity_set.hpp"
#include "libdg/output/binary_stream.hpp"
#include "meshes/output_file.hpp"

namespace dg::app {
namespace {

using lbm::Region;

// A line that names the format, a line of JSON, the populations plane by plane, and a sum over their bits.
const std::string format = "rkdg lattice Boltzmann checkpoint 1";
constexpr std::size_t longest_line = 1 << 20;

class BitSum {
 public:
  void add(double value) { sum_ = (std::rotl(sum_, 1) ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3ULL; }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0xcbf29ce484222325ULL;
};

[[noreturn]] void refuse(const std::string& path, const std::string& why) { throw InputError(path + ": " + why); }

std::string read_line(std::ifstream& stream) {
  std::string line;
  for (char c = 0; line.size() < longest_line && stream.get(c) && c != '\n';) line += c;
  return line;
}

template <class Real>
void write_populations(const lbm::Lattice& lattice, BinaryStream& out) {
  BitSum sum;
  for (const Region& plane : lbm::slabs(lattice.all(), 1)) {
    for (const double value : lattice.read_populations(plane)) {
      sum.add(value);
      out.value(static_cast<Real>(value));
    }
  }
  out.value(sum.value());
}

template <class Real>
void read_populations(lbm::Lattice& lattice, std::ifstream& stream, const std::string& path) {
  BitSum sum;
  std::vector<Real> stored;
  for (const Region& plane : lbm::slabs(lattice.all(), 1)) {
    stored.resize(static_cast<std::size_t>(lbm::n_populations * plane.count()));
    stream.read(reinterpret_cast<char*>(stored.data()), static_cast<std::streamsize>(stored.size() * sizeof(Real)));
    if (!stream) refuse(path, "the checkpoint is cut short");
    const std::vector<double> values(stored.begin(), stored.end());
    for (const double value : values) sum.add(value);
    lattice.write_populations(plane, values);
  }
  std::uint64_t written = 0;
  stream.read(reinterpret_cast<char*>(&written), sizeof written);
  if (!stream || stream.peek() != std::ifstream::traits_type::eof())
    refuse(path, "the checkpoint has another size than it says");
  if (written != sum.value()) refuse(path, "the checkpoint is damaged: its checksum differs");
}

}  // namespace

void write_lattice_checkpoint(const lbm::Lattice& lattice, const std::string& case_text, const std::string& run,
                              const std::string& path) {
  const Precision precision = lattice.options().precision;
  const nlohmann::ordered_json header = {{"step", lattice.step()},
                                         {"cells", lattice.options().cells},
                                         {"precision", word_of(precision_choices, precision)},
                                         {"run", run},
                                         {"case", case_text}};
  OutputFile file(path);
  BinaryStream out(file.temporary(), path);
  out.text(format + "\n" + header.dump() + "\n");
  if (precision == Precision::single_precision)
    write_populations<float>(lattice, out);
  else
    write_populations<double>(lattice, out);
  out.close();
  file.publish();
}

std::string read_lattice_checkpoint(lbm::Lattice& lattice, const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) refuse(path, "cannot read this checkpoint");
  if (read_line(stream) != format) refuse(path, "this is no lattice Boltzmann checkpoint of rkdg");
  const auto header = nlohmann::json::parse(read_line(stream), nullptr, false);
  std::string run;
  try {
    run = header.at("run").get<std::string>();
    const auto cells = header.at("cells").get<std::array<int, 3>>();
    const auto precision = header.at("precision").get<std::string>();
    const auto& wanted = lattice.options();
    const std::string wanted_precision = word_of(precision_choices, wanted.precision);
    if (cells != wanted.cells || precision != wanted_precision) {
      refuse(path, fmt::format("holds {} x {} x {} cells in {} precision, the case has {} x {} x {} in {}", cells[0],
                               cells[1], cells[2], precision, wanted.cells[0], wanted.cells[1], wanted.cells[2],
                               wanted_precision));
    }
    lattice.set_step(header.at("step").get<long>());
  } catch (const nlohmann::json::exception&) {
    refuse(path, "the checkpoint is damaged: its second line is not understood");
  }
  if (lattice.options().precision == Precision::single_precision)
    read_populations<float>(lattice, stream, path);
  else
    read_populations<double>(lattice, stream, path);
  return run;
}

}  // namespace dg::app
