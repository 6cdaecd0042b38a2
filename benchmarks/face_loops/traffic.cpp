#include "benchmarks/face_loops/traffic.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace dg::face_loops {
namespace {

constexpr int warp = 32;
constexpr std::int64_t sector = 32;

/// The places in an array that the threads of a warp come to at once.
class Access {
 public:
  void add(std::int64_t item) { items_[count_++] = item; }

  /// Sectors touched by items of `bytes` bytes.
  std::int64_t sectors(int bytes) const {
    std::array<std::int64_t, warp> touched;
    for (int i = 0; i < count_; ++i) touched[i] = items_[i] * bytes / sector;
    std::sort(touched.begin(), touched.begin() + count_);
    return std::unique(touched.begin(), touched.begin() + count_) - touched.begin();
  }

 private:
  std::array<std::int64_t, warp> items_{};
  int count_ = 0;
};

class Counter {
 public:
  Counter(const LoopLayout& layout, LoopKind kind, int components, int bytes)
      : layout_(layout), kind_(kind), components_(components), bytes_(bytes) {}

  std::int64_t faces() {
    for (int part = 0; part < layout_.part_count(); ++part)
      for (Index first = layout_.part_begin[part]; first < layout_.part_begin[part + 1]; first += warp) {
        const Index last = std::min<Index>(first + warp, layout_.part_begin[part + 1]);
        Access run, face;
        std::array<Index, warp> list;
        for (Index i = first; i < last; ++i) {
          run.add(i);
          list[i - first] = layout_.run.empty() ? i : layout_.run[i];
          face.add(list[i - first]);
        }
        if (!layout_.run.empty()) sectors_ += run.sectors(sizeof(Index));
        read_faces(face);
        update(list.data(), last - first);
      }
    return sectors_;
  }

  std::int64_t blocks() {
    for (const Index b : layout_.blocks)
      for (Index first = layout_.block_begin[b]; first < layout_.block_begin[b + 1]; first += warp) {
        const Index last = std::min<Index>(first + warp, layout_.block_begin[b + 1]);
        Access face;
        for (Index f = first; f < last; ++f) face.add(f);
        read_faces(face);
        sectors_ += face.sectors(sizeof(Index));  // their colours
        for (Index colour = 0; colour < layout_.block_colours[b]; ++colour) {
          std::array<Index, warp> list;
          Index count = 0;
          for (Index f = first; f < last; ++f)
            if (layout_.face_colours[f] == colour) list[count++] = f;
          update(list.data(), count);
        }
      }
    return sectors_;
  }

  std::int64_t cells() {
    const auto count = static_cast<Index>(layout_.stored.cells.size());
    for (Index first = 0, s = 0; first < count; first += slice_size, ++s) {
      const Index lanes = std::min(slice_size, count - first);
      Access cell;
      for (Index i = 0; i < lanes; ++i) cell.add(first + i);
      sectors_ += components_ * cell.sectors(bytes_) * (kind_ == LoopKind::sum ? 1 : 2) + 1;
      for (Index e = layout_.slice_begin[s]; e < layout_.slice_begin[s + 1]; e += slice_size) {
        Access entry, item;
        for (Index i = 0; i < lanes; ++i) {
          const Index code = layout_.slice_faces[e + i];
          entry.add(e + i);
          item.add(kind_ == LoopKind::sum ? (code < 0 ? ~code : code) : layout_.slice_neighbours[e + i]);
        }
        sectors_ += entry.sectors(sizeof(Index)) + components_ * item.sectors(bytes_);
      }
    }
    return sectors_;
  }

 private:
  void read_faces(const Access& face) {
    sectors_ += 2 * face.sectors(sizeof(Index));
    if (kind_ == LoopKind::sum) sectors_ += components_ * face.sectors(bytes_);
  }

  void update(const Index* faces, Index count) {
    Access minus, plus;
    for (Index i = 0; i < count; ++i) {
      const Index f = faces[i];
      if (kind_ == LoopKind::maximum && layout_.plus[f] < 0) continue;
      minus.add(layout_.minus[f]);
      if (layout_.plus[f] >= 0) plus.add(layout_.plus[f]);
    }
    const int reads = kind_ == LoopKind::maximum ? 1 : 0, updates = layout_.strategy == Strategy::atomic ? 1 : 2;
    sectors_ += components_ * (reads + updates) * (minus.sectors(bytes_) + plus.sectors(bytes_));
  }

  const LoopLayout& layout_;
  LoopKind kind_;
  int components_, bytes_;
  std::int64_t sectors_ = 0;
};

}  // namespace

double sector_bytes(const LoopLayout& layout, LoopKind kind, int components, int bytes_per_number) {
  Counter counter(layout, kind, components, bytes_per_number);
  switch (layout.strategy) {
    case Strategy::serial:
      return 0;
    case Strategy::gather:
      return static_cast<double>(counter.cells() * sector);
    case Strategy::block_colour:
      return static_cast<double>(counter.blocks() * sector);
    default:
      return static_cast<double>(counter.faces() * sector);
  }
}

}  // namespace dg::face_loops
