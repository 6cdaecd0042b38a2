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

/// Numbers of own cells in the whole mesh, in its order, and here, where they lie in an order of their own.
template <int Dim>
std::vector<std::pair<Index, Index>> SolverOfRanks<Dim>::own_cells_in_order() const {
  std::vector<std::pair<Index, Index>> cells;
  for (Index c = 0; c < halo_.own_cells; ++c) cells.emplace_back(halo_.cell[c], c);
  std::sort(cells.begin(), cells.end());
  return cells;
}

/// The numbers of the own cells of all ranks, count(shape) of each, in the order of the whole mesh.
template <int Dim>
template <class Count>
std::vector<double> SolverOfRanks<Dim>::collect(const std::vector<double>& local, const Count& count) const {
  std::vector<std::size_t> begin(1, 0);
  for (const CellShape shape : shapes_) begin.push_back(begin.back() + count(shape));
  std::vector<double> own;
  own.reserve(begin[halo_.own_cells]);
  for (const auto& [cell, here] : own_cells_in_order())
    own.insert(own.end(), local.begin() + begin[here], local.begin() + begin[here + 1]);
  const auto of_ranks = ranks_.gather(std::as_bytes(std::span<const double>(own)));
  if (of_ranks.empty()) return {};
  std::vector<std::size_t> place(1, 0);
  for (const CellShape shape : whole_->cell_shapes) place.push_back(place.back() + count(shape));
  std::vector<double> all(place.back());
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    const std::byte* from = of_ranks[rank].data();
    for (const Index cell : cells_of_rank_[rank]) {
      const std::size_t bytes = (place[cell + 1] - place[cell]) * sizeof(double);
      std::memcpy(&all[place[cell]], from, bytes);
      from += bytes;
    }
  }
  return all;
}

template <int Dim>
std::vector<double> SolverOfRanks<Dim>::coefficients() const {
  order(Task::coefficients);
  const Undisturbed undisturbed;
  return collect(local_->coefficients(), [this](CellShape shape) { return n_var * modes_of(shape); });
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
  return collect(local_->sample(points), [&](CellShape shape) { return n_var * points[shape_number(shape)].size(); });
}

/// All of these messages, now.
template <int Dim>
void SolverOfRanks<Dim>::exchange_once(std::vector<Message> sends, std::vector<Message> receives) const {
  const auto in_pieces = [](const std::vector<Message>& messages) {
    constexpr std::size_t piece = std::size_t{1} << 26;  // bytes of a long message that go at once
    std::vector<Message> pieces;
    for (const Message& m : messages)
      for (std::size_t begin = 0; begin < m.bytes; begin += piece)
        pieces.push_back({m.rank, static_cast<std::byte*>(m.data) + begin, std::min(piece, m.bytes - begin)});
    return pieces;
  };
  const auto exchange = ranks_.exchange(in_pieces(sends), in_pieces(receives));
  exchange->start();
  exchange->finish();
}

/// On rank 0: those of the own cells of a rank, in the order of the whole mesh.
template <int Dim>
std::vector<double> SolverOfRanks<Dim>::coefficients_of(int rank, std::span<const double> all) const {
  std::vector<double> of_rank;
  for (const Index cell : cells_of_rank_[rank])
    of_rank.insert(of_rank.end(), all.begin() + begin_[cell], all.begin() + begin_[cell + 1]);
  return of_rank;
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
    // Ghosts of one rank lie in a row.
    const std::size_t first = begin[n.received.front()], last = begin[n.received.back() + 1];
    receives.push_back({n.rank, local.data() + first, (last - first) * sizeof(double)});
  }
  exchange_once(std::move(sends), std::move(receives));
}

/// Rank 0 has them, and sends each rank its own.
template <int Dim>
void SolverOfRanks<Dim>::set_coefficients(std::span<const double> coefficients) {
  if (ranks_.rank() == 0 && coefficients.size() != begin_.back())
    throw InputError(std::to_string(coefficients.size()) +
                     " coefficients do not fit this mesh and degree, which have " + std::to_string(begin_.back()));
  order(Task::set_coefficients);
  const Undisturbed undisturbed;
  const std::vector<std::size_t> begin = begins_here();
  std::vector<double> own, local(begin.back());
  for (int rank = 1; rank < ranks_.size(); ++rank) {
    std::vector<Message> sends, receives;
    std::vector<double> sent;
    if (ranks_.rank() == 0) {
      sent = coefficients_of(rank, coefficients);
      sends.push_back({rank, sent.data(), sent.size() * sizeof(double)});
    } else if (ranks_.rank() == rank) {
      own.resize(begin[halo_.own_cells]);
      receives.push_back({0, own.data(), own.size() * sizeof(double)});
    }
    exchange_once(std::move(sends), std::move(receives));
  }
  if (ranks_.rank() == 0) own = coefficients_of(0, coefficients);
  auto next = own.begin();
  for (const auto& [cell, here] : own_cells_in_order()) {
    const auto size = static_cast<std::ptrdiff_t>(begin[here + 1] - begin[here]);
    std::copy_n(next, size, local.begin() + static_cast<std::ptrdiff_t>(begin[here]));
    next += size;
  }
  fill_ghosts(local);
  local_->set_coefficients(local);
}

template class SolverOfRanks<2>;
template class SolverOfRanks<3>;

}  // namespace dg
