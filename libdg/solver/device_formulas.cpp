#include "libdg/solver/device_formulas.hpp"

#include <fmt/format.h>

namespace dg {
namespace {

template <class Real>
constexpr const char* name_of_real = sizeof(Real) == 8 ? "double" : "float";

std::string boundary_text(const Formulas& formulas, const char* real) {
  return formulas.device_function("formulas") + fmt::format(R"(
extern "C" __global__ void boundary_data(int count, const double* points, const int* places, const double* start,
                                         const double* step, double fraction, {real}* data) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  double values[{n}];
  formulas(points[2 * i], points[2 * i + 1], 0.0, *start + fraction * *step, values);
  for (int n = 0; n < {n}; ++n) data[(long long)places[i] * {n} + n] = values[n];
}}
)",
                                                            fmt::arg("real", real), fmt::arg("n", formulas.size()));
}

/// A list of numbers in C++, to the last bit.
std::string listed(std::span<const double> numbers) {
  std::string text;
  for (const double x : numbers) text += fmt::format("{:.17g}, ", x);
  return text;
}

/// One thread for a cell. Straight cells: x = g[0] + g[1] r + g[2] s, y likewise, and weights without det J. Curved
/// ones: x, y and det J at each point.
template <class Real>
std::string source_text(const Formulas& formulas, const VolumeRule& rule, const ZoneView<Real>& zone) {
  const int nq = rule.size(), nk = static_cast<int>(rule.basis.size()) / nq, n_var = formulas.size();
  std::vector<double> basis = rule.basis, points;
  for (int q = 0; q < nq; ++q) {
    for (int k = 0; k < nk; ++k) basis[q * nk + k] *= rule.rule.weights[q];
    points.insert(points.end(), rule.rule.points[q].begin(), rule.rule.points[q].end());
  }
  const std::string place =
      zone.curved ? fmt::format(
                        "const double x = geometry[(3 * q) * {0}LL + c], y = geometry[(3 * q + 1) * {0}LL + c], "
                        "w = geometry[(3 * q + 2) * {0}LL + c];",
                        zone.padded)
                  : "const double r = points[2 * q], s = points[2 * q + 1], x = g[0] + g[1] * r + g[2] * s, "
                    "y = g[3] + g[4] * r + g[5] * s;";
  const StateLayout& layout = zone.layout;
  std::string stores;
  for (int n = 0; n < n_var; ++n)
    for (int k = 0; k < nk; ++k)
      stores += fmt::format("  moments[cell + {}LL] = m[{}][{}];\n", zone.state_begin + layout.mode(n, k), n, k);
  return formulas.device_function("formulas") +
         fmt::format(
             R"(
__constant__ double basis[{nq}][{nk}] = {{ {basis} }};
__constant__ double points[] = {{ {points} }};
extern "C" __global__ void source_moments(int cells, const double* geometry, const double* start, const double* step,
                                          double fraction, {real}* moments) {{
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells) return;
  const double t = *start + fraction * *step;
  double m[{n}][{nk}] = {{}};
  {affine}
#pragma unroll 1
  for (int q = 0; q < {nq}; ++q) {{
    {place}
    double values[{n}];
    formulas(x, y, 0.0, t, values);
#pragma unroll
    for (int n = 0; n < {n}; ++n)
#pragma unroll
      for (int k = 0; k < {nk}; ++k) m[n][k] += {weight}values[n] * basis[q][k];
  }}
  const long long cell = (long long)(c >> {shift}) * {block} + (long long)(c & {mask}) * {stride};
{stores}}}
)",
             fmt::arg("nq", nq), fmt::arg("nk", nk), fmt::arg("basis", listed(basis)),
             fmt::arg("points", listed(points)), fmt::arg("real", name_of_real<Real>), fmt::arg("n", n_var),
             fmt::arg("affine",
                      zone.curved
                          ? ""
                          : fmt::format("double g[6];\n  for (int i = 0; i < 6; ++i) g[i] = geometry[i * {}LL + c];",
                                        zone.padded)),
             fmt::arg("place", place), fmt::arg("weight", zone.curved ? "w * " : ""), fmt::arg("shift", layout.shift),
             fmt::arg("block", layout.block_stride),
             fmt::arg("mask", layout.shift >= 31 ? 0x7fffffff : (1 << layout.shift) - 1),
             fmt::arg("stride", layout.cell_stride), fmt::arg("stores", stores));
}

