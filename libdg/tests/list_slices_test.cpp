// Lists in pieces and in slices: every entry where its number says, on any number of ranks, and back.
#include "libdg/backend/list_slices.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "libdg/tests/ranks.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::all_ranks;

/// Items 0 to count - 1, each on a rank that chance says, in an order that chance says; the same on all ranks.
std::vector<Index> own_items(int count, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<Index> own;
  for (Index i = 0; i < count; ++i) {
    const int rank = std::min(all_ranks().size() - 1, static_cast<int>(random() * all_ranks().size()));
    const double place = random();
    if (rank == all_ranks().rank()) own.insert(own.begin() + static_cast<long>(place * (own.size() + 1)), i);
  }
  return own;
}

std::int64_t size_of(Index item) { return item * 7 % 5; }  // none for some

std::int64_t begin_of(Index item) {
  std::int64_t begin = 0;
  for (Index i = 0; i < item; ++i) begin += size_of(i);
  return begin;
}

TEST_CASE("Pieces of a list go to slices and back") {
  for (const int count : {1, 12, 1000})
    for (const std::int64_t block : {1, 16, 5000}) {
      CAPTURE(count, block);
      const std::vector<Index> items = own_items(count, 3);
      std::vector<std::int64_t> sizes;
      for (const Index item : items) sizes.push_back(size_of(item));
      const std::vector<ListPiece> pieces = list_pieces(all_ranks(), items, sizes);
      REQUIRE(pieces.size() == items.size());
      std::vector<double> own;
      for (std::size_t i = 0; i < items.size(); ++i) {
        CHECK(pieces[i].begin == begin_of(items[i]));
        CHECK(pieces[i].count == sizes[i]);
        for (std::int64_t k = 0; k < sizes[i]; ++k) own.push_back(0.5 * static_cast<double>(pieces[i].begin + k));
      }
      const ListSlices slices(all_ranks(), pieces, block);
      CHECK(slices.size() == begin_of(count));
      CHECK(slices.own_count() == static_cast<std::int64_t>(own.size()));
      const std::vector<double> slice = slices.to_slice(own);
      REQUIRE(static_cast<std::int64_t>(slice.size()) == slices.slice().count);
      for (std::size_t i = 0; i < slice.size(); ++i)
        CHECK(slice[i] == 0.5 * static_cast<double>(slices.slice().begin + static_cast<std::int64_t>(i)));
      CHECK(slices.to_pieces(slice) == own);
      std::int64_t next = 0;
      for (int rank = 0; rank < all_ranks().size(); ++rank) {
        const ListPiece of_rank = slices.slice_of(rank);
        CHECK(of_rank.begin == next);
        CHECK((of_rank.begin % block == 0 || of_rank.count == 0));
        next += of_rank.count;
      }
      CHECK(next == slices.size());
    }
}

TEST_CASE("An empty list has empty slices") {
  const ListSlices slices(all_ranks(), {});
  CHECK(slices.size() == 0);
  CHECK(slices.to_slice(std::vector<int>{}).empty());
}

}  // namespace
}  // namespace dg
