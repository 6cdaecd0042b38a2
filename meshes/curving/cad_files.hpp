/// Places on the curves and surfaces of CAD files, which Gmsh reads by OpenCASCADE.
#pragma once

#include <array>
#include <memory>
#include <string>

namespace dg {

/// Files of STEP, IGES or OpenCASCADE (.brep). Gmsh has one global state: meshes can be written to its files, and made
/// by it, only once this is gone.
class CadFiles {
 public:
  /// Coordinates come in `unit`, of those that units() lists, whatever that of a STEP or IGES file.
  explicit CadFiles(const std::string& unit);
  CadFiles(CadFiles&&) noexcept;
  CadFiles& operator=(CadFiles&&) noexcept;
  ~CadFiles();

  static bool is_name(const std::string& path);  ///< by its ending
  static bool is_unit(const std::string& unit);
  static constexpr const char* units = "m, cm, mm, km, inch or ft";

  /// Reads a file and returns the number that it has from then on. Throws InputError, also in a build without Gmsh.
  int read(const std::string& path);

  /// The nearest place on the surfaces of a file (dimension 2) or on its curves (dimension 1). Throws InputError if it
  /// has none.
  std::array<double, 3> nearest(int file, int dimension, const std::array<double, 3>& point) const;

 private:
  struct Models;
  std::unique_ptr<Models> models_;
};

}  // namespace dg
