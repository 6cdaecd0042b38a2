#include "libdg/output/checkpoint.hpp"

#include <fmt/format.h>

#include <charconv>

#include "libdg/core/errors.hpp"
#include "libdg/element/element.hpp"
#include "meshes/hdf5_tables.hpp"
#include "meshes/output_file.hpp"

namespace dg {
namespace {

// Version 1 had neither the name of the run nor the state of damping, version 2 no averages, version 3 no next
// step.
constexpr std::int32_t format_version = 4;

const std::string unknown_run = "unknown";  // HDF5 has no empty strings

class Fnv1a {
 public:
  template <class T>
  void add(const std::vector<T>& values) {
    add_bytes(reinterpret_cast<const unsigned char*>(values.data()), values.size() * sizeof(T));
  }
  void add_bytes(const unsigned char* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) hash_ = (hash_ ^ bytes[i]) * 0x100000001b3ULL;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

/// Numbers that may not fit into the attributes of an HDF5 file are stored as text.
long long_attribute(const Hdf5TableReader& reader, const char* name, const char* meaning) {
  const std::string text = reader.text_attribute(name);
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) reader.refuse(std::string(meaning) + " is damaged");
  return value;
}

}  // namespace

template <int Dim>
std::string mesh_fingerprint(const Mesh<Dim>& mesh) {
  Fnv1a hash;
  hash.add(std::vector<int>{mesh.geometry_order});
  hash.add(mesh.nodes);
  hash.add(mesh.cell_shapes);
  hash.add(mesh.cell_nodes);
  for (const std::string& name : mesh.boundary_names) {
    hash.add_bytes(reinterpret_cast<const unsigned char*>(name.c_str()), name.size() + 1);
  }
  return fmt::format("{:016x}", hash.value());
}

void write_checkpoint(const Checkpoint& checkpoint, const std::string& path) {
  OutputFile file(path);
  Hdf5TableWriter writer;
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
  writer.table("coefficients", checkpoint.coefficients.data(), checkpoint.coefficients.size(), 1);
  writer.table("damping", checkpoint.damping.filtered_past.data(), checkpoint.damping.filtered_past.size(), 1);
  writer.table("averages", checkpoint.averages.data(), checkpoint.averages.size(), 1);
  file.write(writer.finish());
  file.publish();
}

Checkpoint read_checkpoint(const std::string& path) {
  const Hdf5TableReader reader(path);
  if (reader.text_attribute("format") != checkpoint_format) reader.refuse("this is no checkpoint of rkdg");
  const std::int32_t version = reader.number_attribute("version");
  if (version < 1 || version > format_version) {
    reader.refuse(
        fmt::format("checkpoint version {} is not known (this rkdg reads versions up to {})", version, format_version));
  }
  Checkpoint checkpoint;
  checkpoint.degree = reader.number_attribute("degree");
  checkpoint.quads = reader.text_attribute("quads");
  checkpoint.precision = reader.text_attribute("precision");
  checkpoint.mesh = reader.text_attribute("mesh");
  checkpoint.step = long_attribute(reader, "step", "the step number");
  const std::vector<std::string> text = reader.strings("case");
  const std::vector<double> time = reader.table<double>("time", 1);
  if (text.size() != 1 || time.size() != 1) reader.refuse("the checkpoint is damaged");
  checkpoint.case_text = text.front();
  checkpoint.time = time.front();
  checkpoint.coefficients = reader.table<double>("coefficients", 1);
  if (version == 1) return checkpoint;
  const std::string run = reader.text_attribute("run");
  if (run != unknown_run) checkpoint.run = run;
  checkpoint.damping.steps = long_attribute(reader, "damping_steps", "the number of steps of damping");
  checkpoint.damping.filtered_past = reader.table<double>("damping", 1);
  const std::size_t past = checkpoint.damping.filtered_past.size();
  if (past != 0 && past != checkpoint.coefficients.size()) reader.refuse("the state of damping is damaged");
  if (version >= 3) checkpoint.averages = reader.table<double>("averages", 1);
  if (version < 4) return checkpoint;
  const std::vector<double> next_step = reader.table<double>("next_step", 1);
  if (next_step.size() != 1 || !(next_step.front() >= 0)) reader.refuse("the size of the next step is damaged");
  checkpoint.next_step = next_step.front();
  return checkpoint;
}

template <int Dim>
void require_matching(const Checkpoint& checkpoint, const Mesh<Dim>& mesh, int degree, const std::string& quads,
                      const std::string& path) {
  if (checkpoint.mesh != mesh_fingerprint(mesh)) {
    throw InputError(path + ": was written on another mesh, or with another ordering of its cells");
  }
  if (checkpoint.degree > degree || checkpoint.quads != quads) {
    throw InputError(
        fmt::format("{}: was written with degree {} and quads = {}, the case has degree {} and quads = {}; a restart "
                    "keeps the space, and the degree or raises it",
                    path, checkpoint.degree, checkpoint.quads, degree, quads));
  }
}

template <int Dim>
void raise_degree(Checkpoint& checkpoint, const Mesh<Dim>& mesh, int degree, const std::string& path) {
  if (checkpoint.degree == degree) return;
  constexpr int fields = Dim + 2;
  const QuadSpace quads = checkpoint.quads == "P" ? QuadSpace::P : QuadSpace::Q;
  const auto modes = [&](Index cell, int p) { return mode_count(space_of(mesh.cell_shapes[cell], quads), p); };
  std::size_t wanted = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell)
    wanted += fields * static_cast<std::size_t>(modes(cell, checkpoint.degree));
  if (checkpoint.coefficients.size() != wanted)
    throw InputError(path + ": holds another number of coefficients than its degree asks for");
  for (std::vector<double>* values : {&checkpoint.coefficients, &checkpoint.damping.filtered_past}) {
    if (values->empty()) continue;
    std::vector<double> raised;
    auto from = values->begin();
    for (Index cell = 0; cell < mesh.cell_count(); ++cell)
      for (int n = 0; n < fields; ++n) {
        const auto end = from + modes(cell, checkpoint.degree);
        raised.insert(raised.end(), from, end);
        raised.resize(raised.size() + static_cast<std::size_t>(modes(cell, degree) - modes(cell, checkpoint.degree)));
        from = end;
      }
    *values = std::move(raised);
  }
  checkpoint.degree = degree;
}

template std::string mesh_fingerprint<2>(const Mesh<2>&);
template std::string mesh_fingerprint<3>(const Mesh<3>&);
template void require_matching<2>(const Checkpoint&, const Mesh<2>&, int, const std::string&, const std::string&);
template void require_matching<3>(const Checkpoint&, const Mesh<3>&, int, const std::string&, const std::string&);

template void raise_degree<2>(Checkpoint&, const Mesh<2>&, int, const std::string&);
template void raise_degree<3>(Checkpoint&, const Mesh<3>&, int, const std::string&);

}  // namespace dg
