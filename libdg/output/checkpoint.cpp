#include "libdg/output/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "libdg/core/errors.hpp"
#include "libdg/element/element.hpp"
#include "libdg/output/file_of_ranks.hpp"
#include "meshes/hdf5_tables.hpp"

namespace dg {
namespace {

// Version 1 had neither the name of the run nor the state of damping, version 2 no averages, version 3 no next
// step. Up to version 4 coefficients lay in chunks, whose checksums were HDF5's, and up to version 5 averages. Up to
// version 6 averages did not say when they began, and up to version 7 they had no temperatures, and there was no force.
// Up to version 8 the force had no density, and up to version 9 there was no running mean.
constexpr std::int32_t format_version = 10;
constexpr std::int32_t first_with_all_averages = 8;

/// A list in one piece, of which ranks write slices, and its checksums.
struct SlicedList {
  const char *numbers, *checksums;
  std::int32_t since;  ///< the first version that has it so
};
constexpr SlicedList coefficients_list{"coefficients", "coefficient_checksums", 5};
constexpr SlicedList averages_list{"averages", "average_checksums", 6};
constexpr SlicedList mean_list{"running_mean", "running_mean_checksums", 10};

const std::string unknown_run = "unknown";  // HDF5 has no empty strings

/// Numbers that may not fit into the attributes of an HDF5 file are stored as text.
long long_attribute(const Hdf5TableReader& reader, const char* name, const char* meaning) {
  const std::string text = reader.text_attribute(name);
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) reader.refuse(std::string(meaning) + " is damaged");
  return value;
}

/// Of the bits of numbers: rotated, so that the highest bits of one change the lowest of the next.
std::int64_t checksum(std::span<const std::byte> numbers) {
  std::uint64_t hash = 0xcbf29ce484222325ULL, bits = 0;
  for (std::size_t i = 0; i < numbers.size(); i += sizeof bits) {
    std::memcpy(&bits, &numbers[i], sizeof bits);
    hash = std::rotl(hash ^ bits, 29) * 0x100000001b3ULL;
  }
  return std::bit_cast<std::int64_t>(hash);
}

/// One for each block of a slice, which begins with a block.
std::vector<std::int64_t> checksums(std::span<const std::byte> slice) {
  constexpr std::size_t block = checkpoint_block * sizeof(double);
  std::vector<std::int64_t> sums;
  for (std::size_t begin = 0; begin < slice.size(); begin += block)
    sums.push_back(checksum(slice.subspan(begin, std::min(block, slice.size() - begin))));
  return sums;
}

std::int64_t block_count(std::int64_t numbers) { return (numbers + checkpoint_block - 1) / checkpoint_block; }

/// Where the numbers of a list begin in the file, and where their checksums do.
struct ListPlaces {
  std::int64_t numbers = 0, checksums = 0;
};

ListPlaces reserve(Hdf5TableWriter& writer, const SlicedList& list, std::int64_t count) {
  const FilePlace numbers = writer.reserve<double>(list.numbers, count);
  const FilePlace sums = writer.reserve<std::int64_t>(list.checksums, block_count(count));
  return {numbers.begin, sums.begin};
}

/// Writes this rank's slice of a list, whose pieces are those that it has.
void write_list(const std::vector<double>& pieces, const ListSlices& slices, const ListPlaces& places,
                FileOfRanks& file) {
  const auto slice = slices.to_slice(std::as_bytes(std::span(pieces)), sizeof(double));
  const std::vector<std::int64_t> sums = checksums(slice);
  const std::int64_t first = slices.slice().begin;
  file.write(places.numbers + first * static_cast<std::int64_t>(sizeof(double)), slice);
  file.write(places.checksums + first / checkpoint_block * static_cast<std::int64_t>(sizeof(std::int64_t)),
             std::as_bytes(std::span(sums)));
}

/// Writes all but the lists of all ranks, for which there is space in the places that it returns.
std::array<ListPlaces, 3> write_outline(const Checkpoint& checkpoint, const CheckpointSlices& slices,
                                        FileOfRanks& file) {
  constexpr std::size_t description = 1 << 14;
  Hdf5TableWriter writer(description);
  writer.attribute("format", std::string(checkpoint_format));
  writer.attribute("version", format_version);
  writer.attribute("degree", static_cast<std::int32_t>(checkpoint.degree));
  writer.attribute("step", std::to_string(checkpoint.step));
  writer.attribute("quads", checkpoint.quads);
  writer.attribute("precision", checkpoint.precision);
  writer.attribute("mesh", checkpoint.mesh);
  writer.attribute("run", checkpoint.run.empty() ? unknown_run : checkpoint.run);
  writer.attribute("damping_steps", std::to_string(checkpoint.damping.steps));
  writer.strings("case", {checkpoint.case_text});
  writer.table("time", &checkpoint.time, 1, 1);
  writer.table("next_step", &checkpoint.next_step, 1, 1);
  const ControlState& c = checkpoint.control;
  const std::array control{static_cast<double>(c.direction), c.force, c.density, c.flux, c.time, c.eddy_rate,
                           static_cast<double>(c.steps)};
  writer.table("control", control.data(), control.size(), 1);
  writer.table("damping", checkpoint.damping.filtered_past.data(), checkpoint.damping.filtered_past.size(), 1);
  const ListPlaces coefficients = reserve(writer, coefficients_list, slices.coefficients.size());
  const ListPlaces averages = reserve(writer, averages_list, slices.averages.size());
  const ListPlaces mean = reserve(writer, mean_list, checkpoint.running_mean.empty() ? 0 : slices.coefficients.size());
  const Hdf5Outline outline = writer.finish_outline();
  file.resize(outline.size);
  file.write(0, std::as_bytes(outline.bytes));
  return {coefficients, averages, mean};
}

/// How many numbers a list of a file of some version has.
std::int64_t size_of(const SlicedList& list, const Hdf5TableReader& reader, std::int32_t version) {
  const auto size = reader.list_size<double>(list.numbers);
  if (version >= list.since && reader.list_size<std::int64_t>(list.checksums) != block_count(size))
    reader.refuse(fmt::format("the checksums of {} are damaged", list.numbers));
  return size;
}

/// Those from one on, where a block begins.
std::vector<double> read(const SlicedList& list, const Hdf5TableReader& reader, std::int32_t version,
                         std::int64_t begin, std::int64_t count) {
  auto values = reader.list<double>(list.numbers, begin, count);
  if (version >= list.since &&
      checksums(std::as_bytes(std::span(values))) !=
          reader.list<std::int64_t>(list.checksums, begin / checkpoint_block, block_count(count)))
    reader.refuse(fmt::format("the {} are damaged", list.numbers));
  return values;
}

}  // namespace

