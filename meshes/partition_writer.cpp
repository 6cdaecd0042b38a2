#include "meshes/partition_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "meshes/errors.hpp"
#include "meshes/mesh_fingerprint.hpp"
#include "meshes/mesh_tables.hpp"
#include "meshes/part_faces.hpp"
#include "meshes/piece_reader.hpp"

namespace dg {

template <int Dim>
std::size_t PartitionWriter<Dim>::PlaceHash::operator()(const Place& place) const {
  std::uint64_t key = 0;
  for (const double x : place) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    key = (key ^ bits) * 0x9e3779b97f4a7c15U;
    key ^= key >> 29;
  }
  return key;
}

template <int Dim>
PartitionWriter<Dim>::PartitionWriter(PartitionLayout layout, const std::string& path)
    : layout_(std::move(layout)),
      output_(path),
      file_(output_.temporary(), path),
      shared_(layout_.part_cells.size() - 1) {
  numbers("cell_node_begin", 1, {0});
}

template <int Dim>
void PartitionWriter<Dim>::numbers(const char* name, std::size_t columns, const std::vector<GlobalIndex>& values) {
  file_.append_numbers(name, columns, values, layout_.long_numbers);
}

template <int Dim>
void PartitionWriter<Dim>::add(const MeshPiece<Dim>& piece) {
  append_cells(piece);
  append_faces(piece);
  std::vector<GlobalIndex>& shared = shared_[parts_added_];
  numbers("part_shared_faces", 1, shared);
  part_shared_begin_.push_back(part_shared_begin_.back() + static_cast<GlobalIndex>(shared.size()));
  shared = {};
  part_faces_.push_back(faces_);
  part_nodes_.push_back(nodes_);
  ++parts_added_;
}

/// Numbers of nodes of the piece's own cells, in the order in which cells come; -1 for others. Appends those that no
/// part before has.
template <int Dim>
std::vector<GlobalIndex> PartitionWriter<Dim>::number_nodes(const MeshPiece<Dim>& piece) {
  const Mesh<Dim>& mesh = piece.mesh;
  std::vector<bool> is_in_part_before(mesh.nodes.size()), is_in_part_behind(mesh.nodes.size());
  const auto for_each_entry = [&](const auto& visit) {
    for (Index c = 0; c < mesh.cell_count(); ++c)
      for (Index i = mesh.cell_node_begin[c]; i < mesh.cell_node_begin[c + 1]; ++i)
        visit(piece.cell[c], mesh.cell_nodes[i]);
  };
  for_each_entry([&](GlobalIndex cell, Index node) {
    if (cell < own_begin()) is_in_part_before[node] = true;
    if (cell >= own_end()) is_in_part_behind[node] = true;
  });
  std::vector<GlobalIndex> number(mesh.nodes.size(), -1);
  std::vector<double> coordinates;
  for_each_entry([&](GlobalIndex cell, Index node) {
    if (cell < own_begin() || cell >= own_end() || number[node] >= 0) return;
    const Place& place = mesh.nodes[node];
    if (is_in_part_before[node]) {
      number[node] = common_nodes_.at(place);
      return;
    }
    number[node] = nodes_++;
    coordinates.insert(coordinates.end(), place.begin(), place.end());
    if (is_in_part_behind[node]) common_nodes_.emplace(place, number[node]);
  });
  file_.append<double>("nodes", Dim, coordinates);
  return number;
}

template <int Dim>
void PartitionWriter<Dim>::append_cells(const MeshPiece<Dim>& piece) {
  const Mesh<Dim>& mesh = piece.mesh;
  const std::vector<GlobalIndex> number = number_nodes(piece);
  std::vector<std::uint8_t> shapes;
  std::vector<GlobalIndex> begins, nodes;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    if (piece.cell[c] < own_begin() || piece.cell[c] >= own_end()) continue;
    shapes.push_back(static_cast<std::uint8_t>(mesh.cell_shapes[c]));
    for (Index i = mesh.cell_node_begin[c]; i < mesh.cell_node_begin[c + 1]; ++i)
      nodes.push_back(number[mesh.cell_nodes[i]]);
    begins.push_back(entries_ + static_cast<GlobalIndex>(nodes.size()));
  }
  entries_ += static_cast<GlobalIndex>(nodes.size());
  file_.append<std::uint8_t>("cell_shapes", 1, shapes);
  numbers("cell_nodes", 1, nodes);
  numbers("cell_node_begin", 1, begins);
}