/// Cells of a zone in their order there.
template <class Real>
std::vector<Index> cells_of_zone(const Discretisation<Real>& discretisation, int zone) {
  const CellPlaces& places = discretisation.places();
  std::vector<Index> cells(discretisation.view().zones.zone[zone].cells);
  for (std::size_t c = 0; c < places.zone.size(); ++c)
    if (places.zone[c] == zone) cells[places.local[c]] = static_cast<Index>(c);
  return cells;
}

/// What source_text() reads, [number][cell].
template <class Real>
std::vector<double> source_geometry(const Mesh2& mesh, const VolumeRule& rule, const ZoneView<Real>& zone,
                                    const std::vector<Index>& cells) {
  const std::size_t numbers = DeviceSourceFormulas<Real>::geometry_numbers(zone.curved, rule.size());
  std::vector<double> geometry(numbers * zone.padded);
  CellPoints at;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    at.place(mesh, cells[i], rule);
    const auto store = [&](int n, double value) { geometry[static_cast<std::size_t>(n) * zone.padded + i] = value; };
    if (zone.curved) {
      for (int q = 0; q < rule.size(); ++q) {
        store(3 * q, at.x[q][0]);
        store(3 * q + 1, at.x[q][1]);
        store(3 * q + 2, determinant(at.jacobian[q]));
      }
      continue;
    }
    const auto& [r, s] = rule.rule.points[0];
    for (int d = 0; d < 2; ++d) {
      const auto& slope = at.jacobian[0][d];
      store(3 * d, at.x[0][d] - slope[0] * r - slope[1] * s);
      store(3 * d + 1, slope[0]);
      store(3 * d + 2, slope[1]);
    }
  }
  return geometry;
}

/// Arguments for RuntimeKernel::launch.
template <class... T>
std::vector<void*> arguments(T&... values) {
  return {const_cast<void*>(static_cast<const void*>(&values))...};
}

}  // namespace

template <class Real>
DeviceBoundaryFormulas<Real>::DeviceBoundaryFormulas(Backend& backend, const Formulas& formulas,
                                                     std::span<const std::array<double, 2>> points,
                                                     const std::vector<Index>& places, Real* data)
    : kernel_(boundary_text(formulas, name_of_real<Real>), "boundary_data"),
      count_(static_cast<Index>(points.size())),
      points_(backend, std::span(points.data()->data(), 2 * points.size())),
      places_(backend, places),
      data_(data) {}

template <class Real>
void DeviceBoundaryFormulas<Real>::evaluate(const StageTime& time) {
  double* points = points_.data();
  Index* places = places_.data();
  kernel_.launch(count_, arguments(count_, points, places, time.start, time.step, time.fraction, data_));
}

template <class Real>
DeviceSourceFormulas<Real>::DeviceSourceFormulas(Backend& backend, const Formulas& formulas, const Mesh2& mesh,
                                                 const Discretisation<Real>& discretisation,
                                                 std::span<const VolumeRule> rules, Real* moments)
    : moments_(moments) {
  const auto& zones = discretisation.view().zones;
  for (int z = 0; z < zones.count; ++z) {
    const ZoneView<Real>& zone = zones.zone[z];
    const VolumeRule& rule = rules[static_cast<int>(shape_of(zone.space))];
    const std::vector<Index> cells = cells_of_zone(discretisation, z);
    zones_.push_back({RuntimeKernel(source_text(formulas, rule, zone), "source_moments"), zone.cells,
                      Array<double>(backend, source_geometry(mesh, rule, zone, cells))});
  }
}

template <class Real>
void DeviceSourceFormulas<Real>::evaluate(const StageTime& time) {
  for (Zone& zone : zones_) {
    double* geometry = zone.geometry.data();
    zone.kernel.launch(zone.cells, arguments(zone.cells, geometry, time.start, time.step, time.fraction, moments_));
  }
}

template class DeviceBoundaryFormulas<float>;
template class DeviceBoundaryFormulas<double>;
template class DeviceSourceFormulas<float>;
template class DeviceSourceFormulas<double>;

}  // namespace dg
