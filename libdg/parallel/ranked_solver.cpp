#include "libdg/parallel/ranked_solver.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "libdg/backend/stop_request.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/element/element.hpp"

namespace dg {
namespace {

/// What rank 0 asks the others to do, with numbers that say more.
enum class Task : std::int64_t {
  end,
  set_time,
  advance,
  stable_time_step,
  time_step_limit,
  find_bad_cell,
  residual_norms,
  errors,
  totals,
  flow_totals,
  surface,
  coefficients,
  set_coefficients,
  sample
};

struct Order {
  Task task;
  std::int64_t count[2];
  double value;
};

/// Signals are rank 0's to see, between its calls: no rank may leave what all are doing.
class Undisturbed {
 public:
  Undisturbed() : scope_([] { return false; }) {}

 private:
  StopScope scope_;
};

template <class T>
std::span<std::byte> bytes_of(std::vector<T>& values) {
  return std::as_writable_bytes(std::span(values));
}

class SolverOfRanks final : public RankedSolver {
 public:
  SolverOfRanks(const Mesh2& mesh, std::span<const int> rank_of, const SolverOptions& options,
                Communicator& communicator)
      : mesh_(mesh), ranks_(communicator), quads_(options.quads), degree_(options.degree) {
    Subdomain<2> part = make_subdomain(mesh, rank_of, ranks_.rank(), ranks_.size());
    halo_ = part.halo;
    boundary_names_ = mesh.boundary_names;
    for (const Face& f : part.mesh.faces) boundary_of_face_.push_back(f.boundary);
    local_ = make_solver(std::move(part), options, communicator);
    if (ranks_.rank() == 0) {
      cells_of_rank_.resize(ranks_.size());
      for (Index c = 0; c < mesh.cell_count(); ++c) cells_of_rank_[rank_of[c]].push_back(c);
    }
    begin_.assign(1, 0);
    for (Index c = 0; c < mesh.cell_count(); ++c) begin_.push_back(begin_.back() + 4 * std::size_t(mode_count(c)));
    set_info();
  }
  ~SolverOfRanks() override {
    if (!leads_) return;
    try {
      order(Task::end);
    } catch (const std::exception&) {  // who has failed is on its way to the end already
    }
  }

  void lead() override { leads_ = true; }
  void follow(const FieldFunction& exact) override;

  const SolverInfo& info() const override { return info_; }
  double time() const override { return local_->time(); }
  void set_time(double time) override {
    order(Task::set_time, 0, 0, time);
    local_->set_time(time);
  }

  void set_state(const FieldFunction& primitive) override { at_setup(), local_->set_state(primitive); }
  void set_boundary_data(const FieldFunction& primitive, bool varies) override {
    at_setup(), local_->set_boundary_data(primitive, varies);
  }
  void set_source(const FieldFunction& source, bool varies) override { at_setup(), local_->set_source(source, varies); }
  void set_boundary_data(const std::string& boundary, std::shared_ptr<const Formulas> data) override {
    at_setup(), local_->set_boundary_data(boundary, std::move(data));
  }
  void set_source(std::shared_ptr<const Formulas> source) override {
    at_setup(), local_->set_source(std::move(source));
  }

  Progress advance(long steps, double end_time) override {
    order(Task::advance, steps, 0, end_time);
    return local_->advance(steps, end_time);
  }
  NewtonStep newton_step() override { throw InputError("Newton's method works on one rank only"); }
  double stable_time_step() const override {
    order(Task::stable_time_step);
    return local_->stable_time_step();
  }
  double time_step_limit() const override {
    order(Task::time_step_limit);
    return local_->time_step_limit();
  }

  BadCell find_bad_cell() const override;
  Norms residual_norms() const override {
    order(Task::residual_norms);
    return local_->residual_norms();
  }
  Norms errors(const FieldFunction& primitive) const override {
    order(Task::errors);
    const Undisturbed undisturbed;
    return local_->errors(primitive);
  }
  std::array<double, 4> totals() const override {
    order(Task::totals);
    return local_->totals();
  }
  FlowTotals flow_totals() const override {
    order(Task::flow_totals);
    return local_->flow_totals();
  }
  Force force(const std::string& boundary) const override { return force_of(surface(boundary)); }
  std::vector<SurfacePoint> surface(const std::string& boundary) const override;

  int mode_count(Index cell) const override {
    return dg::mode_count(space_of(mesh_.cell_shapes[cell], quads_), degree_);
  }
  std::vector<double> coefficients() const override {
    order(Task::coefficients);
    const Undisturbed undisturbed;
    return collect(local_->coefficients(), [this](Index cell) { return begin_[cell + 1] - begin_[cell]; });
  }
  void set_coefficients(std::span<const double> coefficients) override;

  DampingState damping_state() const override { return {}; }
  void set_damping_state(const DampingState&) override {}

  std::vector<double> sample(std::span<const std::array<double, 2>> triangle,
                             std::span<const std::array<double, 2>> quadrilateral) const override;

 private:
  using Points = std::vector<std::array<double, 2>>;

  void order(Task task, std::int64_t a = 0, std::int64_t b = 0, double value = 0) const {
    if (!leads_) return;
    Order order{task, {a, b}, value};
    ranks_.broadcast(std::as_writable_bytes(std::span(&order, 1)), 0);
  }
  /// What is given to a solver as functions, all ranks have.
  void at_setup() const {
    if (leads_) throw RunError("what a run is given on several ranks cannot change once it has begun");
  }
  void take(const Order& order, const FieldFunction& exact);
  void set_info();
  template <class Count>
  std::vector<double> collect(const std::vector<double>& local, const Count& count) const;

