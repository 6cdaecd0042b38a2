#include "libdg/finite_volume/reconstructed_gas.hpp"

#include <algorithm>
#include <utility>

#include "libdg/backend/parallel.hpp"
#include "libdg/finite_volume/reconstruction.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {

template <int Dim>
ReconstructedGas<Dim>::ReconstructedGas(const Mesh<Dim>& mesh, const GasOptions& gas,
                                        const std::vector<double>& coefficients, std::vector<double> slopes)
    : gas_(gas), centroids_(mesh.cell_count()), averages_(mesh.cell_count()), slopes_(std::move(slopes)) {
  parallel_for(mesh.cell_count(), [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    centroids_[i] = cell_centroid(mesh, cell);
    double u[Dim + 2], w[Dim + 2];
    std::copy_n(&coefficients[(Dim + 2) * i], Dim + 2, u);
    to_primitive(gas_, u, mean_of_mode(mesh.cell_shapes[cell]), w);
    std::copy_n(w, Dim + 2, averages_[i].begin());
  });
}

template <int Dim>
void ReconstructedGas<Dim>::operator()(Index cell, std::span<const std::array<double, Dim>> x, double* values) const {
  constexpr int numbers = slope_count<NavierStokes<double, Dim>>;
  double w[Dim + 2], g[numbers];
  std::copy_n(averages_[cell].begin(), Dim + 2, w);
  std::copy_n(&slopes_[std::size_t(numbers) * cell], numbers, g);
  for (const auto& point : x) {
    double way[Dim], at[Dim + 2];
    for (int d = 0; d < Dim; ++d) way[d] = point[d] - centroids_[cell][d];
    trace(w, g, way, at);
    const FluxState<NavierStokes<double, Dim>, double> state(gas_, at);
    values = std::copy_n(state.u, Dim + 2, values);
  }
}

template class ReconstructedGas<2>;
template class ReconstructedGas<3>;

}  // namespace dg
