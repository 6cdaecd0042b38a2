#include "meshes/su2_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "meshes/errors.hpp"
#include "meshes/file_cursor.hpp"
#include "meshes/lattice.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/quoted.hpp"
#include "meshes/su2_elements.hpp"

namespace dg {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::uint64_t least_bytes = 4;  // of a line with a point or an element

std::string_view without_comment(std::string_view line) {
  line = line.substr(0, line.find('%'));
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

/// The value of a line "key= value" of this key.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
  if (!line.starts_with(key)) return std::nullopt;
  line.remove_prefix(key.size());
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  if (!line.starts_with('=')) return std::nullopt;
  line.remove_prefix(std::min(line.find_first_not_of(blanks, 1), line.size()));
  return line;
}

/// Takes a number off the front of a line.
template <class T>
bool take_number(std::string_view& line, T& value) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  if (line.starts_with('+')) line.remove_prefix(1);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  return error == std::errc() && (line.empty() || blanks.find(line.front()) != std::string_view::npos);
}

class Su2Reader {
 public:
  Su2Reader(std::string_view text, const std::string& path, std::vector<std::string>& notes)
      : text_(text), path_(path), notes_(notes), at_(text, path) {}

  ForeignMesh read() {
    read_dimension();
    while (next_line()) read_section();
    check_complete();
    return std::move(mesh_);
  }

 private:
  /// Moves to the next line that says something; false at the end.
  bool next_line() {
    while (!at_.at_end())
      if (line_ = without_comment(at_.line()); !line_.empty()) return true;
    return false;
  }

  void next_line_of(const char* what) {
    if (!next_line()) at_.refuse(fmt::format("the file is truncated: {} must follow", what));
  }

  template <class T>
  T number_of(std::string_view value, std::string_view key) {
    T number{};
    if (!take_number(value, number)) at_.refuse(fmt::format("a number must follow {}=", key));
    return number;
  }

  std::uint64_t count_of(std::string_view value, std::string_view key, const char* what) {
    return at_.count(number_of<std::uint64_t>(value, key), least_bytes, what);
  }

  // Points cannot be read without it, wherever it stands.
  void read_dimension() {
    FileCursor at(text_, path_);
    while (!at.at_end()) {
      auto value = value_of(without_comment(at.line()), "NDIME");
      if (!value) continue;
      if (take_number(*value, dimension_) && (dimension_ == 2 || dimension_ == 3)) return;
      at.refuse("NDIME= must be 2 or 3");
    }
    throw InputError(path_ + ": has no line NDIME= with the number of dimensions");
  }

  void read_section() {
    const bool was_behind_unknown_key = std::exchange(behind_unknown_key_, false);
    if (const auto zones = value_of(line_, "NZONE")) {
      if (const auto count = number_of<int>(*zones, "NZONE"); count != 1)
        at_.refuse(fmt::format("the file has {} zones; write each zone to a file of its own", count));
    } else if (const auto points = value_of(line_, "NPOIN")) {
      read_points(*points);
    } else if (const auto cells = value_of(line_, "NELEM")) {
      begin_once(has_cells_, "NELEM");
      has_cells_ = true;
      read_elements(count_of(*cells, "NELEM", "elements"), dimension_, {});
    } else if (const auto markers = value_of(line_, "NMARK")) {
      begin_once(markers_announced_ >= 0, "NMARK");
      markers_announced_ = static_cast<std::int64_t>(count_of(*markers, "NMARK", "markers"));
    } else if (const auto name = value_of(line_, "MARKER_TAG")) {
      read_marker(std::string(*name));
    } else if (line_.find('=') != std::string_view::npos) {
      behind_unknown_key_ = !value_of(line_, "NDIME") && !value_of(line_, "IZONE");
    } else if (was_behind_unknown_key) {
      behind_unknown_key_ = true;
    } else {
      at_.refuse("more lines than announced; a key such as NPOIN= must follow");
    }
  }

  void begin_once(bool has_begun, const char* key) {
    if (has_begun) at_.refuse(fmt::format("{}= is given twice", key));
  }

