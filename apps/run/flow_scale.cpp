#include "apps/run/flow_scale.hpp"

#include "libdg/backend/parallel.hpp"
#include "libdg/backend/reduce.hpp"
#include "libdg/solver/flow_length.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::app {

template <int Dim>
FlowScale flow_scale(const Case& c, const Mesh<Dim>& mesh, Communicator& ranks) {
  const ReferenceSection& reference = c.reference;
  return {.length = reference.gives_length ? reference.length : flow_length(mesh, c.solver.boundaries, ranks),
          .gamma = c.solver.gas.gamma};
}

template <int Dim>
double volume_of(const OwnCells<Dim>& own) {
  std::vector<double> volumes(own.count());
  parallel_for(own.count(),
               [&](std::ptrdiff_t cell) { volumes[cell] = cell_volume(own.mesh, static_cast<Index>(cell)); });
  ExactSum sum;
  for (const double volume : volumes) sum.add(volume);
  reduce_sums(own.ranks, std::span(&sum, 1));
  return sum.value();
}

template FlowScale flow_scale<2>(const Case&, const Mesh<2>&, Communicator&);
template FlowScale flow_scale<3>(const Case&, const Mesh<3>&, Communicator&);
template double volume_of<2>(const OwnCells<2>&);
template double volume_of<3>(const OwnCells<3>&);

}  // namespace dg::app
