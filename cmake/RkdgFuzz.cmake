# rkdg_fuzzer(name SOURCES a.cpp ... LIBRARIES dg::x ...): one program of libFuzzer, fuzz_NAME, which target `fuzzers` builds.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "RKDG_FUZZ=ON needs Clang, which brings libFuzzer; take the preset 'fuzz'")
endif()
add_custom_target(fuzzers)

function(rkdg_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(fuzz_${name} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  target_link_libraries(fuzz_${name} PRIVATE ${ARG_LIBRARIES} rkdg_flags)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  add_dependencies(fuzzers fuzz_${name})
endfunction()
