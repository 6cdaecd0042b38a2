/// The matrices of prisms with triangle x line in a backend's memory, for tiles that work by sum factorisation.
#pragma once

#include <optional>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/element/line_matrices.hpp"
#include "libdg/element/prism_face_fragments.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

/// Operators along the line of a face.
template <class Real, int N>
struct PrismFaceLine {
  LineMatrices<Real, N> matrices = line_matrices<Real, N>();
  Real slope[N][N];  ///< [i][l]: derivative at point i, as the reference face runs, from the value at point l

  explicit PrismFaceLine(double sign) {
    for (int l = 0; l < N; ++l) {
      Real value[N] = {}, derivative[N];
      value[l] = static_cast<Real>(sign);
      matrices.derivative(value, Real(0), Real(0), derivative);
      for (int i = 0; i < N; ++i) slope[i][l] = derivative[i];
    }
  }
};

/// The entry at `from` of [word][entry], of so many entries.
template <int N>
__device__ PackedNumbers<N> load_numbers(const unsigned* from, int entries) {
  PackedNumbers<N> numbers;
#pragma unroll
  for (int w = 0; w < numbers.words; ++w) numbers.word[w] = __ldg(from + w * entries);
  return numbers;
}

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
    view_ = {upload(f.value, modes),
             upload(f.slope, modes),
             upload(f.edge_slope, prism_edge_slots(P)),
             upload(f.project_slope, 2),
             upload(f.project, 1),
             upload(f.edge, prism_edge_slots(P)),
             {upload(f.end[0], on_end), upload(f.end[1], on_end)},
             upload_numbers(packed(f.modes)),
             upload_numbers(packed(f.points))};
    faces_ = {upload(of_faces.end, modes),
              upload(of_faces.edge, modes),
              upload(of_faces.on_edge, slot_count(P + 1)),
              P + 1 > quarters ? upload(of_faces.on_last, slot_count(P + 1)) : nullptr,
              view_.modes,
              view_.points,
              sides_.emplace(backend, of_faces.side).data(),
              of_faces.edge_direction};
    lines_.emplace(of_faces.line_sign);
  }

  /// Whether cells of a zone are such prisms, with the points that the matrices are made for.
  static bool fits(const ZoneView<Real>& zone) {
    return fits_faces(zone) && zone.tables.n_points == (P + 1) * prism_triangle_points(P);
  }

  /// Whether faces between cells of a zone are such, for which the points in the cells do not matter.
  static bool fits_faces(const ZoneView<Real>& zone) {
    return has_prism_fragments(zone.space, P) &&
           zone.tables.faces[0].weighted_points == face_point_count(FaceShape::triangle, P);
  }

  const PrismFragmentsView<Real>& view() const { return view_; }
  const PrismFaceFragmentsView<Real>& faces() const { return faces_; }
  const PrismFaceLine<Real, P + 1>& lines() const { return *lines_; }

 private:
  /// From [place c][entry]: [word][entry], with the numbers of four places in a word.
  static std::vector<unsigned> packed(const std::vector<Index>& numbers) {
    const std::size_t entries = numbers.size() / (P + 1);
    std::vector<unsigned> result(PackedNumbers<P + 1>::words * entries);
    for (std::size_t i = 0; i < entries; ++i) {
      PackedNumbers<P + 1> of_places;
      for (int c = 0; c <= P; ++c) of_places.set(c, numbers[c * entries + i]);
      for (int w = 0; w < of_places.words; ++w) result[w * entries + i] = of_places.word[w];
    }
    return result;
  }

  std::vector<Array<FactorPair<Real>>> factors_;
  std::vector<Array<unsigned>> numbers_;
  std::optional<Array<Index>> sides_;
  PrismFragmentsView<Real> view_{};
  PrismFaceFragmentsView<Real> faces_{};
  std::optional<PrismFaceLine<Real, P + 1>> lines_;
};

}  // namespace dg
