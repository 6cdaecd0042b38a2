/// A Gmsh model for one task, and the only place of the library that includes the Gmsh SDK.
#pragma once

#include <gmsh.h>

#include <mutex>
#include <string>

#include "meshes/errors.hpp"

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

}  // namespace dg
