/// What states of operators with a basis of their own are made of.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "libdg/element/basis_change.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/solver/semi_discretisation.hpp"

namespace dg {

/// Matrices of Operators::to_modes() and from_modes(), zone by zone. Those functions are applied to states in which
/// each cell has one coefficient, so that it holds for any operators.
template <class Eq>
class FindBases {
  using Real = typename Eq::Real;
  using Matrices = std::vector<std::vector<double>>;

 public:
  /// Works in the two arrays of a state.
  FindBases(Operators<Eq>& operators, const SemiDiscretisation<Eq>& space, Array<Real>& in, Array<Real>& out)
      : operators_(operators), space_(space), in_(in), out_(out) {}

  /// Of each zone; empty where states are by modes.
  std::vector<BasisChange> operator()() const {
    std::vector<BasisChange> bases(static_cast<std::size_t>(zones().count));
    if (!operators_.has_own_basis()) return bases;
    Matrices to_modes(bases.size()), from_modes(bases.size());
    for (std::size_t z = 0; z < bases.size(); ++z) to_modes[z].resize(modes(z) * modes(z));
    from_modes = to_modes;
    for (std::size_t pass = 0; pass < passes(); ++pass) {
      in_.copy_in(space_.pack(units(pass)));
      operators_.to_modes(space_.context(), in_.data(), out_.data());
      read_columns(pass, to_modes);
      operators_.from_modes(space_.context(), in_.data(), out_.data());
      read_columns(pass, from_modes);
    }
    for (std::size_t z = 0; z < bases.size(); ++z)
      if (is_basis(to_modes[z], modes(z))) bases[z] = {from_modes[z], to_modes[z]};
    in_.set_zero();
    return bases;
  }

 private:
  const ZonesView<Real>& zones() const { return space_.view().zones; }
  std::size_t modes(std::size_t z) const { return static_cast<std::size_t>(zones().zone[z].coefficients / Eq::n_var); }

  /// The cells of a zone take one coefficient after the other; a zone with fewer cells needs several passes.
  std::size_t unit(std::size_t cell, std::size_t pass) const {
    const auto z = static_cast<std::size_t>(space_.places().zone[cell]);
    return (static_cast<std::size_t>(space_.places().local[cell]) + pass * zones().zone[z].cells) % modes(z);
  }
  std::size_t passes() const {
    std::size_t most = 1;
    for (int z = 0; z < zones().count; ++z)
      if (const auto cells = static_cast<std::size_t>(zones().zone[z].cells); cells > 0)
        most = std::max(most, (modes(z) + cells - 1) / cells);
    return most;
  }

  std::vector<double> units(std::size_t pass) const {
    std::vector<double> result;
    for (std::size_t cell = 0; cell < space_.places().zone.size(); ++cell) {
      const std::size_t begin = result.size();
      result.resize(begin + Eq::n_var * modes(space_.places().zone[cell]));
      result[begin + unit(cell, pass)] = 1;
    }
    return result;
  }

  void read_columns(std::size_t pass, Matrices& matrices) const {
    const std::vector<double> changed = space_.unpack(out_.copy_out());
    const double* of_cell = changed.data();
    for (std::size_t cell = 0; cell < space_.places().zone.size(); ++cell) {
      const auto z = static_cast<std::size_t>(space_.places().zone[cell]);
      for (std::size_t row = 0; row < modes(z); ++row) matrices[z][row * modes(z) + unit(cell, pass)] = of_cell[row];
      of_cell += Eq::n_var * modes(z);
    }
  }

  /// Whether coefficients differ from modes. Kernels that are only compiled leave zeros.
  static bool is_basis(const std::vector<double>& to_modes, std::size_t n) {
    if (to_modes[0] == 0) return false;
    for (std::size_t i = 0; i < to_modes.size(); ++i)
      if (std::abs(to_modes[i] - (i % (n + 1) == 0 ? 1 : 0)) > 1e-3) return true;
    return false;
  }

  Operators<Eq>& operators_;
  const SemiDiscretisation<Eq>& space_;
  Array<Real>&in_, &out_;
};

}  // namespace dg
