#include "libdg/time/stability.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace dg {
namespace {

using Row = std::array<double, max_degree + 1>;

/// Regular prisms with faces of equal size have the highest limits: h over that of their triangle, squared.
/// cell_length() gives the latter.
constexpr double triangle_part = 0.10 * 3 + 0.19;

constexpr std::array<double, 5> etas{1, 2, 3, 4, 6};

/// Spectral radius times h^2 / nu at each of `etas`, by degree.
using Radii = std::array<std::array<double, etas.size()>, max_degree + 1>;

/// The largest of right triangles, square to thin, equilateral and flat obtuse ones, between which h leaves some 10 %.
constexpr Radii triangle_radii{{{6.13, 12.25, 18.38, 24.50, 36.75},
                                {24.43, 53.53, 84.24, 114.97, 176.43},
                                {78.72, 185.85, 300.43, 415.02, 644.21},
                                {196.50, 466.16, 752.88, 1055.85, 1663.03},
                                {425.36, 1019.14, 1659.16, 2326.13, 3677.75},
                                {820.70, 1949.31, 3186.00, 4497.57, 7128.20},
                                {1453.00, 3440.00, 5617.00, 7940.00, 12600.00},
                                {2386.00, 5627.00, 9217.00, 13046.00, 20729.00}}};
constexpr Radii square_radii{{{4.00, 8.00, 12.00, 16.00, 24.00},
                              {17.15, 40.00, 66.00, 92.00, 144.00},
                              {62.00, 178.22, 305.37, 432.70, 687.47},
                              {172.38, 440.63, 768.62, 1097.52, 1755.92},
                              {383.27, 1078.15, 1881.31, 2687.79, 4303.08},
                              {743.02, 2015.10, 3538.03, 5067.96, 8132.63},
                              {1310.07, 3782.96, 6623.04, 9477.75, 15197.35},
                              {2152.54, 6094.85, 10704.10, 15337.31, 24620.33}}};
constexpr Radii tensor_radii{{{4.00, 8.00, 12.00, 16.00, 24.00},
                              {26.70, 72.00, 120.00, 168.00, 264.00},
                              {120.00, 292.29, 508.16, 724.11, 1156.07},
                              {340.25, 840.00, 1478.17, 2117.49, 3396.91},
                              {760.47, 1951.89, 3444.57, 4941.86, 7939.59},
                              {1477.81, 3928.82, 6934.04, 9951.08, 15993.24},
                              {2609.21, 7136.24, 12585.62, 18059.23, 29023.14},
                              {4290.99, 12004.44, 21150.78, 30340.74, 48750.80}}};

/// Of 3-D cells, the degrees of has_stability_limits(). Those of the tetrahedra of a cube times 4/3, which is what
/// the squares of the faces of a regular one, relative to the largest, add up to more.
constexpr Radii tetrahedron_radii{{{4.00, 8.00, 12.00, 16.00, 24.00},
                                   {12.69, 27.12, 41.60, 56.09, 85.07},
                                   {36.33, 83.77, 131.75, 179.92, 276.40},
                                   {83.17, 189.28, 297.17, 405.52, 622.63},
                                   {168.68, 390.41, 617.27, 845.48, 1303.32},
                                   {306.61, 704.97, 1114.01, 1525.33, 2350.24}}};
constexpr Radii cube_radii{{{6.00, 12.00, 18.00, 24.00, 36.00},
                            {24.00, 48.00, 72.00, 99.99, 156.00},
                            {69.30, 211.49, 357.41, 503.70, 796.55},
                            {184.09, 462.93, 800.23, 1139.00, 1817.10},
                            {386.41, 1180.49, 2039.46, 2902.75, 4632.39},
                            {747.25, 2069.18, 3613.41, 5165.83, 8276.32}}};
/// Of the prisms of a cube with faces of equal size, which have the highest, as sums of what they have across, half of
/// tensor_radii, and in their plane; the latter times 3/2 for those of regular triangles.
constexpr Radii prism_radii{{{5.00, 10.00, 15.00, 20.00, 30.00},
                             {15.03, 41.99, 68.98, 95.97, 149.95},
                             {62.98, 160.94, 275.27, 389.83, 619.11},
                             {173.28, 438.34, 764.89, 1092.31, 1747.77},
                             {384.02, 1004.26, 1761.44, 2521.53, 4043.69},
                             {748.00, 2004.00, 3528.00, 5058.00, 8122.00}}};

/// Of the six pyramids of a cube, of heights from 0.1 to 2.5 the largest. With eta = 1 BR2 is not stable on them at any
/// step: the entry is that of eta = 2. Degrees 3 and 4 are bounds, those of prisms in the ratio at degree 1, which is
/// lower at degree 2.
constexpr Radii pyramid_radii{{{1.50, 3.00, 4.50, 6.00, 9.00},
                               {15.20, 15.20, 24.00, 32.90, 50.60},
                               {48.10, 48.10, 78.80, 109.20, 170.20},
                               {160.90, 160.90, 280.70, 400.90, 641.40},
                               {368.60, 368.60, 646.40, 925.40, 1484.00},
                               {725.60, 725.60, 1277.88, 1833.00, 2945.05}}};

/// The operator is the sum of those of the line and of the triangle.
std::array<double, etas.size()> product_prism_radii(int degree) {
  auto row = tensor_radii[degree];
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = row[i] / 2 + triangle_part * triangle_radii[degree][i];
  return row;
}

std::array<double, etas.size()> radii(Space space, int degree) {
  switch (space) {
    case Space::triangle_P:
      return triangle_radii[degree];
    case Space::quadrilateral_P:
      return square_radii[degree];
    case Space::tetrahedron_P:
      return tetrahedron_radii[degree];
    case Space::hexahedron_P:
      return cube_radii[degree];
    case Space::prism_P:
      return prism_radii[degree];
    case Space::pyramid_P:
      return pyramid_radii[degree];
    case Space::prism_Q:
      return product_prism_radii(degree);
    default:
      break;
  }
  // The tensor operator is the sum of as many one-dimensional ones as there are directions.
  auto row = tensor_radii[degree];
  for (double& radius : row) radius *= dim_of(space) / 2.0;
  return row;
}

/// Multistage4 is for degree 0 only. Of 3-D cells, only ratios of two schemes are wanted.
const Row& convective_row(Space space, TimeScheme scheme) {
  static constexpr std::array<Row, 4> triangle{{{.7583, .3704, .2092, .1420, .0997, .0763, .0589, .0481},
                                                {1.3236, .6115, .3533, .2376, .1677, .1282, .0993, .0810},
                                                {.8405, .4121, .2320, .1580, .1107, .0848, .0654, .0535},
                                                {1.8641}}};
  static constexpr std::array<Row, 4> square{{{.8884, .3924, .2070, .1300, .0897, .0661, .0511, .0408},
                                              {1.5507, .6392, .3405, .2153, .1492, .1103, .0854, .0683},
                                              {.9848, .4415, .2318, .1451, .1000, .0736, .0568, .0453},
                                              {2.1839}}};
  const bool simplex = space == Space::triangle_P || space == Space::tetrahedron_P;
  return (simplex ? triangle : square)[static_cast<int>(scheme)];
}

/// End of the stability interval on the negative real axis.
double real_extent(TimeScheme scheme) {
  if (scheme == TimeScheme::ssprk3) return 2.5127;
  if (scheme == TimeScheme::multistage4) return 6.177;
  return scheme == TimeScheme::ssprk54 ? 5.331 : 2.7853;
}

}  // namespace

