// SolverOfRanks: what is put together from the cells and faces of all ranks.
#include <algorithm>
#include <cstring>
#include <limits>

#include "libdg/parallel/solver_of_ranks.hpp"

namespace dg {

template <int Dim>
GasBadCell<Dim> SolverOfRanks<Dim>::find_bad_cell() const {
  order(Task::find_bad_cell);
  const Undisturbed undisturbed;
  GasBadCell<Dim> bad = local_->find_bad_cell();
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  std::int64_t cell[]{bad.cell < 0 ? none : halo_.cell[bad.cell]}, count[]{bad.count};
  ranks_.reduce(cell, Reduction::least);
  if (cell[0] == none) return {};
  ranks_.reduce(count, Reduction::sum);
  // The rank that has it tells the others.
  std::int64_t owner[]{bad.cell >= 0 && halo_.cell[bad.cell] == cell[0] ? ranks_.rank() : 0};
  ranks_.reduce(owner, Reduction::largest);
  ranks_.broadcast(std::as_writable_bytes(std::span(&bad, 1)), static_cast<int>(owner[0]));
  bad.cell = static_cast<Index>(cell[0]);
  bad.count = static_cast<Index>(count[0]);
  return bad;
}

/// The points of faces in the order of the whole mesh.
template <int Dim>
std::vector<SurfacePointOf<Dim>> SolverOfRanks<Dim>::surface(const std::string& boundary) const {
  const auto name = std::find(boundary_names_.begin(), boundary_names_.end(), boundary);
  if (name == boundary_names_.end()) throw InputError("boundary '" + boundary + "' is not in the mesh");
  const auto number = name - boundary_names_.begin();
  order(Task::surface, {number});
  struct Numbered {
    Index face;
    SurfacePointOf<Dim> point;
  };
  const std::vector<SurfacePointOf<Dim>> points = local_->surface(boundary);
  std::vector<Numbered> own;
  for (std::size_t f = 0; f < points_of_face_.size(); ++f) {
    if (points_of_face_[f].boundary != number) continue;
    for (int g = 0; g < points_of_face_[f].count; ++g) own.push_back({halo_.face[f], points[own.size()]});
  }
  std::vector<Numbered> all;
  for (const auto& bytes : ranks_.gather(std::as_bytes(std::span<const Numbered>(own)))) {
    const std::size_t begin = all.size();
    all.resize(begin + bytes.size() / sizeof(Numbered));
    if (!bytes.empty()) std::memcpy(&all[begin], bytes.data(), bytes.size());
  }
  std::stable_sort(all.begin(), all.end(), [](const Numbered& a, const Numbered& b) { return a.face < b.face; });
  std::vector<SurfacePointOf<Dim>> result;
  for (const Numbered& n : all) result.push_back(n.point);
  return result;
}

/// The numbers of the own cells of all ranks, count(cell) of each, in the order of the whole mesh.
template <int Dim>
template <class Count>
std::vector<double> SolverOfRanks<Dim>::collect(const std::vector<double>& local, const Count& count) const {
  // Own cells lie here in an order of their own.
  std::vector<std::pair<Index, std::size_t>> cells;
  std::size_t begin = 0;
  for (Index c = 0; c < halo_.own_cells; ++c) {
    cells.emplace_back(halo_.cell[c], begin);
    begin += count(halo_.cell[c]);
  }
  std::sort(cells.begin(), cells.end());
  std::vector<double> own;
  own.reserve(begin);
  for (const auto& [cell, at] : cells) own.insert(own.end(), local.begin() + at, local.begin() + at + count(cell));
  const auto of_ranks = ranks_.gather(std::as_bytes(std::span<const double>(own)));
  if (of_ranks.empty()) return {};
  std::vector<std::size_t> place(1, 0);
  for (Index c = 0; c < mesh_.cell_count(); ++c) place.push_back(place.back() + count(c));
  std::vector<double> all(place.back());
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    const std::byte* from = of_ranks[rank].data();
    for (const Index cell : cells_of_rank_[rank]) {
      std::memcpy(&all[place[cell]], from, count(cell) * sizeof(double));
      from += count(cell) * sizeof(double);
    }
  }
  return all;
}

template <int Dim>
std::vector<double> SolverOfRanks<Dim>::coefficients() const {
  order(Task::coefficients);
  const Undisturbed undisturbed;
  return collect(local_->coefficients(), [this](Index cell) { return begin_[cell + 1] - begin_[cell]; });
}

template <int Dim>
std::vector<double> SolverOfRanks<Dim>::sample(const PointsOfShapes<Dim>& points) const {
  if (leads_) {
    std::array<std::int64_t, 3> sizes{};
    for (std::size_t i = 0; i < points.size(); ++i) sizes[i] = static_cast<std::int64_t>(points[i].size());
    order(Task::sample, sizes);
    Points all;
    for (const auto& of_shape : points) all.insert(all.end(), of_shape.begin(), of_shape.end());
    ranks_.broadcast(bytes_of(all), 0);
  }
  const Undisturbed undisturbed;
  return collect(local_->sample(points),
                 [&](Index cell) { return n_var * points[shape_number(mesh_.cell_shapes[cell])].size(); });
}

/// Rank 0 has them; each rank keeps those of its own cells and ghosts of what comes by, some at a time.
template <int Dim>
void SolverOfRanks<Dim>::set_coefficients(std::span<const double> coefficients) {
  if (ranks_.rank() == 0 && coefficients.size() != begin_.back())
    throw InputError(std::to_string(coefficients.size()) +
                     " coefficients do not fit this mesh and degree, which have " + std::to_string(begin_.back()));
  order(Task::set_coefficients);
  const Undisturbed undisturbed;
  std::vector<std::pair<Index, std::size_t>> cells;  // and where they begin here
  std::size_t size = 0;
  for (const Index cell : halo_.cell) {
    cells.emplace_back(cell, size);
    size += begin_[cell + 1] - begin_[cell];
  }
  std::sort(cells.begin(), cells.end());
  std::vector<double> local(size), piece;
  auto next = cells.begin();
  constexpr Index cells_at_once = 1 << 16;
  for (Index first = 0; first < mesh_.cell_count(); first += cells_at_once) {
    const Index last = std::min(mesh_.cell_count(), first + cells_at_once);
    piece.resize(begin_[last] - begin_[first]);
    if (ranks_.rank() == 0) std::copy_n(coefficients.begin() + begin_[first], piece.size(), piece.begin());
    ranks_.broadcast(bytes_of(piece), 0);
    for (; next != cells.end() && next->first < last; ++next) {
      const std::size_t from = begin_[next->first] - begin_[first];
      std::copy_n(piece.begin() + from, begin_[next->first + 1] - begin_[next->first], local.begin() + next->second);
    }
  }
  local_->set_coefficients(local);
}

template class SolverOfRanks<2>;
template class SolverOfRanks<3>;

}  // namespace dg
