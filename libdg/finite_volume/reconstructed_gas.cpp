#include "libdg/finite_volume/reconstructed_gas.hpp"

#include <algorithm>
#include <utility>

#include "libdg/backend/parallel.hpp"
#include "libdg/finite_volume/reconstruction.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {

ReconstructedGas::ReconstructedGas(const Mesh2& mesh, const GasOptions& gas, const std::vector<double>& coefficients,
                                   std::vector<double> slopes)
    : gas_(gas), centroids_(mesh.cell_count()), averages_(mesh.cell_count()), slopes_(std::move(slopes)) {
  parallel_for(mesh.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    centroids_[i] = cell_centroid(mesh, cell);
    double u[fv_variables], w[fv_variables];
    std::copy_n(&coefficients[fv_variables * i], fv_variables, u);
    to_primitive(gas_, u, mean_of_mode(mesh.cell_shapes[cell]), w);
    std::copy_n(w, fv_variables, averages_[i].begin());
  });
}

void ReconstructedGas::operator()(Index cell, std::span<const std::array<double, 2>> x, double* values) const {
  double w[fv_variables], g[fv_slopes];
  std::copy_n(averages_[cell].begin(), fv_variables, w);
  std::copy_n(&slopes_[std::size_t(fv_slopes) * cell], fv_slopes, g);
  for (const auto& point : x) {
    const double way[2]{point[0] - centroids_[cell][0], point[1] - centroids_[cell][1]};
    double at[fv_variables];
    trace(w, g, way, at);
    const FluxState<NavierStokes<double, 2>, double> state(gas_, at);
    values = std::copy_n(state.u, fv_variables, values);
  }
}

}  // namespace dg
