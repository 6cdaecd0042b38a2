/// The readings of some boundaries in a backend's memory: see boundary_readings.hpp.
#pragma once

#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/kernels/integrands/boundary_readings.hpp"
#include "libdg/space/discretisation.hpp"

namespace dg {

/// What a point of the boundary reads of its cell: on the line from there to the part of the reference cell that lies
/// opposite.
enum class ReadingPlace {
  mean,  ///< the mean along the line; its distance is that of the middle
  ends   ///< the far end of the line, then the boundary itself
};

template <class Real, int Dim>
class ReadingLists {
 public:
  /// For these boundaries, numbers in Mesh::boundary_names.
  ReadingLists(Backend& backend, const Mesh<Dim>& mesh, const Discretisation<Real, Dim>& discretisation,
               const std::vector<int>& boundaries, ReadingPlace place);

  Index count() const { return static_cast<Index>(points_.size()); }
  BoundaryReadings<Real, Dim> view() const {
    return {points_.data(), modes_.data(), weights_.data(), most_modes_, per_point_};
  }

 private:
  Array<BoundaryReading<Real, Dim>> points_;
  Array<std::int64_t> modes_;
  Array<Real> weights_;
  Index most_modes_ = 0, per_point_ = 1;
};

}  // namespace dg
