#include "libdg/space/sum_factorised_cells.hpp"

#include "libdg/backend/parallel.hpp"
#include "libdg/space/tile_cells.hpp"

namespace dg {
namespace {

/// Writes the numbers of a cell of a zone.
class SumFactorisedCell {
  static constexpr int dim = 3, faces = 6;

 public:
  SumFactorisedCell(const ZoneGeometry& zone, Index padded, const Tables<double, dim>& tables)
      : zone_(zone), padded_(static_cast<std::size_t>(padded)), tables_(tables), n_(tables.degree + 1) {}

  /// Points of the volume rule have their first coordinate fastest (hexahedron_rule()), as lines have.
  void set(std::size_t cell, double* to) const {
    const int lines = n_ * n_;
    const auto at = [&](const std::vector<double>& array, int row) { return array[row * padded_ + cell]; };
    const auto number = [&](int q, int i) {
      if (i < line_inverse) return at(zone_.metric, q * dim * dim + i);
      return at(i == line_inverse ? zone_.jacobian : zone_.point_mass, q);
    };
    for (int k = 0, q = 0; k < n_; ++k)
      for (int line = 0; line < lines; ++line, ++q)
        for (int i = 0; i < line_point_numbers; ++i) to[(k * line_point_numbers + i) * lines + line] = number(q, i);
    for (int f = 0; f < faces; ++f)
      to[sum_factorised_cell_lengths(n_) + f] =
          mean_face_length(zone_, static_cast<Index>(padded_), static_cast<Index>(cell), tables_, f);
  }

 private:
  const ZoneGeometry& zone_;
  std::size_t padded_;
  const Tables<double, dim>& tables_;
  int n_;
};

}  // namespace

std::vector<double> sum_factorised_geometry_of(const ZoneGeometry& zone, Index padded,
                                               const Tables<double, 3>& tables) {
  const SumFactorisedCell cells(zone, padded, tables);
  const auto numbers = static_cast<std::size_t>(sum_factorised_cell_numbers(tables.degree + 1));
  std::vector<double> geometry(numbers * static_cast<std::size_t>(padded));
  parallel_for(padded, [&](std::ptrdiff_t cell) {
    const auto i = static_cast<std::size_t>(cell);
    cells.set(i, geometry.data() + i * numbers);
  });
  return geometry;
}

}  // namespace dg
