#include "libdg/implicit/whole_list.hpp"

#include <algorithm>

namespace dg {
namespace {

std::size_t entries(const std::vector<ListPiece>& pieces) {
  std::size_t count = 0;
  for (const ListPiece& piece : pieces) count += static_cast<std::size_t>(piece.count);
  return count;
}

/// The same with pieces that follow each other, there and in memory, made one.
std::vector<ListPiece> joined(const std::vector<ListPiece>& pieces) {
  std::vector<ListPiece> result;
  for (const ListPiece& piece : pieces) {
    if (!result.empty() && result.back().begin + result.back().count == piece.begin)
      result.back().count += piece.count;
    else
      result.push_back(piece);
  }
  return result;
}

}  // namespace

WholeList::WholeList(Communicator& ranks, const std::vector<ListPiece>& pieces)
    : rank_(ranks.rank()),
      pieces_(gather_on_all(ranks, joined(pieces))),
      sent_(entries(pieces)),
      received_(pieces_.size()) {
  std::vector<Message> sends, receives;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    if (rank == rank_) continue;
    received_[rank].resize(entries(pieces_[rank]));
    sends.push_back({rank, sent_.data(), sent_.size() * sizeof(float)});
    receives.push_back({rank, received_[rank].data(), received_[rank].size() * sizeof(float)});
  }
  exchange_ = ranks.exchange(std::move(sends), std::move(receives));
}

void WholeList::collect(const float* own, float* whole) {
  std::copy_n(own, sent_.size(), sent_.begin());
  exchange_->start();
  write(pieces_[rank_], own, whole);
  exchange_->finish();
  for (int rank = 0; rank < static_cast<int>(pieces_.size()); ++rank)
    if (rank != rank_) write(pieces_[rank], received_[rank].data(), whole);
}

std::vector<ExchangedPlaces> WholeList::exchanged_places() const {
  const auto entries_of = [](const std::vector<ListPiece>& pieces) {
    std::vector<std::int64_t> places;
    for (const ListPiece& piece : pieces)
      for (std::int64_t i = 0; i < piece.count; ++i) places.push_back(piece.begin + i);
    return places;
  };
  std::vector<ExchangedPlaces> exchanged;
  for (int rank = 0; rank < static_cast<int>(pieces_.size()); ++rank)
    if (rank != rank_) exchanged.push_back({rank, entries_of(pieces_[rank_]), entries_of(pieces_[rank])});
  return exchanged;
}

void WholeList::write(const std::vector<ListPiece>& pieces, const float* from, float* whole) {
  for (const ListPiece& piece : pieces) {
    std::copy_n(from, piece.count, whole + piece.begin);
    from += piece.count;
  }
}

}  // namespace dg