void write_checkpoint(const Checkpoint& checkpoint, const std::string& path, const CheckpointSlices& slices,
                      Communicator& ranks) {
  FileOfRanks file(path, ranks);
  std::array<ListPlaces, 3> places{};
  if (ranks.rank() == 0) places = write_outline(checkpoint, slices, file);
  ranks.broadcast(std::as_writable_bytes(std::span(places)), 0);
  write_list(checkpoint.coefficients, slices.coefficients, places[0], file);
  write_list(checkpoint.averages, slices.averages, places[1], file);
  if (!checkpoint.running_mean.empty()) write_list(checkpoint.running_mean, slices.coefficients, places[2], file);
  file.publish();
}

void write_checkpoint(const Checkpoint& checkpoint, const std::string& path) {
  SelfCommunicator self;
  const auto slices = [&](const std::vector<double>& list) {
    return ListSlices(self, {{0, static_cast<std::int64_t>(list.size())}}, checkpoint_block);
  };
  write_checkpoint(checkpoint, path, {slices(checkpoint.coefficients), slices(checkpoint.averages)}, self);
}

CheckpointFile::CheckpointFile(const std::string& path) : reader_(std::make_unique<Hdf5TableReader>(path)) {
  if (reader_->text_attribute("format") != checkpoint_format) reader_->refuse("this is not a checkpoint of rkdg");
  version_ = reader_->number_attribute("version");
  if (version_ < 1 || version_ > format_version) {
    reader_->refuse(fmt::format("checkpoint version {} is not known (this rkdg reads versions up to {})", version_,
                                format_version));
  }
  read_head();
}

CheckpointFile::~CheckpointFile() = default;

void CheckpointFile::read_head() {
  head_.degree = reader_->number_attribute("degree");
  head_.quads = reader_->text_attribute("quads");
  head_.precision = reader_->text_attribute("precision");
  head_.mesh = reader_->text_attribute("mesh");
  head_.step = long_attribute(*reader_, "step", "the step number");
  const std::vector<std::string> text = reader_->strings("case");
  const std::vector<double> time = reader_->table<double>("time", 1);
  if (text.size() != 1 || time.size() != 1) reader_->refuse("the checkpoint is damaged");
  head_.case_text = text.front();
  head_.time = time.front();
  if (!(head_.time >= 0 && std::isfinite(head_.time))) reader_->refuse("the time is damaged");
  count_ = size_of(coefficients_list, *reader_, version_);
  if (version_ == 1) return;
  const std::string run = reader_->text_attribute("run");
  if (run != unknown_run) head_.run = run;
  head_.damping.steps = long_attribute(*reader_, "damping_steps", "the number of steps of damping");
  head_.damping.filtered_past = reader_->table<double>("damping", 1);
  const std::size_t past = head_.damping.filtered_past.size();
  if (past != 0 && past != static_cast<std::size_t>(count_)) reader_->refuse("the state of damping is damaged");
  if (version_ >= 3) averages_ = size_of(averages_list, *reader_, version_);
  if (version_ < 4) return;
  const std::vector<double> next_step = reader_->table<double>("next_step", 1);
  if (next_step.size() != 1 || !(next_step.front() >= 0 && std::isfinite(next_step.front())))
    reader_->refuse("the size of the next step is damaged");
  head_.next_step = next_step.front();
  if (version_ >= 8) read_control();
  const std::int64_t mean = version_ >= mean_list.since ? size_of(mean_list, *reader_, version_) : 0;
  if (mean != 0 && mean != count_) reader_->refuse("the running mean is damaged");
  has_mean_ = mean != 0;
}

