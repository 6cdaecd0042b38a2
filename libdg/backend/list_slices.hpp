/// Lists of which each rank has pieces, cut into slices that the ranks have one after the other: how lists lie in
/// files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "libdg/backend/communicator.hpp"
#include "libdg/core/index.hpp"

namespace dg {

/// Entries of a list that lie in a row.
struct ListPiece {
  std::int64_t begin = 0, count = 0;
};

/// Entries that files take for one: their slices begin with a block.
inline constexpr std::int64_t list_block = 1 << 16;

/// Sends and receives all of these messages, of any length, now.
void exchange_once(Communicator& ranks, const std::vector<Message>& sends, const std::vector<Message>& receives);

/// All ranks make it together, and call its functions together.
class ListSlices {
 public:
  /// The pieces of this rank, as their entries lie in its memory; those of all ranks make the list, each entry once.
  /// Slices begin at multiples of `block`. The communicator must outlive the object.
  ListSlices(Communicator& ranks, const std::vector<ListPiece>& pieces, std::int64_t block = 1);

  /// Entries of the whole list.
  std::int64_t size() const { return begin_.back(); }
  /// The slice of a rank, and of this one.
  ListPiece slice_of(int rank) const { return {begin_[rank], begin_[rank + 1] - begin_[rank]}; }
  ListPiece slice() const { return slice_of(ranks_->rank()); }
  /// Entries of this rank's pieces.
  std::int64_t own_count() const { return own_count_; }

  /// The entries of this rank's slice out of those of the pieces that all have, `size` bytes each; and the way back.
  std::vector<std::byte> to_slice(std::span<const std::byte> pieces, std::size_t size) const;
  std::vector<std::byte> to_pieces(std::span<const std::byte> slice, std::size_t size) const;

  template <class T>
  std::vector<T> to_slice(const std::vector<T>& pieces) const {
    return typed<T>(to_slice(std::as_bytes(std::span(pieces)), sizeof(T)));
  }
  template <class T>
  std::vector<T> to_pieces(const std::vector<T>& slice) const {
    return typed<T>(to_pieces(std::as_bytes(std::span(slice)), sizeof(T)));
  }

 private:
  /// Entries that go between this rank's memory and the slice of a rank.
  struct Part {
    std::int64_t in_memory, in_slice, count;
  };

  template <class T>
  static std::vector<T> typed(const std::vector<std::byte>& bytes) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  void cut(std::span<const ListPiece> pieces);
  void tell_holders();
  std::vector<std::vector<std::byte>> buffers(const std::vector<std::vector<Part>>& parts, std::size_t size) const;
  void exchange(std::vector<std::vector<std::byte>>& sent, std::vector<std::vector<std::byte>>& received) const;

  Communicator* ranks_;
  std::int64_t own_count_ = 0;
  std::vector<std::int64_t> begin_;      ///< [rank] of its slice, and the end of all
  std::vector<std::vector<Part>> to_;    ///< [rank] of this rank's memory in its slice
  std::vector<std::vector<Part>> from_;  ///< [rank] of its memory in this rank's slice; in_memory is not known here
};

/// On rank 0 the whole list, of which each rank has its pieces; empty on the others. All ranks call it together.
std::vector<double> whole_list(Communicator& ranks, const ListSlices& slices, const std::vector<double>& pieces);

/// The place of each number of this rank among those of all, in rising order, which differ from each other.
std::vector<Index> places_among_all(Communicator& ranks, std::span<const Index> numbers);

/// The pieces of a list that has sizes[i] entries for the item of number[i], in the order of the numbers. All ranks
/// together have the numbers from 0 on, each once.
std::vector<ListPiece> list_pieces(Communicator& ranks, std::span<const Index> numbers,
                                   std::span<const std::int64_t> sizes);

}  // namespace dg
