#include "libdg/element/fragments.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "libdg/element/fragment_list.hpp"

namespace dg {
namespace {

/// x rounded to 11 bits.
float leading_bits(double x) {
  constexpr std::uint32_t half = 1u << 12, leading = ~((half << 1) - 1);  // of the 24 bits of a single
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(static_cast<float>(x)) + half) & leading);
}

template <class Real>
FactorPair<Real> pair_of(double a, double b) {
  if constexpr (std::is_same_v<Real, double>) {
    return {{a, b}};
  } else {
    const float high[2] = {leading_bits(a), leading_bits(b)};
    return {{high[0], high[1]}, {leading_bits(a - high[0]), leading_bits(b - high[1])}};
  }
}

/// Sizes, and entries of the tables that are zero beyond the last mode or point.
struct Source {
  static constexpr int dim = tile_dim;

  const Tables<double>& t;
  const FaceTables<double, dim>& face;
  int modes, faces, face_points, points, stored;

  explicit Source(const Tables<double>& tables)
      : t(tables),
        face(tables.faces[0]),
        modes(mode_count(t.space, t.degree)),
        faces(face_count(shape_of(t.space))),
        face_points(face_point_count(t.degree)),
        points(t.n_points),
        stored(t.n_stored) {}

  int mode_slots() const { return slot_count(modes); }
  int mode_pairs() const { return slot_count(modes) / fragment_columns + slot_count(modes) % fragment_columns; }
  int all_face_points() const { return faces * face_points; }

  double value(int q, int k) const { return q < stored && k < modes ? t.interpolate[q * modes + k] : 0.0; }
  double derivative(int d, int q, int k) const {
    return q < stored && k < modes ? t.differentiate[(d * stored + q) * modes + k] : 0.0;
  }
  double project(int k, int q, int d) const {
    return q < stored && k < modes ? t.project[(k * stored + q) * dim + d] : 0.0;
  }
  /// Weighted trace of mode k at point m of all faces.
  double lift(int k, int m) const {
    if (k >= modes || m >= all_face_points()) return 0.0;
    return face.lift[(m / face_points * modes + k) * face_points + m % face_points];
  }
  /// Lifting at volume point q of a unit jump at point m of all faces, along xi_d.
  double lifted(int d, int q, int m) const {
    if (m >= all_face_points()) return 0.0;
    const int f = m / face_points;
    const auto frame = [&](int i) { return face.frame[0][i * code_slots(dim) + f]; };
    double sum = 0;
    for (int k = 0; k < modes; ++k) sum += value(q, k) * lift(k, m);
    return frame(d) * half_length(f) * sum;
  }
  double trace(const std::vector<double>& table, int f, int g, int k) const {
    return g < face_points && k < modes ? table[(f * face_points + g) * modes + k] : 0.0;
  }
  double half_length(int f) const { return std::hypot(face.normal[f * dim], face.normal[f * dim + 1]); }
  double on_face(const std::vector<double>& table, int g, int h) const {
    return g < face_points && h < face_points ? table[g * face_points + h] : 0.0;
  }
};

void set_volume_fragments(const Source& from, Fragments& to) {
  to.point_slots = slot_count(from.points);
  for (int s = 0; s < to.point_slots; s += fragment_columns)
    for (int l = 0; l < from.mode_slots(); ++l)
      append_fragment(to.value,
                      [&](int k, int q, int j) { return from.value(quarters * (s + j) + q, quarters * l + k); });
  for (int s = 0; s < to.point_slots; ++s) {
    for (int l = 0; l < from.mode_slots(); ++l)
      append_fragment(to.gradient,
                      [&](int k, int q, int j) { return from.derivative(j, quarters * s + q, quarters * l + k); });
    for (int l = 0; l < slot_count(from.all_face_points()); ++l)
      append_fragment(to.gradient,
                      [&](int k, int q, int j) { return from.lifted(j, quarters * s + q, quarters * l + k); });
    for (int pair = 0; pair < from.mode_pairs(); ++pair)
      for (int d = 0; d < Source::dim; ++d)
        append_fragment(to.project, [&](int k, int q, int j) {
          return from.project(quarters * (fragment_columns * pair + j) + q, quarters * s + k, d);
        });
  }
}

