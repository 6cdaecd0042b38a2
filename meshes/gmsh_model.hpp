/// A Gmsh model for one task, and the only place that includes the Gmsh SDK.
#pragma once

#include <gmsh.h>

#include <mutex>
#include <string>
#include <vector>

#include "meshes/errors.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The current Gmsh model as long as it lives.
///
/// Gmsh is one global state that no two threads may touch at a time: a second model waits for the first one's end.
class GmshModel {
 public:
  GmshModel();
  GmshModel(const GmshModel&) = delete;
  GmshModel& operator=(const GmshModel&) = delete;
  ~GmshModel();

  /// Runs `action`, and throws InputError "what: Gmsh: reason" if Gmsh throws or logs an error. InputErrors of the
  /// action pass.
  template <class Action>
  void run(const std::string& what, Action action) const {
    bool failed = false;
    try {
      action();
    } catch (const InputError&) {
      throw;
    } catch (...) {  // the type depends on the version of Gmsh; its log holds the reason
      failed = true;
    }
    refuse_errors(what, failed);
  }

 private:
  static void refuse_errors(const std::string& what, bool failed);

  std::lock_guard<std::mutex> lock_;
  int threads_;
};

/// True if the last line of a file is one that ends a section of a Gmsh file. A file that is cut short has none.
bool ends_as_gmsh_file(const std::string& path);

/// Gmsh's element type of a cell.
int gmsh_cell_type(CellShape shape, int order);

/// A Gmsh element type as a cell. `lattice` holds, by Gmsh's number of a node, the number on the lattice of Mesh.
struct GmshCell {
  CellShape shape;
  int order;
  std::vector<int> lattice;
};

/// Throws InputError, naming `path`, unless `type` is a triangle or quadrilateral with all its nodes, of order 1 to 4.
GmshCell gmsh_cell(int type, const std::string& path);

}  // namespace dg
