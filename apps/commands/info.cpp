#include <algorithm>
#include <array>
#include <fstream>
#include <limits>

#include "apps/case/suggest.hpp"
#include "apps/commands/commands.hpp"
#include "apps/console.hpp"
#include "apps/run/encoded_name.hpp"
#include "libdg/output/checkpoint.hpp"
#include "meshes/errors.hpp"
#include "meshes/hdf5_tables.hpp"
#include "meshes/input_file.hpp"
#include "meshes/mesh_file.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/metrics.hpp"

namespace dg::app {
namespace {

enum class FileKind { mesh, checkpoint, fields, summary };

FileKind kind_of(const std::string& path) {
  constexpr std::size_t looked_at = 1024;
  const std::string start = file_head(path, looked_at);
  if (start.starts_with("\x89HDF")) {
    const Hdf5TableReader reader(path);
    return reader.text_attribute("format") == checkpoint_format ? FileKind::checkpoint : FileKind::mesh;
  }
  if (start.find("<VTKFile") != std::string::npos) return FileKind::fields;
  if (start.starts_with("{")) return FileKind::summary;
  return FileKind::mesh;
}

void print_mesh(const std::string& path) {
  const Mesh2 mesh = read_mesh(path);
  const auto triangles = std::count(mesh.cell_shapes.begin(), mesh.cell_shapes.end(), CellShape::triangle);
  std::array<double, 2> low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  std::array<double, 2> high{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};
  for (const auto& node : mesh.nodes) {
    for (std::size_t d = 0; d < 2; ++d) {
      low[d] = std::min(low[d], node[d]);
      high[d] = std::max(high[d], node[d]);
    }
  }
  print_out("{}: mesh\n  {} triangles, {} quadrilaterals, order {}, {} nodes, {} faces\n", path, triangles,
            mesh.cell_count() - triangles, mesh.geometry_order, mesh.node_count(), mesh.face_count());
  print_out("  x {:.6g} .. {:.6g}, y {:.6g} .. {:.6g}\n", low[0], high[0], low[1], high[1]);
  for (std::size_t b = 0; b < mesh.boundary_names.size(); ++b) {
    const auto count = std::count_if(mesh.faces.begin(), mesh.faces.end(),
                                     [&](const Face& face) { return face.boundary == static_cast<int>(b); });
    print_out("  boundary {}: {} faces\n", printable_name(mesh.boundary_names[b]), count);
  }
  const Metrics metrics = measure(make_graph(mesh));
  print_out("  order of cells: bandwidth {}, mean distance {:.1f}, {:.2f} segments a warp, reuse {:.2f}\n",
            metrics.bandwidth, metrics.mean_distance, metrics.segments_per_warp, metrics.reuse_1024);
}

void print_checkpoint(const std::string& path) {
  const Checkpoint checkpoint = read_checkpoint(path);
  print_out("{}: checkpoint at step {}, time {:.9g}\n", path, checkpoint.step, checkpoint.time);
  print_out("  degree {}, quads = {}, {} precision, {} coefficients, mesh {}\n", checkpoint.degree, checkpoint.quads,
            checkpoint.precision, checkpoint.coefficients.size(), checkpoint.mesh);
  print_out("  its case:\n\n{}", checkpoint.case_text);
}

/// The XML of a field file is text up to its binary part.
void print_fields(const std::string& path) {
  std::ifstream stream(path);
  print_out("{}: fields for ParaView\n", path);
  for (std::string line; std::getline(stream, line);) {
    if (line.find("<AppendedData") != std::string::npos) break;
    if (line.find("<Piece") != std::string::npos || line.find("Name=") != std::string::npos) {
      print_out("  {}\n", line.substr(line.find('<')));
    }
  }
}

void print_summary(const std::string& path) {
  std::ifstream stream(path);
  const auto json = nlohmann::ordered_json::parse(stream, nullptr, false);
  if (!json.is_object() || !json.contains("rkdg")) throw InputError(path + ": is no summary of rkdg");
  print_out("{}: summary of a run\n", path);
  for (const auto& [key, value] : json.items()) print_out("  {:<18}{}\n", key, value.dump());
}

}  // namespace

int command_info(const Arguments& arguments) {
  const boost::program_options::options_description options("Options");
  const auto values = parse_command_line(
      {"info", "FILE", "Says what is in a mesh, a checkpoint, a field file (.vtu) or a summary.json."}, options,
      {"FILE"}, false, arguments);
  if (!values) return 0;
  const std::string path = (*values)["FILE"].as<Arguments>().front();
  switch (kind_of(path)) {
    case FileKind::mesh:
      print_mesh(path);
      break;
    case FileKind::checkpoint:
      print_checkpoint(path);
      break;
    case FileKind::fields:
      print_fields(path);
      break;
    case FileKind::summary:
      print_summary(path);
      break;
  }
  return 0;
}

}  // namespace dg::app
