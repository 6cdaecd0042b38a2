#include "apps/run/export_fields.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <variant>

#include "apps/case/suggest.hpp"
#include "apps/ranks.hpp"
#include "apps/run/boundary_rules.hpp"
#include "apps/run/order_mesh.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/run_record.hpp"
#include "apps/run/series_time.hpp"
#include "libdg/output/vtu_writer.hpp"
#include "libdg/solver/host_space.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"
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
std::vector<PointArray> chosen_fields(FieldSampler<Dim>& sampler, const std::vector<std::string>& names) {
  std::vector<PointArray> all = shown_fields(sampler), chosen;
  std::vector<std::string> known;
  for (const PointArray& field : all) known.push_back(field.name);
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) throw InputError("--variables: there is no '" + name + "'" + suggestion(name, known));
    chosen.push_back(all[static_cast<std::size_t>(found - known.begin())]);
  }
  return names.empty() ? all : chosen;
}

/// Fields of cells whose nodes are the vertices among those of a sampler of a higher order.
template <int Dim>
class FieldsAtVertices {
 public:
  FieldsAtVertices(const Mesh<Dim>& mesh, int order) : mesh_(mesh) {
    for (const CellShape shape : spaced_shapes<Dim>) {
      std::vector<std::size_t>& nodes = nodes_.emplace_back();
      const CellShape lattice = shown_lattice(shape);
      for_each_lattice_point(lattice, 1, [&](int i, int j, int k) {
        nodes.push_back(static_cast<std::size_t>(lattice_node(lattice, order, order * i, order * j, order * k)));
      });
    }
  }

  PointArray of(const PointArray& field) {
    const auto size = static_cast<std::size_t>(field.components);
    return {field.name, field.components, [this, field, size](Index cell) -> std::span<const double> {
              const std::span<const double> all = field.values(cell);
              values_.clear();
              for (const std::size_t node : nodes_[shape_number(mesh_.cell_shapes[cell])])
                values_.insert(values_.end(), &all[node * size], &all[node * size] + size);
              return values_;
            }};
  }

 private:
  const Mesh<Dim>& mesh_;
  std::vector<std::vector<std::size_t>> nodes_;  ///< by shape_number()
  std::vector<double> values_;
};

template <int Dim>
void export_mesh(Case c, const std::string& path, const ExportSettings& settings, Mesh<Dim> of_case) {
  const Mesh<Dim> mesh = mesh_of_run(c, std::move(of_case));
  Checkpoint checkpoint = read_checkpoint(path);
  require_matching(checkpoint, mesh_fingerprint(mesh), c.solver.degree, space_name(c.solver.quads), path);
  const HostSpace<Dim + 2, Dim> space(mesh, checkpoint.degree, c.solver.quads, mesh.cell_count());
  if (checkpoint.coefficients.size() != space.size())
    throw InputError(path + ": holds another number of coefficients than the case");

  const int order = shown_order(mesh, checkpoint.degree);
  const auto values = [&](const PointsOfShapes<Dim>& points) { return space.sample(checkpoint.coefficients, points); };
  FieldSampler<Dim> sampler(mesh, values, order, c.solver.gas.gamma);
  std::vector<PointArray> fields = chosen_fields(sampler, settings.variables);
  const OwnCells<Dim> own{mesh, {}, all_ranks()};
  const double time = goes_by_steps(c.solver) ? static_cast<double>(checkpoint.step) : checkpoint.time;
  if (!settings.linear) return write_vtu(own, sampler, order, fields, time, settings.path);
  FieldsAtVertices<Dim> vertices(mesh, order);
  for (PointArray& field : fields) field = vertices.of(field);
  FieldSampler<Dim> places(mesh, values, 1, c.solver.gas.gamma);
  write_vtu(own, places, 1, fields, time, settings.path);
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

void export_fields(Case c, const std::string& checkpoint, const ExportSettings& settings) {
  AnyMesh of_case = read_mesh_of(c);
  std::visit([&](auto& mesh) { export_mesh(std::move(c), checkpoint, settings, std::move(mesh)); }, of_case);
}

}  // namespace dg::app
