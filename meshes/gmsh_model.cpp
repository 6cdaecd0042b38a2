#include "meshes/gmsh_model.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <vector>

// Gmsh sets an option of FLTK as it starts, for windows that are never opened here, and FLTK writes it down at once, in
// the user's home and in /etc. The definition in a program comes before that in a library, so that nothing is written.
class Fl {
 public:
  enum Fl_Option : int;
  static void option(Fl_Option option, bool value);
};
void Fl::option(Fl_Option, bool) {}

namespace dg {
namespace {

struct Library {
  Library() {
    gmsh::initialize(0, nullptr, false);
    gmsh::option::setNumber("General.Terminal", 0);
    gmsh::option::setNumber("General.Verbosity", 2);     // errors and warnings
    gmsh::option::setNumber("General.AbortOnError", 0);  // else it throws from its OpenMP threads, and ends the process
  }
  ~Library() { gmsh::finalize(); }
};

std::mutex& gmsh_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

// Gmsh sets the number of OpenMP threads of the whole process to 1, so the number before is kept and restored.
GmshModel::GmshModel() : lock_(gmsh_mutex()), threads_(omp_get_max_threads()) {
  static const Library library;
  gmsh::model::add("rkdg");
  gmsh::logger::start();
}

GmshModel::~GmshModel() {
  try {
    gmsh::logger::stop();
    gmsh::model::mesh::removeSizeCallback();
    gmsh::model::remove();
  } catch (...) {  // there was nothing to remove
  }
  omp_set_num_threads(threads_);
}

void GmshModel::refuse_errors(const std::string& what, bool failed) {
  std::vector<std::string> log;
  gmsh::logger::get(log);
  const std::string mark = "Error: ";
  const auto error = std::find_if(log.begin(), log.end(), [&](const auto& line) { return line.starts_with(mark); });
  if (error != log.end()) throw InputError(what + ": Gmsh: " + error->substr(mark.size()));
  if (failed) throw InputError(what + ": Gmsh failed without a reason");
}

}  // namespace dg
