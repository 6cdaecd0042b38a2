# Finds the CGNS library, which brings no CMake package of its own on Debian 12: CGNS_FOUND, the target CGNS::CGNS,
# and CGNS_INCLUDE_DIR, CGNS_LIBRARY. Debian: libcgns-dev. CGNS_USE_STATIC_LIBRARIES asks for the static library, which links
# the target hdf5::hdf5.
include(FindPackageHandleStandardArgs)
find_path(CGNS_INCLUDE_DIR cgnslib.h)
if(CGNS_USE_STATIC_LIBRARIES)
  find_library(CGNS_LIBRARY libcgns.a)
else()
  find_library(CGNS_LIBRARY cgns)
endif()
mark_as_advanced(CGNS_INCLUDE_DIR CGNS_LIBRARY)
find_package_handle_standard_args(CGNS REQUIRED_VARS CGNS_LIBRARY CGNS_INCLUDE_DIR)

if(CGNS_FOUND AND NOT TARGET CGNS::CGNS)
  add_library(CGNS::CGNS UNKNOWN IMPORTED)
  set_target_properties(CGNS::CGNS PROPERTIES
    IMPORTED_LOCATION "${CGNS_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${CGNS_INCLUDE_DIR}")
  if(CGNS_USE_STATIC_LIBRARIES)
    set_target_properties(CGNS::CGNS PROPERTIES INTERFACE_LINK_LIBRARIES hdf5::hdf5)
  endif()
endif()
