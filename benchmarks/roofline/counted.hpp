/// A lane type that counts: kernel bodies run with it report their arithmetic and the memory they touch.
///
/// Additions, subtractions, multiplications, divisions and square roots count as one operation each; signs, absolute
/// values, comparisons, minima and selections count as none. A sum of which one term is a product that was used for
/// nothing else could be one fused operation. Include before any header with kernel bodies: they find load() and its
/// kin where they are written, not where they are used.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "libdg/backend/lanes.hpp"

namespace dg {

/// What a pass did, summed over all cells or faces.
struct Work {
  long flops = 0;                                            ///< a fused multiply-add counts as two
  long fusable = 0;                                          ///< sums that could be fused with a product
  long divisions = 0;                                        ///< of `flops`: divisions and square roots
  long reals_read = 0, reals_written = 0, indices_read = 0;  ///< different places in memory, each once

  Work& operator+=(const Work& other) {
    flops += other.flops;
    fusable += other.fusable;
    divisions += other.divisions;
    reals_read += other.reals_read;
    reals_written += other.reals_written;
    indices_read += other.indices_read;
    return *this;
  }

  /// The least that must move with numbers of this size, if a cache keeps all that is used again.
  double bytes(std::size_t real) const {
    return static_cast<double>(real) * static_cast<double>(reals_read + reals_written) +
           static_cast<double>(sizeof(Index)) * static_cast<double>(indices_read);
  }
};

/// Where all Counted numbers report to.
class Ledger {
 public:
  static Ledger& get() {
    static Ledger ledger;
    return ledger;
  }

  void operation(bool fusable = false) {
    ++work_.flops;
    work_.fusable += fusable;
  }
  void division() {
    ++work_.flops;
    ++work_.divisions;
  }
  /// From now on, what is read of these numbers counts as a table that all cells share.
  void share(const double* begin, std::size_t size) { shared_.emplace_back(begin, begin + size); }
  void share_nothing() { shared_.clear(); }
  void read(const double* p) {
    const auto holds = [p](const auto& range) {
      return std::less_equal<>()(range.first, p) && std::less<>()(p, range.second);
    };
    if (std::none_of(shared_.begin(), shared_.end(), holds)) reads_.push_back(p);
  }
  void write(const double* p) { writes_.push_back(p); }
  void read(const Index* p) { indices_.push_back(p); }

  /// What has been done since the last call.
  Work take() {
    Work work = work_;
    work.reals_read = different(reads_);
    work.reals_written = different(writes_);
    work.indices_read = different(indices_);
    work_ = Work{};
    return work;
  }

 private:
  template <class P>
  static long different(std::vector<P>& places) {
    std::sort(places.begin(), places.end());
    const auto n = std::unique(places.begin(), places.end()) - places.begin();
    places.clear();
    return n;
  }

  Work work_;
  std::vector<std::pair<const double*, const double*>> shared_;
  std::vector<const double*> reads_, writes_;
  std::vector<const Index*> indices_;
};

/// A number whose arithmetic is counted.
struct Counted {
  double v;
  bool product = false;  ///< the result of a multiplication

  Counted() = default;
  Counted(double x) : v(x) {}
  Counted(double x, bool is_product) : v(x), product(is_product) {}

  friend Counted operator+(Counted a, Counted b) { return sum(a, b, a.v + b.v); }
  friend Counted operator-(Counted a, Counted b) { return sum(a, b, a.v - b.v); }
  friend Counted operator*(Counted a, Counted b) {
    Ledger::get().operation();
    return {a.v * b.v, true};
  }
  friend Counted operator/(Counted a, Counted b) {
    Ledger::get().division();
    return {a.v / b.v};
  }
  friend Counted operator-(Counted a) { return {-a.v, a.product}; }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator-=(Counted b) { return *this = *this - b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }

  friend bool operator<(Counted a, Counted b) { return a.v < b.v; }
  friend bool operator>(Counted a, Counted b) { return a.v > b.v; }
  friend bool operator<=(Counted a, Counted b) { return a.v <= b.v; }
  friend bool operator>=(Counted a, Counted b) { return a.v >= b.v; }

 private:
  static Counted sum(Counted a, Counted b, double value) {
    Ledger::get().operation(a.product || b.product);
    return {value};
  }
};

template <>
struct LaneTraits<Counted> {
  using Real = double;
  using IndexLanes = std::int64_t;
  using Mask = bool;
  static constexpr int width = 1;
};

template <class V>
concept Counts = std::is_same_v<V, Counted>;

template <Counts V>
V load(const double* p) {
  Ledger::get().read(p);
  return *p;
}
template <Counts V>
V gather(const double* p, std::int64_t i) {
  return load<V>(p + i);
}
template <Counts V>
std::int64_t load_index(const Index* p) {
  Ledger::get().read(p);
  return *p;
}
template <Counts V>
std::int64_t gather_index(const Index* p, std::int64_t i) {
  return p[i];
}
template <Counts V>
std::int64_t lane_numbers(Index i) {
  return i;
}
inline void store(double* p, Counted x) {
  Ledger::get().write(p);
  *p = x.v;
}

// Tables of matrices are the same for all cells and stay in the caches: they are not counted.
template <Counts V>
V lookup(const double* table, std::int64_t slot) {
  return table[slot];
}
inline void lookup_pair(const double* table, std::int64_t slot, Counted& a, Counted& b) {
  a = table[2 * slot];
  b = table[2 * slot + 1];
}

inline Counted select(bool m, Counted a, Counted b) { return m ? a : b; }
inline Counted absolute(Counted a) { return a.v < 0 ? -a : a; }
inline Counted maximum(Counted a, Counted b) { return a.v > b.v ? a : b; }
inline Counted minimum(Counted a, Counted b) { return a.v < b.v ? a : b; }
inline Counted square_root(Counted a) {
  Ledger::get().division();
  return std::sqrt(a.v);
}

/// A lane of a Counted.
struct CountedLane {
  double v;
  operator double() const { return v; }
};
inline CountedLane lane_of(Counted x, int) { return {x.v}; }
inline void set_lane(Counted& x, int, double value) { x = value; }
inline void atomic_add(double* to, CountedLane x) {
  Ledger::get().operation();
  Ledger::get().read(to);
  Ledger::get().write(to);
  *to += x.v;
}

}  // namespace dg
