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
