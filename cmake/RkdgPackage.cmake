# A Debian package by `cpack -G DEB`: the program, its charts, the libraries and headers. What it needs is found from what the
# program links; kernels run on processors of the kind that RKDG_CPU_ARCH names.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rkdg)
set(CPACK_PACKAGE_VENDOR "The rkdg authors")
set(CPACK_PACKAGE_CONTACT "The rkdg authors <rkdg@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "discontinuous Galerkin solver for compressible flow")
set(CPACK_PACKAGE_DESCRIPTION "${PROJECT_DESCRIPTION}.")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-matplotlib")
include(CPack)

# The package is unpacked, not installed: tests are not root.
find_program(DPKG_DEB dpkg-deb)
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(RKDG_TESTS AND NOT RKDG_SANITIZE AND DPKG_DEB AND DPKG_SHLIBDEPS)
  add_test(NAME package_runs COMMAND ${CMAKE_COMMAND} "-DBUILD_DIR=${PROJECT_BINARY_DIR}" "-DCONFIG=$<CONFIG>" "-DCPACK=${CMAKE_CPACK_COMMAND}"
    "-DDPKG_DEB=${DPKG_DEB}" "-DVERSION=${PROJECT_VERSION}" -P "${CMAKE_CURRENT_LIST_DIR}/check_package.cmake")
  rkdg_long_tests(20 package_runs)
endif()

if(RKDG_TESTS)
  find_package(Python3 3.9 COMPONENTS Interpreter)
  if(Python3_FOUND)
    add_test(NAME packaging COMMAND Python3::Interpreter "${CMAKE_CURRENT_LIST_DIR}/packaging/test_packaging.py")
  endif()
endif()
