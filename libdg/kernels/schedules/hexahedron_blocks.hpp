/// Assembly `blocks` of straight hexahedra with Q^p, whose states are values at the points of lines, x fastest (as
/// HexahedronBasisChange gives them). Cells show traces and slopes at the points of their faces. Each face between two
/// cells turns what stands on its two sides into fluxes and jumps, and cells gather these.
///
/// A cell goes variable by variable wherever these do not meet, so that little of what it reads again leaves a core's
/// first cache.
#pragma once

#include "libdg/kernels/integrands/reference_flux.hpp"
#include "libdg/kernels/schedules/hexahedron_faces.hpp"

namespace dg {

template <class Eq, int P, bool Viscous>
struct HexahedronBlockStage : HexahedronSides<Eq, P, Viscous> {
  using Sides = HexahedronSides<Eq, P, Viscous>;
  using Sides::dim, Sides::N, Sides::faces, Sides::NL, Sides::lines, Sides::points, Sides::numbers, Sides::line,
      Sides::context, Sides::stage, Sides::zone, Sides::blocks;
  using typename Sides::Real, typename Sides::FE;
  /// Rows at a distance of 4 kB would take each other's place in the cache.
  static constexpr int row_size = points | 1;

  Real* averages;  ///< [variable][cell]: coefficients of mode 0, written by stages that find a step

  HexahedronBlockStage(const Sides& sides, Real* averages_) : Sides(sides), averages(averages_) {}

  /// Computes the stage of a block, with workspace for blocks.most_sides() sides.
  template <class V>
  void compute(Index block, Real* workspace) const {
    show_cells<V>(block, workspace);
    show_outer_cells<V>(block, workspace);
    HexahedronFaces<Eq, P, Viscous>(*this).template compute<V>(block, workspace);
    compute_other_sides<V>(block, workspace);
    this->exchange_left(block, Sides::template side_numbers<V>(), workspace);
    compute_cells<V>(block, workspace);
  }

 private:
  template <int D, bool Upper>
  static constexpr int face_at = hexahedron_face_at<NL>(D, Upper);

  template <class V>
  RKDG_CALL void show_cells(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width;
    for (Index i = blocks.register_begin[block]; i < blocks.register_begin[block + 1]; ++i) {
      const Index first = blocks.first_cell.data()[i], cell = width * (i - blocks.register_begin[block]);
      for (int n = 0; n < N; ++n) {
        V x[points];
        read(stage.in, first, n, x);
        this->each_face([&]<int F>() RKDG_INLINE {
          this->template show<F, V>(x, Sides::template own_sides<F, V>(workspace, cell), n * numbers);
        });
      }
    }
  }

  /// Cells elsewhere, of which a register holds those with the same face: by what gives the same bits in a block.
  template <class V>
  RKDG_CALL void show_outer_cells(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width;
    const Index behind_cells = blocks.own_sides(block), first_outer = blocks.outer_begin[faces * block];
    const auto base = stage.in + zone().state_begin;
    const auto* begin = blocks.outer_begin.data() + faces * block;
    this->each_face([&]<int F>() RKDG_INLINE {
      for (Index i = begin[F]; i < begin[F + 1]; i += width) {
        constexpr int size = Sides::template side_numbers<V>();
        const LaneRecords<V> records(workspace + std::int64_t(behind_cells + i - first_outer) * size, size);
        const NearLanes<V> of_state(zone().layout.cell(load_index<V>(blocks.outer_cell.data() + i)));
        for (int n = 0; n < N; ++n) {
          V x[points];
          zone().layout.template each_mode<points>([&](int k, std::int64_t further) RKDG_INLINE {
            x[k] = of_state(base + zone().layout.mode(n, 0) + further);
          });
          this->template show<F, V>(x, records, n * numbers);
        }
      }
    });
  }

  template <class V>
  RKDG_FN void read(const Real* array, Index first, int n, V* x) const {
    const Real* base = array + zone().state_begin + zone().layout.cell(std::int64_t(first)) + zone().layout.mode(n, 0);
    zone().layout.template each_mode<points>([&](int k, std::int64_t further)
                                                 RKDG_INLINE { x[k] = load<V>(base + further); });
  }

