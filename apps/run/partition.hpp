/// Which rank works on which cell.
#pragma once

#include <string>
#include <vector>

#include "apps/case/case.hpp"
#include "libdg/backend/communicator.hpp"
#include "libdg/solver/options.hpp"
#include "meshes/mesh.hpp"
#include "meshes/subdomain.hpp"

namespace dg::app {

/// Time that a cell takes in a stage, in tenths of that of a straight triangle or tetrahedron of the same degree.
int cell_cost(CellShape shape, bool curved, const SolverOptions& options);

/// The part of each cell, by METIS: about the same cost for each part, few faces between them. Throws InputError if the
/// build has no METIS.
template <int Dim>
std::vector<int> parts_of_cells(const Mesh<Dim>& mesh, int parts, const SolverOptions& options);

/// The rank of each cell, as parts_of_cells(). The same on all ranks, which call this together. Throws InputError if
/// the build has no METIS or there are fewer cells than ranks.
template <int Dim>
std::vector<int> partition(const Mesh<Dim>& mesh, const SolverOptions& options, Communicator& ranks);

/// A subdomain with its cells and faces as the rank has them in memory.
template <int Dim>
Subdomain<Dim> arranged(Subdomain<Dim> part, RankOrder order);

/// What this rank has of a mesh that is not cut yet, as partition() cuts it. All ranks call this together.
template <int Dim>
Subdomain<Dim> part_of(const Mesh<Dim>& mesh, const SolverOptions& options, RankOrder order, Communicator& ranks);

/// What the ranks of a partition have.
struct PartitionShares {
  struct Share {
    Index cells = 0, halo = 0;  ///< own, and of others beside them
    double cost = 0.0;          ///< relative to the mean
    std::int64_t bytes = 0;     ///< of the solver's arrays; 0: there is none
  };
  std::vector<Share> ranks;  ///< or parts
  Index cut_faces = 0;
};

template <int Dim>
PartitionShares shares_of(const Mesh<Dim>& mesh, const std::vector<int>& rank_of, int ranks,
                          const SolverOptions& options);

/// The shares that ranks have, each of which knows its own; all of them call this together.
template <int Dim>
PartitionShares shares_of(const Subdomain<Dim>& part, const SolverOptions& options, Communicator& ranks);

/// The shares as lines for users, of a mesh with so many faces, each called by what it is for: "rank" or "part".
std::string shares_text(const PartitionShares& shares, Index faces, const std::string& what);

/// Throws InputError, on all ranks, unless both sides of every face between two ranks have read the same of it. Then
/// one expects what the other sends. All ranks call this together.
template <int Dim>
void require_common_faces(const Subdomain<Dim>& part, const std::string& path, Communicator& ranks);

}  // namespace dg::app
