/// A loop of one precision and one number of components, on the backend that a launcher stands for.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "benchmarks/face_loops/bodies.hpp"
#include "benchmarks/face_loops/face_loop.hpp"
#include "libdg/core/errors.hpp"

namespace dg::face_loops {

/// Numbers of the two indices and lists that a launcher needs of a layout, where kernels can read them.
struct FaceRun {
  const Index* faces;  ///< null: as they are stored
  Index begin, end;

  RKDG_FN Index operator[](Index i) const { return faces ? faces[begin + i] : begin + i; }
  RKDG_FN Index size() const { return end - begin; }
};

struct BlockRun {
  const Index *blocks, *block_begin, *face_colours, *block_colours;
  Index begin, end;
};

struct SliceRun {
  const Index* slice_begin;
  Index cells;
};

template <class Real, int C, class Launcher>
class FaceLoopOn final : public FaceLoop {
 public:
  FaceLoopOn(const Problem& problem, const LoopLayout& layout, const LoopOptions& options)
      : options_(options),
        strategy_(layout.strategy),
        part_begin_(layout.part_begin),
        stored_cells_(layout.stored.cells),
        backend_(Launcher::make_backend(options.threads)),
        minus_(*backend_, layout.minus),
        plus_(*backend_, layout.plus),
        run_(*backend_, layout.run),
        blocks_(*backend_, layout.blocks),
        block_begin_(*backend_, layout.block_begin),
        face_colours_(*backend_, layout.face_colours),
        block_colours_(*backend_, layout.block_colours),
        slice_begin_(*backend_, layout.slice_begin),
        entries_(*backend_, options.kind == LoopKind::sum ? layout.slice_faces : layout.slice_neighbours),
        faces_(*backend_, options.kind == LoopKind::sum ? face_values(problem, layout) : std::vector<Real>{}),
        cells_(*backend_, cell_values(problem, layout)),
        results_(*backend_, cells_.size()) {}

  Backend& backend() override { return *backend_; }

  void prepare() override {
    if (options_.kind == LoopKind::sum)
      results_.set_zero();
    else
      results_.copy_in(cells_.copy_out());
  }

  int part_count() const override { return static_cast<int>(part_begin_.size()) - 1; }

  void run_part(int part) override {
    switch (strategy_) {
      case Strategy::atomic:
        return options_.kind == LoopKind::sum ? run_faces<SumFace, Atomically>(part)
                                              : run_faces<MaximumFace, Atomically>(part);
      case Strategy::gather:
        return run_cells();
      default:
        return options_.kind == LoopKind::sum ? run_faces<SumFace, Plainly>(part)
                                              : run_faces<MaximumFace, Plainly>(part);
    }
  }

  std::vector<double> results() const override {
    const std::vector<Real> stored = results_.copy_out();
    const std::size_t cells = stored_cells_.size();
    std::vector<double> results(stored.size());
    for (int c = 0; c < C; ++c)
      for (std::size_t i = 0; i < cells; ++i) results[c * cells + stored_cells_[i]] = double(stored[c * cells + i]);
    return results;
  }

 private:
  using Data = LoopData<Real, C>;

  // Beyond the last face of each component stands a zero, which lists of faces name where they have no more.
  static std::vector<Real> face_values(const Problem& problem, const LoopLayout& layout) {
    std::vector<Real> values;
    values.reserve((layout.stored.faces.size() + 1) * C);
    for (int c = 0; c < C; ++c) {
      for (const Index f : layout.stored.faces) values.push_back(Real(problem.face_value(f, c)));
      values.push_back(0);
    }
    return values;
  }
  static std::vector<Real> cell_values(const Problem& problem, const LoopLayout& layout) {
    std::vector<Real> values;
    values.reserve(layout.stored.cells.size() * C);
    for (int c = 0; c < C; ++c)
      for (const Index cell : layout.stored.cells) values.push_back(Real(problem.cell_value(cell, c)));
    return values;
  }

  Data data() {
    return {minus_.data(),
            plus_.data(),
            faces_.data(),
            cells_.data(),
            results_.data(),
            static_cast<Index>(minus_.size()) + 1,
            static_cast<Index>(stored_cells_.size())};
  }

  template <template <class, class> class Body, class Update>
  void run_faces(int part) {
    const Body<Data, Update> body{data()};
    if (strategy_ == Strategy::block_colour) {
      return Launcher::for_each_block(*backend_, body,
                                      BlockRun{blocks_.data(), block_begin_.data(), face_colours_.data(),
                                               block_colours_.data(), part_begin_[part], part_begin_[part + 1]});
    }
    const FaceRun faces{run_.size() > 0 ? run_.data() : nullptr, part_begin_[part], part_begin_[part + 1]};
    if (strategy_ == Strategy::serial) return Launcher::one_by_one(body, faces);
    if (strategy_ == Strategy::colour_shared) return Launcher::for_each_staged(*backend_, body, faces);
    Launcher::for_each(*backend_, body, faces);
  }

  void run_cells() {
    const SliceRun slices{slice_begin_.data(), static_cast<Index>(stored_cells_.size())};
    if (options_.kind == LoopKind::sum)
      Launcher::for_each_cell(*backend_, SumCells<Data>{data(), entries_.data()}, slices);
    else
      Launcher::for_each_cell(*backend_, MaximumCells<Data>{data(), entries_.data()}, slices);
  }

  LoopOptions options_;
  Strategy strategy_;
  std::vector<Index> part_begin_, stored_cells_;
  std::unique_ptr<Backend> backend_;
  Array<Index> minus_, plus_, run_, blocks_, block_begin_, face_colours_, block_colours_, slice_begin_, entries_;
  Array<Real> faces_, cells_, results_;
};

/// The loop of these options on the backend of a launcher.
template <class Launcher>
std::unique_ptr<FaceLoop> make_loop_on(const Problem& problem, const LoopLayout& layout, const LoopOptions& options) {
  const auto make = [&]<class Real>(Real) -> std::unique_ptr<FaceLoop> {
    if (options.components == 1) return std::make_unique<FaceLoopOn<Real, 1, Launcher>>(problem, layout, options);
    if (options.components == 5) return std::make_unique<FaceLoopOn<Real, 5, Launcher>>(problem, layout, options);
    throw InputError("a loop has 1 or 5 components, not " + std::to_string(options.components));
  };
  return options.precision == Precision::single_precision ? make(float{}) : make(double{});
}

}  // namespace dg::face_loops
