#include "libdg/solver/artificial_viscosity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "libdg/backend/parallel.hpp"
#include "libdg/element/basis.hpp"

namespace dg {
namespace {

/// ShockViscosity in CUDA C++.
std::string viscosity_text(const char* real, int dim) {
  return fmt::format(R"(
#include "libdg/kernels/integrands/shock_viscosity.hpp"
extern "C" __global__ void find_shock_viscosity(const __grid_constant__ dg::ShockViscosity<{0}, {1}> of_cell, int count,
                                                const {0}* state) {{
  const int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell < count) of_cell(cell, state);
}}
)",
                     real, dim);
}

}  // namespace

template <class Real, int Dim>
ArtificialViscosity<Real, Dim>::ArtificialViscosity(Backend& backend, Discretisation<Real, Dim>& discretisation,
                                                    const NavierStokes<Real, Dim>& gas)
    : discretisation_(discretisation),
      strength_(backend, std::vector<Real>(static_cast<std::size_t>(discretisation.padded_cells()), Real(0))) {
  const auto& zones = discretisation.view().zones;
  const int degree = discretisation.options().degree;
  for (int z = 0; z < zones.count; ++z) {
    const ZoneView<Real>& zone = zones.zone[z];
    ShockViscosity<Real, Dim>& of_zone = zones_.emplace_back();
    of_zone.gas = gas;
    of_zone.layout = zone.layout;
    of_zone.state_begin = zone.state_begin;
    of_zone.inverse_length = zone.inverse_length;
    of_zone.modes = mode_count(zone.space, degree);
    of_zone.first_highest = mode_count(zone.space, degree - 1);
    of_zone.constant = static_cast<Real>(discretisation.tables(z).interpolate[0]);
    of_zone.scale = static_cast<Real>(sensor_scale / std::pow(degree, 4));
    of_zone.factor = static_cast<Real>(viscosity_factor / degree);
    of_zone.viscosity = discretisation.cell_values(z);
    of_zone.strength = strength_.data() + zone.cell_begin;
  }
  if (backend.kind() == BackendKind::cuda)
    kernel_ = std::make_unique<RuntimeKernel>(viscosity_text(sizeof(Real) == 8 ? "double" : "float", Dim),
                                              "find_shock_viscosity");
}

template <class Real, int Dim>
void ArtificialViscosity<Real, Dim>::update(const Real* modes) {
  for (std::size_t z = 0; z < zones_.size(); ++z) {
    Index count = discretisation_.view().zones.zone[z].padded;
    if (kernel_) {
      kernel_->launch(count, {&zones_[z], &count, &modes});
    } else {
      parallel_for(count, [&](std::ptrdiff_t cell) { zones_[z](static_cast<Index>(cell), modes); });
    }
  }
}

template <class Real, int Dim>
std::vector<double> ArtificialViscosity<Real, Dim>::strength() const {
  const std::vector<Real> found = strength_.copy_out();
  const CellPlaces& places = discretisation_.places();
  std::vector<double> of_cells(places.zone.size());
  for (std::size_t cell = 0; cell < of_cells.size(); ++cell)
    of_cells[cell] = found[discretisation_.view().zones.zone[places.zone[cell]].cell_begin + places.local[cell]];
  return of_cells;
}

template class ArtificialViscosity<float, 2>;
template class ArtificialViscosity<float, 3>;
template class ArtificialViscosity<double, 2>;
template class ArtificialViscosity<double, 3>;

}  // namespace dg
