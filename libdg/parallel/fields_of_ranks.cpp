// SolverOfRanks: what is put together from the cells and faces of all ranks.
#include <algorithm>
#include <cstring>
#include <limits>

#include "libdg/core/rotation.hpp"
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

/// On rank 0 the whole list, of which each rank has its own cells' numbers, and ghosts' behind them.
template <int Dim>
std::vector<double> SolverOfRanks<Dim>::collect(const ListSlices& slices, std::vector<double> local) const {
  local.resize(slices.own_count());
  return whole_list(ranks_, slices, local);
}

template <int Dim>
std::vector<double> SolverOfRanks<Dim>::coefficients() const {
  order(Task::coefficients);
  const Undisturbed undisturbed;
  return collect(coefficients_, local_->coefficients());
}

template <int Dim>
std::vector<double> SolverOfRanks<Dim>::sample(const PointsOfShapes<Dim>& points) const {
  if (leads_) {
    OrderCounts sizes{};
    for (std::size_t i = 0; i < points.size(); ++i) sizes[i] = static_cast<std::int64_t>(points[i].size());
    order(Task::sample, sizes);
    Points all;
    for (const auto& of_shape : points) all.insert(all.end(), of_shape.begin(), of_shape.end());
    ranks_.broadcast(bytes_of(all), 0);
  }
  const Undisturbed undisturbed;
  const auto count = [&](CellShape shape) { return n_var * points[shape_number(shape)].size(); };
  return collect(ListSlices(ranks_, pieces(count)), local_->sample(points));
}

/// [cell of the subdomain] its first coefficient, and the end of all.
template <int Dim>
std::vector<std::size_t> SolverOfRanks<Dim>::begins_here() const {
  std::vector<std::size_t> begin(1, 0);
  for (const CellShape shape : shapes_) begin.push_back(begin.back() + n_var * modes_of(shape));
  return begin;
}

/// Gives ghosts the coefficients that their owners have.
template <int Dim>
void SolverOfRanks<Dim>::fill_ghosts(std::vector<double>& local) const {
  const std::vector<std::size_t> begin = begins_here();
  std::vector<std::vector<double>> sent;
  std::vector<Message> sends, receives;
  for (const HaloNeighbour& n : halo_.neighbours) {
    auto& buffer = sent.emplace_back();
    for (const Index cell : n.sent)
      buffer.insert(buffer.end(), local.begin() + begin[cell], local.begin() + begin[cell + 1]);
    sends.push_back({n.rank, buffer.data(), buffer.size() * sizeof(double)});
    // Those of one neighbour lie in a row.
    const bool none = n.received.empty();
    const std::size_t first = none ? 0 : begin[n.received.front()], last = none ? 0 : begin[n.received.back() + 1];
    receives.push_back({n.rank, local.data() + first, (last - first) * sizeof(double)});
  }
  exchange_once(ranks_, sends, receives);
  for (const HaloNeighbour& n : halo_.neighbours) {
    if (n.rotation.empty()) continue;
    const auto rotation = rotation_of<double, Dim>(n.rotation);
    for (const Index cell : n.received) {
      const std::size_t modes = (begin[cell + 1] - begin[cell]) / n_var;
      for (std::size_t k = 0; k < modes; ++k)
        rotation.rotate([&](int d) -> double& { return local[begin[cell] + (1 + d) * modes + k]; });
    }
  }
}

template <int Dim>
std::vector<double> SolverOfRanks<Dim>::own_coefficients() const {
  const Undisturbed undisturbed;
  std::vector<double> local = local_->coefficients();
  local.resize(coefficients_.own_count());
  return local;
}

template <int Dim>
void SolverOfRanks<Dim>::set_own_coefficients(std::span<const double> coefficients) {
  const Undisturbed undisturbed;
  std::vector<double> local(begins_here().back());
  std::copy(coefficients.begin(), coefficients.end(), local.begin());
  fill_ghosts(local);
  local_->set_coefficients(local);
}

template <int Dim>
DampingState SolverOfRanks<Dim>::damping_state() const {
  order(Task::damping_state);
  const Undisturbed undisturbed;
  DampingState state = local_->damping_state();
  if (!state.filtered_past.empty()) state.filtered_past = collect(coefficients_, std::move(state.filtered_past));
  return state;
}

template <int Dim>
void SolverOfRanks<Dim>::set_own_damping(DampingState state) {
  if (!state.filtered_past.empty()) {
    state.filtered_past.resize(begins_here().back());
    fill_ghosts(state.filtered_past);
  }
  local_->set_damping_state(state);
}

template <int Dim>
std::vector<double> SolverOfRanks<Dim>::running_mean() const {
  order(Task::running_mean);
  const Undisturbed undisturbed;
  std::vector<double> mean = local_->running_mean();
  return mean.empty() ? mean : collect(coefficients_, std::move(mean));
}

template <int Dim>
std::vector<double> SolverOfRanks<Dim>::own_running_mean() const {
  const Undisturbed undisturbed;
  std::vector<double> local = local_->running_mean();
  if (!local.empty()) local.resize(coefficients_.own_count());
  return local;
}

/// Ghosts have none.
template <int Dim>
void SolverOfRanks<Dim>::set_own_running_mean(std::vector<double> mean) {
  mean.resize(begins_here().back());
  local_->set_running_mean(mean);
}

/// Rank 0 has them, and sends each rank its slice.
template <int Dim>
void SolverOfRanks<Dim>::set_coefficients(std::span<const double> coefficients) {
  if (ranks_.rank() == 0 && static_cast<std::int64_t>(coefficients.size()) != coefficients_.size())
    throw InputError(std::to_string(coefficients.size()) +
                     " coefficients do not fit this mesh and degree, which have " +
                     std::to_string(coefficients_.size()));
  order(Task::set_coefficients);
  const ListPiece own = coefficients_.slice();
  std::vector<double> all(coefficients.begin(), coefficients.end()), slice(own.count);
  std::vector<Message> sends, receives;
  if (ranks_.rank() == 0) {
    std::copy_n(all.begin() + own.begin, own.count, slice.begin());
    for (int rank = 1; rank < ranks_.size(); ++rank) {
      const ListPiece piece = coefficients_.slice_of(rank);
      sends.push_back({rank, all.data() + piece.begin, piece.count * sizeof(double)});
    }
  } else {
    receives.push_back({0, slice.data(), slice.size() * sizeof(double)});
  }
  exchange_once(ranks_, sends, receives);
  set_own_coefficients(coefficients_.to_pieces(slice));
}

template class SolverOfRanks<2>;
template class SolverOfRanks<3>;

}  // namespace dg
