#include "libdg/solver/device_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dg {
namespace {

template <class Real>
constexpr const char* name_of_real = sizeof(Real) == 8 ? "double" : "float";

std::string boundary_text(const Formulas& formulas, int dim, const char* real) {
  return formulas.device_function("formulas") + fmt::format(R"(
extern "C" __global__ void boundary_data(int count, const double* points, const int* places, const double* start,
                                         const double* step, double fraction, {real}* data) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  double values[{n}];
  const double* x = points + {dim} * i;
  formulas(x[0], x[1], {z}, *start + fraction * *step, values);
  for (int n = 0; n < {n}; ++n) data[(long long)places[i] * {n} + n] = values[n];
}}
)",
                                                            fmt::arg("real", real), fmt::arg("n", formulas.size()),
                                                            fmt::arg("dim", dim),
                                                            fmt::arg("z", dim == 2 ? "0.0" : "x[2]"));
}

/// A list of numbers in C++, to the last bit.
std::string listed(std::span<const double> numbers) {
  std::string text;
  for (const double x : numbers) text += fmt::format("{:.17g}, ", x);
  return text;
}

/// Cells that a block works on: at most 32, as many as have their values in its memory and a thread for each variable.
int cells_per_block(int points, int n_var) {
  constexpr int shared_doubles = (40 << 10) / sizeof(double), warp = 32;
  return std::max(1, std::min({warp, RuntimeKernel::block / n_var, shared_doubles / (points * n_var)}));
}

/// Where a point lies, and in curved cells its det J. Straight cells: coordinate d is g_d0 + sum over r of g_dr xi_r,
/// and moments are without det J. Curved ones: the coordinates and det J of each point are stored.
template <int Dim>
std::string place_text(bool curved, Index padded) {
  static constexpr std::array names{'x', 'y', 'z'};
  const auto stored = [&](const std::string& number) {
    return fmt::format("geometry[({}) * {}LL + c]", number, padded);
  };
  std::string text = curved ? fmt::format("const double w = {}", stored(fmt::format("{} * q + {}", Dim + 1, int(Dim))))
                            : "const double w = 1.0";
  for (int d = 0; d < Dim; ++d) {
    text += fmt::format(", {} = ", names[d]);
    if (curved) text += stored(fmt::format("{} * q + {}", Dim + 1, d));
    for (int r = 0; r <= Dim && !curved; ++r) {
      const std::string factor = stored(fmt::format("{}", (Dim + 1) * d + r));
      text += r == 0 ? factor : fmt::format(" + {} * points[{} * q + {}]", factor, int(Dim), r - 1);
    }
  }
  return text + (Dim == 2 ? ", z = 0.0;" : ";");
}

/// What stores the moments of variable n of cell `first + cell`, which thread i holds if it `works`, where neighbouring
/// cells lie side by side: each where it belongs.
template <class Real>
std::string direct_store_text(const ZoneView<Real>& zone, int modes) {
  const StateLayout& layout = zone.layout;
  std::string text = fmt::format(
      R"(  if (!works || cell >= here) return;
  const long long c = first + cell;
  {}* out = moments + {}LL + (c >> {}) * {} + (c & {}) + n * {}LL;
)",
      name_of_real<Real>, zone.state_begin, layout.shift, layout.block_stride, (1LL << layout.shift) - 1,
      layout.variable_stride);
  for (int k = 0; k < modes; ++k) text += fmt::format("  out[{}] = moment[{}];\n", layout.mode(0, k), k);
  return text;
}

/// The same where the modes of a cell lie side by side, with zeros up to the end of each variable: by way of shared
/// memory, so that neighbouring threads write neighbouring numbers. Rows of an odd number of doubles begin in different
/// banks.
template <class Real>
std::string staged_store_text(const ZoneView<Real>& zone, int modes, int n_var) {
  const Index row = zone.layout.variable_stride;
  std::string text = "  __syncthreads();\n  if (works) {\n";
  for (Index k = 0; k < row; ++k)
    text += fmt::format("    shared[i * {} + {}] = {};\n", row | 1, k, k < modes ? fmt::format("moment[{}]", k) : "0");
  return text + fmt::format(R"(  }}
  __syncthreads();
  {0}* out = moments + {1}LL + first * {2}LL;
  for (int j = threadIdx.x; j < here * {2}; j += blockDim.x) out[j] = shared[j / {3} * {4} + j % {3}];
)",
                            name_of_real<Real>, zone.state_begin, n_var * row, row, row | 1);
}

