#include "meshes/mesh_fingerprint.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

namespace dg {
namespace {

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

template std::string mesh_fingerprint<2>(const Mesh<2>&);
template std::string mesh_fingerprint<3>(const Mesh<3>&);

}  // namespace dg
