/// A list of which each rank has pieces, put together on all of them again and again.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "libdg/backend/array_exchange.hpp"
#include "libdg/backend/communicator.hpp"
#include "libdg/backend/list_slices.hpp"

namespace dg {

/// What each rank has, on all of them: [rank]. All ranks call it together.
template <class T>
std::vector<std::vector<T>> gather_on_all(Communicator& ranks, const std::vector<T>& own) {
  const auto there = ranks.gather(std::as_bytes(std::span(own)));
  std::vector<std::int64_t> sizes(ranks.size());
  for (std::size_t rank = 0; rank < there.size(); ++rank)
    sizes[rank] = static_cast<std::int64_t>(there[rank].size() / sizeof(T));
  ranks.broadcast(std::as_writable_bytes(std::span(sizes)), 0);
  std::vector<std::vector<T>> all(ranks.size());
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    all[rank].resize(static_cast<std::size_t>(sizes[rank]));
    if (!there.empty() && sizes[rank] > 0) std::memcpy(all[rank].data(), there[rank].data(), there[rank].size());
    ranks.broadcast(std::as_writable_bytes(std::span(all[rank])), 0);
  }
  return all;
}

class WholeList {
 public:
  /// The pieces of this rank, as their entries lie in its memory; those of all ranks make the list. All ranks make it
  /// together, and call collect() together. The communicator must outlive the object.
  WholeList(Communicator& ranks, const std::vector<ListPiece>& pieces);

  /// Writes the list, of which `own` are the entries of this rank's pieces.
  void collect(const float* own, float* whole);

  /// The same exchange for an array with the whole list.
  std::vector<ExchangedPlaces> exchanged_places() const;

 private:
  static void write(const std::vector<ListPiece>& pieces, const float* from, float* whole);

  int rank_;
  std::vector<std::vector<ListPiece>> pieces_;  ///< [rank]
  std::vector<float> sent_;
  std::vector<std::vector<float>> received_;  ///< [rank]
  std::unique_ptr<Exchange> exchange_;
};

}  // namespace dg
