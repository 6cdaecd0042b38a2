/// Data of boundaries in space and time. Formulas that vary are evaluated where the kernels run, other functions on the
/// host; then there is turbulence of synthetic eddies.
///
/// Formulas of a boundary may have more values than a state, which guard it. Where one of them is not positive, or any
/// value not finite, the watch notes the point, at once on the host, else in note_device().
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "libdg/backend/first_number.hpp"
#include "libdg/backend/parallel.hpp"
#include "libdg/equations/navier_stokes/boundary.hpp"
#include "libdg/solver/bad_data.hpp"
#include "libdg/solver/boundary_faces.hpp"
#include "libdg/solver/device_formulas.hpp"
#include "libdg/solver/fields.hpp"
#include "libdg/solver/inflow_eddies.hpp"
#include "libdg/solver/semi_discretisation.hpp"

namespace dg {

template <class Eq>
class BoundaryData {
 public:
  using Real = typename Eq::Real;
  static constexpr int n_var = Eq::n_var, dim = Eq::dim;
  using Field = FieldOf<n_var, dim>;

  /// The arguments must outlive this object.
  BoundaryData(Backend& backend, const Mesh<dim>& mesh, SemiDiscretisation<Eq>& space, int degree,
               BadDataWatch<dim>& bad)
      : backend_(backend), mesh_(mesh), space_(space), bad_(bad) {
    for (const BoundaryPoint<dim>& p : boundary_points(mesh, space.boundary_faces(), degree, space.options().face_rule))
      points_.push_back(p.x);
    const auto& faces = space.boundary_faces();
    for (std::size_t i = 0; i < faces.size(); ++i)
      for (int g = 0; g < point_count(mesh, faces[i], degree); ++g) {
        places_.push_back(static_cast<Index>(i * max_face_points(dim, degree) + g));
        boundary_of_point_.push_back(faces[i].boundary);
      }
    values_.assign(space.boundary_data_size(), Real(1));
  }

  /// Gives all boundaries these data.
  void set_all(const Field& field, bool varies, double t) {
    boundaries_.clear();
    inflows_.clear();
    function_ = field;
    function_varies_ = varies;
    evaluate_function(t);
  }

  /// Gives the boundary of this number in the mesh these data, in place of those it has. Boundaries that share formulas
  /// are evaluated at once.
  void set(int boundary, std::shared_ptr<const Formulas> formulas, double t) {
    for (Boundary& b : boundaries_)
      if (std::erase(b.numbers, boundary) > 0) place(b);
    drop_inflow(boundary);
    std::erase_if(boundaries_, [](const Boundary& b) { return b.numbers.empty(); });
    auto b =
        std::find_if(boundaries_.begin(), boundaries_.end(), [&](const auto& x) { return x.formulas == formulas; });
    if (b == boundaries_.end()) b = boundaries_.insert(b, {std::move(formulas), {}, {}, {}, {}, nullptr});
    b->numbers.push_back(boundary);
    place(*b);
    evaluate(*b, t);
  }

  /// Gives the velocity of the boundary of this number a turbulence; the rest of its data stays. Throws as InflowEddies
  /// does, and InputError without a gas.
  void set_turbulent_inflow(int boundary, const TurbulentInflow<dim>& inflow, double t) {
    if constexpr (is_gas) {
      drop_inflow(boundary);
      Inflow eddies;
      std::vector<Index> places;
      std::vector<std::array<double, dim>> points;
      for (std::size_t i = 0; i < points_.size(); ++i) {
        if (boundary_of_point_[i] != boundary) continue;
        eddies.point_numbers.push_back(i);
        places.push_back(places_[i]);
        points.push_back(points_[i]);
      }
      eddies.eddies = std::make_unique<InflowEddies<Real, dim>>(
          backend_, inflow, boundary, std::move(points), std::move(places), space_.boundary_data(), bad_.ranks());
      inflows_.push_back(std::move(eddies));
      evaluate_inflows(t);
    } else {
      throw InputError("a turbulent inflow is for a gas");
    }
  }
  bool has_turbulent_inflow() const { return !inflows_.empty(); }

