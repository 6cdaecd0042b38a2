#include "apps/run/export_fields.hpp"

#include <algorithm>
#include <variant>

#include "apps/case/suggest.hpp"
#include "apps/ranks.hpp"
#include "apps/run/problem.hpp"
#include "apps/run/series_time.hpp"
#include "apps/run/state_of_checkpoint.hpp"
#include "libdg/output/vtu_writer.hpp"
#include "meshes/errors.hpp"
#include "meshes/lattice.hpp"

namespace dg::app {
namespace {

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
void export_state(const StateOfCheckpoint<Dim>& state, const ExportSettings& settings) {
  const Case& c = state.settings();
  const Mesh<Dim>& mesh = state.mesh();
  const Checkpoint& checkpoint = state.checkpoint();
  const int order = shown_order(mesh, checkpoint.degree);
  const auto values = [&](const PointsOfShapes<Dim>& points) { return state.sample(points); };
  FieldSampler<Dim> sampler(mesh, values, order, c.solver.gas.gamma);
  sampler.set_temperature_unit(c.units.kelvin);
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

void export_fields(Case c, const std::string& checkpoint, const ExportSettings& settings) {
  AnyMesh of_case = read_mesh_of(c);
  std::visit(
      [&]<int Dim>(Mesh<Dim>& mesh) {
        export_state(StateOfCheckpoint<Dim>(std::move(c), std::move(mesh), checkpoint), settings);
      },
      of_case);
}

}  // namespace dg::app
