/// The equations on a mesh, discrete in space: what the kernels of the right-hand side read.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/equations/physics.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

template <class Eq>
class SemiDiscretisation : public Discretisation<typename Eq::Real, Eq::dim> {
 public:
  using Real = typename Eq::Real;

  /// Throws InputError for a boundary without condition, a condition without boundary (unless another rank has it), and
  /// as Discretisation does.
  SemiDiscretisation(Backend& backend, const Mesh<Eq::dim>& mesh, const SpaceOptions& options,
                     const Physics<Eq>& physics, const Halo& halo = {})
      : Discretisation<Real, Eq::dim>(backend, mesh, options, Eq::n_var, halo),
        conditions_(backend, conditions_of(mesh, physics.boundaries, halo.is_whole())),
        boundary_data_(backend, std::vector<Real>(data_size(this->boundary_faces().size(), options.degree), Real(1))) {
    static_cast<SpaceView<Real>&>(context_) = this->view();
    context_.equations = physics.equations;
    context_.riemann = physics.flux;
    context_.conditions = conditions_.data();
    context_.boundary_data = boundary_data_.data();
  }

  const KernelContext<Eq>& context() const { return context_; }

  /// Replaces the data of boundaries that take them, [boundary face][point][n_var]: what they are, their condition
  /// says.
  void set_boundary_data(const std::vector<Real>& data) { boundary_data_.copy_in(data); }
  /// How many numbers they are.
  std::size_t boundary_data_size() const { return boundary_data_.size(); }
  /// Where they lie in the backend's memory.
  Real* boundary_data() { return boundary_data_.data(); }

 private:
  using Boundaries = std::vector<typename Physics<Eq>::Boundary>;

  static std::string list_of(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    return list;
  }
  static std::size_t data_size(std::size_t faces, int degree) {
    return std::max<std::size_t>(1, faces) * max_face_points(Eq::dim, degree) * Eq::n_var;
  }

  /// [boundary of the mesh]; those without faces may have none.
  static std::vector<typename Eq::Condition> conditions_of(const Mesh<Eq::dim>& mesh, const Boundaries& boundaries,
                                                           bool is_whole) {
    std::vector<int> faces(mesh.boundary_names.size(), 0);
    for (const Face& f : mesh.faces)
      if (f.plus < 0) ++faces[f.boundary];
    std::vector<std::string> open;
    std::vector<typename Eq::Condition> conditions(std::max<std::size_t>(1, faces.size()));
    for (std::size_t b = 0; b < faces.size(); ++b) {
      const std::string& name = mesh.boundary_names[b];
      if (faces[b] > 0) open.push_back(name);
      const auto it = std::find_if(boundaries.begin(), boundaries.end(), [&](const auto& c) { return c.name == name; });
      if (it != boundaries.end())
        conditions[b] = it->condition;
      else if (faces[b] > 0)
        throw InputError("boundary '" + name + "' of the mesh has no condition; add a section [boundary." + name + "]");
      if (it != boundaries.end() && it->periodic && faces[b] > 0)
        throw InputError("boundary '" + name + "' is periodic but was not joined to its partner");
    }
    for (const auto& c : boundaries)
      if (is_whole && !c.periodic && std::find(open.begin(), open.end(), c.name) == open.end())
        throw InputError("boundary '" + c.name + "' is not in the mesh (it has: " + list_of(open) + ")");
    return conditions;
  }

  KernelContext<Eq> context_{};
  Array<typename Eq::Condition> conditions_;
  Array<Real> boundary_data_;
};

}  // namespace dg
