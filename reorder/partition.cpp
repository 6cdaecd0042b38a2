#include "reorder/partition.hpp"

#include <algorithm>
#include <string>

#include "meshes/errors.hpp"

#ifdef RKDG_HAVE_METIS
#include <metis.h>
#endif

namespace dg {

#ifdef RKDG_HAVE_METIS

bool has_metis() { return true; }

// METIS wants each neighbour once, and never the cell itself.
std::vector<int> partition_cells(const CellGraph& graph, int parts, std::span<const int> weights, std::uint64_t seed) {
  std::vector<idx_t> part(graph.cell_count(), 0);
  if (parts == 1) return {part.begin(), part.end()};
  std::vector<idx_t> begin{0}, neighbours, costs(weights.begin(), weights.end());
  begin.reserve(part.size() + 1);
  neighbours.reserve(graph.cell_neighbours.size());
  for (Index cell = 0; cell < graph.cell_count(); ++cell) {
    const auto first = neighbours.end() - neighbours.begin();
    for (const Index next : graph.neighbours_of(cell))
      if (next != -1 && next != cell) neighbours.push_back(next);
    std::sort(neighbours.begin() + first, neighbours.end());
    neighbours.erase(std::unique(neighbours.begin() + first, neighbours.end()), neighbours.end());
    begin.push_back(static_cast<idx_t>(neighbours.size()));
  }
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(seed & 0x7fffffff);
  idx_t cells = graph.cell_count(), constraints = 1, count = parts, cut = 0;
  if (METIS_PartGraphKway(&cells, &constraints, begin.data(), neighbours.data(), costs.empty() ? nullptr : costs.data(),
                          nullptr, nullptr, &count, nullptr, nullptr, options, &cut, part.data()) != METIS_OK)
    throw RunError("METIS could not cut the mesh into " + std::to_string(parts) + " parts");
  return {part.begin(), part.end()};
}

#else

bool has_metis() { return false; }

std::vector<int> partition_cells(const CellGraph& graph, int parts, std::span<const int>, std::uint64_t) {
  if (parts == 1) return std::vector<int>(graph.cell_count(), 0);
  throw InputError(
      "to cut a mesh into parts needs METIS, and this build is without it: install libmetis-dev and configure again");
}

#endif

}  // namespace dg
