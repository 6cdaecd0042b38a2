# rkdg_test(name SOURCES a.cpp ... [LIBRARIES dg::x ...] [LABELS gpu long ...]): one Catch2 program, one ctest entry.
find_package(Catch2 2.13 REQUIRED)                      # catch2
include(CTest)

add_library(rkdg_test_main OBJECT "${PROJECT_SOURCE_DIR}/cmake/catch_main.cpp")
target_link_libraries(rkdg_test_main PUBLIC Catch2::Catch2)

function(rkdg_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES} $<TARGET_OBJECTS:rkdg_test_main>)
  target_link_libraries(test_${name} PRIVATE ${ARG_LIBRARIES} Catch2::Catch2 rkdg_flags)
  add_test(NAME ${name} COMMAND test_${name})
  # A test program that finds no device exits with 77 and is reported as skipped.
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
  if(ARG_TIMEOUT)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
  endif()
endfunction()