  const Mesh2& mesh_;
  Communicator& ranks_;
  QuadSpace quads_;
  int degree_;
  Halo halo_;
  std::vector<std::string> boundary_names_;
  std::vector<std::int16_t> boundary_of_face_;  ///< of faces of the subdomain
  std::unique_ptr<Solver> local_;
  std::vector<std::vector<Index>> cells_of_rank_;  ///< on rank 0, in the order of the mesh
  std::vector<std::size_t> begin_;                 ///< [cell] of the whole mesh: its first coefficient
  SolverInfo info_;
  bool leads_ = false;
};

void SolverOfRanks::set_info() {
  info_ = local_->info();
  std::int64_t sums[]{static_cast<std::int64_t>(info_.bytes), halo_.ghosts()};
  ranks_.reduce(sums, Reduction::sum);
  info_.bytes = sums[0];
  info_.halo_cells = sums[1];
  info_.cells = mesh_.cell_count();
  info_.faces = mesh_.face_count();
  info_.dof = static_cast<long>(begin_.back());
  info_.ranks = ranks_.size();
}

void SolverOfRanks::follow(const FieldFunction& exact) {
  for (;;) {
    Order order{};
    ranks_.broadcast(std::as_writable_bytes(std::span(&order, 1)), 0);
    if (order.task == Task::end) return;
    take(order, exact);
  }
}

void SolverOfRanks::take(const Order& order, const FieldFunction& exact) {
  switch (order.task) {
    case Task::set_time:
      return set_time(order.value);
    case Task::advance:
      return void(advance(static_cast<long>(order.count[0]), order.value));
    case Task::stable_time_step:
      return void(stable_time_step());
    case Task::time_step_limit:
      return void(time_step_limit());
    case Task::find_bad_cell:
      return void(find_bad_cell());
    case Task::residual_norms:
      return void(residual_norms());
    case Task::errors:
      return void(errors(exact));
    case Task::totals:
      return void(totals());
    case Task::flow_totals:
      return void(flow_totals());
    case Task::surface:
      return void(surface(boundary_names_[order.count[0]]));
    case Task::coefficients:
      return void(coefficients());
    case Task::set_coefficients:
      return set_coefficients({});
    case Task::sample: {
      Points points(order.count[0] + order.count[1]);
      ranks_.broadcast(bytes_of(points), 0);
      const std::span all(points);
      return void(sample(all.first(order.count[0]), all.last(order.count[1])));
    }
    case Task::end:
      return;
  }
}

BadCell SolverOfRanks::find_bad_cell() const {
  order(Task::find_bad_cell);
  const Undisturbed undisturbed;
  BadCell bad = local_->find_bad_cell();
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
std::vector<SurfacePoint> SolverOfRanks::surface(const std::string& boundary) const {
  const auto name = std::find(boundary_names_.begin(), boundary_names_.end(), boundary);
  if (name == boundary_names_.end()) throw InputError("boundary '" + boundary + "' is not in the mesh");
  const auto number = name - boundary_names_.begin();
  order(Task::surface, number);
  struct Numbered {
    Index face;
    SurfacePoint point;
  };
  const std::vector<SurfacePoint> points = local_->surface(boundary);
  std::vector<Numbered> own;
  for (std::size_t f = 0; f < boundary_of_face_.size(); ++f) {
    if (boundary_of_face_[f] != number) continue;
    for (int g = 0; g < face_point_count(degree_); ++g) own.push_back({halo_.face[f], points[own.size()]});
  }
  std::vector<Numbered> all;
  for (const auto& bytes : ranks_.gather(std::as_bytes(std::span<const Numbered>(own)))) {
    const std::size_t begin = all.size();
    all.resize(begin + bytes.size() / sizeof(Numbered));
    if (!bytes.empty()) std::memcpy(&all[begin], bytes.data(), bytes.size());
  }
  std::stable_sort(all.begin(), all.end(), [](const Numbered& a, const Numbered& b) { return a.face < b.face; });
  std::vector<SurfacePoint> result;
  for (const Numbered& n : all) result.push_back(n.point);
  return result;
}

/// The numbers of the own cells of all ranks, count(cell) of each, in the order of the whole mesh.
template <class Count>
std::vector<double> SolverOfRanks::collect(const std::vector<double>& local, const Count& count) const {
  // Own cells lie interface first, each part in the order of the mesh.
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

std::vector<double> SolverOfRanks::sample(std::span<const std::array<double, 2>> triangle,
                                          std::span<const std::array<double, 2>> quadrilateral) const {
  if (leads_) {
    order(Task::sample, static_cast<std::int64_t>(triangle.size()), static_cast<std::int64_t>(quadrilateral.size()));
    Points points(triangle.begin(), triangle.end());
    points.insert(points.end(), quadrilateral.begin(), quadrilateral.end());
    ranks_.broadcast(bytes_of(points), 0);
  }
  const Undisturbed undisturbed;
  return collect(local_->sample(triangle, quadrilateral), [&](Index cell) {
    return 4 * (mesh_.cell_shapes[cell] == CellShape::triangle ? triangle.size() : quadrilateral.size());
  });
}

/// Rank 0 has them; each rank keeps those of its own cells and ghosts of what comes by, some at a time.
void SolverOfRanks::set_coefficients(std::span<const double> coefficients) {
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

}  // namespace

std::unique_ptr<RankedSolver> make_ranked_solver(const Mesh2& mesh, std::span<const int> rank_of,
                                                 const SolverOptions& options, Communicator& communicator) {
  return std::make_unique<SolverOfRanks>(mesh, rank_of, options, communicator);
}

}  // namespace dg
