#include "meshes/mesh_fingerprint.hpp"

#include <fmt/format.h>

namespace dg {

MeshFingerprint::MeshFingerprint(int geometry_order) { add(std::span<const int>(&geometry_order, 1)); }

void MeshFingerprint::add(const std::string& boundary) {
  add_bytes(std::as_bytes(std::span(boundary.c_str(), boundary.size() + 1)));
}

void MeshFingerprint::add_bytes(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) hash_ = (hash_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3ULL;
}

std::string MeshFingerprint::text() const { return fmt::format("{:016x}", hash_); }

template <int Dim>
std::string mesh_fingerprint(const Mesh<Dim>& mesh) {
  MeshFingerprint hash(mesh.geometry_order);
  hash.add(std::span(mesh.nodes));
  hash.add(std::span(mesh.cell_shapes));
  hash.add(std::span(mesh.cell_nodes));
  for (const std::string& name : mesh.boundary_names) hash.add(name);
  return hash.text();
}

template std::string mesh_fingerprint<2>(const Mesh<2>&);
template std::string mesh_fingerprint<3>(const Mesh<3>&);

}  // namespace dg
