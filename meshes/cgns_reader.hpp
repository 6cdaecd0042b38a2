/// Reads a CGNS file through its library, which may crash on a damaged one.
#pragma once

#include <cgnslib.h>

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "meshes/foreign_mesh.hpp"

namespace dg {

constexpr std::size_t cgns_name_size = 33;  ///< of CGNS, with the end

/// The faces in a section of elements.
struct CgnsFaces {
  std::string name;
  cgsize_t first = 0;               ///< number of the first one; the others follow
  std::vector<int> types;           ///< Gmsh's numbers; 0 for what is no face
  std::vector<std::size_t> begins;  ///< where the nodes of each begin
  std::vector<Index> nodes;
};

struct CgnsZone {
  int number = 0;
  std::string name;
  Index first_node = 0, end_node = 0;  ///< of its points in ForeignMesh::nodes
  std::size_t first_block = 0;         ///< of its cells in ForeignMesh::blocks
  std::array<Index, 3> points{};       ///< of a structured zone along its directions, 1 along none; else 0
  std::vector<CgnsFaces> faces;
};

class CgnsReader {
 public:
  /// Opens the file. Throws InputError, as all functions do.
  explicit CgnsReader(const std::string& path);
  CgnsReader(const CgnsReader&) = delete;
  CgnsReader& operator=(const CgnsReader&) = delete;
  ~CgnsReader();

  /// `notes` gets what has been left out.
  ForeignMesh read(std::vector<std::string>& notes);

 private:
  using Wanted = std::function<bool(Index)>;

  void find_base();
  void read_families();
  void read_zone(int number);
  void read_points(CgnsZone& zone, const cgsize_t* counts, int directions);
  void add_structured_cells(const CgnsZone& zone);
  void read_section(CgnsZone& zone, int section);
  void add_element(const CgnsZone& zone, CGNS_ENUMT(ElementType_t) type, const cgsize_t* points, CgnsFaces& faces);
  void join_zones();

  void read_boundaries(const CgnsZone& zone);
  void read_boundary(const CgnsZone& zone, int number);
  void read_structured_boundary(const CgnsZone& zone, int number, const std::string& name,
                                CGNS_ENUMT(GridLocation_t) location, bool is_range, cgsize_t count);
  void add_structured_faces(const CgnsZone& zone, const std::string& boundary, std::array<Index, 3> first,
                            std::array<Index, 3> last, CGNS_ENUMT(GridLocation_t) location);
  std::string family_of(const CgnsZone& zone, int number, const std::string& otherwise);
  cgsize_t add_faces_of_elements(const CgnsZone& zone, const std::string& boundary, cgsize_t first, cgsize_t last);
  void add_faces_of_points(const CgnsZone& zone, const std::string& boundary, const std::vector<bool>& is_point);
  void add_hull(const CgnsZone& zone, int group, const Wanted& wanted);
  void add_face(int group, const CgnsFaces& faces, std::size_t number);
  void add_face(int group, int type, const Index* nodes, std::size_t count);
  int group_of(const std::string& name);

  void check(int status) const;
  [[noreturn]] void refuse(const std::string& what) const;

  const std::string& path_;
  int file_ = -1, base_ = 0, dimension_ = 0, physical_dimension_ = 0;
  std::string base_name_;
  std::vector<std::string> notes_;
  ForeignMesh mesh_;
  std::vector<CgnsZone> zones_;
  std::map<std::string, int> groups_;
  std::map<std::string, std::string> parents_;  ///< of families that belong to one other
};

}  // namespace dg
