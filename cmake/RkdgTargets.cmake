# Flags shared by every target, and rkdg_library(): one room of the project as one CMake target.
include(GNUInstallDirs)

add_library(rkdg_flags INTERFACE)
set(RKDG_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
if(RKDG_WERROR)
  list(APPEND RKDG_WARNINGS -Werror)
endif()
target_compile_options(rkdg_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${RKDG_WARNINGS}>")
if(RKDG_SANITIZE)
  target_compile_options(rkdg_flags INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-omit-frame-pointer;-fno-sanitize-recover=undefined>"
    # GCC 12 sees uninitialised values in its own <regex> once it is instrumented.
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>")
  # Sanitizers open libraries in place of the program, whose RUNPATH then counts for nothing: an RPATH counts.
  target_link_options(rkdg_flags INTERFACE -fsanitize=address,undefined -Wl,--disable-new-dtags)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Checks that are called, not inlined: kernels have so many that they compile three times as fast.
    target_compile_options(rkdg_flags INTERFACE "SHELL:--param asan-instrumentation-with-call-threshold=0")
  endif()
endif()
if(RKDG_FUZZ)
  target_compile_options(rkdg_flags INTERFACE
    "-fsanitize=fuzzer-no-link,address,undefined;-fno-omit-frame-pointer;-fno-sanitize-recover=undefined")
  target_link_options(rkdg_flags INTERFACE -fsanitize=address,undefined)
endif()

# rkdg_library(quadrature SOURCES a.cpp ... [PUBLIC dg::x ...] [PRIVATE y ...] [NO_INSTALL]) makes dg_quadrature, known as
# dg::quadrature, and installs it together with the headers of the folder that calls it. Without sources: headers alone.
# NO_INSTALL: of use inside the project only.
function(rkdg_library name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(ARG_SOURCES)
    set(scope PUBLIC)
    add_library(dg_${name} STATIC ${ARG_SOURCES})
    target_link_libraries(dg_${name} PRIVATE ${ARG_PRIVATE} "$<BUILD_INTERFACE:rkdg_flags>")
  else()
    set(scope INTERFACE)
    add_library(dg_${name} INTERFACE)
  endif()
  add_library(dg::${name} ALIAS dg_${name})
  set_target_properties(dg_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(dg_${name} ${scope} cxx_std_20)
  target_include_directories(dg_${name} ${scope}
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/rkdg>")
  target_link_libraries(dg_${name} ${scope} ${ARG_PUBLIC})

  if(ARG_NO_INSTALL)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY RKDG_LIBRARIES dg_${name})
  install(TARGETS dg_${name} EXPORT rkdgTargets)
  file(RELATIVE_PATH room "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/rkdg/${room}"
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh" PATTERN tests EXCLUDE PATTERN python EXCLUDE)
endfunction()

add_library(rkdg_joined_flags INTERFACE)
target_compile_options(rkdg_joined_flags INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow>" "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>")

# rkdg_join_sources(target ...) compiles the sources of targets eight at a time, which reads and instantiates once what they have
# in common: half of the compiler's time. Sources with flags of their own stay by themselves. Names in unnamed namespaces are
# then shared by files of a target, and which ones depends on the options of the build: give them names of their own. Two
# warnings are left to builds of single files, as in the presets debug and sanitize.
function(rkdg_join_sources)
  if(RKDG_JOIN_SOURCES)
    set_target_properties(${ARGV} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    foreach(target IN LISTS ARGV)
      target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:rkdg_joined_flags>")
    endforeach()
  endif()
endfunction()

# Programs of a build find the library of kernels.
list(APPEND CMAKE_BUILD_RPATH "${PROJECT_BINARY_DIR}/libdg")

# rkdg_finds_modules(program [FOLDER]) lets an installed program find the library of kernels in FOLDER, by default where it is
# installed; and the modules that hold ParaView Catalyst and MPI, in a build that has them.
function(rkdg_finds_modules program)
  set(folder "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/rkdg")
  if(ARGN)
    set(folder "${ARGN}")
  endif()
  set_target_properties(${program} PROPERTIES INSTALL_RPATH "${folder}")
  if(TARGET rkdg_catalyst)
    add_dependencies(${program} rkdg_catalyst)
    set_property(TARGET ${program} APPEND PROPERTY BUILD_RPATH "$<TARGET_FILE_DIR:rkdg_catalyst>")
  endif()
  if(RKDG_HAVE_MPI AND RKDG_MPI STREQUAL "MODULE")
    add_dependencies(${program} rkdg_mpi)
  endif()
endfunction()
