#include <fmt/format.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "apps/python/bindings.hpp"
#include "apps/run/order_mesh.hpp"
#include "libdg/core/errors.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/foreign_mesh.hpp"
#include "meshes/generate.hpp"
#include "meshes/mesh_file.hpp"

namespace nb = nanobind;

namespace dg::app {
namespace {

using Points = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Connectivity = nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Elements by the names of meshio, and Gmsh's number of each; nodes of these are in the same order in both.
struct ElementType {
  const char* name;
  int number, nodes, dim;
};
constexpr std::array element_types{ElementType{"line", 1, 2, 1},     ElementType{"line3", 8, 3, 1},
                                   ElementType{"triangle", 2, 3, 2}, ElementType{"triangle6", 9, 6, 2},
                                   ElementType{"quad", 3, 4, 2},     ElementType{"quad9", 10, 9, 2},
                                   ElementType{"tetra", 4, 4, 3},    ElementType{"hexahedron", 5, 8, 3},
                                   ElementType{"wedge", 6, 6, 3},    ElementType{"pyramid", 7, 5, 3}};

const ElementType& type_of(const std::string& name) {
  std::string names;
  for (const ElementType& type : element_types) {
    if (name == type.name) return type;
    names += (names.empty() ? "" : ", ") + std::string(type.name);
  }
  throw InputError(fmt::format("Mesh: there are no cells '{}'; there are: {}", name, names));
}

/// Cells of a type, and the boundary that they are; empty: they are cells of the domain.
using Block = nb::typed<nb::tuple, nb::str, Connectivity, nb::str>;

class MeshFromArrays {
 public:
  explicit MeshFromArrays(const Points& points) : dim_(static_cast<int>(points.shape(1))) {
    for (std::size_t i = 0; i < points.shape(0); ++i) {
      auto& node = mesh_.nodes.emplace_back();
      for (int d = 0; d < dim_; ++d) {
        node[d] = points.data()[i * dim_ + d];
        if (!std::isfinite(node[d]))
          throw InputError(fmt::format("Mesh: point {} has a coordinate that is not finite: {}", i, node[d]));
      }
    }
  }

  void add(const std::string& name, const Connectivity& cells, const std::string& boundary) {
    const ElementType& type = type_of(name);
    const std::string what =
        boundary.empty() ? fmt::format("cells '{}'", name) : fmt::format("boundary '{}', '{}'", boundary, name);
    if (static_cast<int>(cells.shape(1)) != type.nodes)
      throw InputError(fmt::format("Mesh: {}: the array has shape ({}, {}); {} points belong to each", what,
                                   cells.shape(0), cells.shape(1), type.nodes));
    ElementBlock& block = mesh_.blocks.emplace_back();
    block.type = type.number;
    if (!boundary.empty()) block.groups.push_back(tag_of(boundary, type.dim));
    const auto count = static_cast<std::int64_t>(mesh_.nodes.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::int64_t n = cells.data()[i];
      if (n < 0 || n >= count)
        throw InputError(fmt::format("Mesh: {}: number {} names point {}; there are points 0 to {}", what,
                                     i / cells.shape(1), n, count - 1));
      block.nodes.push_back(static_cast<Index>(n));
    }
  }

  AnyMesh finish(std::vector<std::string>& notes) { return mesh_of(std::move(mesh_), "Mesh", notes); }

 private:
  int tag_of(const std::string& boundary, int dim) {
    for (const auto& [key, name] : mesh_.group_names)
      if (key.first == dim && name == boundary) return key.second;
    const int tag = static_cast<int>(mesh_.group_names.size()) + 1;
    mesh_.group_names[{dim, tag}] = boundary;
    return tag;
  }

