# Headers as text in a library, for the compilers that a run starts (libdg/backend/kernel_source.hpp).

# rkdg_embedded_text(variable FILE) sets a C++ string literal of a file, and reads it anew when it changes.
function(rkdg_embedded_text variable file)
  file(READ "${file}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  set(${variable} "R\"rkdg(${text})rkdg\"" PARENT_SCOPE)
endfunction()

# rkdg_embed_headers(target) adds those that kernels may include, as embedded_headers(). RKDG_KEY_OF_KERNELS names a source that
# has a key of them, for whatever is compiled from these headers ahead of time (libdg/backend/built_kernels.hpp).
function(rkdg_embed_headers target)
  set(folders backend core element equations finite_volume implicit kernels lattice_boltzmann space time)
  list(TRANSFORM folders PREPEND libdg/)
  rkdg_embed_folders(${target} embedded_headers ${folders} meshes quadrature)
  set(RKDG_KEY_OF_KERNELS "${CMAKE_CURRENT_BINARY_DIR}/embedded_headers_key.cpp" PARENT_SCOPE)
endfunction()

# rkdg_embed_folders(target function folder ...) adds the headers in these folders of the project, as `function()` returns them.
function(rkdg_embed_folders target function)
  set(patterns "")
  foreach(folder IN LISTS ARGN)
    list(APPEND patterns "${PROJECT_SOURCE_DIR}/${folder}/*.hpp" "${PROJECT_SOURCE_DIR}/${folder}/*.cuh")
  endforeach()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" ${patterns})
  list(FILTER headers EXCLUDE REGEX "/tests/")
  list(SORT headers)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  set(key "${CMAKE_CURRENT_BINARY_DIR}/${function}_key.cpp")
  set(names "${CMAKE_CURRENT_BINARY_DIR}/${function}.txt")
  list(JOIN headers "\n" lines)
  file(CONFIGURE OUTPUT "${names}" CONTENT "${lines}\n" @ONLY)
  list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE files)
  add_custom_command(OUTPUT "${output}" "${key}"
    COMMAND "${CMAKE_COMMAND}" -D "LIST=${names}" -D "ROOT=${PROJECT_SOURCE_DIR}" -D "FUNCTION=${function}"
      -D "OUTPUT=${output}" -D "KEY=${key}" -P "${PROJECT_SOURCE_DIR}/cmake/embed_headers.cmake"
    DEPENDS ${files} "${names}" "${PROJECT_SOURCE_DIR}/cmake/embed_headers.cmake"
    COMMENT "Writing ${function}()" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
  if(function STREQUAL "embedded_headers")
    target_sources(${target} PRIVATE "${key}")
  endif()
endfunction()
