#include "libdg/space/tile_places.hpp"

#include <algorithm>
#include <utility>

#include "libdg/backend/parallel.hpp"
#include "libdg/space/zone.hpp"

namespace dg {
namespace {

constexpr std::ptrdiff_t window_tiles = 512;  ///< filling up costs about half a tile for each kind in a window

/// Faces that are sorted by the codes of their sides, which fill tiles of their own.
struct Window {
  std::vector<Index>::iterator begin, end;
  std::size_t first = 0;  ///< place
};

/// Writes the places of the faces of a window, or counts them.
template <class Key, class Put>
std::size_t fill(const Window& w, std::size_t tile, const Key& key, const Put& put) {
  std::size_t places = 0;
  for (auto i = w.begin; i != w.end; ++i) {
    put(places++, *i);
    if (i + 1 != w.end && key(*i) == key(i[1])) continue;
    while (places % tile != 0) put(places++, -1);
  }
  return places;
}

}  // namespace

template <int Dim>
TilePlaces place_in_tiles(const std::vector<FaceSide>& minus, const std::vector<FaceSide>& plus,
                          const std::vector<bool>& curved_zones, int points, const FaceGroups& groups) {
  const std::size_t tile = tile_faces(points);
  const auto curved = [&](Index code) { return code >= 0 && curved_zones[zone_of<Dim>(code)]; };
  const auto key = [&](Index i) { return std::pair(minus[i].code, plus[i].code); };
  const int group_count = groups.empty() ? 1 : 1 + *std::max_element(groups.begin(), groups.end());
  std::vector<std::vector<Index>> sorted(static_cast<std::size_t>(face_classes * group_count));
  for (std::size_t i = 0; i < minus.size(); ++i) {
    const int c = static_cast<int>(face_class(curved(minus[i].code) || curved(plus[i].code), plus[i].code < 0));
    sorted[c * group_count + (groups.empty() ? 0 : groups[i])].push_back(static_cast<Index>(i));
  }
  std::vector<Window> windows;
  std::vector<std::size_t> first_window;
  for (std::vector<Index>& faces : sorted) {
    first_window.push_back(windows.size());
    for (auto begin = faces.begin(); begin != faces.end(); begin = windows.back().end)
      windows.push_back(
          {begin, begin + std::min(window_tiles * static_cast<std::ptrdiff_t>(tile), faces.end() - begin)});
  }
  parallel_for(static_cast<std::ptrdiff_t>(windows.size()), [&](std::ptrdiff_t i) {
    Window& w = windows[i];
    std::stable_sort(w.begin, w.end, [&](Index a, Index b) { return key(a) < key(b); });
    w.first = fill(w, tile, key, [](std::size_t, Index) {});
  });
  std::size_t places = 0;
  for (Window& w : windows) places += std::exchange(w.first, places);
  TilePlaces p;
  p.face.resize(places);
  parallel_for(static_cast<std::ptrdiff_t>(windows.size()), [&](std::ptrdiff_t i) {
    const Window& w = windows[i];
    fill(w, tile, key, [&](std::size_t place, Index face) { p.face[w.first + place] = face; });
  });
  for (int c = 0; c < face_classes; ++c)
    for (int g = 0; g < group_count; ++g) {
      const std::size_t w = first_window[c * group_count + g];
      p.group_begin[c].push_back(static_cast<Index>(w < windows.size() ? windows[w].first : places));
    }
  for (std::size_t c = 0; c < face_classes; ++c) p.begin[c] = p.group_begin[c].front();
  p.begin[face_classes] = static_cast<Index>(places);
  return p;
}

template TilePlaces place_in_tiles<2>(const std::vector<FaceSide>&, const std::vector<FaceSide>&,
                                      const std::vector<bool>&, int, const FaceGroups&);
template TilePlaces place_in_tiles<3>(const std::vector<FaceSide>&, const std::vector<FaceSide>&,
                                      const std::vector<bool>&, int, const FaceGroups&);

}  // namespace dg