  int dim_;
  ForeignMesh mesh_;
};

using Notes = std::vector<std::string>;

std::pair<MeshHolder, Notes> mesh_from_arrays(const Points& points, const std::vector<Block>& blocks) {
  MeshFromArrays made(points);
  for (const Block& block : blocks)
    made.add(nb::cast<std::string>(block[0]), nb::cast<Connectivity>(block[1]), nb::cast<std::string>(block[2]));
  Notes notes;
  MeshHolder mesh{made.finish(notes)};
  return {std::move(mesh), std::move(notes)};
}

std::pair<MeshHolder, Notes> read(const std::string& path) {
  Notes notes;
  MeshHolder mesh{read_any_mesh(path, &notes)};
  return {std::move(mesh), std::move(notes)};
}

MeshHolder ordered(const MeshHolder& holder, const std::string& method, const std::vector<std::string>& starts,
                   std::uint64_t seed) {
  const OrderingOptions options{.method = parse_ordering_method(method), .starts = starts, .seed = seed};
  return std::visit([&](const auto& mesh) { return MeshHolder{in_order(mesh, options).mesh}; }, holder.mesh);
}

template <class Of>
auto of_mesh(const Of& of) {
  return [of](const MeshHolder& holder) { return std::visit(of, holder.mesh); };
}

std::map<std::string, Index> boundary_sizes(const MeshHolder& holder) {
  return std::visit(
      [](const auto& mesh) {
        std::map<std::string, Index> sizes;
        for (const std::string& name : mesh.boundary_names) sizes[name];
        for (const Face& face : mesh.faces)
          if (face.boundary >= 0) ++sizes[mesh.boundary_names[static_cast<std::size_t>(face.boundary)]];
        return sizes;
      },
      holder.mesh);
}

template <int Dim>
auto points_of(const Mesh<Dim>& mesh) {
  std::vector<double> all;
  for (const auto& node : mesh.nodes) all.insert(all.end(), node.begin(), node.end());
  return array_of(std::move(all), {mesh.nodes.size(), Dim});
}

template <int Dim>
auto centroids_of(const Mesh<Dim>& mesh) {
  std::vector<double> all;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell)
    for (const double x : cell_centroid(mesh, cell)) all.push_back(x);
  return array_of(std::move(all), {mesh.cell_shapes.size(), Dim});
}

template <int Dim>
auto volumes_of(const Mesh<Dim>& mesh) {
  std::vector<double> all;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) all.push_back(cell_volume(mesh, cell));
  return array_of(std::move(all), {mesh.cell_shapes.size()});
}

std::vector<std::pair<std::string, std::string>> generators() {
  std::vector<std::pair<std::string, std::string>> all;
  for (const GeneratorInfo& info : mesh_generators()) {
    std::string help = info.help;
    for (const GeneratorParameter& p : info.parameters)
      help += fmt::format("\n  {} = {}: {}", p.key, p.fallback, p.help);
    all.emplace_back(info.name, help);
  }
  return all;
}

}  // namespace

void bind_mesh(nb::module_& module) {
  nb::class_<MeshHolder>(module, "MeshHolder", "A checked mesh, as the solver takes it.")
      .def_prop_ro("dim", of_mesh([]<int Dim>(const Mesh<Dim>&) { return Dim; }))
      .def_prop_ro("order", of_mesh([](const auto& mesh) { return mesh.geometry_order; }))
      .def_prop_ro("cell_count", of_mesh([](const auto& mesh) { return mesh.cell_count(); }))
      .def_prop_ro("face_count", of_mesh([](const auto& mesh) { return mesh.face_count(); }))
      .def_prop_ro("boundaries", &boundary_sizes)
      .def("points", of_mesh([](const auto& mesh) { return points_of(mesh); }))
      .def("centroids", of_mesh([](const auto& mesh) { return centroids_of(mesh); }))
      .def("volumes", of_mesh([](const auto& mesh) { return volumes_of(mesh); }))
      .def("ordered", &ordered, nb::arg("method"), nb::arg("starts"), nb::arg("seed"),
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "write",
          [](const MeshHolder& holder, const std::string& path) {
            std::visit([&](const auto& mesh) { write_mesh(mesh, path); }, holder.mesh);
          },
          nb::arg("path"), nb::call_guard<nb::gil_scoped_release>());
  module.def("read_mesh", &read, nb::arg("path"), nb::call_guard<nb::gil_scoped_release>());
  module.def("mesh_from_arrays", &mesh_from_arrays, nb::arg("points"), nb::arg("blocks"),
             "Blocks are (type, array of point numbers, boundary); the boundary of cells is ''.");
  module.def(
      "generate_mesh",
      [](const std::string& name, int level, const GeneratorParameters& parameters) {
        return MeshHolder{generate_any_mesh(name, level, parameters)};
      },
      nb::arg("name"), nb::arg("level"), nb::arg("parameters"), nb::call_guard<nb::gil_scoped_release>());
  module.def("mesh_generators", &generators, "Pairs of the name of a generator and what it takes.");
}

}  // namespace dg::app
