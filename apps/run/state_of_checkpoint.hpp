/// The state that a checkpoint holds, with the mesh of its case, without a solver.
#pragma once

#include <string>
#include <vector>

#include "apps/case/case.hpp"
#include "libdg/output/checkpoint.hpp"
#include "libdg/solver/host_space.hpp"
#include "meshes/mesh.hpp"

namespace dg::app {

/// The case that a checkpoint holds, as that of the file which the record in its folder names. So paths in it lead from
/// there. Without a record, it is as one of that folder. Throws InputError if it is none.
Case case_of_checkpoint(const Checkpoint& checkpoint, const std::string& path);

template <int Dim>
class StateOfCheckpoint {
 public:
  /// Of a case and its mesh, which it puts in the order that a run of the case has. Throws InputError for a checkpoint
  /// that is not of this case.
  StateOfCheckpoint(Case c, Mesh<Dim> mesh, const std::string& path);
  StateOfCheckpoint(const StateOfCheckpoint&) = delete;

  const Case& settings() const { return case_; }
  const Mesh<Dim>& mesh() const { return mesh_; }
  const Checkpoint& checkpoint() const { return checkpoint_; }

  /// As SolverOf::sample().
  std::vector<double> sample(const PointsOfShapes<Dim>& points) const {
    return space_.sample(checkpoint_.coefficients, points);
  }

 private:
  Case case_;
  Mesh<Dim> mesh_;
  Checkpoint checkpoint_;
  HostSpace<Dim + 2, Dim> space_;
};

}  // namespace dg::app