/// A block first evaluates the source at all points of its cells, one thread for a point, then sums up moments, one
/// thread for a variable of a cell.
template <class Real, int Dim>
std::string source_text(const Formulas& formulas, const VolumeRule<Dim>& rule, const ZoneView<Real>& zone) {
  const int nq = rule.size(), nk = static_cast<int>(rule.basis.size()) / nq, n_var = formulas.size();
  std::vector<double> basis = rule.basis, points;
  for (int q = 0; q < nq; ++q) {
    for (int k = 0; k < nk; ++k) basis[q * nk + k] *= rule.rule.weights[q];
    points.insert(points.end(), rule.rule.points[q].begin(), rule.rule.points[q].end());
  }
  // Values of neighbouring threads of the second part lie side by side, and these threads are in the order of the
  // layout: cells, or the variables of a cell.
  const bool staged = zone.layout.cell_stride != 1;
  constexpr std::size_t most_constants = 6000;  // of 64 KB, which points need, too
  const int cells = cells_per_block(nq, n_var), values = cells * n_var;
  const std::size_t shared = std::max(nq, staged ? zone.layout.variable_stride | 1 : 0) * std::size_t(values);
  return formulas.device_function("formulas") +
         fmt::format(R"(
{memory} double basis[{nq} * {nk}] = {{ {basis} }};
__constant__ double points[] = {{ {points} }};
extern "C" __global__ void source_moments(int cells, const double* geometry, const double* start, const double* step,
                                          double fraction, {real}* moments) {{
  __shared__ __align__(16) double shared[{shared}];
  const int first = blockIdx.x * {cells}, here = min({cells}, cells - first);
  const double t = *start + fraction * *step;
  for (int i = threadIdx.x; i < {cells} * {nq}; i += blockDim.x) {{
    const int cell = i % {cells}, q = i / {cells}, c = first + cell;
    if (cell >= here) continue;
    {place}
    double source[{n}];
    formulas(x, y, z, t, source);
    for (int n = 0; n < {n}; ++n) shared[q * {values} + cell * {cell_step} + n * {variable_step}] = w * source[n];
  }}
  __syncthreads();
  const int i = threadIdx.x, cell = {cell_of}, n = {variable_of};
  const bool works = i < {values};
  double moment[{nk}] = {{}};
  if (works) {{
{unroll}
    for (int q = 0; q < {nq}; ++q) {{
      const double value = shared[q * {values} + i];
#pragma unroll
      for (int k = 0; k < {nk}; ++k) moment[k] += basis[q * {nk} + k] * value;
    }}
  }}
{store}}}
)",
                     fmt::arg("nq", nq), fmt::arg("nk", nk), fmt::arg("basis", listed(basis)),
                     fmt::arg("points", listed(points)), fmt::arg("real", name_of_real<Real>), fmt::arg("n", n_var),
                     fmt::arg("memory", basis.size() <= most_constants ? "__constant__" : "__device__ const"),
                     fmt::arg("unroll", basis.size() <= most_constants ? "#pragma unroll" : "#pragma unroll 1"),
                     fmt::arg("shared", shared), fmt::arg("cells", cells), fmt::arg("values", values),
                     fmt::arg("place", place_text<Dim>(zone.curved, zone.padded)),
                     fmt::arg("cell_step", staged ? n_var : 1), fmt::arg("variable_step", staged ? 1 : cells),
                     fmt::arg("cell_of", staged ? fmt::format("i / {}", n_var) : fmt::format("i % {}", cells)),
                     fmt::arg("variable_of", staged ? fmt::format("i % {}", n_var) : fmt::format("i / {}", cells)),
                     fmt::arg("store", staged ? staged_store_text(zone, nk, n_var) : direct_store_text(zone, nk)));
}

/// What source_text() reads, [number][cell].
template <class Real, int Dim>
std::vector<double> source_geometry(const Mesh<Dim>& mesh, const VolumeRule<Dim>& rule, const ZoneView<Real>& zone,
                                    const std::vector<Index>& cells) {
  const std::size_t numbers = DeviceSourceFormulas<Real, Dim>::geometry_numbers(zone.curved, rule.size());
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

/// Arguments for RuntimeKernel::launch.
template <class... T>
std::vector<void*> arguments(T&... values) {
  return {const_cast<void*>(static_cast<const void*>(&values))...};
}

}  // namespace

template <class Real, int Dim>
DeviceBoundaryFormulas<Real, Dim>::DeviceBoundaryFormulas(Backend& backend, const Formulas& formulas,
                                                          std::span<const std::array<double, Dim>> points,
                                                          const std::vector<Index>& places, Real* data)
    : kernel_(boundary_text(formulas, Dim, name_of_real<Real>), "boundary_data"),
      count_(static_cast<Index>(points.size())),
      points_(backend, std::span(points.data()->data(), Dim * points.size())),
      places_(backend, places),
      data_(data) {}

template <class Real, int Dim>
void DeviceBoundaryFormulas<Real, Dim>::evaluate(const StageTime& time) {
  double* points = points_.data();
  Index* places = places_.data();
  kernel_.launch(count_, arguments(count_, points, places, time.start, time.step, time.fraction, data_));
}

template <class Real, int Dim>
DeviceSourceFormulas<Real, Dim>::DeviceSourceFormulas(Backend& backend, const Formulas& formulas, const Mesh<Dim>& mesh,
                                                      const Discretisation<Real, Dim>& discretisation,
                                                      std::span<const VolumeRule<Dim>> rules) {
  const auto& zones = discretisation.view().zones;
  for (int z = 0; z < zones.count; ++z) {
    const ZoneView<Real>& zone = zones.zone[z];
    const VolumeRule<Dim>& rule = rules[shape_number(shape_of(zone.space))];
    const std::vector<Index>& cells = discretisation.zones()[z].cells;
    const int per_block = cells_per_block(rule.size(), formulas.size());
    zones_.push_back({RuntimeKernel(source_text(formulas, rule, zone), "source_moments"), zone.cells,
                      (zone.cells + per_block - 1) / per_block * RuntimeKernel::block,
                      Array<double>(backend, source_geometry(mesh, rule, zone, cells))});
  }
}

template <class Real, int Dim>
void DeviceSourceFormulas<Real, Dim>::evaluate(const StageTime& time, Real* moments) {
  for (Zone& zone : zones_) {
    if (zone.cells == 0) continue;
    double* geometry = zone.geometry.data();
    zone.kernel.launch(zone.threads, arguments(zone.cells, geometry, time.start, time.step, time.fraction, moments));
  }
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
