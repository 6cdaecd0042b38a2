#include "libdg/element/fragments.hpp"

#include <bit>
#include <cstdint>

#include <cmath>

namespace dg {
namespace {

/// x rounded to 11 bits.
float leading_bits(double x) {
  constexpr std::uint32_t half = 1u << 12, leading = ~((half << 1) - 1);  // of the 24 bits of a single
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(static_cast<float>(x)) + half) & leading);
}

constexpr int columns = 2;  ///< for each quarter

/// Appends the fragment with entry(k, q, j) in row k of 4 and column j of quarter q.
template <class Entry>
void append(std::vector<double>& to, Entry&& entry) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int k = lane % quarters, n = lane / quarters;
    to.push_back(entry(k, n / columns, n % columns));
  }
}

/// Sizes, and entries of the tables that are zero beyond the last mode or point.
struct Source {
  const Tables<double>& t;
  int modes, faces, face_points, stored;

  explicit Source(const Tables<double>& tables)
      : t(tables),
        modes(mode_count(t.space, t.degree)),
        faces(face_count(shape_of(t.space))),
        face_points(face_point_count(t.degree)),
        stored(t.n_stored) {}

  int mode_slots() const { return slot_count(modes); }
  int mode_pairs() const { return slot_count(modes) / columns + slot_count(modes) % columns; }
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
    return t.lift[(m / face_points * modes + k) * face_points + m % face_points];
  }
  /// Lifting at volume point q of a unit jump at point m of all faces, along xi_d.
  double lifted(int d, int q, int m) const {
    if (m >= all_face_points()) return 0.0;
    const int f = m / face_points;
    const auto frame = [&](int i) { return t.frame[i * face_slots + f]; };
    const double length = 1 / std::hypot(frame(dim), frame(dim + 1));
    double sum = 0;
    for (int k = 0; k < modes; ++k) sum += value(q, k) * lift(k, m);
    return frame(d) * length * sum;
  }
  double trace(const std::vector<double>& table, int f, int g, int k) const {
    return g < face_points && k < modes ? table[(f * face_points + g) * modes + k] : 0.0;
  }
  double on_face(const std::vector<double>& table, int g, int h) const {
    return g < face_points && h < face_points ? table[g * face_points + h] : 0.0;
  }
};

void set_volume_fragments(const Source& from, Fragments& to) {
  to.point_slots = slot_count(from.stored);
  for (int s = 0; s < to.point_slots; s += columns)
    for (int l = 0; l < from.mode_slots(); ++l)
      append(to.value, [&](int k, int q, int j) { return from.value(quarters * (s + j) + q, quarters * l + k); });
  for (int s = 0; s < to.point_slots; ++s) {
    for (int l = 0; l < from.mode_slots(); ++l)
      append(to.gradient, [&](int k, int q, int j) { return from.derivative(j, quarters * s + q, quarters * l + k); });
    for (int l = 0; l < slot_count(from.all_face_points()); ++l)
      append(to.gradient, [&](int k, int q, int j) { return from.lifted(j, quarters * s + q, quarters * l + k); });
    for (int d = 0; d < dim; ++d)
      for (int pair = 0; pair < from.mode_pairs(); ++pair)
        append(to.project, [&](int k, int q, int j) {
          return from.project(quarters * (columns * pair + j) + q, quarters * s + k, d);
        });
  }
}

void set_face_fragments(const Source& from, Fragments& to) {
  for (int l = 0; l < slot_count(from.all_face_points()); ++l)
    for (int pair = 0; pair < from.mode_pairs(); ++pair)
      append(to.lift,
             [&](int k, int q, int j) { return from.lift(quarters * (columns * pair + j) + q, quarters * l + k); });
  const int slots = slot_count(from.face_points);
  for (int way = 0; way < 2; ++way)
    for (int f = 0; f < from.faces; ++f)
      for (int s = 0; s < slots; ++s)
        for (int l = 0; l < from.mode_slots(); ++l)
          append(to.trace[way], [&](int k, int q, int j) {
            const int g = faces_per_row(from.face_points) == 1 ? quarters * s + q : q % from.face_points;
            if (g >= from.face_points) return 0.0;
            return from.trace(j == 0 ? from.t.trace : from.t.trace_normal, f, way == 0 ? g : from.face_points - 1 - g,
                              quarters * l + k);
          });
  for (int s = 0; s < slots; ++s)
    for (int l = 0; l < slots; ++l) {
      const auto entry = [&](const std::vector<double>& table) {
        return [&, s, l](int k, int q, int) {
          const int n = from.face_points, g = quarters * s + q, h = quarters * l + k;
          if (faces_per_row(n) == 1) return from.on_face(table, g, h);
          return g / n == h / n ? from.on_face(table, g % n, h % n) : 0.0;
        };
      };
      append(to.tangential, entry(from.t.tangential));
      append(to.face_lift, entry(from.t.face_lift));
    }
}

}  // namespace

Fragments make_fragments(const Tables<double>& tables) {
  const Source from(tables);
  Fragments f;
  set_volume_fragments(from, f);
  set_face_fragments(from, f);
  return f;
}

template <>
std::vector<double> tile_factors<double>(const std::vector<double>& values) {
  return values;
}

template <>
std::vector<SplitSingle> tile_factors<float>(const std::vector<double>& values) {
  std::vector<SplitSingle> factors;
  factors.reserve(values.size());
  for (const double value : values) {
    const float high = leading_bits(value);
    factors.push_back({high, leading_bits(value - high)});
  }
  return factors;
}

}  // namespace dg