  /// Whether some vary that only the host can evaluate.
  bool needs_host() const { return function_varies_ || (!on_device() && formulas_vary()); }
  /// Whether any vary that can be bad.
  bool vary() const { return function_varies_ || formulas_vary(); }
  bool formulas_vary_on_device() const { return on_device() && formulas_vary(); }
  bool formulas_vary() const {
    return std::any_of(boundaries_.begin(), boundaries_.end(),
                       [](const Boundary& b) { return b.formulas->varies_in_time(); });
  }

  /// Evaluates what varies, at a time that the host knows.
  void evaluate(double t) {
    if (function_varies_) evaluate_function(t);
    for (const Boundary& b : boundaries_)
      if (b.formulas->varies_in_time()) evaluate(b, t);
    evaluate_inflows(t);
  }

  /// Evaluates all that varies or has parameters, once these have been changed.
  void take_parameters(double t) {
    if (function_varies_) evaluate_function(t);
    for (const Boundary& b : boundaries_) {
      if (b.device) b.device->take_parameters(*b.formulas);
      if (b.formulas->has_parameters() || b.formulas->varies_in_time()) evaluate(b, t);
    }
    for (const Inflow& inflow : inflows_) inflow.eddies->take_statistics();
    evaluate_inflows(t);
  }

  /// Whether launch() has anything to do.
  bool launches() const {
    return !inflows_.empty() ||
           std::any_of(boundaries_.begin(), boundaries_.end(), [](const Boundary& b) { return !!b.device; });
  }

  /// Launches what evaluates them on a device for a stage. Precondition: !needs_host().
  void launch(const StageTime& time) {
    for (const Boundary& b : boundaries_)
      if (b.device) b.device->evaluate(time);
    for (const Inflow& inflow : inflows_) inflow.eddies->launch(time);
  }

  /// Notes the first point where data that have been launched were bad.
  void note_device() {
    if (device_bad_.size() == 0) return;
    const DeviceBadPoint bad = device_bad_.copy_out()[0];
    const auto at = std::find(places_.begin(), places_.end(), bad.place);
    if (at != places_.end()) note_bad_point(static_cast<std::size_t>(at - places_.begin()), bad.t);
  }

  /// Calls visit(boundary, point, values) for all points of boundary faces with their data, as the host knows them.
  template <class Visit>
  void for_each_point(const Visit& visit) const {
    const auto points =
        boundary_points(mesh_, space_.boundary_faces(), space_.options().degree, space_.options().face_rule);
    for (std::size_t i = 0; i < points.size(); ++i)
      visit(boundary_of_point_[i], points[i], std::span(&values_[std::size_t(places_[i]) * n_var], n_var));
  }

 private:
  struct Boundary {
    std::shared_ptr<const Formulas> formulas;
    std::vector<int> numbers;   ///< of the boundaries that have them
    std::vector<Index> places;  ///< points of the boundary data
    std::vector<std::array<double, dim>> points;
    std::vector<std::size_t> point_numbers;  ///< among those of all boundaries
    std::unique_ptr<DeviceBoundaryFormulas<Real, dim>> device;
  };

  struct Inflow {
    std::unique_ptr<InflowEddies<Real, dim>> eddies;
    std::vector<std::size_t> point_numbers;  ///< among those of all boundaries
  };

  static constexpr bool is_gas = std::is_same_v<typename Eq::Condition, BoundaryParameters<Real, dim>>;

  void drop_inflow(int boundary) {
    std::erase_if(inflows_, [&](const Inflow& inflow) { return inflow.eddies->boundary() == boundary; });
  }

