#include "libdg/element/basis_change.hpp"

#include <cassert>
#include <cmath>
#include <cstddef>

#include "libdg/element/prism_modes.hpp"
#include "libdg/element/tetrahedron_symmetry.hpp"

namespace dg {
namespace {

BasisChange symmetric_basis_change(int degree) {
  BasisChange basis_change{symmetric_modes(degree), {}};
  const std::size_t n = basis_change.size();
  basis_change.to_modes.resize(n * n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < n; ++l) basis_change.to_modes[l * n + k] = basis_change.from_modes[k * n + l];
  return basis_change;
}

}  // namespace

std::size_t BasisChange::size() const {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(from_modes.size()))));
}

BasisChange make_basis_change(int degree, StateBasis basis) {
  switch (basis) {
    case StateBasis::symmetric_modes:
      return symmetric_basis_change(degree);
    case StateBasis::triangle_modes:
      return prism_basis_change(degree);
    default:
      return {};
  }
}

void change_basis_of_rows(const std::vector<double>& to_modes, std::size_t n, std::vector<double>& rows) {
  assert(to_modes.size() == n * n && rows.size() % n == 0);
  const std::vector<double> from = rows;
  for (std::size_t row = 0; row < rows.size(); row += n)
    for (std::size_t k = 0; k < n; ++k) {
      double sum = 0;
      for (std::size_t l = 0; l < n; ++l) sum += from[row + l] * to_modes[l * n + k];
      rows[row + k] = sum;
    }
}

}  // namespace dg
