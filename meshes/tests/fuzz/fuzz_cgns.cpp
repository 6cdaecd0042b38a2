/// Fuzzer of the reader of CGNS files: elements, points and boundary conditions of any numbers become a mesh or are
/// refused. The bytes are changes of a right file; whole files, which a child of the process reads, have a test.
#include <cgnslib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "meshes/cgns_reader.hpp"
#include "meshes/errors.hpp"
#include "meshes/tests/fuzz/edits.hpp"
#include "meshes/tests/fuzz/scratch_file.hpp"

// HDF5 and CGNS lose memory where they refuse what they are asked for; the leak sanitizer is to look at ours.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5\nleak:libcgns"; }

namespace {

/// What a file says; the start is a cube of eight hexahedra, as one zone.
struct Tables {
  std::vector<cgsize_t> sizes, range{1, 8}, elements, offsets, faces, face_range{9, 12}, condition{9, 10, 11, 12};
  std::vector<std::int8_t> kinds{0, 0, 0, 0, 0};  ///< structured, type of elements, point set, location, dimension
  std::vector<double> x, y, z;

  explicit Tables(bool structured) {
    constexpr int n = 3;
    for (int i = 0; i < n * n * n; ++i) x.push_back(i % n), y.push_back(i / n % n), z.push_back(i / (n * n));
    kinds[0] = structured ? 1 : 0;
    sizes = structured ? std::vector<cgsize_t>{3, 3, 3, 2, 2, 2, 0, 0, 0} : std::vector<cgsize_t>{27, 8, 0};
    if (structured) condition = {1, 1, 1, 1, 3, 3};
    offsets.push_back(0);
    for (int k = 0; k + 1 < n; ++k)
      for (int j = 0; j + 1 < n; ++j)
        for (int i = 0; i + 1 < n; ++i) {
          const cgsize_t a = 1 + i + n * (j + n * k);
          elements.push_back(CGNS_ENUMV(HEXA_8));
          for (const cgsize_t step : {0, 1, 4, 3, 9, 10, 13, 12}) elements.push_back(a + step);
          offsets.push_back(static_cast<cgsize_t>(elements.size()));
          if (k > 0) continue;
          for (const cgsize_t step : {0, 3, 4, 1}) faces.push_back(a + step);
        }
  }
};

/// An entry of a small table, which edits may have made shorter.
template <class T>
T entry(const std::vector<T>& table, std::size_t i) {
  return i < table.size() ? table[i] : T{};
}

/// Whether the list has so many elements: the library reads beyond the end of others as it writes them.
bool has_elements(const std::vector<cgsize_t>& list, cgsize_t count) {
  std::size_t at = 0;
  for (cgsize_t element = 0; element < count; ++element) {
    int nodes = 0;
    if (at >= list.size() || cg_npe(static_cast<CGNS_ENUMT(ElementType_t)>(list[at]), &nodes) != CG_OK || nodes < 1 ||
        static_cast<std::size_t>(nodes) >= list.size() - at)
      return false;
    at += static_cast<std::size_t>(nodes) + 1;
  }
  return true;
}

/// False where the library refuses to write such a thing. The tables are long enough for what it reads of them.
bool write(Tables tables, const std::string& path) {
  const bool structured = entry(tables.kinds, 0) != 0;
  const int dimension = entry(tables.kinds, 4) == 0 ? 3 : 2;
  tables.sizes.resize(9);
  constexpr cgsize_t most = 64;
  cgsize_t points = 1;
  for (int d = 0; d < (structured ? dimension : 1); ++d) {
    if (tables.sizes[d] < 1 || tables.sizes[d] > most) return false;
    points *= tables.sizes[d];
  }
  constexpr cgsize_t farthest = std::numeric_limits<cgsize_t>::max() / 2;  // beyond which the sums below overflow
  const cgsize_t first = std::clamp(entry(tables.range, 0), -farthest, farthest);
  const cgsize_t count = static_cast<cgsize_t>(tables.offsets.size()) - 1;
  if (!structured && !has_elements(tables.elements, count)) return false;
  int file = 0, base = 0, zone = 0, number = 0;
  if (cg_set_file_type(CG_FILE_ADF) != CG_OK || cg_open(path.c_str(), CG_MODE_WRITE, &file) != CG_OK) return false;
  const auto ok = [](int status) { return status == CG_OK; };
  const auto type = structured ? CGNS_ENUMV(Structured) : CGNS_ENUMV(Unstructured);
  bool good = ok(cg_base_write(file, "Base", dimension, 3, &base)) &&
              ok(cg_zone_write(file, base, "Zone", tables.sizes.data(), type, &zone));
  for (auto* axis : {&tables.x, &tables.y, &tables.z}) {
    axis->resize(static_cast<std::size_t>(points));
    const char* name = axis == &tables.x ? "CoordinateX" : axis == &tables.y ? "CoordinateY" : "CoordinateZ";
    good = good && ok(cg_coord_write(file, base, zone, CGNS_ENUMV(RealDouble), name, axis->data(), &number));
  }
  if (!structured && good && count > 0) {
    tables.offsets.back() = static_cast<cgsize_t>(tables.elements.size());
    good = ok(cg_poly_section_write(file, base, zone, "Cells", CGNS_ENUMV(MIXED), first, first + count - 1, 0,
                                    tables.elements.data(), tables.offsets.data(), &number));
    const cgsize_t next = std::clamp(entry(tables.face_range, 0), -farthest, farthest);
    const auto faces = static_cast<cgsize_t>(tables.faces.size() / 4);
    if (faces > 0)
      good = good && ok(cg_section_write(file, base, zone, "Faces", CGNS_ENUMV(QUAD_4), next, next + faces - 1, 0,
                                         tables.faces.data(), &number));
  }
  const bool is_range = entry(tables.kinds, 2) != 0 || structured;
  const cgsize_t named = is_range ? 2 : static_cast<cgsize_t>(tables.condition.size());
  tables.condition.resize(std::max<std::size_t>(tables.condition.size(), 6));
  if (good && named > 0 &&
      ok(cg_boco_write(file, base, zone, "wall", CGNS_ENUMV(BCWall),
                       is_range ? CGNS_ENUMV(PointRange) : CGNS_ENUMV(PointList), named, tables.condition.data(),
                       &number)) &&
      !structured)
    cg_boco_gridlocation_write(file, base, zone, number,
                               entry(tables.kinds, 3) == 0 ? CGNS_ENUMV(FaceCenter) : CGNS_ENUMV(Vertex));
  return ok(cg_close(file)) && good;
}

void read() {
  std::vector<std::string> notes;
  const std::string& path = dg::samples::scratch_file();
  dg::ForeignMesh mesh = dg::CgnsReader(path).read(notes);
  dg::mesh_of(std::move(mesh), path, notes);
}

}  // namespace

/// Makes sure that right files are read at all.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  for (const bool structured : {false, true}) {
    if (!write(Tables(structured), dg::samples::scratch_file())) return -1;
    read();
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  dg::samples::Edits edits(data, size);
  Tables tables(edits.byte() % 2 == 1);
  while (edits.more())
    edits.apply(tables.sizes, tables.range, tables.elements, tables.offsets, tables.faces, tables.face_range,
                tables.condition, tables.kinds, tables.x, tables.y, tables.z);
  if (!write(tables, dg::samples::scratch_file())) return 0;
  try {
    read();
  } catch (const dg::InputError&) {
  }
  return 0;
}
