#include "apps/commands/deliver_mesh.hpp"

#include <variant>

#include "apps/case/suggest.hpp"
#include "apps/console.hpp"
#include "meshes/mesh_file.hpp"

namespace dg::app {

void deliver_mesh(const AnyMesh& mesh, const std::string& output) {
  std::visit(
      [&](const auto& of_dimension) {
        write_mesh(of_dimension, output);
        print_out("{}: {} cells, {} faces, order {}, boundaries: {}\n", output, of_dimension.cell_count(),
                  of_dimension.face_count(), of_dimension.geometry_order, join(of_dimension.boundary_names));
      },
      mesh);
}

}  // namespace dg::app
