#include "libdg/backend/list_slices.hpp"

#include <algorithm>
#include <numeric>

namespace dg {
namespace {

std::int64_t entries(const auto& parts) {
  std::int64_t count = 0;
  for (const auto& part : parts) count += part.count;
  return count;
}

/// The same number of each rank on all.
std::vector<std::int64_t> of_all_ranks(Communicator& ranks, std::int64_t own) {
  std::vector<std::int64_t> all(ranks.size());
  all[ranks.rank()] = own;
  ranks.reduce(all, Reduction::sum);
  return all;
}

/// What rank 0 gathers, in a row.
template <class T>
std::vector<T> joined(const std::vector<std::vector<std::byte>>& of_ranks) {
  std::vector<T> all;
  for (const auto& bytes : of_ranks) {
    const std::size_t begin = all.size();
    all.resize(begin + bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(&all[begin], bytes.data(), bytes.size());
  }
  return all;
}

}  // namespace

void exchange_once(Communicator& ranks, const std::vector<Message>& sends, const std::vector<Message>& receives) {
  const auto in_parts = [](const std::vector<Message>& messages) {
    constexpr std::size_t most = std::size_t{1} << 26;  // bytes of a long message that go at once
    std::vector<Message> parts;
    for (const Message& m : messages)
      for (std::size_t begin = 0; begin < m.bytes; begin += most)
        parts.push_back({m.rank, static_cast<std::byte*>(m.data) + begin, std::min(most, m.bytes - begin)});
    return parts;
  };
  const auto exchange = ranks.exchange(in_parts(sends), in_parts(receives));
  exchange->start();
  exchange->finish();
}

ListSlices::ListSlices(Communicator& ranks, const std::vector<ListPiece>& pieces, std::int64_t block)
    : ranks_(&ranks), to_(ranks.size()), from_(ranks.size()) {
  std::int64_t size[]{entries(pieces)};
  own_count_ = size[0];
  ranks.reduce(size, Reduction::sum);
  const std::int64_t blocks = (size[0] + block - 1) / block;
  for (int rank = 0; rank <= ranks.size(); ++rank)
    begin_.push_back(std::min(size[0], rank * blocks / ranks.size() * block));
  cut(pieces);
  tell_holders();
}

/// Finds what goes from memory to which slice; what lies in a row in both is one part.
void ListSlices::cut(std::span<const ListPiece> pieces) {
  std::int64_t in_memory = 0;
  for (auto [begin, left] : pieces) {
    int rank = static_cast<int>(std::upper_bound(begin_.begin(), begin_.end(), begin) - begin_.begin()) - 1;
    for (; left > 0; ++rank) {
      const std::int64_t count = std::min(left, begin_[rank + 1] - begin);
      if (count <= 0) continue;
      const std::int64_t in_slice = begin - begin_[rank];
      if (!to_[rank].empty() && to_[rank].back().in_memory + to_[rank].back().count == in_memory &&
          to_[rank].back().in_slice + to_[rank].back().count == in_slice)
        to_[rank].back().count += count;
      else
        to_[rank].push_back({in_memory, in_slice, count});
      in_memory += count;
      begin += count;
      left -= count;
    }
  }
}

/// Whoever has a slice learns where in it the entries of others lie.
void ListSlices::tell_holders() {
  const int own = ranks_->rank();
  std::vector<std::int64_t> sent(ranks_->size()), received(ranks_->size());
  std::vector<Message> sends, receives;
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    sent[rank] = static_cast<std::int64_t>(to_[rank].size());
    if (rank == own) continue;
    sends.push_back({rank, &sent[rank], sizeof sent[rank]});
    receives.push_back({rank, &received[rank], sizeof received[rank]});
  }
  exchange_once(*ranks_, sends, receives);
  sends.clear();
  receives.clear();
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    if (rank == own) continue;
    from_[rank].resize(received[rank]);
    sends.push_back({rank, to_[rank].data(), to_[rank].size() * sizeof(Part)});
    receives.push_back({rank, from_[rank].data(), from_[rank].size() * sizeof(Part)});
  }
  exchange_once(*ranks_, sends, receives);
  from_[own] = to_[own];
}

/// For what goes to other ranks, or comes from them: what stays here goes straight to its place.
std::vector<std::vector<std::byte>> ListSlices::buffers(const std::vector<std::vector<Part>>& parts,
                                                        std::size_t size) const {
  std::vector<std::vector<std::byte>> all(parts.size());
  for (int rank = 0; rank < ranks_->size(); ++rank)
    if (rank != ranks_->rank()) all[rank].resize(entries(parts[rank]) * size);
  return all;
}