bool has_stability_limits(int dim, int degree) { return dim == 2 || degree <= 5; }

double convective_limit(Space space, int degree, TimeScheme scheme) {
  assert(degree >= 0 && degree <= max_degree && dim_of(space) == 2);
  const double limit = convective_row(space, scheme)[degree];
  if (space != Space::quadrilateral_Q) return limit;
  // The tensor operator is the sum of two one-dimensional ones; the diagonal direction is the worst. 1-D limits of
  // SSP-RK3.
  static constexpr Row one_dimensional{1.2560, .4090, .2090, .1300, .0890, .0660, .0510, .0407};
  return one_dimensional[degree] / std::sqrt(2.0) * limit / convective_row(space, TimeScheme::ssprk3)[degree];
}

double acoustic_limit(Space space, int degree, TimeScheme scheme) {
  assert(degree >= 0 && degree <= max_degree);
  // Of the tetrahedra and prisms of cubes, times what the faces of a regular one add up to more, relative to the
  // largest.
  static constexpr std::array<Row, 4> rows_3d{{{.6280, .3771, .2218, .1587, .1097, .0811},
                                               {.5030, .2923, .1614, .1126, .0762, .0554},
                                               {.4179, .2518, .1342, .0970, .0644, .0510},
                                               {.9175, .5770, .3280, .1600, .1100, .0810}}};
  static constexpr std::array<Row, 3> ssprk3{{{.5862, .2991, .1613, .1138, .0732, .0570, .0414, .0332},
                                              {.6282, .3141, .1623, .1095, .0725, .0550, .0408, .0330},
                                              {.6282, .2094, .1047, .0628, .0419, .0299, .0224, .0174}}};
  const double other = convective_row(space, scheme)[degree] / convective_row(space, TimeScheme::ssprk3)[degree];
  const double line = 2 * ssprk3[static_cast<int>(Space::quadrilateral_Q)][degree];
  if (space == Space::hexahedron_Q) return line / 3 * other;
  if (space == Space::prism_Q) {
    const double triangle = ssprk3[static_cast<int>(Space::triangle_P)][degree] / std::sqrt(triangle_part);
    return other / (1 / line + 1 / triangle);
  }
  if (dim_of(space) == 3)
    return rows_3d[static_cast<int>(shape_of(space)) - static_cast<int>(CellShape::tetrahedron)][degree] * other;
  return ssprk3[static_cast<int>(space)][degree] * other;
}

