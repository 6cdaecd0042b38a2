# rkdg_test(name SOURCES a.cpp ... [LIBRARIES dg::x ...] [LABELS gpu long ...] [TIMEOUT s]): one Catch2 program, one ctest
# entry. Label `gpu`: needs a device, one such test at a time; `long`: left out of the default run.
rkdg_find_package(catch2 Catch2 2.13)

add_library(rkdg_test_main OBJECT "${PROJECT_SOURCE_DIR}/cmake/catch_main.cpp")
target_link_libraries(rkdg_test_main PUBLIC Catch2::Catch2)

function(rkdg_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES} $<TARGET_OBJECTS:rkdg_test_main>)
  target_link_libraries(test_${name} PRIVATE ${ARG_LIBRARIES} Catch2::Catch2 rkdg_flags)
  add_test(NAME ${name} COMMAND test_${name} --warn NoTests)
  # A test program that finds no device exits with 77 and is reported as skipped.
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  if(ARG_LABELS)
    set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
  if("gpu" IN_LIST ARG_LABELS)
    set_tests_properties(${name} PROPERTIES RESOURCE_LOCK gpu)
  endif()
  if(ARG_TIMEOUT)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT})
  endif()
endfunction()
