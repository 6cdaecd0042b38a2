#include "libdg/space/tile_places.hpp"

#include <algorithm>
#include <utility>

#include "libdg/space/zone.hpp"

namespace dg {
namespace {

constexpr std::size_t window_tiles = 512;  ///< filling up costs about half a tile for each kind in a window

}  // namespace

template <int Dim>
TilePlaces place_in_tiles(const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                          const std::vector<bool>& curved_zones, int points, Index own) {
  const std::size_t tile = tile_faces(points);
  const auto curved = [&](Index code) { return code >= 0 && curved_zones[zone_of<Dim>(code)]; };
  std::array<std::vector<Index>, face_classes> sorted;
  for (std::size_t i = 0; i < minus.size(); ++i) {
    const FaceClass c = face_class(curved(minus[i].code) || curved(plus[i].code), plus[i].code < 0);
    sorted[static_cast<std::size_t>(c)].push_back(static_cast<Index>(i));
  }
  const auto key = [&](Index i) { return std::pair(minus[i].code, plus[i].code); };
  TilePlaces p;
  const auto place = [&](auto begin, auto last) {
    while (begin != last) {
      const auto window = static_cast<std::ptrdiff_t>(window_tiles * tile);
      const auto end = begin + std::min(window, last - begin);
      std::stable_sort(begin, end, [&](Index a, Index b) { return key(a) < key(b); });
      for (auto i = begin; i != end; ++i) {
        p.face.push_back(*i);
        if (i + 1 != end && key(*i) == key(i[1])) continue;
        while (p.face.size() % tile != 0) p.face.push_back(-1);
      }
      begin = end;
    }
  };
  for (std::size_t c = 0; c < face_classes; ++c) {
    const auto with_ghosts = std::lower_bound(sorted[c].begin(), sorted[c].end(), own);
    place(sorted[c].begin(), with_ghosts);
    p.own[c] = static_cast<Index>(p.face.size()) - p.begin[c];
    place(with_ghosts, sorted[c].end());
    p.begin[c + 1] = static_cast<Index>(p.face.size());
  }
  return p;
}

template TilePlaces place_in_tiles<2>(const std::vector<FaceSide>&, const std::vector<FaceSide>&,
                                      const std::vector<bool>&, int, Index);
template TilePlaces place_in_tiles<3>(const std::vector<FaceSide>&, const std::vector<FaceSide>&,
                                      const std::vector<bool>&, int, Index);

}  // namespace dg
