/// The exchange of the states of ghosts, which rotates what comes for rotated copies of cells.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "libdg/backend/array_exchange.hpp"
#include "libdg/space/halo_places.hpp"
#include "libdg/space/rotation.hpp"

namespace dg {

/// Rotates vectors whose components follow the first variable. It works on the memory of the host.
template <class Real, int Dim>
class RotatedExchange final : public ArrayExchange<Real> {
 public:
  RotatedExchange(std::unique_ptr<ArrayExchange<Real>> exchange, const Discretisation<Real, Dim>& space,
                  const Halo& halo, int n_var)
      : exchange_(std::move(exchange)) {
    for (const HaloNeighbour& n : halo.neighbours) {
      if (n.rotation.empty()) continue;
      Group& group = groups_.emplace_back(Group{Rotation<Real, Dim>(n.rotation), {}});
      for (const Index cell : n.received) {
        const auto places = coefficient_places(space, std::span(&cell, 1), n_var);
        const std::size_t modes = places.size() / n_var;
        for (std::size_t k = 0; k < modes; ++k)
          for (int d = 0; d < Dim; ++d) group.places.push_back(places[(1 + d) * modes + k]);
      }
    }
  }

  void start(Real* array) override {
    exchange_->start(array);
    array_ = array;
  }
  void arrive() override {
    exchange_->arrive();
    if (!array_) return;
    for (const Group& group : groups_)
      for (std::size_t i = 0; i < group.places.size(); i += Dim)
        group.rotation.turn([&](int d) -> Real& { return array_[group.places[i + d]]; });
    array_ = nullptr;
  }
  void finish() override {
    arrive();
    exchange_->finish();
  }
  bool is_under_way() const override { return exchange_->is_under_way(); }
  const char* name() const override { return exchange_->name(); }

 private:
  struct Group {
    Rotation<Real, Dim> rotation;
    std::vector<std::int64_t> places;  ///< [vector][component]
  };

  std::unique_ptr<ArrayExchange<Real>> exchange_;
  std::vector<Group> groups_;
  Real* array_ = nullptr;  ///< under way
};

/// The backend and the communicator must outlive it. Precondition: with rotations, the arrays lie in the memory of the
/// host.
template <class Real, int Dim>
std::unique_ptr<ArrayExchange<Real>> make_halo_exchange(Backend& backend, Communicator& communicator,
                                                        const Discretisation<Real, Dim>& space, const Halo& halo,
                                                        int n_var) {
  auto exchange = make_array_exchange<Real>(backend, communicator, halo_places(space, halo, n_var));
  if (!halo.has_rotations()) return exchange;
  return std::make_unique<RotatedExchange<Real, Dim>>(std::move(exchange), space, halo, n_var);
}

}  // namespace dg
