# RKDG_STATIC_HDF5: what links HDF5 holds it, and libcgns too, whose shared library loads the shared HDF5. Debian's shared HDF5
# loads curl, for files on servers, and thirty libraries with it; the static one brings no more than is called.
set(HDF5_USE_STATIC_LIBRARIES ${RKDG_STATIC_HDF5})
set(CGNS_USE_STATIC_LIBRARIES ${RKDG_STATIC_HDF5})

# An earlier configuration may have found libraries of the other kind.
foreach(found IN ITEMS HDF5_C_LIBRARY_hdf5 CGNS_LIBRARY)
  if((RKDG_STATIC_HDF5 AND "${${found}}" MATCHES "\\.so$") OR (NOT RKDG_STATIC_HDF5 AND "${${found}}" MATCHES "\\.a$"))
    unset(${found} CACHE)
  endif()
endforeach()

# Called once HDF5 is found: gives the static library what it calls, its compression by szip and zlib. CMake's own list has
# whatever HDF5 was built with.
function(rkdg_complete_static_hdf5)
  set(calls ZLIB::ZLIB Threads::Threads ${CMAKE_DL_LIBS} m)
  foreach(name IN ITEMS aec sz)
    find_library(RKDG_STATIC_${name} lib${name}.a)
    mark_as_advanced(RKDG_STATIC_${name})
    if(RKDG_STATIC_${name})
      list(PREPEND calls "${RKDG_STATIC_${name}}")
    endif()
  endforeach()
  set_property(TARGET hdf5::hdf5 APPEND PROPERTY INTERFACE_LINK_LIBRARIES "${calls}")
  # A module of Python must not show its HDF5 to that of other modules.
  set_property(TARGET hdf5::hdf5 APPEND PROPERTY INTERFACE_LINK_OPTIONS "LINKER:--exclude-libs,libhdf5.a:libcgns.a:libsz.a:libaec.a")

  get_target_property(library hdf5::hdf5 LOCATION)
  set(source "${PROJECT_BINARY_DIR}/CMakeFiles/static_hdf5.c")
  file(WRITE "${source}" "#include <hdf5.h>\nint main(void) { return H5Fcreate(\"x\", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT) < 0; }\n")
  try_compile(links "${PROJECT_BINARY_DIR}/CMakeFiles/static_hdf5" "${source}" LINK_LIBRARIES hdf5::hdf5 OUTPUT_VARIABLE output)
  if(NOT library MATCHES "\\.a$" OR NOT links)
    message(FATAL_ERROR "RKDG_STATIC_HDF5=ON but no static HDF5 that links with libsz, libaec and zlib alone was found, only "
      "${library} (Debian: libhdf5-dev libaec-dev). RKDG_STATIC_HDF5=OFF takes the shared one.\n${output}")
  endif()
  message(STATUS "rkdg: HDF5 is linked statically, ${library}")
endfunction()
