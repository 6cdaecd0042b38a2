/// The matrices of prisms with triangle x line in a backend's memory, for tiles that work by sum factorisation.
#pragma once

#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/element/prism_fragments.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

template <class Real, int P>
class PrismMatrices {
 public:
  explicit PrismMatrices(Backend& backend) {
    const PrismFragments f = make_prism_fragments(make_tables<double, 3>(Space::prism_Q, P, 2 * P));
    const auto upload = [&](const std::vector<double>& fragments, int slots) {
      return factors_.emplace_back(backend, pair_factors<Real>(fragments, slots)).data();
    };
    const auto upload_numbers = [&](const std::vector<Index>& numbers) {
      return numbers_.emplace_back(backend, numbers).data();
    };
    const int modes = slot_count(total_degree_count(2, P));
    const int on_end = slot_count(face_point_count(FaceShape::triangle, P));
    view_ = {upload(f.value, modes),
             upload(f.slope, modes),
             upload(f.edge_slope, prism_edges),
             upload(f.project_slope, 2),
             upload(f.project, 1),
             upload(f.edge, prism_edges),
             {upload(f.end[0], on_end), upload(f.end[1], on_end)},
             upload_numbers(f.modes),
             upload_numbers(f.points)};
  }

  /// Whether cells of a zone are such prisms, straight, with the volume points that the matrices are made for.
  static bool fits(const ZoneView<Real>& zone) {
    return has_prism_fragments(zone.space, P) && !zone.curved &&
           zone.tables.n_points == (P + 1) * prism_triangle_points(P);
  }

  const PrismFragmentsView<Real>& view() const { return view_; }

 private:
  std::vector<Array<FactorPair<Real>>> factors_;
  std::vector<Array<Index>> numbers_;
  PrismFragmentsView<Real> view_{};
};

}  // namespace dg
