#include "libdg/solver/source_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "libdg/backend/runtime_kernel.hpp"

namespace dg {
namespace {

template <class Real>
constexpr const char* name_of_real = sizeof(Real) == 8 ? "double" : "float";

/// A list of numbers in C++, to the last bit.
std::string listed(std::span<const double> numbers) {
  std::string text;
  for (const double x : numbers) text += fmt::format("{:.17g}, ", x);
  return text;
}

/// Cells that a block works on: as many as have their numbers in its memory and a thread for each variable.
int most_cells_per_block(int numbers, int variables) {
  constexpr int shared_doubles = (40 << 10) / sizeof(double);
  return std::max(1, std::min(RuntimeKernel::block / variables, shared_doubles / numbers));
}

/// The conserved variables that formulas need of the state: of a gas, or of other equations, whose gamma is 0.
template <int Dim>
std::vector<int> state_fields(const Formulas& formulas, double gamma) {
  if (!formulas.uses_state()) return {};
  if (gamma == 0) {
    std::vector<int> fields;
    for (int i = 0; i < state_variables; ++i)
      if (formulas.uses(state_variable(i))) fields.push_back(i);
    return fields;
  }
  const bool all = formulas.uses(Variable::p) || formulas.uses(Variable::T);
  std::vector<int> fields{0};
  for (int d = 0; d < Dim; ++d)
    if (all || formulas.uses(static_cast<Variable>(static_cast<int>(Variable::u) + d))) fields.push_back(1 + d);
  if (all) fields.push_back(Dim + 1);
  return fields;
}

/// Number `number` of the geometry of cell c.
std::string stored(int number, Index padded) {
  return fmt::format("geometry[{}LL + c]", std::int64_t(number) * padded);
}

/// What is the same for all points of a straight cell: g_dr, where coordinate d is g_d0 + sum over r of g_dr xi_r.
template <int Dim>
std::string cell_text(bool curved, Index padded) {
  std::string text;
  for (int g = 0; g < Dim * (Dim + 1) && !curved; ++g)
    text += fmt::format("const double g{} = {};\n    ", g, stored(g, padded));
  return text;
}

/// Where a point lies, and the factor of its moments: in straight cells these are without det J, for curved ones the
/// coordinates and det J of each point are stored.
template <int Dim>
std::string place_text(bool curved, Index padded) {
  static constexpr std::array names{'x', 'y', 'z'};
  const auto at_point = [&](int number) {
    return fmt::format("geometry[({} * q + {}) * {}LL + c]", Dim + 1, number, padded);
  };
  std::string text = "const double w = " + (curved ? at_point(Dim) : "1.0");
  for (int d = 0; d < Dim; ++d) {
    text += fmt::format(", {} = {}", names[d], curved ? at_point(d) : fmt::format("g{}", (Dim + 1) * d));
    for (int r = 0; r < Dim && !curved; ++r)
      text += fmt::format(" + g{} * points[{} * q + {}]", (Dim + 1) * d + 1 + r, int(Dim), r);
  }
  return text + (Dim == 2 ? ", z = 0.0;" : ";");
}

/// What stores the moments of value n of cell `first + cell`, which thread i holds if it `works`, where neighbouring
/// cells lie side by side: each where it belongs.
template <class Real>
std::string direct_store_text(const ZoneView<Real>& zone, int modes) {
  const StateLayout& layout = zone.layout;
  std::string text = fmt::format(
      R"(    if (!works) continue;
    const long long c = first + cell;
    {}* out = to + {}LL + (c >> {}) * {} + (c & {}) + variable_of[n] * {}LL;
)",
      name_of_real<Real>, zone.state_begin, layout.shift, layout.block_stride, (1LL << layout.shift) - 1,
      layout.variable_stride);
  for (int k = 0; k < modes; ++k) text += fmt::format("    out[{}] = moment[{}];\n", layout.mode(0, k), k);
  return text;
}

/// The same where the modes of a cell lie side by side, with zeros up to the end of each variable: by way of shared
/// memory, so that neighbouring threads write neighbouring numbers. Rows of an odd number of doubles begin in different
/// banks.
template <class Real>
std::string staged_store_text(const ZoneView<Real>& zone, int modes, int values, int n_var) {
  const Index row = zone.layout.variable_stride;
  std::string text = "    __syncthreads();\n    if (works) {\n";
  for (Index k = 0; k < row; ++k)
    text +=
        fmt::format("      source[i * {} + {}] = {};\n", row | 1, k, k < modes ? fmt::format("moment[{}]", k) : "0");
  return text + fmt::format(R"(    }}
    __syncthreads();
    {real}* out = to + {begin}LL + first * {cell}LL;
    for (int j = threadIdx.x; j < here * {used}; j += blockDim.x)
      out[j / {used} * {cell} + variable_of[j % {used} / {row}] * {row} + j % {row}] = source[j / {row} * {odd} + j % {row}];
)",
                            fmt::arg("real", name_of_real<Real>), fmt::arg("begin", zone.state_begin),
                            fmt::arg("cell", n_var * row), fmt::arg("used", values * row), fmt::arg("row", row),
                            fmt::arg("odd", row | 1));
}

