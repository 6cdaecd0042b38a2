#include "meshes/cgns_connectivity.hpp"

#include <cgns_io.h>

#include <cstdint>
#include <limits>
#include <string_view>

namespace dg {
namespace {

template <class T>
std::vector<cgsize_t> read_as(int io, double node, std::size_t count) {
  std::vector<T> values(count);
  if (cgio_read_all_data(io, node, values.data()) != CGIO_ERR_NONE) return {};
  for (const T value : values)
    if (value < 0 || value > std::numeric_limits<cgsize_t>::max()) return {};
  return {values.begin(), values.end()};
}

}  // namespace

std::vector<cgsize_t> read_cgns_connectivity(int file, const std::string& section) {
  int io = 0, rank = 0;
  double root = 0, node = 0;
  char type[CGIO_MAX_DATATYPE_LENGTH + 1] = "";
  cgsize_t sizes[CGIO_MAX_DIMENSIONS] = {};
  const std::string path = section + "/ElementConnectivity";
  if (cg_get_cgio(file, &io) != CG_OK || cg_root_id(file, &root) != CG_OK ||
      cgio_get_node_id(io, root, path.c_str(), &node) != CGIO_ERR_NONE ||
      cgio_get_data_type(io, node, type) != CGIO_ERR_NONE ||
      cgio_get_dimensions(io, node, &rank, sizes) != CGIO_ERR_NONE || rank != 1 || sizes[0] < 1)
    return {};
  const auto count = static_cast<std::size_t>(sizes[0]);
  if (type == std::string_view("I4")) return read_as<std::int32_t>(io, node, count);
  if (type == std::string_view("I8")) return read_as<std::int64_t>(io, node, count);
  return {};
}

}  // namespace dg
