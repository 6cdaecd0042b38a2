/// A sum of numbers without rounding: the same for any order of the terms, and any grouping of them.
///
/// Kulisch and Miranker's long accumulator: an integer so long that it holds every double, in words of 32 bits with
/// space for carries.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace dg {

class ExactSum {
 public:
  static constexpr int words = 68;
  using Words = std::array<std::int64_t, words>;

  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
    if (exponent == 0x7ff) {
      not_finite_ += x;
      return;
    }
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const std::uint64_t digits = exponent == 0 ? fraction : fraction | std::uint64_t{1} << 52;
    // The last of the digits stands for 2^(exponent - 1075), or 2^-1074 where the exponent is 0.
    const int place = (exponent == 0 ? 1 : exponent) - 1, word = place / 32, shift = place % 32;
    const std::uint64_t low = digits << shift, high = shift == 0 ? 0 : digits >> (64 - shift);
    const std::int64_t sign = bits >> 63 ? -1 : 1;
    words_[word] += sign * static_cast<std::int64_t>(low & 0xffffffff);
    words_[word + 1] += sign * static_cast<std::int64_t>(low >> 32);
    words_[word + 2] += sign * static_cast<std::int64_t>(high);
    if (++terms_ == most_terms) carry();
  }

  void add(const ExactSum& other) {
    ExactSum rest = other;
    rest.carry();
    carry();
    for (int i = 0; i < words; ++i) words_[i] += rest.words_[i];
    not_finite_ += rest.not_finite_;
    ++terms_;
  }

  /// The sum as a double, within one unit of its last digit; not finite where a term is not.
  double value() const {
    if (!std::isfinite(not_finite_) || not_finite_ != 0) return not_finite_;
    ExactSum magnitude = *this;
    magnitude.carry();
    const bool negative = magnitude.words_.back() < 0;
    if (negative) {
      for (std::int64_t& w : magnitude.words_) w = -w;
      magnitude.carry();
    }
    int top = words - 1;
    while (top > 0 && magnitude.words_[top] == 0) --top;
    double result = 0;
    for (int i = top; i >= 0 && i > top - 4; --i)
      result += std::ldexp(static_cast<double>(magnitude.words_[i]), 32 * i - 1074);
    return negative ? -result : result;
  }

  /// The integer, of which those of fewer than 2^30 sums can be added word by word, and what is not finite.
  const Words& integer() {
    carry();
    return words_;
  }
  double not_finite() const { return not_finite_; }
  void set(const Words& integer, double not_finite) {
    words_ = integer;
    not_finite_ = not_finite;
    carry();
  }

 private:
  static constexpr int most_terms = 1 << 29;  ///< each adds less than 2^32 to a word

  /// Leaves 32 bits, none of them a sign, in all words but the last.
  void carry() {
    for (int i = 0; i + 1 < words; ++i) {
      const std::int64_t over = words_[i] >> 32;
      words_[i] -= over << 32;
      words_[i + 1] += over;
    }
    terms_ = 1;
  }

  Words words_{};
  double not_finite_ = 0;  ///< the sum of infinite terms and of those that are no number
  int terms_ = 0;          ///< since the last carry
};

}  // namespace dg
