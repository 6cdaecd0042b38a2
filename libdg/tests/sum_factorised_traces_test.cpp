#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "libdg/element/basis.hpp"
#include "libdg/kernels/integrands/sum_factorised_side_2d.hpp"
#include "libdg/kernels/integrands/sum_factorised_side_3d.hpp"

namespace dg {
namespace {

constexpr int n_var = 2;

/// Modes of two variables, [variable][mode].
std::vector<double> modes_of_cell(int n_modes) {
  std::vector<double> u;
  for (int i = 0; i < n_var * n_modes; ++i) u.push_back(std::sin(0.7 + 1.3 * i));
  return u;
}

/// The zone of one cell of Q^p with its modes side by side, variable after variable.
ZoneView<double> zone_of_cell(int n_modes) {
  ZoneView<double> zone{};
  zone.layout = {.shift = 0,
                 .block_stride = n_var * n_modes,
                 .variable_stride = n_modes,
                 .group_stride = mode_group,
                 .mode_stride = 1,
                 .cell_stride = 1};
  return zone;
}

/// Values of a hexahedron's variables at the points of lines, x fastest.
std::vector<double> values_of_cell(int degree, const std::vector<double>& modes) {
  const auto line = gauss_legendre(degree + 1);
  const int n = line.size(), n_modes = n * n * n;
  std::vector<double> phi(static_cast<std::size_t>(n_modes)), values(modes.size());
  for (int i = 0; i < n_modes; ++i) {
    const auto at = [&](int place) { return line.points[place % n][0]; };
    evaluate_basis<3>(Space::hexahedron_Q, degree, {at(i), at(i / n), at(i / n / n)}, phi);
    for (int v = 0; v < n_var; ++v)
      values[static_cast<std::size_t>(v * n_modes + i)] =
          std::inner_product(phi.begin(), phi.end(), modes.begin() + v * n_modes, 0.0);
  }
  return values;
}

/// Side are the lines of that dimension.
template <template <int, class> class Side, int P, int Dim>
void require_traces_of_tables(const Tables<double, Dim>& t, PointOrder order, int slot, bool by_points = false) {
  constexpr int NG = Dim == 2 ? P + 1 : (P + 1) * (P + 1), n_modes = NG * (P + 1), kind = face_kinds(Dim) - 1;
  const auto modes = modes_of_cell(n_modes), state = by_points ? values_of_cell(P, modes) : modes;
  ZoneView<double> zone = zone_of_cell(n_modes);
  zone.by_points = by_points;
  const Side<P, double> side(zone, slot, order, 0);
  double u[NG][n_var], normal[NG][n_var];
  side.traces(state.data(), 0, true, u, normal);
  const auto& table = t.faces[kind].side[static_cast<std::size_t>(order)];
  for (int g = 0; g < NG; ++g)
    for (int n = 0; n < n_var; ++n) {
      double value = 0, derivative = 0;
      for (int k = 0; k < n_modes; ++k) {
        const auto at = static_cast<std::size_t>(2 * ((g * n_modes + k) * code_slots(Dim) + slot));
        value += table[at] * modes[static_cast<std::size_t>(n * n_modes + k)];
        derivative += table[at + 1] * modes[static_cast<std::size_t>(n * n_modes + k)];
      }
      INFO("degree " << P << ", slot " << slot << ", order " << int(order) << ", point " << g << ", by points "
                     << by_points);
      CHECK(u[g][n] == Approx(value).epsilon(1e-12).margin(1e-12));
      CHECK(normal[g][n] == Approx(derivative).epsilon(1e-12).margin(1e-11));
    }
}

/// Calls check.operator()<P>() for the degrees 1 to n.
template <int n, class Check>
void for_degrees(const Check& check) {
  [&]<int... I>(std::integer_sequence<int, I...>) { (check.template operator()<I + 1>(), ...); }
  (std::make_integer_sequence<int, n>{});
}

TEST_CASE("Along lines, traces of Q^p on each face and in both orders are those of the dense tables") {
  for_degrees<max_degree>([]<int P> {
    const auto t = make_tables<double>(Space::quadrilateral_Q, P, 2 * P);
    for (const PointOrder order : {PointOrder::own, PointOrder::neighbour})
      for (int slot = 0; slot < 4; ++slot) require_traces_of_tables<SumFactorisedSide2D, P>(t, order, slot);
  });
}

TEST_CASE("Along lines, traces of Q^p on each face of hexahedra, in every orientation, are those of the dense tables") {
  for_degrees<3>([]<int P> {
    const auto t = make_tables<double, 3>(Space::hexahedron_Q, P, 2 * P);
    for (const bool by_points : {false, true})
      for (int face = 0; face < 6; ++face) {
        require_traces_of_tables<SumFactorisedSide3D, P>(t, PointOrder::own, face, by_points);
        for (int orientation = 0; orientation < orientation_slots(3); ++orientation)
          require_traces_of_tables<SumFactorisedSide3D, P>(t, PointOrder::neighbour, face + orientation * face_slots(3),
                                                           by_points);
      }
  });
}

TEST_CASE("Lines across a face of a hexahedron begin at the points of the face, at the number that lines have") {
  for_degrees<4>([]<int P> {
    constexpr int N = P + 1;
    const auto line = gauss_legendre(N);
    for (int face = 0; face < 6; ++face) {
      const OwnFaceLines lines = own_face_lines<N>(face);
      const FaceMap<3> map(CellShape::hexahedron, face);
      const auto centre = map.at({0, 0});
      const int across = std::abs(centre[0]) > 0.5 ? 0 : std::abs(centre[1]) > 0.5 ? 1 : 2;
      CHECK(lines.inward == (centre[across] > 0 ? -1 : 1) * line_step<N>(across));
      CHECK(hexahedron_face_at<N>(across, centre[across] > 0) == face);
      for (int g = 0; g < N * N; ++g) {
        const auto x = map.at({line.points[g % N][0], line.points[g / N][0]});
        const int begin = lines.first + g % N * lines.step[0] + g / N * lines.step[1],
                  number = lines.first_line + g % N * lines.line_step[0] + g / N * lines.line_step[1];
        const int place[]{begin % N, begin / N % N, begin / (N * N)};
        for (int d = 0; d < 3; ++d) {
          if (d != across) CHECK(line.points[place[d]][0] == Approx(x[d]).margin(1e-14));
          if (d == across) CHECK(place[d] == (x[d] > 0 ? N - 1 : 0));
        }
        const int low = across == 0 ? 1 : 0, high = across == 2 ? 1 : 2;
        CHECK(number == place[high] * N + place[low]);
      }
    }
  });
}

TEST_CASE("From values at points, traces at both ends of a line are those of the modes") {
  constexpr int N = 4;
  const auto line = make_line_matrices<double, N>();
  double modes[N] = {0.3, -1.1, 0.7, 0.2}, points[N];
  std::copy(std::begin(modes), std::end(modes), points);
  line.to_points(points);
  for (const bool last : {false, true}) {
    double phi[N], slope[N], value = 0, outward = 0, from_points = 0, slope_from_points = 0;
    evaluate_legendre(last ? 1 : -1, phi, slope);
    for (int i = 0; i < N; ++i) {
      value += phi[i] * modes[i];
      outward += (last ? 1 : -1) * slope[i] * modes[i];
      from_points += line.end_from_points[last ? i : N - 1 - i] * points[i];
      slope_from_points += line.end_slope_from_points[last ? i : N - 1 - i] * points[i];
    }
    CHECK(from_points == Approx(value).epsilon(1e-13));
    CHECK(slope_from_points == Approx(outward).epsilon(1e-13));
  }
}

}  // namespace
}  // namespace dg