double reconstruction_limit(Space space, TimeScheme scheme) {
  static constexpr std::array<std::array<double, 4>, cell_shape_count> rows{{{.586, .994, .649, .6},
                                                                             {.628, 1.087, .696, .6},
                                                                             {.62, 1.15, .69, .6},
                                                                             {.5, .86, .555, .5},
                                                                             {.418, .724, .464, .4},
                                                                             {1.05, 1.85, 1.15, 1.5}}};
  return rows[static_cast<std::size_t>(shape_of(space))][static_cast<std::size_t>(scheme)];
}

double reconstruction_viscous_limit(Space space, TimeScheme scheme) {
  // Of equilateral triangles, squares, tetrahedra with equal faces, prisms over equilateral triangles, cubes, and the
  // pyramids of a cube.
  static constexpr std::array<double, cell_shape_count> radii{9.2, 8.0, 5.4, 8.6, 12.0, 2.1};
  return real_extent(scheme) / radii[static_cast<std::size_t>(shape_of(space))];
}

double viscous_limit(Space space, int degree, TimeScheme scheme, double eta) {
  assert(degree >= 0 && degree <= max_degree && eta > 0);
  const auto row = radii(space, degree);
  // The radius is close to linear in eta between the entries, and bounded by its first entry below them.
  std::size_t i = 1;
  while (i + 1 < etas.size() && eta > etas[i]) ++i;
  const double slope = (row[i] - row[i - 1]) / (etas[i] - etas[i - 1]);
  const double radius = std::max(row[0], row[i - 1] + slope * (eta - etas[i - 1]));
  return real_extent(scheme) / radius;
}

}  // namespace dg
