#include "libdg/space/mass_in_basis.hpp"

#include <cstddef>
#include <utility>

#include "libdg/backend/parallel.hpp"

namespace dg {
namespace {

/// The entries of a row that are not zero: few, as lines change their basis one by one.
using SparseRow = std::vector<std::pair<std::size_t, double>>;

std::vector<SparseRow> sparse_rows(const std::vector<double>& matrix, std::size_t n) {
  std::vector<SparseRow> rows(n);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < n; ++l)
      if (matrix[k * n + l] != 0) rows[k].emplace_back(l, matrix[k * n + l]);
  return rows;
}

}  // namespace

void change_basis_of_mass_inverses(const BasisChange& basis_change, std::vector<double>& mass_inverses) {
  const std::size_t n = basis_change.size(), cells = mass_inverses.size() / (n * (n + 1) / 2);
  const std::vector<SparseRow> rows = sparse_rows(basis_change.from_modes, n);
  const auto entry = [&](std::size_t k, std::size_t l, std::size_t cell) -> double& {
    return mass_inverses[(k >= l ? k * (k + 1) / 2 + l : l * (l + 1) / 2 + k) * cells + cell];
  };
  parallel_for(static_cast<std::ptrdiff_t>(cells), [&](std::ptrdiff_t i) {
    const auto cell = static_cast<std::size_t>(i);
    std::vector<double> half(n * n);  // of the modes, on one side
    for (std::size_t k = 0; k < n; ++k)
      for (const auto& [m, factor] : rows[k])
        for (std::size_t l = 0; l < n; ++l) half[k * n + l] += factor * entry(m, l, cell);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t l = 0; l <= k; ++l) {
        double sum = 0;
        for (const auto& [m, factor] : rows[l]) sum += half[k * n + m] * factor;
        entry(k, l, cell) = sum;
      }
  });
}

}  // namespace dg