  void read_points(std::string_view value) {
    begin_once(has_points_, "NPOIN");
    has_points_ = true;
    const auto count = count_of(value, "NPOIN", "points");
    refuse_halo(value);
    if (count > static_cast<std::uint64_t>(std::numeric_limits<Index>::max())) at_.refuse("points must be below 2^31");
    mesh_.nodes.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      next_line_of("points");
      auto& point = mesh_.nodes.emplace_back();
      for (int d = 0; d < dimension_; ++d)
        if (!take_number(line_, point[d])) at_.refuse(fmt::format("a point must have {} coordinates", dimension_));
    }
  }

  // A second number below the first one: the rest of the points belong to a layer of cells beyond a periodic boundary.
  void refuse_halo(std::string_view value) {
    std::uint64_t all = 0, own = 0;
    if (take_number(value, all) && take_number(value, own) && own < all)
      at_.refuse(
          fmt::format("the last {} points are a halo, which old versions of SU2 put beyond periodic boundaries; "
                      "write the mesh without it",
                      all - own));
  }

  void read_elements(std::uint64_t count, int element_dimension, const std::vector<int>& groups) {
    std::vector<Index> nodes;
    for (std::uint64_t i = 0; i < count; ++i) {
      next_line_of("elements");
      const Su2Element& element = take_type(element_dimension);
      if (mesh_.blocks.empty() || mesh_.blocks.back().type != element.type || mesh_.blocks.back().groups != groups)
        mesh_.blocks.push_back({element.type, groups, {}});
      nodes.resize(element.nodes.size());
      for (Index& node : nodes)
        if (!take_number(line_, node)) at_.refuse(fmt::format("the element must have {} points", nodes.size()));
      for (const int n : element.nodes) mesh_.blocks.back().nodes.push_back(nodes[n]);
    }
  }

  const Su2Element& take_type(int element_dimension) {
    int type = 0;
    if (!take_number(line_, type)) at_.refuse("the type of an element is missing here");
    const auto [found, is_new] = elements_.try_emplace(type);
    if (is_new) found->second = su2_element(type);
    const Su2Element& element = found->second;
    if (element.order > max_geometry_order)
      at_.refuse(fmt::format("elements of type {} have order {}; only orders 1 to {} are supported", type,
                             element.order, max_geometry_order));
    if (element.type == 0 || dim_of(msh_element_type(element.type).shape) != element_dimension)
      at_.refuse(fmt::format("elements of type {} are no {} of a {}-D mesh", type,
                             element_dimension == dimension_ ? "cells" : "faces", dimension_));
    return element;
  }

  void read_marker(const std::string& name) {
    ++markers_given_;
    if (name.empty()) at_.refuse("a name must follow MARKER_TAG=");
    next_line_of("MARKER_ELEMS=");
    const auto value = value_of(line_, "MARKER_ELEMS");
    if (!value) at_.refuse("MARKER_ELEMS= must follow MARKER_TAG=");
    const auto count = count_of(*value, "MARKER_ELEMS", "elements");
    if (name == "SEND_RECEIVE") return skip_halo(count);
    const int group = static_cast<int>(markers_given_);
    mesh_.group_names[{dimension_ - 1, group}] = name;
    read_elements(count, dimension_ - 1, {group});
  }

  // What SU2 once exchanged between its ranks.
  void skip_halo(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count;) {
      next_line_of("elements");
      if (line_.find('=') == std::string_view::npos) ++i;  // SEND_RECV= or SEND_TO= stands before them
    }
    if (!skipped_halo_)
      notes_.push_back(path_ + ": markers SEND_RECEIVE, which SU2 exchanged between its ranks, are ignored");
    skipped_halo_ = true;
  }

  void check_complete() const {
    if (!has_points_) throw InputError(path_ + ": has no line NPOIN= with points");
    if (!has_cells_) throw InputError(path_ + ": has no line NELEM= with cells");
    if (markers_announced_ != markers_given_)
      throw InputError(markers_announced_ < 0
                           ? path_ + ": has no line NMARK= with the number of markers"
                           : fmt::format("{}: NMARK= {} announces markers, but {} are given; is the file truncated?",
                                         path_, markers_announced_, markers_given_));
    for (const ElementBlock& block : mesh_.blocks)
      for (const Index node : block.nodes)
        if (node < 0 || static_cast<std::size_t>(node) >= mesh_.nodes.size())
          throw InputError(fmt::format(
              "{}: an element of {} has point {}, but points are numbered 0 to {}", path_,
              block.groups.empty() ? "NELEM="
                                   : "marker " + in_quotes(mesh_.group_names.at({dimension_ - 1, block.groups[0]})),
              node, static_cast<std::int64_t>(mesh_.nodes.size()) - 1));
  }

  std::string_view text_;
  const std::string& path_;
  std::vector<std::string>& notes_;
  FileCursor at_;
  std::string_view line_;
  ForeignMesh mesh_;
  std::map<int, Su2Element> elements_;  // by type, those that occur
  int dimension_ = 0;
  bool has_points_ = false, has_cells_ = false, behind_unknown_key_ = false, skipped_halo_ = false;
  std::int64_t markers_announced_ = -1, markers_given_ = 0;
};

}  // namespace

bool is_su2_text(std::string_view head) {
  static constexpr std::array keys{"NDIME", "NELEM", "NPOIN", "NMARK", "NZONE"};
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    const std::string_view line = without_comment(head.substr(0, end));
    if (std::any_of(keys.begin(), keys.end(), [&](const char* key) { return value_of(line, key).has_value(); }))
      return true;
    head.remove_prefix(std::min(end + 1, head.size()));
  }
  return false;
}

ForeignMesh parse_su2_file(std::string_view text, const std::string& path, std::vector<std::string>& notes) {
  return Su2Reader(text, path, notes).read();
}

}  // namespace dg
