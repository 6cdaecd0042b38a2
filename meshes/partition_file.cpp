#include "meshes/partition_file.hpp"

#include <numeric>

#include "meshes/hdf5_checks.hpp"
#include "meshes/input_file.hpp"
#include "meshes/mesh_fingerprint.hpp"
#include "meshes/mesh_tables.hpp"
#include "meshes/output_file.hpp"
#include "meshes/part_faces.hpp"
#include "meshes/piece_reader.hpp"

namespace dg {
namespace {

/// Faces that a part shares with parts before it, in whose pieces they lie.
struct SharedFaces {
  std::vector<Index> begin, faces;  ///< [part] as in MeshInParts, numbers of faces
};

template <int Dim>
SharedFaces listed_faces(const MeshInParts<Dim>& parts) {
  SharedFaces result;
  result.begin.assign(parts.parts() + 1, 0);
  for (const auto& [part, face] :
       shared_faces(parts.cells, parts.mesh.faces, [](std::size_t f) { return static_cast<GlobalIndex>(f); })) {
    ++result.begin[part + 1];
    result.faces.push_back(static_cast<Index>(face));
  }
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  return result;
}

template <int Dim>
Mesh<Dim> read_whole(const std::string& path) {
  PieceReader<Dim> reader(path, 0, 1);
  Mesh<Dim> mesh = reader.read_piece();
  const std::string said = read_fingerprint(reader.file());
  if (!said.empty() && said != mesh_fingerprint(mesh))
    reader.file().refuse("is damaged: its fingerprint is not that of its mesh");
  return mesh;
}

}  // namespace

template <int Dim>
void write_partition(const MeshInParts<Dim>& parts, const std::string& path) {
  OutputFile output(path);
  Hdf5TableWriter file;
  write_mesh_tables(file, parts.mesh);
  file.attribute(fingerprint_attribute, mesh_fingerprint(parts.mesh));
  const auto list = [&](const char* name, const std::vector<Index>& numbers) {
    file.table(name, numbers.data(), numbers.size(), 1);
  };
  list("cell_node_begin", parts.mesh.cell_node_begin);
  list(part_cells_table, parts.cells);
  list("part_faces", parts.faces);
  list("part_nodes", parts.nodes);
  const SharedFaces shared = listed_faces(parts);
  list("part_shared_begin", shared.begin);
  list("part_shared_faces", shared.faces);
  output.write(file.finish());
  output.publish();
}

int parts_in_file(const std::string& path) {
  if (!file_head(path, hdf5_head_size).starts_with("\x89HDF")) return 0;
  const Hdf5TableReader file(path);
  return is_cut_into_parts(file) ? static_cast<int>(read_part_cells(file).size()) - 1 : 0;
}

bool is_cut_into_parts(const Hdf5TableReader& file) { return file.has_table(part_cells_table); }

std::string fingerprint_in_file(const std::string& path) { return read_fingerprint(Hdf5TableReader(path)); }

AnyMesh read_mesh_in_parts(const std::string& path, int dimension) {
  if (dimension == 3) return read_whole<3>(path);
  return read_whole<2>(path);
}

template <int Dim>
Subdomain<Dim> read_subdomain(const std::string& path, int rank, int ranks) {
  return PieceReader<Dim>(path, rank, ranks).read();
}

std::variant<Subdomain<2>, Subdomain<3>> read_any_subdomain(const std::string& path, int rank, int ranks) {
  if (read_mesh_dimension(Hdf5TableReader(path)) == 3) return read_subdomain<3>(path, rank, ranks);
  return read_subdomain<2>(path, rank, ranks);
}

template void write_partition<2>(const MeshInParts<2>&, const std::string&);
template void write_partition<3>(const MeshInParts<3>&, const std::string&);
template Subdomain<2> read_subdomain<2>(const std::string&, int, int);
template Subdomain<3> read_subdomain<3>(const std::string&, int, int);

}  // namespace dg