/// phi_k at the points, [mode][point], where the modes of a variable lie, and which fields of the state are needed.
template <class Real, int Dim>
std::string value_tables(const VolumeRule<Dim>& rule, const ZoneView<Real>& zone, int modes,
                         const std::vector<int>& fields) {
  std::string places;
  for (int k = 0; k < modes; ++k) places += fmt::format("{}LL, ", zone.layout.mode(0, k));
  const int points = rule.size();
  std::vector<double> basis(rule.basis.size());
  for (int q = 0; q < points; ++q)
    for (int k = 0; k < modes; ++k) basis[k * points + q] = rule.basis[q * modes + k];
  return fmt::format(
      "__device__ const double basis_values[] = {{ {} }};\n__constant__ long long place_of[] = {{ {} }};\n"
      "__constant__ int field_of[] = {{ {} }};\n",
      listed(basis), places, fmt::join(fields, ", "));
}

/// What brings the modes of these fields of a block's cells to shared memory, [field][mode][cell]: neighbouring threads
/// read neighbouring numbers.
template <class Real>
std::string fetch_text(const ZoneView<Real>& zone, int fields, int modes, int cells) {
  const StateLayout& layout = zone.layout;
  const bool side_by_side = layout.cell_stride == 1;
  return fmt::format(
      R"(  for (int j = threadIdx.x; j < {count}; j += blockDim.x) {{
    const int cell = {cell_of}, k = {mode_of}, f = {field_of}, c = first + min(cell, here - 1);
    modes[(f * {modes} + k) * {cells} + cell] =
        state_modes[{begin}LL + (long long)(c >> {shift}) * {block} + (long long)(c & {mask}) * {stride} +
                    field_of[f] * {variable}LL + place_of[k]];
  }}
  __syncthreads();
)",
      fmt::arg("count", fields * modes * cells), fmt::arg("modes", modes), fmt::arg("cells", cells),
      fmt::arg("cell_of", side_by_side ? fmt::format("j % {}", cells) : fmt::format("j / {}", fields * modes)),
      fmt::arg("mode_of", side_by_side ? fmt::format("j / {} % {}", cells, modes) : fmt::format("j % {}", modes)),
      fmt::arg("field_of",
               side_by_side ? fmt::format("j / {}", cells * modes) : fmt::format("j / {} % {}", modes, fields)),
      fmt::arg("begin", zone.state_begin), fmt::arg("shift", layout.shift), fmt::arg("block", layout.block_stride),
      fmt::arg("mask", (1LL << layout.shift) - 1), fmt::arg("stride", layout.cell_stride),
      fmt::arg("variable", layout.variable_stride));
}

