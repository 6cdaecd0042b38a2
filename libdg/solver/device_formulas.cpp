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

/// Cells that a block works on: as many as have their values in its memory.
int cells_per_block(int points, int n_var) {
  constexpr std::size_t shared_bytes = 40 << 10;
  return 32 * sizeof(double) * points * n_var <= shared_bytes ? 32 : 8;
}

/// Where a point lies, and in curved cells its det J. Straight cells: x = g[0] + g[1] r + g[2] s, y likewise, and
/// moments without det J. Curved ones: x, y and det J of each point are stored.
std::string place_text(bool curved, Index padded) {
  const std::string number = fmt::format("[({{}}) * {}LL + c]", padded);
  const auto g = [&](const std::string& i) { return "geometry" + fmt::format(fmt::runtime(number), i); };
  if (curved) return fmt::format("const double x = {}, y = {}, w = {};", g("3 * q"), g("3 * q + 1"), g("3 * q + 2"));
  return fmt::format(
      "const double r = points[2 * q], s = points[2 * q + 1], w = 1.0, x = {} + {} * r + {} * s, y = {} + {} * r + {} "
      "* s;",
      g("0"), g("1"), g("2"), g("3"), g("4"), g("5"));
}

/// Offsets of all modes of all variables in the state of a cell, [variable][mode].
template <class Real>
std::string mode_offsets(const ZoneView<Real>& zone, int n_var, int modes) {
  std::string text;
  for (int n = 0; n < n_var; ++n)
    for (int k = 0; k < modes; ++k) text += fmt::format("{}, ", zone.layout.mode(n, k));
  return text;
}

/// A block first evaluates the source at all points of its cells, one thread for a point, then sums up moments, one
/// thread for a mode of a cell; neighbouring threads write what lies side by side in the layout.
template <class Real>
std::string source_text(const Formulas& formulas, const VolumeRule& rule, const ZoneView<Real>& zone) {
  const int nq = rule.size(), nk = static_cast<int>(rule.basis.size()) / nq, n_var = formulas.size();
  std::vector<double> basis = rule.basis, points;
  for (int q = 0; q < nq; ++q) {
    for (int k = 0; k < nk; ++k) basis[q * nk + k] *= rule.rule.weights[q];
    points.insert(points.end(), rule.rule.points[q].begin(), rule.rule.points[q].end());
  }
  const StateLayout& layout = zone.layout;
  const bool modes_side_by_side = layout.cell_stride != 1;
  const int threads_per_mode = RuntimeKernel::block / nk;
  return formulas.device_function("formulas") +
         fmt::format(R"(
__device__ const double basis[{nq} * {nk}] = {{ {basis} }};
__constant__ double points[] = {{ {points} }};
__constant__ int offsets[{n} * {nk}] = {{ {offsets} }};
extern "C" __global__ void source_moments(int cells, const double* geometry, const double* start, const double* step,
                                          double fraction, {real}* moments) {{
  __shared__ __align__(16) double values[{nq}][{block_cells}][{n}];
  const int first = blockIdx.x * {block_cells}, here = min({block_cells}, cells - first);
  const double t = *start + fraction * *step;
  for (int i = threadIdx.x; i < {block_cells} * {nq}; i += blockDim.x) {{
    const int cell = i % {block_cells}, q = i / {block_cells}, c = first + cell;
    if (cell >= here) continue;
    {place}
    double source[{n}];
    formulas(x, y, 0.0, t, source);
    for (int n = 0; n < {n}; ++n) values[q][cell][n] = w * source[n];
  }}
  __syncthreads();
  // A thread keeps to one mode, whose basis at all points it holds.
  const int k = {mode_of};
  if (k >= {nk}) return;
  double phi[{nq}];
#pragma unroll
  for (int q = 0; q < {nq}; ++q) phi[q] = basis[q * {nk} + k];
  for (int cell = {cell_of}; cell < here; cell += {threads_per_mode}) {{
    const int c = first + cell;
    double moment[{n}] = {{}};
#pragma unroll
    for (int q = 0; q < {nq}; ++q)
      for (int n = 0; n < {n}; ++n) moment[n] += phi[q] * values[q][cell][n];
    {real}* out = moments + {begin}LL + (long long)(c >> {shift}) * {block} + (long long)(c & {mask}) * {stride};
    for (int n = 0; n < {n}; ++n) out[offsets[n * {nk} + k]] = moment[n];
  }}
}}
)",
                     fmt::arg("nq", nq), fmt::arg("nk", nk), fmt::arg("basis", listed(basis)),
                     fmt::arg("points", listed(points)), fmt::arg("offsets", mode_offsets(zone, n_var, nk)),
                     fmt::arg("real", name_of_real<Real>), fmt::arg("n", n_var),
                     fmt::arg("block_cells", cells_per_block(nq, n_var)),
                     fmt::arg("place", place_text(zone.curved, zone.padded)),
                     fmt::arg("threads_per_mode", threads_per_mode),
                     fmt::arg("cell_of", modes_side_by_side ? fmt::format("threadIdx.x / {}", nk)
                                                            : fmt::format("threadIdx.x % {}", threads_per_mode)),
                     fmt::arg("mode_of", modes_side_by_side ? fmt::format("threadIdx.x < {} ? threadIdx.x % {} : {}",
                                                                          threads_per_mode * nk, nk, nk)
                                                            : fmt::format("threadIdx.x / {}", threads_per_mode)),
                     fmt::arg("begin", zone.state_begin), fmt::arg("shift", layout.shift),
                     fmt::arg("block", layout.block_stride),
                     fmt::arg("mask", layout.shift >= 31 ? 0x7fffffff : (1 << layout.shift) - 1),
                     fmt::arg("stride", layout.cell_stride));
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
    const std::vector<Index>& cells = discretisation.zones()[z].cells;
    const int per_block = cells_per_block(rule.size(), formulas.size());
    zones_.push_back({RuntimeKernel(source_text(formulas, rule, zone), "source_moments"), zone.cells,
                      (zone.cells + per_block - 1) / per_block * RuntimeKernel::block,
                      Array<double>(backend, source_geometry(mesh, rule, zone, cells))});
  }
}

template <class Real>
void DeviceSourceFormulas<Real>::evaluate(const StageTime& time) {
  for (Zone& zone : zones_) {
    if (zone.cells == 0) continue;
    double* geometry = zone.geometry.data();
    zone.kernel.launch(zone.threads, arguments(zone.cells, geometry, time.start, time.step, time.fraction, moments_));
  }
}

template class DeviceBoundaryFormulas<float>;
template class DeviceBoundaryFormulas<double>;
template class DeviceSourceFormulas<float>;
template class DeviceSourceFormulas<double>;

}  // namespace dg
