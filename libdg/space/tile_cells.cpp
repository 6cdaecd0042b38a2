#include "libdg/space/tile_cells.hpp"

#include "libdg/backend/parallel.hpp"

namespace dg {
namespace {

/// Place of number i of a cell in an array of tiles.
std::size_t place_of(Index cell, int i, int numbers) {
  return (std::size_t(cell / tile_rows) * numbers + i) * tile_rows + cell % tile_rows;
}

}  // namespace

std::vector<double> tile_cell_geometry(const ZoneGeometry& zone, Index padded, int dim, int faces) {
  const int numbers = affine_cell_numbers(dim, faces);
  const std::size_t n = padded;
  std::vector<double> tiles(n * numbers);
  parallel_for(padded, [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    for (int m = 0; m < dim * dim; ++m) tiles[place_of(cell, cell_metric + m, numbers)] = zone.metric[m * n + cell];
    for (int f = 0; f < faces; ++f)
      tiles[place_of(cell, cell_lengths(dim) + f, numbers)] = zone.face[(f * (dim + 1) + dim) * n + cell];
    tiles[place_of(cell, numbers - 1, numbers)] = zone.inverse_length[cell];
  });
  return tiles;
}

template <int Dim>
double mean_face_length(const ZoneGeometry& zone, Index padded, Index cell, const Tables<double, Dim>& tables,
                        int face) {
  const CellShape shape = shape_of(tables.space);
  const int kind = kind_of_face(shape, face);
  const FaceTables<double, Dim>& faces = tables.faces[static_cast<std::size_t>(kind)];
  const int first = face * faces.n_points + first_face_row(shape, kind, tables.degree);
  double sum = 0, area = 0;
  for (int g = 0; g < faces.n_points; ++g) {
    const double weight = faces.weights[static_cast<std::size_t>(g)];
    sum += weight * zone.face[static_cast<std::size_t>((first + g) * (Dim + 1) + Dim) * padded + cell];
    area += weight;
  }
  return sum / area;
}

template double mean_face_length<2>(const ZoneGeometry&, Index, Index, const Tables<double, 2>&, int);
template double mean_face_length<3>(const ZoneGeometry&, Index, Index, const Tables<double, 3>&, int);

template <int Dim>
std::vector<double> curved_tile_cell_geometry(const ZoneGeometry& zone, Index padded,
                                              const Tables<double, Dim>& tables) {
  constexpr int of_point = curved_cell_point_numbers(Dim);
  const int faces = face_count(shape_of(tables.space)), points = static_cast<int>(tables.points.size()),
            modes = mode_count(tables.space, tables.degree), numbers = curved_cell_numbers(Dim, faces, points, modes),
            mass = curved_cell_mass(Dim, faces, points);
  const std::size_t n = padded;
  std::vector<double> tiles(n * numbers);
  parallel_for(padded, [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i), row = cell % tile_rows;
    for (int f = 0; f < faces; ++f) tiles[place_of(cell, f, numbers)] = mean_face_length(zone, padded, cell, tables, f);
    double* const first = &tiles[place_of(cell - row, curved_cell_points(faces), numbers)];
    for (int q = 0; q < points; ++q) {
      double* const point = first + q * of_point * tile_rows;
      for (int j = 0; j + 1 < of_point; ++j)
        point[(j / 2 * tile_rows + row) * 2 + j % 2] = zone.metric[(std::size_t(q) * Dim * Dim + j) * n + cell];
      const int last = of_point - 1;
      point[last % 2 == 0 ? last * tile_rows + row : (last / 2 * tile_rows + row) * 2 + 1] =
          zone.jacobian[q * n + cell];
    }
    for (int entry = 0; entry < modes * (modes + 1) / 2; ++entry)
      tiles[place_of(cell, mass + entry, numbers)] = zone.mass_inverse[entry * n + cell];
  });
  return tiles;
}

template std::vector<double> curved_tile_cell_geometry<2>(const ZoneGeometry&, Index, const Tables<double, 2>&);
template std::vector<double> curved_tile_cell_geometry<3>(const ZoneGeometry&, Index, const Tables<double, 3>&);

std::vector<Index> tile_cell_faces(const std::vector<Index>& face_number, Index padded) {
  const int faces = static_cast<int>(face_number.size() / padded);
  std::vector<Index> tiles(face_number.size());
  parallel_for(padded, [&](std::ptrdiff_t i) {
    const Index cell = static_cast<Index>(i);
    for (int f = 0; f < faces; ++f) tiles[place_of(cell, f, faces)] = face_number[std::size_t(f) * padded + cell];
  });
  return tiles;
}

}  // namespace dg