/// The state that formulas of a gas see, from its conserved variables.
template <int Dim>
std::string gas_text(double gamma) {
  return fmt::format(
      R"(        state[0] = u[0];
        double squares = 0;
        for (int d = 0; d < {dim}; ++d) {{
          state[1 + d] = u[1 + d] / u[0];
          squares += state[1 + d] * u[1 + d];
        }}
        state[4] = {gamma_1} * (u[{n} - 1] - 0.5 * squares);
        state[5] = {gamma} * state[4] / u[0];
)",
      fmt::arg("n", Dim + 2), fmt::arg("dim", int(Dim)), fmt::arg("gamma", gamma), fmt::arg("gamma_1", gamma - 1));
}

/// The variables of the state at point q of a block's cell, from its modes.
template <int Dim>
std::string state_text(const std::vector<int>& fields, int modes, int points, int cells, double gamma) {
  std::string assignments;
  for (std::size_t f = 0; f < fields.size(); ++f)
    assignments += fmt::format("{}[{}] = field[{}]; ", gamma == 0 ? "state" : "u", fields[f], f);
  return fmt::format(
      R"(double {u}state[{variables}] = {{}};
      {{
        double field[{fields}] = {{}};
        for (int k = 0; k < {modes}; ++k)
#pragma unroll
          for (int f = 0; f < {fields}; ++f)
            field[f] += basis_values[k * {points} + q] * modes[(f * {modes} + k) * {cells} + cell];
        {assignments}
{of_gas}      }})",
      fmt::arg("u", gamma == 0 ? "" : fmt::format("u[{}] = {{}}, ", Dim + 2)),
      fmt::arg("variables", int(state_variables)), fmt::arg("fields", fields.size()),
      fmt::arg("assignments", assignments), fmt::arg("modes", modes), fmt::arg("points", points),
      fmt::arg("cells", cells), fmt::arg("of_gas", gamma == 0 ? "" : gas_text<Dim>(gamma)));
}

}  // namespace

