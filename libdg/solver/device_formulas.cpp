#include "libdg/solver/device_formulas.hpp"

#include <fmt/format.h>

#include <numeric>

#include "libdg/solver/source_geometry.hpp"
#include "libdg/solver/source_kernel.hpp"

namespace dg {
namespace {

std::string boundary_text(const Formulas& formulas, int variables, int dim, const char* real) {
  std::vector<int> all(formulas.size());
  std::iota(all.begin(), all.end(), 0);
  return formulas.device_functions(all) + fmt::format(R"(
struct BadPoint {{
  int place;
  double t;
}};
extern "C" __global__ void boundary_data(int count, const double* points, const int* places, const double* start,
                                         const double* step, double fraction, {real}* data, BadPoint* bad,
                                         const double* parameters) {{
  __shared__ AtTime time;
  if (threadIdx.x == 0) evaluate_at_time(*start + fraction * *step, parameters, time);
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  double values[{size}];
  const double* x = points + {dim} * i;
  AtPlace place;
  evaluate_at_place(x[0], x[1], {z}, place);
  evaluate_values(time, place, nullptr, values);
  bool sound = true;
  for (int n = 0; n < {size}; ++n) {{
    const {real} value = values[n];
    sound = sound && fabs((double)value) < 1.7976931348623157e308 && (n < {n} || value > 0);
    if (n < {n}) data[(long long)places[i] * {n} + n] = value;
  }}
  if (!sound && atomicCAS(&bad->place, -1, places[i]) == -1) bad->t = *start + fraction * *step;
}}
)",
                                                      fmt::arg("real", real), fmt::arg("size", formulas.size()),
                                                      fmt::arg("n", variables), fmt::arg("dim", dim),
                                                      fmt::arg("z", dim == 2 ? "0.0" : "x[2]"));
}

/// Arguments for RuntimeKernel::launch.
template <class... T>
std::vector<void*> arguments(T&... values) {
  return {const_cast<void*>(static_cast<const void*>(&values))...};
}

}  // namespace

template <class Real, int Dim>
DeviceBoundaryFormulas<Real, Dim>::DeviceBoundaryFormulas(Backend& backend, const Formulas& formulas, int variables,
                                                          std::span<const std::array<double, Dim>> points,
                                                          const std::vector<Index>& places, Real* data,
                                                          DeviceBadPoint* bad)
    : kernel_(boundary_text(formulas, variables, Dim, sizeof(Real) == 8 ? "double" : "float"), "boundary_data"),
      count_(static_cast<Index>(points.size())),
      points_(backend, std::span(points.data()->data(), Dim * points.size())),
      places_(backend, places),
      parameters_(backend, formulas.parameter_values()),
      data_(data),
      bad_(bad) {}

template <class Real, int Dim>
void DeviceBoundaryFormulas<Real, Dim>::take_parameters(const Formulas& formulas) {
  parameters_.copy_in(formulas.parameter_values());
}

template <class Real, int Dim>
void DeviceBoundaryFormulas<Real, Dim>::evaluate(const StageTime& time) {
  double* points = points_.data();
  Index* places = places_.data();
  const double* parameters = parameters_.data();
  kernel_.launch(count_,
                 arguments(count_, points, places, time.start, time.step, time.fraction, data_, bad_, parameters));
}

template <class Real, int Dim>
DeviceSourceFormulas<Real, Dim>::DeviceSourceFormulas(Backend& backend, const Formulas& formulas, const Mesh<Dim>& mesh,
                                                      const Discretisation<Real, Dim>& discretisation,
                                                      std::span<const VolumeRule<Dim>> rules, int times, double gamma)
    : parameters_(backend, formulas.parameter_values()) {
  const auto& zones = discretisation.view().zones;
  for (int z = 0; z < zones.count; ++z) {
    const ZoneView<Real>& zone = zones.zone[z];
    const VolumeRule<Dim>& rule = rules[shape_number(shape_of(zone.space))];
    const std::vector<Index>& cells = discretisation.zones()[z].cells;
    const SourceKernel kernel = source_kernel(formulas, rule, zone, times, gamma);
    zones_.push_back({RuntimeKernel(kernel.text, "source_moments"), zone.cells,
                      (zone.cells + kernel.cells_per_block - 1) / kernel.cells_per_block * RuntimeKernel::block,
                      Array<double>(backend, source_geometry(mesh, rule, zone, cells))});
  }
}

template <class Real, int Dim>
void DeviceSourceFormulas<Real, Dim>::evaluate(const StageTime& first, const Real* state, Real* moments,
                                               double second_fraction, Real* second_moments) {
  const double* parameters = parameters_.data();
  for (Zone& zone : zones_) {
    if (zone.cells == 0) continue;
    double* geometry = zone.geometry.data();
    zone.kernel.launch(zone.threads, arguments(zone.cells, geometry, first.start, first.step, first.fraction,
                                               second_fraction, moments, second_moments, parameters, state));
  }
}

template <class Real, int Dim>
void DeviceSourceFormulas<Real, Dim>::take_parameters(const Formulas& formulas) {
  parameters_.copy_in(formulas.parameter_values());
}

template class DeviceBoundaryFormulas<float, 2>;
template class DeviceBoundaryFormulas<float, 3>;
template class DeviceBoundaryFormulas<double, 2>;
template class DeviceBoundaryFormulas<double, 3>;
template class DeviceSourceFormulas<float, 2>;
template class DeviceSourceFormulas<float, 3>;
template class DeviceSourceFormulas<double, 2>;
template class DeviceSourceFormulas<double, 3>;

}  // namespace dg
