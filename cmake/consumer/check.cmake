# Installs the build in BUILD_DIR into an empty prefix, looks for the licence, checks that the page about installing names every
# library, then configures, builds and runs the consumer project against what is installed.
set(work "${BUILD_DIR}/consumer")
file(REMOVE_RECURSE "${work}")

function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(NOTICE "${output}")
    message(FATAL_ERROR "${what} failed (${status})")
  endif()
endfunction()

step("Install" ${CMAKE_COMMAND} --install "${BUILD_DIR}" --prefix "${work}/prefix")
if(NOT EXISTS "${work}/prefix/${DOC_DIR}/LICENSE")
  message(FATAL_ERROR "The licence is not installed in ${DOC_DIR}")
endif()
file(READ "${PAGE}" page)
string(REPLACE ", " ";" targets "${TARGETS}")
foreach(target IN LISTS targets)
  if(NOT page MATCHES "\n[|] `${target}` [|]")
    message(FATAL_ERROR "${PAGE} does not tell what the installed ${target} holds")
  endif()
endforeach()
step("Configuring the consumer" ${CMAKE_COMMAND} -S "${CONSUMER_DIR}" -B "${work}/build" -G "${GENERATOR}"
  "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_C_COMPILER=${C_COMPILER}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
  "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DOWN_EQUATIONS=${OWN_EQUATIONS}" "-DSHALLOW_WATER=${SHALLOW_WATER}" -DCMAKE_FIND_PACKAGE_NO_PACKAGE_REGISTRY=ON)
step("Building the consumer" ${CMAKE_COMMAND} --build "${work}/build")
step("Running the consumer" ${CMAKE_CTEST_COMMAND} --test-dir "${work}/build" --no-tests=error --output-on-failure)
if(EXISTS "${work}/prefix/bin/rkdg")
  step("The installed program" "${work}/prefix/bin/rkdg" --version)
endif()
file(REMOVE_RECURSE "${work}")
