# Finds what rkdg is built on; a missing package is named together with the Debian package that brings it.
macro(rkdg_find_package debian_package name)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} (${ARGN}) was not found. On Debian: apt-get install ${debian_package}. "
      "Installed elsewhere: name the place in CMAKE_PREFIX_PATH.")
  endif()
endmacro()

rkdg_find_package(libc6-dev Threads)
rkdg_find_package(g++ OpenMP COMPONENTS CXX)
rkdg_find_package(libeigen3-dev Eigen3 3.4 NO_MODULE)
rkdg_find_package(libboost-program-options-dev Boost COMPONENTS program_options)
rkdg_find_package(libfmt-dev fmt)
rkdg_find_package(nlohmann-json3-dev nlohmann_json)
include(RkdgStaticHdf5)
rkdg_find_package(libhdf5-dev HDF5 COMPONENTS C)
rkdg_find_package(zlib1g-dev ZLIB)
if(RKDG_STATIC_HDF5)
  rkdg_complete_static_hdf5()
endif()

find_package(METIS QUIET)
set(RKDG_HAVE_METIS ${METIS_FOUND})

set(RKDG_HAVE_GMSH FALSE)
if(NOT RKDG_GMSH STREQUAL "OFF")
  find_package(Gmsh QUIET)
  set(RKDG_HAVE_GMSH ${Gmsh_FOUND})
  if(NOT RKDG_HAVE_GMSH AND RKDG_GMSH STREQUAL "ON")
    message(FATAL_ERROR "RKDG_GMSH=ON but the Gmsh SDK was not found (Debian: libgmsh-dev)")
  endif()
endif()

set(RKDG_HAVE_CGNS FALSE)
if(NOT RKDG_CGNS STREQUAL "OFF")
  find_package(CGNS QUIET)
  set(RKDG_HAVE_CGNS ${CGNS_FOUND})
  if(NOT RKDG_HAVE_CGNS AND RKDG_CGNS STREQUAL "ON")
    message(FATAL_ERROR "RKDG_CGNS=ON but the CGNS library was not found (Debian: libcgns-dev)")
  endif()
endif()

# How tests start ranks: Open MPI wants to be told that it may run as root, and more ranks than there are cores.
set(RKDG_HAVE_MPI FALSE)
if(NOT RKDG_MPI STREQUAL "OFF")
  find_package(MPI QUIET COMPONENTS C)
  set(RKDG_HAVE_MPI ${MPI_C_FOUND})
  if(NOT RKDG_HAVE_MPI AND RKDG_MPI STREQUAL "ON")
    message(FATAL_ERROR "RKDG_MPI=ON but no MPI was found (Debian: libopenmpi-dev openmpi-bin)")
  endif()
  set(RKDG_MPIRUN "${CMAKE_COMMAND}" -E env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe OMPI_MCA_hwloc_base_binding_policy=none
    "${MPIEXEC_EXECUTABLE}")
endif()

if(RKDG_CATALYST)
  find_package(ParaView 5.11 QUIET COMPONENTS Catalyst PythonCatalyst RemotingApplication RemotingViews)
  if(NOT ParaView_FOUND)
    message(FATAL_ERROR "RKDG_CATALYST=ON but ParaView 5.11 with its components Catalyst, PythonCatalyst, RemotingApplication "
      "and RemotingViews was not found. On Debian: ./dev catalyst. Installed elsewhere: name the place in CMAKE_PREFIX_PATH. "
      "${ParaView_NOT_FOUND_MESSAGE}")
  endif()
endif()

# The headers and the runtime of the CUDA Toolkit: kernels are compiled by NVRTC when a run needs them. Benchmarks of their own
# kernels need nvcc as well.
set(RKDG_HAVE_CUDA FALSE)
if(NOT RKDG_CUDA STREQUAL "OFF")
  find_package(CUDAToolkit 12 QUIET)
  if(CUDAToolkit_FOUND AND TARGET CUDA::cudart_static AND TARGET CUDA::nvrtc)
    set(RKDG_HAVE_CUDA TRUE)
  elseif(RKDG_CUDA STREQUAL "ON")
    message(FATAL_ERROR "RKDG_CUDA=ON but no CUDA Toolkit from version 12 on was found; name its folder in CUDAToolkit_ROOT")
  endif()
endif()

message(STATUS "rkdg: CUDA ${RKDG_HAVE_CUDA}, Gmsh ${RKDG_HAVE_GMSH}, CGNS ${RKDG_HAVE_CGNS}, METIS ${RKDG_HAVE_METIS}, MPI ${RKDG_HAVE_MPI}, Catalyst ${RKDG_CATALYST}")
