#include "libdg/lattice_boltzmann/tests/reference_lattice.hpp"

namespace dg::lbm {
namespace {

using Vector = std::array<int, 3>;

/// All vectors of -1, 0 and 1 with at most two components that are not zero.
const std::vector<Vector>& velocities() {
  static const std::vector<Vector> all = [] {
    std::vector<Vector> list;
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z)
          if (x * x + y * y + z * z <= 2) list.push_back({x, y, z});
    return list;
  }();
  return all;
}

double weight(const Vector& c) {
  const int square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  return square == 0 ? 1.0 / 3.0 : square == 1 ? 1.0 / 18.0 : 1.0 / 36.0;
}

double projected(const Vector& c, const std::array<double, 3>& a) { return c[0] * a[0] + c[1] * a[1] + c[2] * a[2]; }

double equilibrium(const Vector& c, double density, const std::array<double, 3>& u) {
  const double cu = projected(c, u), uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  return weight(c) * density * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * uu);
}

/// The velocities are listed so that the opposite ones stand at the same distance from the end.
int opposite_of(int i) { return 18 - i; }

std::array<double, 4> sums(const std::array<double, 19>& f) {
  std::array<double, 4> m{};
  for (int i = 0; i < 19; ++i) {
    m[0] += f[i];
    for (int d = 0; d < 3; ++d) m[1 + d] += f[i] * velocities()[i][d];
  }
  for (int d = 0; d < 3; ++d) m[1 + d] /= m[0];
  return m;
}

}  // namespace

std::size_t ReferenceLattice::number(const Vector& at) const {
  const std::size_t row = static_cast<std::size_t>(at[2]) * options_.cells[1] + at[1];
  return row * options_.cells[0] + at[0];
}

void ReferenceLattice::add_cell(const std::array<double, 4>& moments) {
  Cell f;
  for (int i = 0; i < 19; ++i)
    f[i] = equilibrium(velocities()[i], 1.0 + moments[0], {moments[1], moments[2], moments[3]});
  cells_.push_back(f);
}

ReferenceLattice::Cell ReferenceLattice::collided(const Cell& f) const {
  const std::array<double, 4> m = sums(f);
  const double plus = 1.0 / options_.tau;
  const double minus =
      options_.collision == Collision::bgk ? plus : 1.0 / (0.5 + options_.magic / (options_.tau - 0.5));
  Cell result = f;
  for (int i = 0; i < 19; ++i) {
    const int j = opposite_of(i);
    const double here = f[i] - equilibrium(velocities()[i], m[0], {m[1], m[2], m[3]});
    const double there = f[j] - equilibrium(velocities()[j], m[0], {m[1], m[2], m[3]});
    result[i] -= plus * 0.5 * (here + there) + minus * 0.5 * (here - there);
  }
  return result;
}

void ReferenceLattice::step() {
  std::vector<Cell> next(cells_.size());
  Vector at;
  for (at[2] = 0; at[2] < options_.cells[2]; ++at[2])
    for (at[1] = 0; at[1] < options_.cells[1]; ++at[1])
      for (at[0] = 0; at[0] < options_.cells[0]; ++at[0]) {
        const Cell f = collided(cells_[number(at)]);
        for (int i = 0; i < 19; ++i) {
          const Vector& c = velocities()[i];
          Vector to{};
          std::array<double, 3> wall_velocity{};
          int walls = 0;
          for (int d = 0; d < 3; ++d) {
            const int n = options_.cells[d];
            to[d] = at[d] + c[d];
            if (to[d] >= 0 && to[d] < n) continue;
            const Side& side = options_.sides[2 * d + (c[d] > 0 ? 1 : 0)];
            to[d] = (to[d] + n) % n;
            if (side.periodic) continue;
            ++walls;
            for (int e = 0; e < 3; ++e) wall_velocity[e] += side.velocity[e];
          }
          if (walls == 0) {
            next[number(to)][i] = f[i];
          } else {
            const double pushed = walls == 1 ? 6.0 * weight(c) * projected(c, wall_velocity) : 0.0;
            next[number(at)][opposite_of(i)] = f[i] - pushed;
          }
        }
      }
  cells_ = next;
}

std::vector<double> ReferenceLattice::moments() const {
  std::vector<double> values(4 * cells_.size());
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    const std::array<double, 4> m = sums(cells_[cell]);
    for (int q = 0; q < 4; ++q) values[q * cells_.size() + cell] = m[q] - (q == 0 ? 1.0 : 0.0);
  }
  return values;
}

}  // namespace dg::lbm
