# rkdg_test(name SOURCES a.cpp ... [LIBRARIES dg::x ...] [LABELS gpu long ...] [TIMEOUT s]): one Catch2 program, one ctest
# entry. Label `gpu`: needs a device, one such test at a time; `long`: left out of the default run.
rkdg_find_package(catch2 Catch2 2.13)

# Tests compute little by themselves: with -O2 the compiler takes half as long again, for the many small functions of
# Catch2's assertions. With -O1 GCC 12 cannot always tell what is initialised.
add_library(rkdg_test_flags INTERFACE)
target_compile_options(rkdg_test_flags INTERFACE
  "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>"
  "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-Wno-maybe-uninitialized>")
target_link_libraries(rkdg_test_flags INTERFACE rkdg_flags)

# A hundred programs of some 30 MB are linked with the quickest linker there is.
include(CheckLinkerFlag)
foreach(linker IN ITEMS lld gold)
  check_linker_flag(CXX -fuse-ld=${linker} RKDG_HAVE_LINKER_${linker})
  if(RKDG_HAVE_LINKER_${linker})
    target_link_options(rkdg_test_flags INTERFACE -fuse-ld=${linker})
    break()
  endif()
endforeach()

add_library(rkdg_test_main OBJECT "${PROJECT_SOURCE_DIR}/cmake/catch_main.cpp")
target_link_libraries(rkdg_test_main PUBLIC Catch2::Catch2 PRIVATE rkdg_test_flags)

# rkdg_long_tests(seconds name ...) lets ctest begin with these, of which one could else be left alone at the end. Tests of seconds
# go without.
function(rkdg_long_tests seconds)
  foreach(name IN LISTS ARGN)
    if(TEST ${name})
      set_tests_properties(${name} PROPERTIES COST ${seconds})
    endif()
  endforeach()
endfunction()

function(rkdg_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES} $<TARGET_OBJECTS:rkdg_test_main>)
  target_link_libraries(test_${name} PRIVATE ${ARG_LIBRARIES} Catch2::Catch2 rkdg_test_flags)
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

# rkdg_ranks_test(name RANKS 1 2 ... SOURCES a.cpp ... [LIBRARIES dg::x ...]): one Catch2 program with a main function of its
# own among the sources, and a ctest entry for each number of ranks that mpirun starts. Label `long` beyond two ranks.
function(rkdg_ranks_test name)
  cmake_parse_arguments(ARG "" "" "RANKS;SOURCES;LIBRARIES" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${ARG_LIBRARIES} Catch2::Catch2 rkdg_test_flags)
  foreach(ranks IN LISTS ARG_RANKS)
    add_test(NAME ${name}_${ranks} COMMAND ${RKDG_MPIRUN} -n ${ranks} $<TARGET_FILE:test_${name}> --warn NoTests)
    set_tests_properties(${name}_${ranks} PROPERTIES TIMEOUT 120 PROCESSORS 2 ENVIRONMENT "RKDG_TEST_RANKS=${ranks};OMP_NUM_THREADS=1;OMP_WAIT_POLICY=PASSIVE")
    if(ranks GREATER 2)
      set_tests_properties(${name}_${ranks} PROPERTIES LABELS long)
    endif()
  endforeach()
endfunction()
