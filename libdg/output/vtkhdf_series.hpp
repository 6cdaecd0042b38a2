/// Fields of all times in one file in VTK's HDF5 format (VTKHDF 2.1), which ParaView opens from version 5.12 on: the
/// mesh once, then the fields of one time after the other.
#pragma once

#include <string>

#include "libdg/output/field_sampler.hpp"
#include "meshes/mesh.hpp"

namespace dg {

class VtkHdfSeries {
 public:
  /// Nothing is written before the first add(), which replaces a file of that name.
  explicit VtkHdfSeries(std::string path) : path_(std::move(path)) {}

  /// Goes on with an existing file of that mesh and order, whose times beyond `last` are dropped; a file that is not
  /// there counts as empty. Throws InputError if it is none of these.
  template <int Dim>
  void resume(const Mesh<Dim>& mesh, int order, double last);

  /// Appends the fields of a state at the nodes of cells of `order`; nothing refers to them until they are in the file.
  /// Throws InputError if they cannot be written; a file that is found too large for the disk stays as it is.
  template <int Dim>
  void add(const Mesh<Dim>& mesh, FieldSampler<Dim>& sampler, int order, double time);

 private:
  template <int Dim>
  void create(const Mesh<Dim>& mesh, FieldSampler<Dim>& sampler, int order);
  void require_room(std::size_t bytes) const;
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string path_;
  bool begun_ = false;
};

}  // namespace dg
