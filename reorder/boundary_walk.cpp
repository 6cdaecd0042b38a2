#include "reorder/boundary_walk.hpp"

#include <algorithm>
#include <iterator>

#include "meshes/errors.hpp"

namespace dg {
namespace {

std::string listed(std::span<const std::string> names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

std::vector<Index> faces_per_boundary(const CellGraph& graph) {
  std::vector<Index> counts(graph.boundary_names.size(), 0);
  for (const Index f : graph.boundary_faces) ++counts[graph.faces[f].boundary];
  return counts;
}

// The walk over one boundary. Faces are meant by their position in graph.boundary_faces.
class Walk {
 public:
  Walk(const CellGraph& graph, Index boundary)
      : graph_(graph), boundary_(boundary), ordered_(graph.boundary_faces.size(), false) {}

  std::vector<Index> run() {
    std::vector<bool> in_piece(ordered_.size(), false);
    for (Index seed = 0; seed < static_cast<Index>(ordered_.size()); ++seed) {
      if (ordered_[seed] || !on_boundary(seed)) continue;
      const auto piece = piece_of(seed, in_piece);
      if (!follow(piece)) spread(piece);
    }
    return std::move(order_);
  }

 private:
  bool on_boundary(Index i) const { return graph_.faces[graph_.boundary_faces[i]].boundary == boundary_; }

  std::span<const Index> links(Index i) const {
    const auto* first = graph_.boundary_links.data();
    return {first + graph_.boundary_link_begin[i], first + graph_.boundary_link_begin[i + 1]};
  }

  // The face of this boundary that a walk goes to from face i; -1 at the end of the boundary.
  Index next(Index i) const {
    const Index link = links(i).empty() ? -1 : links(i).front();
    return link != -1 && on_boundary(link) ? link : -1;
  }

  // All faces that hang together with `seed`, breadth-first.
  std::vector<Index> piece_of(Index seed, std::vector<bool>& in_piece) const {
    std::vector<Index> piece{seed};
    in_piece[seed] = true;
    for (std::size_t head = 0; head < piece.size(); ++head)
      for (const Index link : links(piece[head]))
        if (link != -1 && on_boundary(link) && !in_piece[link]) {
          in_piece[link] = true;
          piece.push_back(link);
        }
    return piece;
  }

  // Walks along the piece; false, with nothing done, if the walk does not meet every face of it.
  bool follow(const std::vector<Index>& piece) {
    std::vector<Index> followed;
    for (const Index i : piece) followed.push_back(next(i));
    std::sort(followed.begin(), followed.end());
    const auto is_beginning = [&](Index i) { return !std::binary_search(followed.begin(), followed.end(), i); };
    const auto beginning = std::find_if(piece.begin(), piece.end(), is_beginning);

    const auto kept = order_.size();
    for (Index at = beginning != piece.end() ? *beginning : piece.front(); at != -1 && !ordered_[at]; at = next(at))
      append(at);
    if (order_.size() - kept == piece.size()) return true;
    for (const Index i : piece) ordered_[i] = false;
    order_.resize(kept);
    return false;
  }

  void spread(const std::vector<Index>& piece) {
    for (const Index i : piece) append(i);
  }

  void append(Index i) {
    ordered_[i] = true;
    order_.push_back(graph_.boundary_faces[i]);
  }

  const CellGraph& graph_;
  Index boundary_;
  std::vector<bool> ordered_;
  std::vector<Index> order_;
};

}  // namespace

std::vector<Index> start_boundaries(const CellGraph& graph, std::span<const std::string> names) {
  const auto counts = faces_per_boundary(graph);
  std::vector<Index> result;
  for (const auto& name : names) {
    const auto it = std::find(graph.boundary_names.begin(), graph.boundary_names.end(), name);
    if (it == graph.boundary_names.end())
      throw InputError("start boundary '" + name + "' is not in the mesh (it has: " + listed(graph.boundary_names) +
                       ")");
    const auto boundary = static_cast<Index>(it - graph.boundary_names.begin());
    if (counts[boundary] == 0)
      throw InputError("start boundary '" + name +
                       "' has no faces, so no layer can start there; a periodic boundary is none");
    if (std::find(result.begin(), result.end(), boundary) != result.end())
      throw InputError("start boundary '" + name + "' is given twice");
    result.push_back(boundary);
  }
  if (!names.empty()) return result;

  Index narrowest = -1;
  for (Index b = 0; b < static_cast<Index>(counts.size()); ++b)
    if (counts[b] > 0 && (narrowest == -1 || counts[b] < counts[narrowest])) narrowest = b;
  if (narrowest != -1) result.push_back(narrowest);
  return result;
}

std::vector<Index> walk_boundary(const CellGraph& graph, Index boundary) {
  if (!graph.boundary_link_begin.empty()) return Walk(graph, boundary).run();
  std::vector<Index> faces;
  std::copy_if(graph.boundary_faces.begin(), graph.boundary_faces.end(), std::back_inserter(faces),
               [&](Index f) { return graph.faces[f].boundary == boundary; });
  return faces;
}

}  // namespace dg
