/// State arrays to vectors and back by groups of threads, one for each cell.
#pragma once

#include "libdg/implicit/state_transfer.hpp"
#include "libdg/implicit/transfer_bodies.hpp"

namespace dg {

template <class Groups, class Real>
class GroupTransfer final : public StateTransfer<Real> {
 public:
  /// The backend must outlive this object.
  GroupTransfer(Backend& backend, const BlockGraph& graph, const StateTables& tables)
      : cells_(graph.cells()),
        n_var_(graph.n_var),
        modes_(backend, graph.modes),
        begin_(backend, std::vector<std::int64_t>(graph.begin.begin(), graph.begin.end())),
        factor_begin_(backend, std::vector<std::int64_t>(tables.factor_begin.begin(), tables.factor_begin.end())),
        places_(backend, tables.places),
        is_affine_(backend, tables.is_affine),
        scales_(backend, tables.scales),
        factor_(backend, tables.factor),
        inverse_(backend, tables.inverse) {}

  void to_state(const double* x, Real* state) const override {
    Groups::run(ToState<Real>{view(), x, state}, cells_, threads, "to_state");
  }
  void from_state(const Real* state, const double* factors, double* x) const override {
    Groups::run(FromState<Real>{view(), state, factors, x}, cells_, threads, "from_state");
  }

 private:
  static constexpr int threads = 64;

  TransferView view() const {
    return {n_var_,         modes_.data(),     begin_.data(),        places_.data(),
            scales_.data(), is_affine_.data(), factor_begin_.data(), factor_.data(),
            inverse_.data()};
  }

  Index cells_;
  int n_var_;
  Array<int> modes_;
  Array<std::int64_t> begin_, factor_begin_;
  Array<CellPlace> places_;
  Array<char> is_affine_;
  Array<double> scales_, factor_, inverse_;
};

}  // namespace dg
