/// Fuzzer of the reader of HOPR's files: tables of any numbers and sizes become a mesh or are refused. The bytes are
/// changes of a right file; whole files, which HDF5 reads in a child of the process, have a test.
#include <array>
#include <cstddef>
#include <cstdint>

#include "meshes/errors.hpp"
#include "meshes/hopr_file.hpp"
#include "meshes/tests/fuzz/edits.hpp"
#include "meshes/tests/fuzz/scratch_file.hpp"
#include "meshes/tests/hopr_writer.hpp"
#include "meshes/tests/sample_meshes_3d.hpp"

// HDF5 1.10 loses memory where it refuses what it is asked for; the leak sanitizer is to look at ours.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

namespace {

const dg::samples::HoprTables& right_tables(std::uint8_t which) {
  static const auto& tables = *new const auto([] {
    std::array<dg::samples::HoprTables, 4> all;
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = dg::samples::hopr_tables(
          dg::samples::box({{"kind", i % 2 == 0 ? "hybrid" : "hexahedra"}, {"n", "2"}, {"order", i < 2 ? "1" : "2"}}));
    return all;
  }());
  return tables[which % tables.size()];
}

void read(const dg::samples::HoprTables& tables) {
  const std::string& path = dg::samples::scratch_file();
  dg::samples::write_hopr(path, tables);
  std::vector<std::string> notes;
  dg::mesh_of(dg::read_hopr_tables(path, notes), path, notes);
}

}  // namespace

/// Makes sure that right files are read at all.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  for (std::uint8_t which = 0; which < 4; ++which) read(right_tables(which));
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  dg::samples::Edits edits(data, size);
  dg::samples::HoprTables tables = right_tables(edits.byte());
  std::vector<std::int32_t> order{tables.order};
  while (edits.more()) edits.apply(tables.elements, tables.sides, tables.ids, tables.types, tables.places, order);
  if (!order.empty()) tables.order = order.front();
  try {
    read(tables);
  } catch (const dg::InputError&) {
  }
  return 0;
}
