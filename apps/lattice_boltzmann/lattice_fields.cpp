#include "apps/lattice_boltzmann/lattice_fields.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "apps/run/csv_file.hpp"
#include "libdg/lattice_boltzmann/velocity_set.hpp"
#include "libdg/output/binary_stream.hpp"
#include "meshes/output_file.hpp"

namespace dg::app {
namespace {

using lbm::Region;

constexpr std::int64_t most_cells = 1 << 20;  ///< that are asked of the lattice at once

double pressure_of(double density, double speed) { return lbm::speed_of_sound_squared * density / (speed * speed); }

std::string vti_header(const LatticeCase& c) {
  const char* byte_order = std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";
  const auto& n = c.lattice.cells;
  const std::string extent = fmt::format("0 {} 0 {} 0 {}", n[0], n[1], n[2]);
  const std::uint64_t velocity_bytes = sizeof(std::uint64_t) + 3 * sizeof(float) * Region{{0, 0, 0}, n}.count();
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"{}\" header_type=\"UInt64\">\n"
      "  <ImageData WholeExtent=\"{}\" Origin=\"0 0 0\" Spacing=\"{:.17g} {:.17g} {:.17g}\">\n    <Piece "
      "Extent=\"{}\">\n"
      "      <CellData Vectors=\"velocity\" Scalars=\"pressure\">\n"
      "        <DataArray type=\"Float32\" Name=\"velocity\" NumberOfComponents=\"3\" format=\"appended\" "
      "offset=\"0\"/>\n"
      "        <DataArray type=\"Float32\" Name=\"pressure\" format=\"appended\" offset=\"{}\"/>\n"
      "      </CellData>\n    </Piece>\n  </ImageData>\n  <AppendedData encoding=\"raw\">\n    _",
      byte_order, extent, 1.0 / c.length, 1.0 / c.length, 1.0 / c.length, extent, velocity_bytes);
}

}  // namespace

void write_vti(const LatticeCase& c, const lbm::Lattice& lattice, const std::string& path) {
  OutputFile file(path);
  BinaryStream out(file.temporary(), path);
  out.text(vti_header(c));
  const auto cells = static_cast<std::uint64_t>(lattice.all().count());
  out.value<std::uint64_t>(3 * sizeof(float) * cells);
  for (const Region& slab : lbm::slabs(lattice.all(), most_cells)) {
    const std::vector<double> m = lattice.read_moments(slab);
    const std::int64_t count = slab.count();
    for (std::int64_t i = 0; i < count; ++i) {
      for (int d = 1; d <= 3; ++d) out.value(static_cast<float>(m[d * count + i] / c.speed));
    }
  }
  out.value<std::uint64_t>(sizeof(float) * cells);
  for (const Region& slab : lbm::slabs(lattice.all(), most_cells)) {
    const std::vector<double> m = lattice.read_moments(slab);
    for (std::int64_t i = 0; i < slab.count(); ++i) out.value(static_cast<float>(pressure_of(m[i], c.speed)));
  }
  out.text("\n  </AppendedData>\n</VTKFile>\n");
  out.close();
  file.publish();
}

std::vector<LinePoint> centre_line(const LatticeCase& c, const lbm::Lattice& lattice, int axis) {
  Region region{};
  for (int d = 0; d < 3; ++d) {
    const int n = c.lattice.cells[d];
    region.begin[d] = d == axis ? 0 : (n - 1) / 2;
    region.size[d] = d == axis ? n : 2 - n % 2;
  }
  const std::vector<double> m = lattice.read_moments(region);
  const std::int64_t count = region.count();
  const int n = region.size[axis];
  std::vector<std::array<double, 4>> sums(n);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::array<std::int64_t, 3> at{i % region.size[0], i / region.size[0] % region.size[1],
                                         i / region.size[0] / region.size[1]};
    for (int q = 0; q < 4; ++q) sums[at[axis]][q] += m[q * count + i];
  }
  std::vector<LinePoint> line;
  const double beside = static_cast<double>(count) / n;
  for (int i = 0; i < n; ++i) {
    const std::array<double, 4>& s = sums[i];
    line.push_back({(i + 0.5) / c.length,
                    {s[1] / beside / c.speed, s[2] / beside / c.speed, s[3] / beside / c.speed},
                    pressure_of(s[0] / beside, c.speed)});
  }
  return line;
}

void write_centre_lines(const LatticeCase& c, const lbm::Lattice& lattice,
                        const std::function<std::string(const std::string& name)>& path_of) {
  static const std::array<std::string, 3> axes{"x", "y", "z"};
  for (int axis = 0; axis < 3; ++axis) {
    CsvFile file(path_of("line_" + axes[axis] + ".csv"), {axes[axis], "u", "v", "w", "pressure"});
    for (const LinePoint& point : centre_line(c, lattice, axis)) {
      file.row({point.place, point.velocity[0], point.velocity[1], point.velocity[2], point.pressure});
    }
  }
}

LatticeTotals totals_of(const LatticeCase& c, const lbm::Lattice& lattice) {
  LatticeTotals totals;
  double excess = 0.0, energy = 0.0;
  for (const Region& slab : lbm::slabs(lattice.all(), most_cells)) {
    const std::vector<double> m = lattice.read_moments(slab);
    const std::int64_t count = slab.count();
    for (std::int64_t i = 0; i < count; ++i) {
      const double square =
          m[count + i] * m[count + i] + m[2 * count + i] * m[2 * count + i] + m[3 * count + i] * m[3 * count + i];
      if (!totals.bad_cell && !(std::isfinite(m[i] + square) && 1.0 + m[i] > 0.0)) {
        totals.bad_cell = {{static_cast<int>(i % slab.size[0]), static_cast<int>(i / slab.size[0] % slab.size[1]),
                            slab.begin[2] + static_cast<int>(i / slab.size[0] / slab.size[1])},
                           std::isfinite(square) ? 1.0 + m[i] : NAN};
      }
      excess += m[i];
      energy += 0.5 * square;
    }
  }
  const auto cells = static_cast<double>(lattice.all().count());
  totals.mass = cells + excess;
  totals.kinetic_energy = energy / cells / (c.speed * c.speed);
  return totals;
}

std::string divergence_of(const LatticeCase& c, const LatticeTotals& totals) {
  if (const auto& bad = totals.bad_cell) {
    const auto& at = bad->cell;
    const std::string place = fmt::format("cell ({}, {}, {}) at ({:.6g}, {:.6g}, {:.6g})", at[0], at[1], at[2],
                                          (at[0] + 0.5) / c.length, (at[1] + 0.5) / c.length, (at[2] + 0.5) / c.length);
    if (!std::isfinite(bad->density)) return place + " has no finite state";
    return fmt::format("{} has the density {:.6g}", place, bad->density);
  }
  const double digits = c.lattice.precision == Precision::single_precision ? std::numeric_limits<float>::epsilon()
                                                                           : std::numeric_limits<double>::epsilon();
  const auto at_rest = static_cast<double>(Region{{0, 0, 0}, c.lattice.cells}.count());
  if (std::abs(totals.mass - at_rest) <= std::sqrt(digits) * at_rest) return "";
  return fmt::format("the mass is {:.9g}, that of the fluid at rest {:.9g}", totals.mass, at_rest);
}

}  // namespace dg::app
