/// What the readers of the versions of Gmsh's file format share: the position in the file and what has been found so
/// far.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "meshes/file_cursor.hpp"
#include "meshes/msh_elements.hpp"
#include "meshes/msh_file.hpp"

namespace dg {

/// Negative tags become huge, and are in no file.
inline std::uint64_t msh_tag(int number) { return static_cast<std::uint64_t>(number); }

/// Finds nodes by their tags, which may be any numbers but mostly are 1 to n. Takes memory for the nodes that are
/// there, however large their tags.
class MshNodeNumbers {
 public:
  /// Announces `count` more nodes, for which tags around 1 to `count` will be found fastest.
  void expect(std::uint64_t count) { dense_end_ += 2 * count; }

  /// False if the tag is taken.
  bool insert(std::uint64_t tag, Index number);

  /// The number of a tag, or -1.
  Index find(std::uint64_t tag) const;

 private:
  // Spreads tags that would otherwise fall into one bucket.
  struct Hash {
    std::size_t operator()(std::uint64_t tag) const;
  };

  std::uint64_t dense_end_ = 0;  // of the tags that go to dense_
  std::vector<Index> dense_;
  std::unordered_map<std::uint64_t, Index, Hash> sparse_;
};

/// Every function throws InputError, naming the place in the file.
class MshBuilder {
 public:
  /// `text` must outlive the builder; `path` is for messages.
  MshBuilder(std::string_view text, const std::string& path) : at(text, path) {}

  /// Moves into the next section, over lines that begin none; false at the end of the file.
  bool next_section();

  /// The name of the section, such as "Nodes".
  const std::string& section() const { return section_; }

  /// Moves out of a section that has been read.
  void end_section() { at.expect("$End" + section_); }

  /// Reads a section that is the same in all versions, or passes over one that we need not know, and moves out of it.
  void read_common_section();

  /// The next number, which announces so many things of at least `bytes` each.
  std::uint64_t count(std::uint64_t bytes, const char* what) {
    return at.count(at.number<std::uint64_t>(), bytes, what);
  }

  std::array<double, 3> place() {
    const double x = at.number<double>(), y = at.number<double>();
    return {x, y, at.number<double>()};
  }

  void reserve_nodes(std::uint64_t total);
  void add_node(std::uint64_t tag, const std::array<double, 3>& place);

  /// The meaning of a type number; types unknown are refused.
  MshElementType element_type(int type) const;

  /// The number of a node of an element.
  Index node(std::uint64_t element, std::uint64_t tag) const;

  /// The number of a node, or -1 if it is not in the file.
  Index known_node(std::uint64_t tag) const { return numbers_.find(tag); }

  /// The tag of a physical group, which is negative where elements have the opposite orientation.
  int group(int tag) const;

  /// The list to which nodes of elements of this type and these groups are added.
  std::vector<Index>& nodes_of_block(int type, const std::vector<int>& groups);

  FileCursor at;
  ForeignMesh file;
  MshPart* part = nullptr;           ///< gets what it has beside the mesh; with it, partitions may be missing
  bool names_have_dimension = true;  ///< of groups; in version 2.0 they have none
  bool is_version_40 = false;        ///< of which 4.1 differs in the order and the size of some numbers

 private:
  void read_group_names();

  std::string section_;
  MshNodeNumbers numbers_;
};

/// Reads all sections, of which the first has begun: version 1, which names no format.
void read_msh1_sections(MshBuilder& builder);

/// Reads all sections after the first, which gives the format. Version 2 up to 2.2, and versions 4.0 and 4.1.
void read_msh2_sections(MshBuilder& builder);
void read_msh4_sections(MshBuilder& builder);

/// Reads the section Periodic, but for its end. Precondition: the nodes have been read.
void read_msh_periodic(MshBuilder& builder, bool is_version_41);

}  // namespace dg