template <int Dim>
void PartitionWriter<Dim>::append_faces(const MeshPiece<Dim>& piece) {
  const auto boundaries_of_mesh = static_cast<std::int16_t>(layout_.boundary_names.size());
  std::vector<GlobalIndex> cells;
  std::vector<std::int8_t> local_faces, orientations;
  std::vector<std::int16_t> boundaries;
  for (const Face& face : piece.mesh.faces) {
    if (face.boundary >= boundaries_of_mesh) continue;
    GlobalIndex minus = piece.cell[face.minus], plus = face.plus < 0 ? -1 : piece.cell[face.plus];
    std::int8_t minus_face = face.minus_face, plus_face = face.plus_face;
    if (plus >= 0 && plus < minus) {
      std::swap(minus, plus);
      std::swap(minus_face, plus_face);
    }
    if (minus < own_begin() || minus >= own_end()) continue;
    if (plus >= own_end()) shared_[part_of_cell(layout_.part_cells, plus)].push_back(faces_);
    cells.insert(cells.end(), {minus, plus});
    local_faces.insert(local_faces.end(), {minus_face, plus_face});
    boundaries.push_back(face.boundary);
    orientations.push_back(face.orientation);
    ++faces_;
  }
  numbers("face_cells", 2, cells);
  file_.append<std::int8_t>("face_local_faces", 2, local_faces);
  file_.append<std::int16_t>("face_boundaries", 1, boundaries);
  if (Dim == 3) file_.append<std::int8_t>("face_turns", 1, orientations);
}

/// mesh_fingerprint(), as long as its numbers are such as a process could hold.
template <int Dim>
std::string PartitionWriter<Dim>::fingerprint() {
  MeshFingerprint hash(layout_.geometry_order);
  const auto add = [&](auto values) { hash.add(values); };
  file_.read_back<double>("nodes", Dim, add);
  file_.read_back<std::uint8_t>("cell_shapes", 1, add);
  if (nodes_ > std::numeric_limits<Index>::max()) {
    file_.read_back<std::int64_t>("cell_nodes", 1, add);
  } else if (layout_.long_numbers) {
    file_.read_back<std::int64_t>("cell_nodes", 1, [&](std::span<const std::int64_t> values) {
      const std::vector<Index> short_values(values.begin(), values.end());
      hash.add(std::span<const Index>(short_values));
    });
  } else {
    file_.read_back<std::int32_t>("cell_nodes", 1, add);
  }
  for (const std::string& name : layout_.boundary_names) hash.add(name);
  return hash.text();
}

template <int Dim>
void PartitionWriter<Dim>::finish() {
  numbers(part_cells_table, 1, layout_.part_cells);
  numbers("part_faces", 1, part_faces_);
  numbers("part_nodes", 1, part_nodes_);
  numbers("part_shared_begin", 1, part_shared_begin_);
  file_.append<std::int16_t>("periodic_boundaries", 2, {});
  file_.append<double>("periodic_translations", Dim, {});
  file_.finish_tables();
  file_.strings("boundary_names", layout_.boundary_names);
  file_.attribute("format", mesh_format_name);
  file_.attribute("version", mesh_format_version);
  file_.attribute("dimension", Dim);
  file_.attribute("geometry_order", layout_.geometry_order);
  file_.attribute(fingerprint_attribute, fingerprint());
  file_.close();
  output_.publish();
}

template class PartitionWriter<2>;
template class PartitionWriter<3>;

}  // namespace dg