  void evaluate_inflows(double t) {
    if (inflows_.empty()) return;
    for (const Inflow& inflow : inflows_)
      inflow.eddies->evaluate(t, [&](std::size_t i, std::span<const double, dim> u) {
        const std::size_t begin = std::size_t(places_[inflow.point_numbers[i]]) * n_var;
        for (int d = 0; d < dim; ++d) values_[begin + d] = static_cast<Real>(u[d]);
      });
    space_.set_boundary_data(values_);
  }

  bool on_device() const { return backend_.kind() == BackendKind::cuda; }

  /// Finds the points of the boundaries that `b` is for.
  void place(Boundary& b) {
    b.places.clear();
    b.points.clear();
    b.point_numbers.clear();
    b.device.reset();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (std::find(b.numbers.begin(), b.numbers.end(), boundary_of_point_[i]) == b.numbers.end()) continue;
      b.places.push_back(places_[i]);
      b.points.push_back(points_[i]);
      b.point_numbers.push_back(i);
    }
    if (b.points.empty() || !b.formulas->varies_in_time() || !on_device()) return;
    if (device_bad_.size() == 0) device_bad_ = Array<DeviceBadPoint>(backend_, std::vector<DeviceBadPoint>(1));
    b.device = std::make_unique<DeviceBoundaryFormulas<Real, dim>>(backend_, *b.formulas, n_var, b.points, b.places,
                                                                   space_.boundary_data(), device_bad_.data());
  }

  void evaluate_function(double t) {
    FirstNumber bad;
    parallel_for(static_cast<std::ptrdiff_t>(points_.size()), [&](std::ptrdiff_t i) {
      const auto u = at(function_, points_[i], t);
      take_values(std::span<const double>(u), static_cast<std::size_t>(i), bad);
    });
    if (bad) note_bad_point(*bad, t);
    space_.set_boundary_data(values_);
  }

  void evaluate(const Boundary& b, double t) {
    constexpr std::size_t chunk = 256;
    const std::size_t count = b.points.size(), size = b.formulas->size();
    FirstNumber bad;
    parallel_for(static_cast<std::ptrdiff_t>((count + chunk - 1) / chunk), [&](std::ptrdiff_t c) {
      const std::size_t begin = c * chunk, n = std::min(chunk, count - begin);
      std::vector<double> u(n * size);
      b.formulas->template evaluate<dim>(std::span(b.points).subspan(begin, n), t, u.data());
      for (std::size_t i = 0; i < n; ++i)
        take_values(std::span(u).subspan(i * size, size), b.point_numbers[begin + i], bad);
    });
    if (bad) note_bad_point(*bad, t);
    space_.set_boundary_data(values_);
  }

  /// Data of a point, and what guards them.
  void take_values(std::span<const double> u, std::size_t point, FirstNumber& bad) {
    bool sound = true;
    for (std::size_t n = 0; n < u.size(); ++n) {
      const Real value = static_cast<Real>(u[n]);
      if (n < n_var) values_[std::size_t(places_[point]) * n_var + n] = value;
      sound = sound && std::isfinite(value) && (n < n_var || value > 0);
    }
    if (!sound) bad.note(point);
  }

  void note_bad_point(std::size_t point, double t) { bad_.note({boundary_of_point_[point], points_[point], t}); }

  Backend& backend_;
  const Mesh<dim>& mesh_;
  SemiDiscretisation<Eq>& space_;
  BadDataWatch<dim>& bad_;
  std::vector<std::array<double, dim>> points_;  ///< of all boundary faces
  std::vector<Index> places_;                    ///< [point] in the boundary data
  std::vector<int> boundary_of_point_;           ///< [point] number in the mesh
  std::vector<Real> values_;                     ///< the boundary data as the host knows them
  Field function_;
  bool function_varies_ = false;
  std::vector<Boundary> boundaries_;
  std::vector<Inflow> inflows_;
  Array<DeviceBadPoint> device_bad_;  ///< one, where a device evaluates formulas
};

}  // namespace dg
