/// Gives a boundary the velocity of a turbulent inflow in time, where the kernels run: see synthetic_eddies.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "libdg/backend/backend.hpp"
#include "libdg/backend/communicator.hpp"
#include "libdg/backend/runtime_kernel.hpp"
#include "libdg/solver/bad_data.hpp"
#include "libdg/solver/device_formulas.hpp"
#include "libdg/solver/turbulent_inflow.hpp"

namespace dg {

template <class Real, int Dim>
class InflowEddies {
 public:
  using Points = std::vector<std::array<double, Dim>>;

  /// For a boundary of this number in the mesh. The velocity at its point i is written to the first numbers of
  /// data[places[i]], each place having Dim + 2. All ranks make it together, each with its own points. Throws
  /// BadDataError, on all ranks, for statistics that are not finite, stresses that are no covariance and lengths that
  /// are not positive. Throws InputError for a period shorter than two eddies.
  InflowEddies(Backend& backend, TurbulentInflow<Dim> inflow, int boundary, Points points, std::vector<Index> places,
               Real* data, Communicator& ranks);

  int boundary() const { return boundary_; }

  /// Asks for the statistics again, on all ranks, and throws as above.
  void take_statistics();

  /// Calls put(i, velocity) for all points, from several threads.
  void evaluate(double t, const std::function<void(std::size_t i, std::span<const double, Dim> u)>& put) const;

  /// Writes the data on a device; may be recorded.
  void launch(const StageTime& time);

 private:
  TurbulentInflow<Dim> inflow_;
  int boundary_;
  Points points_;
  Communicator& ranks_;
  std::vector<InflowPoint<Dim>> on_host_;
  SyntheticEddies<Dim> eddies_{};
  Array<InflowPoint<Dim>> on_device_;
  Array<Index> places_;
  Real* data_;
  std::unique_ptr<RuntimeKernel> kernel_;  ///< on a device
};

}  // namespace dg
