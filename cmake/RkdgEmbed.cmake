# The headers of kernels as text in a library, for the compilers that a run starts (libdg/backend/kernel_source.hpp).

# rkdg_embedded_text(variable FILE) sets a C++ string literal of a file, and reads it anew when it changes.
function(rkdg_embedded_text variable file)
  file(READ "${file}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  set(${variable} "R\"rkdg(${text})rkdg\"" PARENT_SCOPE)
endfunction()

# rkdg_embed_headers(target) adds those of rkdg itself: all that kernels may include. RKDG_KEY_OF_KERNELS names a source that has a
# key of them, for whatever is compiled from these headers ahead of time (libdg/backend/built_kernels.hpp).
function(rkdg_embed_headers target)
  set(folders backend core element equations finite_volume implicit kernels lattice_boltzmann space time)
  list(TRANSFORM folders PREPEND "${PROJECT_SOURCE_DIR}/libdg/")
  set(patterns "${PROJECT_SOURCE_DIR}/meshes/*.hpp" "${PROJECT_SOURCE_DIR}/quadrature/*.hpp")
  foreach(folder IN LISTS folders)
    list(APPEND patterns "${folder}/*.hpp" "${folder}/*.cuh")
  endforeach()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" ${patterns})
  list(FILTER headers EXCLUDE REGEX "/tests/")
  list(SORT headers)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded_headers.cpp")
  set(key "${CMAKE_CURRENT_BINARY_DIR}/key_of_kernels.cpp")
  list(JOIN headers "\n" lines)
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/embedded_headers.txt" CONTENT "${lines}\n" @ONLY)
  list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE files)
  add_custom_command(OUTPUT "${output}" "${key}"
    COMMAND "${CMAKE_COMMAND}" -D "LIST=${CMAKE_CURRENT_BINARY_DIR}/embedded_headers.txt" -D "ROOT=${PROJECT_SOURCE_DIR}"
      -D "OUTPUT=${output}" -D "KEY=${key}" -P "${PROJECT_SOURCE_DIR}/cmake/embed_headers.cmake"
    DEPENDS ${files} "${CMAKE_CURRENT_BINARY_DIR}/embedded_headers.txt" "${PROJECT_SOURCE_DIR}/cmake/embed_headers.cmake"
    COMMENT "Embedding the headers of kernels" VERBATIM)
  target_sources(${target} PRIVATE "${output}" "${key}")
  set(RKDG_KEY_OF_KERNELS "${key}" PARENT_SCOPE)
endfunction()
