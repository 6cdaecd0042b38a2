# Finds what rkdg is built on; a missing package is named together with the Debian package that brings it.
find_package(Threads REQUIRED)
find_package(OpenMP COMPONENTS CXX REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)            # libeigen3-dev
find_package(Boost REQUIRED COMPONENTS program_options) # libboost-program-options-dev
find_package(fmt REQUIRED)                              # libfmt-dev
find_package(nlohmann_json REQUIRED)                    # nlohmann-json3-dev
find_package(muparser REQUIRED)                         # libmuparser-dev
find_package(HDF5 REQUIRED COMPONENTS C)                # libhdf5-dev

find_path(METIS_INCLUDE_DIR metis.h)                    # libmetis-dev
find_library(METIS_LIBRARY metis)
if(METIS_INCLUDE_DIR AND METIS_LIBRARY)
  set(RKDG_HAVE_METIS TRUE)
else()
  set(RKDG_HAVE_METIS FALSE)
endif()

set(RKDG_HAVE_GMSH FALSE)
if(NOT RKDG_GMSH STREQUAL "OFF")
  find_path(GMSH_INCLUDE_DIR gmsh.h)                    # libgmsh-dev
  find_library(GMSH_LIBRARY gmsh)
  if(GMSH_INCLUDE_DIR AND GMSH_LIBRARY)
    set(RKDG_HAVE_GMSH TRUE)
  elseif(RKDG_GMSH STREQUAL "ON")
    message(FATAL_ERROR "RKDG_GMSH=ON but the Gmsh SDK was not found (Debian: libgmsh-dev)")
  endif()
endif()

set(RKDG_HAVE_CUDA FALSE)
if(NOT RKDG_CUDA STREQUAL "OFF")
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
  endif()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${RKDG_CUDA_ARCHITECTURES})
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    # CMake 3.25 does not know the flag of CUDA C++20.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    endif()
    set(CMAKE_CUDA_STANDARD 20)
    find_package(CUDAToolkit REQUIRED)
    set(RKDG_HAVE_CUDA TRUE)
  elseif(RKDG_CUDA STREQUAL "ON")
    message(FATAL_ERROR "RKDG_CUDA=ON but nvcc was not found")
  endif()
endif()

message(STATUS "rkdg: CUDA ${RKDG_HAVE_CUDA}, Gmsh ${RKDG_HAVE_GMSH}, METIS ${RKDG_HAVE_METIS}")
