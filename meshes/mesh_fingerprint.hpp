/// A name by which files tell meshes from each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// mesh_fingerprint() of a mesh whose lists are added piece by piece: nodes, then shapes of cells, then nodes of cells,
/// then names of boundaries.
class MeshFingerprint {
 public:
  explicit MeshFingerprint(int geometry_order);

  template <class T>
  void add(std::span<const T> values) {
    add_bytes(std::as_bytes(values));
  }
  void add(const std::string& boundary);
  std::string text() const;

 private:
  void add_bytes(std::span<const std::byte> bytes);

  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

/// A name for the mesh as it is, its cells in their order: 16 hexadecimal digits, the 64-bit FNV-1a of nodes, cells and
/// boundary names. Equal meshes have the same name, different ones different names but for a chance of 2^-64.
template <int Dim>
std::string mesh_fingerprint(const Mesh<Dim>& mesh);

}  // namespace dg
