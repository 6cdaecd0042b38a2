#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "apps/case/choices.hpp"
#include "apps/case/ini_file.hpp"
#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/lattice_boltzmann/lattice_checkpoint.hpp"
#include "apps/run/encoded_name.hpp"
#include "apps/run/problem.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/output/vtkhdf_info.hpp"
#include "meshes/bounding_box.hpp"
#include "meshes/cgns_file.hpp"
#include "meshes/errors.hpp"
#include "meshes/hdf5_tables.hpp"
#include "meshes/hopr_file.hpp"
#include "meshes/input_file.hpp"
#include "meshes/mesh_file.hpp"
#include "meshes/messages.hpp"
#include "meshes/rigid_motion.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/metrics.hpp"

namespace dg::app {
namespace {

enum class FileKind { mesh, checkpoint, lattice_checkpoint, fields, series, summary };

FileKind kind_of(const std::string& path) {
  constexpr std::size_t looked_at = 1 << 16;
  const std::string start = file_head(path, looked_at);
  if (is_cgns_head(start)) return FileKind::mesh;
  if (start.starts_with("\x89HDF")) {
    if (is_vtkhdf(path)) return FileKind::series;
    if (is_hopr_file(path)) return FileKind::mesh;
    const Hdf5TableReader reader(path);
    return reader.text_attribute("format") == checkpoint_format ? FileKind::checkpoint : FileKind::mesh;
  }
  if (start.find("<VTKFile") != std::string::npos) return FileKind::fields;
  if (start.starts_with("{")) return FileKind::summary;
  if (is_lattice_checkpoint(start)) return FileKind::lattice_checkpoint;
  return FileKind::mesh;
}

/// The number of cells of each shape that occurs; in 2-D of both shapes.
template <int Dim>
std::string shape_counts(const Mesh<Dim>& mesh) {
  constexpr std::array words{"triangles", "quadrilaterals", "tetrahedra", "prisms", "hexahedra", "pyramids"};
  static_assert(words.size() == cell_shape_count);
  std::array<Index, cell_shape_count> counts{};
  for (const CellShape shape : mesh.cell_shapes) ++counts[static_cast<std::size_t>(shape)];
  std::vector<std::string> items;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const bool listed = Dim == 2 ? dim_of(static_cast<CellShape>(s)) == 2 : counts[s] > 0;
    if (listed) items.push_back(fmt::format("{} {}", counts[s], words[s]));
  }
  return join(items);
}

template <int Dim>
void print_mesh(const std::string& path, const Mesh<Dim>& mesh) {
  const auto box = bounding_box(mesh);
  print_out("{}: mesh\n  {}{}, order {}, {} nodes, {} faces\n", path,
            Dim == 3 ? fmt::format("{} cells: ", mesh.cell_count()) : "", shape_counts(mesh), mesh.geometry_order,
            mesh.node_count(), mesh.face_count());
  for (int d = 0; d < Dim; ++d) {
    print_out("{}{} {:.6g} .. {:.6g}", d == 0 ? "  " : ", ", "xyz"[d], box.low[d], box.high[d]);
  }
  print_out("\n");
  for (std::size_t b = 0; b < mesh.boundary_names.size(); ++b) {
    const auto count = std::count_if(mesh.faces.begin(), mesh.faces.end(),
                                     [&](const Face& face) { return face.boundary == static_cast<int>(b); });
    print_out("  boundary {}: {} faces\n", printable_name(name_in_title(mesh.boundary_names[b])), count);
  }
  for (const auto& pair : mesh.periodic_pairs)
    print_out("  periodic {}: {}, by {}\n", printable_name(name_in_title(mesh.boundary_names[pair.a])),
              printable_name(name_in_title(mesh.boundary_names[pair.b])),
              pair.is_rotated() ? description(motion_of(pair)) : "a translation by " + place(pair.translation));
  const Metrics metrics = measure(make_graph(mesh));
  print_out("  order of cells: bandwidth {}, mean distance {:.1f}, {:.2f} segments a warp, reuse {:.2f}\n",
            metrics.bandwidth, metrics.mean_distance, metrics.segments_per_warp, metrics.reuse_1024);
}

void print_checkpoint(const std::string& path) {
  const Checkpoint checkpoint = read_checkpoint(path);
  print_out("{}: checkpoint at step {}, time {:.9g}\n", path, checkpoint.step, checkpoint.time);
  print_out("  degree {}, space {}, {} precision, {} coefficients, mesh {}\n", checkpoint.degree, checkpoint.quads,
            checkpoint.precision, checkpoint.coefficients.size(), checkpoint.mesh);
  print_out("  its case:\n\n{}", checkpoint.case_text);
}

void print_lattice_checkpoint(const std::string& path) {
  const LatticeCheckpoint checkpoint = read_lattice_checkpoint(path);
  const auto& n = checkpoint.cells;
  print_out("{}: checkpoint of a lattice at step {}\n  {} x {} x {} cells, {} precision\n  its case:\n\n{}", path,
            checkpoint.step, n[0], n[1], n[2], word_of(precision_choices, checkpoint.precision), checkpoint.case_text);
}

void print_series(const std::string& path) {
  const VtkHdfInfo contents = read_vtkhdf_info(path);
  print_out("{}: fields for ParaView, VTKHDF\n  {} cells, {} points\n  fields: {}\n  {} times", path, contents.cells,
            contents.points, join(contents.names), contents.times.size());
  if (!contents.times.empty()) print_out(", {:.9g} to {:.9g}", contents.times.front(), contents.times.back());
  print_out("\n");
}

/// The XML of a field file is text up to its binary part.
void print_fields(const std::string& path) {
  std::ifstream stream(path);
  print_out("{}: fields for ParaView\n", path);
  for (std::string line; std::getline(stream, line);) {
    if (line.find("<AppendedData") != std::string::npos) break;
    if (line.find("<Piece") != std::string::npos || line.find("Name=") != std::string::npos ||
        line.find("<DataSet") != std::string::npos) {
      print_out("  {}\n", line.substr(line.find('<')));
    }
  }
}

void print_summary(const std::string& path) {
  std::ifstream stream(path);
  const auto json = nlohmann::ordered_json::parse(stream, nullptr, false);
  if (!json.is_object() || !json.contains("rkdg")) throw InputError(path + ": is not a summary of rkdg");
  print_out("{}: summary of a run\n", path);
  for (const auto& [key, value] : json.items()) print_out("  {:<18}{}\n", key, value.dump());
}

}  // namespace

int command_info(const Arguments& arguments) {
  const boost::program_options::options_description options("Options");
  const auto values = parse_command_line(
      {"info", "FILE",
       "Shows what is in a mesh, a checkpoint, a field file (.vtu, .vtkhdf, .vti, .pvd) or a summary.json."},
      options, {"FILE"}, false, arguments);
  if (!values) return 0;
  const std::string path = (*values)["FILE"].as<Arguments>().front();
  switch (kind_of(path)) {
    case FileKind::mesh:
      std::visit([&](const auto& mesh) { print_mesh(path, mesh); }, read_foreign_mesh(path));
      break;
    case FileKind::checkpoint:
      print_checkpoint(path);
      break;
    case FileKind::lattice_checkpoint:
      print_lattice_checkpoint(path);
      break;
    case FileKind::fields:
      print_fields(path);
      break;
    case FileKind::series:
      print_series(path);
      break;
    case FileKind::summary:
      print_summary(path);
      break;
  }
  return 0;
}

}  // namespace dg::app
