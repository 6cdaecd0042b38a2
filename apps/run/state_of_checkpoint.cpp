#include "apps/run/state_of_checkpoint.hpp"

#include <filesystem>
#include <fstream>

#include "apps/run/boundary_rules.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/run_record.hpp"
#include "meshes/errors.hpp"
#include "meshes/mesh_fingerprint.hpp"

namespace dg::app {
namespace {

namespace fs = std::filesystem;

/// The mesh as a run of the case has it.
template <int Dim>
Mesh<Dim> mesh_of_run(Case& c, Mesh<Dim> mesh) {
  c = apply_boundary_rules(std::move(c), mesh);
  static_cast<void>(join_and_check_boundaries(c, mesh));
  return c.mesh.ordering.method == OrderingMethod::none ? std::move(mesh) : in_order(mesh, c.mesh.ordering).mesh;
}

template <int Dim>
Checkpoint checkpoint_of(const Case& c, const Mesh<Dim>& mesh, const std::string& path) {
  Checkpoint checkpoint = read_checkpoint(path);
  require_matching(checkpoint, mesh_fingerprint(mesh), c.solver.degree, space_name(c.solver.quads), path);
  return checkpoint;
}

}  // namespace

Case case_of_checkpoint(const Checkpoint& checkpoint, const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  std::ifstream record(folder / RunRecord::name);
  std::string name = (folder / "case of the checkpoint").string();
  const std::string key = "case ";
  for (std::string line; std::getline(record, line);)
    if (line.starts_with(key)) name = (folder / line.substr(key.size())).lexically_normal().string();
  return interpret_case(IniFile::parse(checkpoint.case_text, name), {});
}

template <int Dim>
StateOfCheckpoint<Dim>::StateOfCheckpoint(Case c, Mesh<Dim> mesh, const std::string& path)
    : case_(std::move(c)),
      mesh_(mesh_of_run(case_, std::move(mesh))),
      checkpoint_(checkpoint_of(case_, mesh_, path)),
      space_(mesh_, checkpoint_.degree, case_.solver.quads, mesh_.cell_count()) {
  if (checkpoint_.coefficients.size() != space_.size())
    throw InputError(path + ": its number of coefficients is not that of the case");
}

template class StateOfCheckpoint<2>;
template class StateOfCheckpoint<3>;

}  // namespace dg::app