void set_face_fragments(const Source& from, double eta, Fragments& to) {
  for (int pair = 0; pair < from.mode_pairs(); ++pair)
    for (int l = 0; l < slot_count(from.all_face_points()); ++l)
      append_fragment(to.lift, [&](int k, int q, int j) {
        return from.lift(quarters * (fragment_columns * pair + j) + q, quarters * l + k);
      });
  const int slots = slot_count(from.face_points), in_row = faces_per_row(from.face_points);
  for (int way = 0; way < 2; ++way)
    for (int f = 0; f < from.faces; ++f)
      for (int s = 0; s < slots; ++s)
        for (int l = 0; l < in_row * from.mode_slots(); ++l)
          append_fragment(to.trace[way], [&](int k, int q, int j) {
            const int face = l / from.mode_slots();  // of the row
            const int g = quarters * s + q - face * from.face_points;
            if (g < 0 || g >= from.face_points) return 0.0;
            const double scale = j == 0 ? 1 : (way == 0 ? 1 : -1) / from.half_length(f);
            return scale * from.trace(j == 0 ? from.face.trace : from.face.trace_normal, f,
                                      way == 0 ? g : from.face_points - 1 - g, quarters * (l % from.mode_slots()) + k);
          });
  for (int s = 0; s < slots; ++s)
    for (int l = 0; l < slots; ++l) {
      const auto entry = [&](const std::vector<double>& table, int k, int q) {
        const int n = from.face_points, g = quarters * s + q, h = quarters * l + k;
        if (in_row == 1) return from.on_face(table, g, h);
        return g / n == h / n ? from.on_face(table, g % n, h % n) : 0.0;
      };
      for (int side = 0; side < 2; ++side)
        append_fragment(to.tangential,
                        [&](int k, int q, int j) { return j == side ? entry(from.face.tangential, k, q) : 0.0; });
      append_fragment(to.face_lift, [&](int k, int q, int) { return eta * entry(from.face.face_lift, k, q); });
    }
}

}  // namespace

Fragments make_fragments(const Tables<double>& tables, double eta) {
  const Source from(tables);
  Fragments f;
  set_volume_fragments(from, f);
  set_face_fragments(from, eta, f);
  return f;
}

template <class Real>
std::vector<FactorPair<Real>> pair_factors(const std::vector<double>& fragments, int slots) {
  const std::size_t sum = static_cast<std::size_t>(slots) * warp_lanes;  // numbers
  std::vector<FactorPair<Real>> pairs;
  pairs.reserve(fragments.size() / slots * factor_pairs(slots));
  for (std::size_t begin = 0; begin < fragments.size(); begin += sum)
    for (int s = 0; s < slots; s += 2)
      for (int lane = 0; lane < warp_lanes; ++lane) {
        const double* first = &fragments[begin + s * warp_lanes + lane];
        pairs.push_back(pair_of<Real>(first[0], first[s + 1 < slots ? warp_lanes : 0]));
      }
  return pairs;
}

template <class Real>
std::vector<FactorPair<Real>> volume_factors(const Fragments& fragments, int mode_slots, int jump_slots) {
  const VolumeFragments parts(mode_slots, jump_slots);
  const auto value = pair_factors<Real>(fragments.value, mode_slots);
  const auto gradient = pair_factors<Real>(fragments.gradient, mode_slots + jump_slots);
  const auto project = pair_factors<Real>(fragments.project, Source::dim);
  const int slot_pairs = factor_pairs(fragments.point_slots);
  std::vector<FactorPair<Real>> volume(static_cast<std::size_t>(slot_pairs) * parts.size() * warp_lanes);
  const auto place = [&](const auto& from, int i, int numbers, int pair, int begin) {
    std::copy_n(from.begin() + i * numbers * warp_lanes, numbers * warp_lanes,
                volume.begin() + (pair * parts.size() + begin) * warp_lanes);
  };
  for (int pair = 0; pair < slot_pairs; ++pair) place(value, pair, parts.value, pair, 0);
  for (int s = 0; s < fragments.point_slots; ++s) {
    place(gradient, s, parts.gradient, s / 2, parts.gradient_begin(s % 2));
    place(project, s, parts.project, s / 2, parts.project_begin(s % 2));
  }
  return volume;
}

template std::vector<FactorPair<float>> volume_factors<float>(const Fragments&, int, int);
template std::vector<FactorPair<double>> volume_factors<double>(const Fragments&, int, int);
template std::vector<FactorPair<float>> pair_factors<float>(const std::vector<double>&, int);
template std::vector<FactorPair<double>> pair_factors<double>(const std::vector<double>&, int);

}  // namespace dg
