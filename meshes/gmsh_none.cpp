#include "meshes/curving/cad_files.hpp"
#include "meshes/errors.hpp"
#include "meshes/gmsh_io.hpp"

namespace dg {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw InputError(what +
                   " needs Gmsh, and this build has none; install its SDK (Debian: libgmsh-dev) and configure with "
                   "-DRKDG_GMSH=ON, or use a mesh in HDF5 form (.h5)");
}

}  // namespace

bool has_gmsh() { return false; }

template <int Dim>
void write_gmsh(const Mesh<Dim>&, const std::string& path, bool) {
  refuse(path + ": writing a Gmsh file");
}
template void write_gmsh<2>(const Mesh2&, const std::string&, bool);
template void write_gmsh<3>(const Mesh3&, const std::string&, bool);

Triangulation triangulate(const Loop&, const std::vector<Loop>&, const std::function<double(double, double)>&) {
  refuse("an unstructured triangulation");
}

struct CadFiles::Models {};
CadFiles::CadFiles(const std::string&) { refuse("a wall from a CAD file"); }
CadFiles::CadFiles(CadFiles&&) noexcept = default;
CadFiles& CadFiles::operator=(CadFiles&&) noexcept = default;
CadFiles::~CadFiles() = default;
int CadFiles::read(const std::string&) { return -1; }
std::array<double, 3> CadFiles::nearest(int, int, const std::array<double, 3>& point) const { return point; }

}  // namespace dg
