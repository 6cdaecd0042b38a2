/// The matrices of prisms with triangle x line in a backend's memory, for tiles that work by sum factorisation.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/element/prism_face_fragments.hpp"
#include "libdg/kernels/schedules/tiles/prism_face_line.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

template <class Real, int P>
class PrismMatrices {
 public:
  /// `eta` is the stabilisation factor of the liftings.
  PrismMatrices(Backend& backend, double eta) {
    const auto tables = make_tables<double, 3>(Space::prism_Q, P, 2 * P);
    const PrismFragments f = make_prism_fragments(tables);
    const PrismFaceFragments of_faces = make_prism_face_fragments(tables, eta);
    const auto upload = [&](const std::vector<double>& fragments, int slots) {
      return factors_.emplace_back(backend, pair_factors<Real>(fragments, slots)).data();
    };
    const auto upload_numbers = [&](const std::vector<unsigned>& numbers) {
      return numbers_.emplace_back(backend, numbers).data();
    };
    const int modes = slot_count(total_degree_count(2, P));
    const int on_end = slot_count(face_point_count(FaceShape::triangle, P));
    view_ = {factors_.emplace_back(backend, of_points(f)).data(),
             upload(f.edge, prism_edge_slots(P)),
             {upload(f.end[0], on_end), upload(f.end[1], on_end)},
             upload_numbers(edge_points_of_views(tables.faces[1], f.points)),
             upload_numbers(end_points_of_views(tables.faces[0]))};
    faces_ = {upload(of_faces.end, modes),
              upload(of_faces.edge, modes),
              upload(of_faces.on_edge, slot_count(P + 1)),
              P + 1 > quarters ? upload(of_faces.on_last, slot_count(P + 1)) : nullptr,
              upload_numbers(packed<P + 1>(f.points)),
              sides_.emplace(backend, of_faces.side).data(),
              of_faces.edge_direction};
    lines_.emplace(of_faces.line_sign);
  }

  const PrismFragmentsView<Real>& view() const { return view_; }
  const PrismFaceFragmentsView<Real>& faces() const { return faces_; }
  const PrismFaceLine<Real, P + 1>& lines() const { return *lines_; }

 private:
  /// PrismFragmentsView::points.
  static std::vector<FactorPair<Real>> of_points(const PrismFragments& f) {
    using Points = PrismPointFragments<P>;
    constexpr int modes = slot_count(total_degree_count(2, P)), slots = slot_count(prism_triangle_points(P));
    std::vector<FactorPair<Real>> all(factor_pairs(slots) * Points::size * warp_lanes);
    // Of fragments by pairs of slots or by slots, whose sums run over so many slots, the i-th takes `count` pairs.
    const auto place = [&](const std::vector<double>& fragments, int summed, int i, int count, int pair, int begin) {
      const std::vector<FactorPair<Real>> factors = pair_factors<Real>(fragments, summed);
      std::copy_n(factors.begin() + i * count * warp_lanes, count * warp_lanes,
                  all.begin() + (pair * Points::size + begin) * warp_lanes);
    };
    for (int pair = 0; pair < factor_pairs(slots); ++pair)
      place(f.value, modes, pair, Points::modes, pair, Points::value);
    for (int slot = 0; slot < slots; ++slot) {
      const int pair = slot / 2, j = slot % 2;
      place(f.slope, modes, slot, Points::modes, pair, Points::slope(j));
      place(f.edge_slope, prism_edge_slots(P), slot, Points::edges, pair, Points::edge_slope(j));
      place(f.project_slope, 2, slot, Points::modes, pair, Points::project_slope(j));
      place(f.project, 1, slot, Points::modes, pair, Points::project(j));
    }
    return all;
  }

  /// From [i][entry], i < N: [word][entry].
  template <int N>
  static std::vector<unsigned> packed(const std::vector<Index>& numbers) {
    const std::size_t entries = numbers.size() / N;
    std::vector<unsigned> result(PackedNumbers<N>::words * entries);
    for (std::size_t e = 0; e < entries; ++e) {
      PackedNumbers<N> all;
      for (int i = 0; i < N; ++i) all.set(i, numbers[i * entries + e]);
      for (int w = 0; w < all.words; ++w) result[w * entries + e] = all.word[w];
    }
    return result;
  }

  /// PrismFragmentsView::edge_points from PrismFragments::points.
  static std::vector<unsigned> edge_points_of_views(const FaceTables<double, 3>& face, const std::vector<Index>& own) {
    std::vector<unsigned> all;
    for (std::size_t view = 0; view < face.own_point.size(); view += face.n_points) {
      std::vector<Index> points(own.size());
      for (std::size_t i = 0; i < own.size(); ++i) points[i] = face.own_point[view + own[i]];
      const std::vector<unsigned> of_view = packed<P + 1>(points);
      all.insert(all.end(), of_view.begin(), of_view.end());
    }
    return all;
  }
  /// PrismFragmentsView::end_points.
  static std::vector<unsigned> end_points_of_views(const FaceTables<double, 3>& face) {
    constexpr int slots = slot_count(face_point_count(FaceShape::triangle, P));
    std::vector<unsigned> all;
    for (std::size_t view = 0; view < face.own_point.size(); view += face.n_points) {
      std::vector<Index> points;
      for (int i = 0; i < slots * quarters; ++i)
        points.push_back(face.own_point[view + std::min(i, face.n_points - 1)]);
      const std::vector<unsigned> of_view = packed<slots>(points);
      all.insert(all.end(), of_view.begin(), of_view.end());
    }
    return all;
  }

  std::vector<Array<FactorPair<Real>>> factors_;
  std::vector<Array<unsigned>> numbers_;
  std::optional<Array<Index>> sides_;
  PrismFragmentsView<Real> view_{};
  PrismFaceFragmentsView<Real> faces_{};
  std::optional<PrismFaceLine<Real, P + 1>> lines_;
};

}  // namespace dg
