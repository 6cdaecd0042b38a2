/// The parts of the module rkdg._core.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "meshes/any_mesh.hpp"

namespace dg::app {

/// A mesh as Python holds it.
struct MeshHolder {
  AnyMesh mesh;
};

void bind_case(nanobind::module_& module);
void bind_lattice(nanobind::module_& module);
void bind_mesh(nanobind::module_& module);
void bind_quadrature(nanobind::module_& module);
void bind_ranks(nanobind::module_& module);
void bind_reorder(nanobind::module_& module);
void bind_simulation(nanobind::module_& module);

/// The processes that mpirun has started this one among; this one alone without it. Throws InputError where this build
/// has no MPI.
Communicator& started_together();

/// Numbers as an array of NumPy that owns them.
template <class T>
nanobind::ndarray<nanobind::numpy, T> array_of(std::vector<T> values, const std::vector<std::size_t>& shape) {
  auto* const owned = new std::vector<T>(std::move(values));
  const nanobind::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::ndarray<nanobind::numpy, T>(owned->data(), shape.size(), shape.data(), owner);
}

}  // namespace dg::app