template <class Real, int Dim>
SourceKernel source_kernel(const Formulas& formulas, const VolumeRule<Dim>& rule, const ZoneView<Real>& zone, int times,
                           double gamma) {
  const int nq = rule.size(), nk = static_cast<int>(rule.basis.size()) / nq;
  std::vector<double> basis = rule.basis, points;
  for (int q = 0; q < nq; ++q) {
    for (int k = 0; k < nk; ++k) basis[q * nk + k] *= rule.rule.weights[q];
    points.insert(points.end(), rule.rule.points[q].begin(), rule.rule.points[q].end());
  }
  std::vector<int> vary;
  for (int n = 0; n < formulas.size(); ++n)
    if (formulas.varies(n) || (formulas.uses_state() && formulas.takes_parameters(n))) vary.push_back(n);
  const int n = static_cast<int>(vary.size());
  // Values of neighbouring threads of the second part lie side by side, and these threads are in the order of the
  // layout: cells, or the variables of a cell.
  const bool staged = zone.layout.cell_stride != 1;
  constexpr std::size_t most_constants = 2000;  // loops over more take the compiler longer than three seconds
  const int at_once = staged ? std::max<int>(nq, zone.layout.variable_stride | 1) : nq;
  const std::vector<int> fields = state_fields<Dim>(formulas, gamma);
  const int field_count = static_cast<int>(fields.size());
  const int cells = most_cells_per_block(at_once * n * times + field_count * nk, n), values = cells * n;
  const std::string text =
      formulas.device_functions(vary) + (formulas.uses_state() ? value_tables(rule, zone, nk, fields) : "") +
      fmt::format(
          R"(
{memory} double basis[{nq} * {nk}] = {{ {basis} }};
__constant__ double points[] = {{ {points} }};
__constant__ int variable_of[] = {{ {vary} }};
extern "C" __global__ void __launch_bounds__({block}) source_moments(
    int cells, const double* geometry, const double* start, const double* step, double fraction,
    double second_fraction, {real}* moments, {real}* second_moments, const double* parameters,
    const {real}* state_modes) {{
  __shared__ __align__(16) double shared[{times} * {shared}];
{modes_text}  __shared__ AtTime at_time[{times}];
  const int i = threadIdx.x, first = blockIdx.x * {cells}, here = min({cells}, cells - first);
  if (i < {times}) evaluate_at_time(*start + (i == 0 ? fraction : second_fraction) * *step, parameters, at_time[i]);
  __syncthreads();
{fetch}  {{
    const int cell = i % {cells}, c = first + min(cell, here - 1);
    {cell_text}
#pragma unroll 1
    for (int q = i / {cells}; q < {nq}; q += {threads_of_cell}) {{
      if (i >= {cells} * {threads_of_cell} || cell >= here) break;
      {place}
      AtPlace at_place;
      evaluate_at_place(x, y, z, at_place);
      {state}
#pragma unroll
      for (int s = 0; s < {times}; ++s) {{
        double source[{n}];
        evaluate_values(at_time[s], at_place, state, source);
#pragma unroll
        for (int n = 0; n < {n}; ++n)
          shared[s * {shared} + q * {values} + cell * {cell_step} + n * {variable_step}] = w * source[n];
      }}
    }}
  }}
  __syncthreads();
  const int cell = {cell_of}, n = {variable_of};
  const bool works = i < {values} && cell < here;
#pragma unroll
  for (int s = 0; s < {times}; ++s) {{
    double* source = shared + s * {shared};
    {real}* to = s == 0 ? moments : second_moments;
    double moment[{nk}] = {{}};
    if (works) {{
{unroll}
      for (int q = 0; q < {nq}; ++q) {{
        const double value = source[q * {values} + i];
#pragma unroll
        for (int k = 0; k < {nk}; ++k) moment[k] += basis[q * {nk} + k] * value;
      }}
    }}
{store}  }}
}}
)",
          fmt::arg("nq", nq), fmt::arg("nk", nk), fmt::arg("basis", listed(basis)), fmt::arg("points", listed(points)),
          fmt::arg("vary", fmt::join(vary, ", ")), fmt::arg("block", RuntimeKernel::block),
          fmt::arg("real", name_of_real<Real>), fmt::arg("n", n), fmt::arg("times", times),
          fmt::arg("memory", basis.size() <= most_constants ? "__constant__" : "__device__ const"),
          fmt::arg("unroll", basis.size() <= most_constants ? "#pragma unroll" : "#pragma unroll 1"),
          fmt::arg("shared", at_once * values), fmt::arg("cells", cells), fmt::arg("values", values),
          fmt::arg("threads_of_cell", RuntimeKernel::block / cells),
          fmt::arg("cell_text", cell_text<Dim>(zone.curved, zone.padded)),
          fmt::arg("place", place_text<Dim>(zone.curved, zone.padded)),
          fmt::arg("state", formulas.uses_state() ? state_text<Dim>(fields, nk, nq, cells, gamma)
                                                  : "const double* state = nullptr;"),
          fmt::arg("modes_text", formulas.uses_state()
                                     ? fmt::format("  __shared__ double modes[{}];\n", field_count * nk * cells)
                                     : ""),
          fmt::arg("fetch", formulas.uses_state() ? fetch_text(zone, field_count, nk, cells) : ""),
          fmt::arg("cell_step", staged ? n : 1), fmt::arg("variable_step", staged ? 1 : cells),
          fmt::arg("cell_of", staged ? fmt::format("i / {}", n) : fmt::format("i % {}", cells)),
          fmt::arg("variable_of", staged ? fmt::format("i % {}", n) : fmt::format("i / {}", cells)),
          fmt::arg("store", staged ? staged_store_text(zone, nk, n, formulas.size()) : direct_store_text(zone, nk)));
  return {text, cells};
}

template SourceKernel source_kernel(const Formulas&, const VolumeRule<2>&, const ZoneView<float>&, int, double);
template SourceKernel source_kernel(const Formulas&, const VolumeRule<3>&, const ZoneView<float>&, int, double);
template SourceKernel source_kernel(const Formulas&, const VolumeRule<2>&, const ZoneView<double>&, int, double);
template SourceKernel source_kernel(const Formulas&, const VolumeRule<3>&, const ZoneView<double>&, int, double);

}  // namespace dg
