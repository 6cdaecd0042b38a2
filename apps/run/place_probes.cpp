#include "apps/run/place_probes.hpp"

#include <string>

namespace dg::app {

template <int Dim>
PlacedProbes<Dim> place_probes(const Case& c, const OwnCells<Dim>& own, int degree) {
  PlacedProbes<Dim> placed;
  std::string where;
  if (!c.output.probes.empty()) placed.points = read_points<Dim>(where = c.resolve(c.output.probes));
  for (const ProbeLine& line : c.output.lines) {
    if (where.empty()) where = c.output.where_line;
    for (int i = 0; i < line.points; ++i) {
      const double s = static_cast<double>(i) / (line.points - 1);
      auto& point = placed.points.emplace_back();
      for (int d = 0; d < Dim; ++d) point[d] = (1.0 - s) * line.a[d] + s * line.b[d];
    }
  }
  if (!placed.points.empty()) placed.probes.emplace(own, degree, placed.points, where);
  return placed;
}

template PlacedProbes<2> place_probes<2>(const Case&, const OwnCells<2>&, int);
template PlacedProbes<3> place_probes<3>(const Case&, const OwnCells<3>&, int);

}  // namespace dg::app