/// Version 8 has neither the density nor the eddy viscosity.
void CheckpointFile::read_control() {
  const bool all = version_ >= 9;
  std::vector<double> c = reader_->table<double>(all ? "control" : "forcing", 1);
  const bool is_sound = c.size() == (all ? 7 : 5) && std::ranges::all_of(c, [](double x) { return std::isfinite(x); });
  if (!is_sound || c[0] < -1 || c[0] > 2 || c.back() < -1) reader_->refuse("the state of the step control is damaged");
  if (!all) c = {c[0], c[1], 0.0, c[2], c[3], 0.0, -1.0};
  head_.control = {static_cast<int>(c[0]), c[1], c[2], c[3], c[4], c[5], static_cast<long>(c[6])};
}

bool CheckpointFile::has_all_averages() const { return version_ >= first_with_all_averages; }

std::vector<double> CheckpointFile::coefficients(std::int64_t begin, std::int64_t count) const {
  return read(coefficients_list, *reader_, version_, begin, count);
}

std::vector<double> CheckpointFile::averages(std::int64_t begin, std::int64_t count) const {
  return read(averages_list, *reader_, version_, begin, count);
}

std::vector<double> CheckpointFile::running_mean(std::int64_t begin, std::int64_t count) const {
  return read(mean_list, *reader_, version_, begin, count);
}

Checkpoint read_checkpoint(const std::string& path) {
  const CheckpointFile file(path);
  Checkpoint checkpoint = file.head();
  checkpoint.coefficients = file.coefficients(0, file.coefficient_count());
  if (file.average_count() > 0) checkpoint.averages = file.averages(0, file.average_count());
  if (file.has_running_mean()) checkpoint.running_mean = file.running_mean(0, file.coefficient_count());
  return checkpoint;
}

std::string space_name(QuadSpace quads) {
  return std::string(quads.quads ? "Q" : "P") + (quads.prisms ? ", Q on prisms" : "");
}

QuadSpace named_space(const std::string& name) { return {name.starts_with("Q"), name.ends_with("Q on prisms")}; }

void require_matching(const Checkpoint& checkpoint, const std::string& mesh, int degree, const std::string& quads,
                      const std::string& path) {
  if (checkpoint.mesh != mesh) {
    throw InputError(path + ": was written on another mesh, or with another ordering of its cells");
  }
  if (checkpoint.degree > degree || checkpoint.quads != quads) {
    throw InputError(
        fmt::format("{}: was written with degree {} and space {}, the case has degree {} and space {}; a restart "
                    "keeps the space, and the degree or raises it",
                    path, checkpoint.degree, checkpoint.quads, degree, quads));
  }
}

template <int Dim>
void raise_degree(Checkpoint& checkpoint, std::span<const CellShape> shapes, int degree, const std::string& path) {
  if (checkpoint.degree == degree) return;
  constexpr int fields = Dim + 2;
  const QuadSpace quads = named_space(checkpoint.quads);
  const auto modes = [&](CellShape shape, int p) { return mode_count(space_of(shape, quads), p); };
  std::size_t wanted = 0;
  for (const CellShape shape : shapes) wanted += fields * static_cast<std::size_t>(modes(shape, checkpoint.degree));
  if (checkpoint.coefficients.size() != wanted)
    throw InputError(path + ": holds another number of coefficients than its degree asks for");
  for (std::vector<double>* values :
       {&checkpoint.coefficients, &checkpoint.damping.filtered_past, &checkpoint.running_mean}) {
    if (values->empty()) continue;
    std::vector<double> raised;
    auto from = values->begin();
    for (const CellShape shape : shapes)
      for (int n = 0; n < fields; ++n) {
        const auto end = from + modes(shape, checkpoint.degree);
        raised.insert(raised.end(), from, end);
        raised.resize(raised.size() + static_cast<std::size_t>(modes(shape, degree) - modes(shape, checkpoint.degree)));
        from = end;
      }
    *values = std::move(raised);
  }
  checkpoint.degree = degree;
}

template void raise_degree<2>(Checkpoint&, std::span<const CellShape>, int, const std::string&);
template void raise_degree<3>(Checkpoint&, std::span<const CellShape>, int, const std::string&);

}  // namespace dg