void ListSlices::exchange(std::vector<std::vector<std::byte>>& sent,
                          std::vector<std::vector<std::byte>>& received) const {
  std::vector<Message> sends, receives;
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    sends.push_back({rank, sent[rank].data(), sent[rank].size()});
    receives.push_back({rank, received[rank].data(), received[rank].size()});
  }
  exchange_once(*ranks_, sends, receives);
}

std::vector<std::byte> ListSlices::to_slice(std::span<const std::byte> pieces, std::size_t size) const {
  auto sent = buffers(to_, size), received = buffers(from_, size);
  std::vector<std::byte> slice(this->slice().count * size);
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    const bool here = rank == ranks_->rank();
    std::byte* to = sent[rank].data();
    for (const Part& part : to_[rank]) {
      const std::byte* from = pieces.data() + part.in_memory * size;
      if (here)
        std::copy_n(from, part.count * size, slice.data() + part.in_slice * size);
      else
        to = std::copy_n(from, part.count * size, to);
    }
  }
  exchange(sent, received);
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    if (rank == ranks_->rank()) continue;
    const std::byte* from = received[rank].data();
    for (const Part& part : from_[rank]) {
      std::copy_n(from, part.count * size, slice.data() + part.in_slice * size);
      from += part.count * size;
    }
  }
  return slice;
}

std::vector<std::byte> ListSlices::to_pieces(std::span<const std::byte> slice, std::size_t size) const {
  auto sent = buffers(from_, size), received = buffers(to_, size);
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    if (rank == ranks_->rank()) continue;
    std::byte* to = sent[rank].data();
    for (const Part& part : from_[rank]) to = std::copy_n(slice.data() + part.in_slice * size, part.count * size, to);
  }
  exchange(sent, received);
  std::vector<std::byte> pieces(own_count_ * size);
  for (int rank = 0; rank < ranks_->size(); ++rank) {
    const bool here = rank == ranks_->rank();
    const std::byte* next = received[rank].data();
    for (const Part& part : to_[rank]) {
      std::copy_n(here ? slice.data() + part.in_slice * size : next, part.count * size,
                  pieces.data() + part.in_memory * size);
      if (!here) next += part.count * size;
    }
  }
  return pieces;
}

std::vector<double> whole_list(Communicator& ranks, const ListSlices& slices, const std::vector<double>& pieces) {
  const std::vector<double> slice = slices.to_slice(pieces);
  return joined<double>(ranks.gather(std::as_bytes(std::span(slice))));
}

std::vector<Index> places_among_all(Communicator& ranks, std::span<const Index> numbers) {
  std::vector<Index> all = joined<Index>(ranks.gather(std::as_bytes(numbers)));
  std::sort(all.begin(), all.end());
  std::int64_t count[]{static_cast<std::int64_t>(all.size())};
  ranks.broadcast(std::as_writable_bytes(std::span(count)), 0);
  all.resize(static_cast<std::size_t>(count[0]));
  ranks.broadcast(std::as_writable_bytes(std::span(all)), 0);
  std::vector<Index> places;
  for (const Index number : numbers)
    places.push_back(static_cast<Index>(std::lower_bound(all.begin(), all.end(), number) - all.begin()));
  return places;
}

std::vector<ListPiece> list_pieces(Communicator& ranks, std::span<const Index> numbers,
                                   std::span<const std::int64_t> sizes) {
  std::vector<ListPiece> items;
  for (const Index number : numbers) items.push_back({number, 1});
  const ListSlices in_order(ranks, items);
  const std::vector<std::int64_t> own(sizes.begin(), sizes.end());
  std::vector<std::int64_t> slice = in_order.to_slice(own);
  const auto totals = of_all_ranks(ranks, std::accumulate(slice.begin(), slice.end(), std::int64_t{0}));
  std::exclusive_scan(slice.begin(), slice.end(), slice.begin(),
                      std::accumulate(totals.begin(), totals.begin() + ranks.rank(), std::int64_t{0}));
  const std::vector<std::int64_t> begins = in_order.to_pieces(slice);
  std::vector<ListPiece> pieces;
  for (std::size_t i = 0; i < begins.size(); ++i) pieces.push_back({begins[i], own[i]});
  return pieces;
}

}  // namespace dg
