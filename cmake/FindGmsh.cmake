# Finds the Gmsh SDK, which brings no CMake package of its own: Gmsh_FOUND, the target Gmsh::Gmsh,
# and GMSH_INCLUDE_DIR, GMSH_LIBRARY. Debian: libgmsh-dev.
include(FindPackageHandleStandardArgs)
find_path(GMSH_INCLUDE_DIR gmsh.h)
find_library(GMSH_LIBRARY gmsh)
mark_as_advanced(GMSH_INCLUDE_DIR GMSH_LIBRARY)
find_package_handle_standard_args(Gmsh REQUIRED_VARS GMSH_LIBRARY GMSH_INCLUDE_DIR)

if(Gmsh_FOUND AND NOT TARGET Gmsh::Gmsh)
  add_library(Gmsh::Gmsh UNKNOWN IMPORTED)
  set_target_properties(Gmsh::Gmsh PROPERTIES
    IMPORTED_LOCATION "${GMSH_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${GMSH_INCLUDE_DIR}")
endif()
