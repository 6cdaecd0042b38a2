# The CMake package that find_package(rkdg) reads, for the libraries that rkdg_library() installs.
include(CMakePackageConfigHelpers)
set(RKDG_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/rkdg")

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

get_property(libraries GLOBAL PROPERTY RKDG_LIBRARIES)
if(NOT libraries)
  return()
endif()

# What the exported libraries link decides what a consumer has to find; nothing else is asked of them.
set(linked "")
foreach(library IN LISTS libraries)
  get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
  list(APPEND linked ${links})
endforeach()
set(RKDG_FIND_DEPENDENCIES "")
function(rkdg_find_dependency namespace)
  if(linked MATCHES "(^|[;:])${namespace}::")
    list(JOIN ARGN " " arguments)
    set(RKDG_FIND_DEPENDENCIES "${RKDG_FIND_DEPENDENCIES}find_dependency(${arguments})\n" PARENT_SCOPE)
  endif()
endfunction()
rkdg_find_dependency(Threads Threads)
rkdg_find_dependency(OpenMP OpenMP COMPONENTS CXX)
rkdg_find_dependency(Eigen3 Eigen3 3.4 NO_MODULE)
rkdg_find_dependency(Boost Boost COMPONENTS program_options)
rkdg_find_dependency(fmt fmt)
rkdg_find_dependency(nlohmann_json nlohmann_json)
rkdg_find_dependency("(HDF5|hdf5)" HDF5 COMPONENTS C)
rkdg_find_dependency(ZLIB ZLIB)
rkdg_find_dependency(Gmsh Gmsh)
rkdg_find_dependency(CGNS CGNS)
rkdg_find_dependency(METIS METIS)
rkdg_find_dependency(MPI MPI COMPONENTS C)
rkdg_find_dependency(CUDA CUDAToolkit)
string(REPLACE "dg_" "dg::" RKDG_EXPORTED_TARGETS "${libraries}")
list(JOIN RKDG_EXPORTED_TARGETS ", " RKDG_EXPORTED_TARGETS)

install(EXPORT rkdgTargets NAMESPACE dg:: DESTINATION ${RKDG_PACKAGE_DIR})
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/rkdgConfig.cmake.in" "${PROJECT_BINARY_DIR}/rkdgConfig.cmake"
  INSTALL_DESTINATION ${RKDG_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/rkdgConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/rkdgConfig.cmake" "${PROJECT_BINARY_DIR}/rkdgConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/FindCGNS.cmake" "${CMAKE_CURRENT_LIST_DIR}/FindGmsh.cmake" "${CMAKE_CURRENT_LIST_DIR}/FindMETIS.cmake" "${CMAKE_CURRENT_LIST_DIR}/RkdgKernels.cmake"
  DESTINATION ${RKDG_PACKAGE_DIR})

# A sanitized library asks its consumer for the sanitizer's flags, which the package does not carry.
if(RKDG_TESTS AND NOT RKDG_SANITIZE)
  add_test(NAME install_and_consume COMMAND ${CMAKE_COMMAND}
    "-DBUILD_DIR=${PROJECT_BINARY_DIR}" "-DCONSUMER_DIR=${CMAKE_CURRENT_LIST_DIR}/consumer" "-DCONFIG=$<CONFIG>"
    "-DOWN_EQUATIONS=${PROJECT_SOURCE_DIR}/docs/own-equations"
    "-DSHALLOW_WATER=${PROJECT_SOURCE_DIR}/apps/gallery/shallow-water"
    "-DDOC_DIR=${CMAKE_INSTALL_DOCDIR}" "-DTARGETS=${RKDG_EXPORTED_TARGETS}" "-DPAGE=${PROJECT_SOURCE_DIR}/docs/libraries.md"
    "-DGENERATOR=${CMAKE_GENERATOR}" "-DC_COMPILER=${CMAKE_C_COMPILER}" "-DCXX_COMPILER=${CMAKE_CXX_COMPILER}"
    -P "${CMAKE_CURRENT_LIST_DIR}/consumer/check.cmake")
  rkdg_long_tests(40 install_and_consume)
endif()
