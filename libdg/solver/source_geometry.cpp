#include "libdg/solver/source_geometry.hpp"

namespace dg {

template <class Real, int Dim>
std::vector<double> source_geometry(const Mesh<Dim>& mesh, const VolumeRule<Dim>& rule, const ZoneView<Real>& zone,
                                    const std::vector<Index>& cells) {
  const std::size_t numbers = source_geometry_numbers(Dim, zone.curved, rule.size());
  std::vector<double> geometry(numbers * zone.padded);
  CellPoints<Dim> at;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    at.place(mesh, cells[i], rule);
    const auto store = [&](int n, double value) { geometry[static_cast<std::size_t>(n) * zone.padded + i] = value; };
    for (int q = 0; q < rule.size() && zone.curved; ++q) {
      for (int d = 0; d < Dim; ++d) store((Dim + 1) * q + d, at.x[q][d]);
      store((Dim + 1) * q + Dim, determinant(at.jacobian[q]));
    }
    for (int d = 0; d < Dim && !zone.curved; ++d) {
      double first = at.x[0][d];
      for (int r = 0; r < Dim; ++r) {
        first -= at.jacobian[0][d][r] * rule.rule.points[0][r];
        store((Dim + 1) * d + 1 + r, at.jacobian[0][d][r]);
      }
      store((Dim + 1) * d, first);
    }
  }
  return geometry;
}

template std::vector<double> source_geometry(const Mesh<2>&, const VolumeRule<2>&, const ZoneView<float>&,
                                             const std::vector<Index>&);
template std::vector<double> source_geometry(const Mesh<3>&, const VolumeRule<3>&, const ZoneView<float>&,
                                             const std::vector<Index>&);
template std::vector<double> source_geometry(const Mesh<2>&, const VolumeRule<2>&, const ZoneView<double>&,
                                             const std::vector<Index>&);
template std::vector<double> source_geometry(const Mesh<3>&, const VolumeRule<3>&, const ZoneView<double>&,
                                             const std::vector<Index>&);

}  // namespace dg
