/// The parts of the module rkdg._core.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <vector>

#include "meshes/any_mesh.hpp"

namespace dg::app {

/// A mesh as Python holds it.
struct MeshHolder {
  AnyMesh mesh;
};

void bind_case(nanobind::module_& module);
void bind_mesh(nanobind::module_& module);
void bind_quadrature(nanobind::module_& module);
void bind_reorder(nanobind::module_& module);
void bind_simulation(nanobind::module_& module);

/// Numbers as an array of NumPy that owns them.
template <class T>
nanobind::ndarray<nanobind::numpy, T> array_of(std::vector<T> values, const std::vector<std::size_t>& shape) {
  auto* const owned = new std::vector<T>(std::move(values));
  const nanobind::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nanobind::ndarray<nanobind::numpy, T>(owned->data(), shape.size(), shape.data(), owner);
}

}  // namespace dg::app