  template <class V>
  RKDG_CALL void compute_other_sides(Index block, Real* workspace) const {
    this->template other_sides<FE, V>(block, [&](const V(&h)[lines][N], const V(&jump)[lines][N], const Index* at) {
      const LaneRecords<V> records(workspace, Sides::template side_numbers<V>(), at);
      for (int n = 0; n < N; ++n)
        make_records<numbers>(records, n * numbers,
                              [&](int k) RKDG_INLINE { return k < lines ? h[k][n] : jump[k - lines][n]; });
    });
  }

  /// Calls visit(first point of the line, its number) for all lines along direction D.
  template <int D, class Visit>
  RKDG_FN static void each_line(const Visit& visit) {
    for (int q = 0; q < NL; ++q) RKDG_UNROLL
    for (int p = 0; p < NL; ++p) visit(line_begin<NL>(D, p, q), q * NL + p);
  }

  template <int D, class V>
  RKDG_FN void differentiate(const V* x, const V (&jump)[faces][lines], V* along) const {
    each_line<D>([&](int first, int number) RKDG_INLINE {
      V of_line[NL], g[NL];
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) of_line[i] = x[first + i * line_step<NL>(D)];
      line.derivative(of_line, -jump[face_at<D, false>][number], jump[face_at<D, true>][number], g);
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) along[first + i * line_step<NL>(D)] = g[i];
    });
  }

  template <int D, class V>
  RKDG_FN void add_weak(const V* along, const V (&flux)[faces][lines], const V (&length)[faces], V* sum) const {
    constexpr int lower = face_at<D, false>, upper = face_at<D, true>;
    const V first_length = length[lower], last_length = length[upper];
    each_line<D>([&](int first, int number) RKDG_INLINE {
      V x[NL], of_line[NL];
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) x[i] = along[first + i * line_step<NL>(D)];
      line.weak(x, first_length * flux[lower][number], last_length * flux[upper][number], of_line);
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) {
        V& at = sum[first + i * line_step<NL>(D)];
        at = D > 0 ? at + of_line[i] : of_line[i];
      }
    });
  }

  template <class V>
  RKDG_CALL void compute_cells(Index block, Real* workspace) const {
    constexpr int width = LaneTraits<V>::width, pieces = 2 * N + NL * NL;
    const Index begin = blocks.register_begin[block], end = blocks.register_begin[block + 1];
    for (Index i = begin; i < end; ++i) {
      const auto prefetch = [&](int piece) { this->template prefetch_next<V>(block, i, piece, pieces); };
      const Index first = blocks.first_cell.data()[i], cell = width * (i - begin);
      V field[N][row_size], along[dim][N][row_size], on_faces[faces][lines];
      for (int n = 0; n < N; ++n) {
        prefetch(n);
        read(stage.in, first, n, field[n]);
        if constexpr (Viscous) {
          this->gather(workspace, cell, n * numbers + lines, on_faces);
          differentiate<0>(field[n], on_faces, along[0][n]);
          differentiate<1>(field[n], on_faces, along[1][n]);
          differentiate<2>(field[n], on_faces, along[2][n]);
        }
      }
      find_fluxes(first, field, along, [&](int piece) { prefetch(N + piece); });
      V length[faces];
      for (int f = 0; f < faces; ++f) length[f] = -this->template length_of<V>(i, f);
      const V dt = weighted_step<V>(stage, zone().cell_begin + std::int64_t(first));
      for (int n = 0; n < N; ++n) {
        prefetch(N + NL * NL + n);
        V rate[points];
        this->gather(workspace, cell, n * numbers, on_faces);
        add_weak<0>(along[0][n], on_faces, length, rate);
        add_weak<1>(along[1][n], on_faces, length, rate);
        add_weak<2>(along[2][n], on_faces, length, rate);
        if (stage.source) add_source(first, n, rate);
        with_force<V, Eq>(stage, [&](const auto& force) {
          for (int k = 0; k < points; ++k) rate[k] += force(n, [&](int m) { return field[m][k]; });
        });
        update(first, n, dt, field[n], rate);
      }
    }
  }

  /// Puts the fluxes along the reference directions in place of the derivatives; calls between(i) before line i of
  /// points.
  template <class V, class Between>
  RKDG_FN void find_fluxes(Index first, const V (&field)[N][row_size], V (&along)[dim][N][row_size],
                           const Between& between) const {
    const auto& here = in_cells<V>(context.equations, zone(), first);
    V m[dim * dim];
    RKDG_UNROLL
    for (int k = 0; k < dim * dim; ++k) m[k] = load<V>(zone().metric + std::int64_t(k) * zone().padded + first);
    for (int k = 0; k < points; ++k) {
      if (k % NL == 0) between(k / NL);
      V w[N], g[dim][N], f[dim][N];
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) {
        w[n] = field[n][k];
        if constexpr (!Viscous) continue;
        RKDG_UNROLL
        for (int d = 0; d < dim; ++d) g[d][n] = along[d][n][k];
      }
      reference_flux(here, m, w, g, f);
      RKDG_UNROLL
      for (int n = 0; n < N; ++n) RKDG_UNROLL
      for (int d = 0; d < dim; ++d) along[d][n][k] = f[d][n];
    }
  }

  /// The source of a variable, which is by modes.
  template <class V>
  RKDG_CALL void add_source(Index first, int n, V (&rate)[points]) const {
    static constexpr TensorModes3D<NL> modes{};
    V moment[points], x[points];
    read(stage.source, first, n, moment);
    for (int k = 0; k < points; ++k) x[k] = moment[modes.place[k]];
    along_all_lines<NL>(x, [&](V(&of_line)[NL]) RKDG_INLINE { line.to_points(of_line); });
    for (int k = 0; k < points; ++k) rate[k] += x[k];
  }

  /// Writes a variable of the stage's result, from its rates: in one pass, where update_stage() takes three.
  template <class V>
  RKDG_FN void update(Index first, int n, V dt, const V* x, V (&rate)[points]) const {
    const std::int64_t base = zone().state_begin + zone().layout.cell(std::int64_t(first)) + zone().layout.mode(n, 0);
    const V in_weight(stage.in_weight);
    const int histories = stage.n_history;
    Real* out = stage.out + base;
    const auto write = [&](const auto& add_histories) RKDG_INLINE {
      zone().layout.template each_mode<points>([&](int k, std::int64_t further) RKDG_INLINE {
        const V sum = in_weight * x[k] + dt * rate[k] + add_histories(further);
        store(out + further, sum);
        rate[k] = sum;
      });
    };
    const auto of_history = [&](int i, std::int64_t further) RKDG_INLINE {
      return V(stage.history_weight[i]) * load<V>(stage.history[i] + (base + further));
    };
    if (histories == 0)
      write([](std::int64_t) RKDG_INLINE { return V(Real(0)); });
    else if (histories == 1)
      write([&](std::int64_t further) RKDG_INLINE { return of_history(0, further); });
    else
      write([&](std::int64_t further) RKDG_INLINE {
        V sum = of_history(0, further);
        for (int i = 1; i < histories; ++i) sum += of_history(i, further);
        return sum;
      });
    if (stage.finds_step) store(averages + std::int64_t(n) * zone().padded + first, of_mode_0(rate));
  }

  template <class V>
  RKDG_FN V of_mode_0(const V (&x)[points]) const {
    const Real(&weight)[(NL + 1) / 2] = line.project[0];
    const auto of_place = [&](int i) RKDG_INLINE { return weight[i < NL - 1 - i ? i : NL - 1 - i]; };
    V sum(Real(0));
    for (int q = 0; q < lines; ++q) {
      V of_line(Real(0));
      RKDG_UNROLL
      for (int i = 0; i < NL; ++i) of_line += of_place(i) * x[q * NL + i];
      sum += of_place(q % NL) * of_place(q / NL) * of_line;
    }
    return sum;
  }
};

}  // namespace dg
