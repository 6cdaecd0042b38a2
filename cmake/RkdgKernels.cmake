# Flags of kernels on the CPU. Lanes are SIMD registers of the machine's width, so -O3 has nothing left to vectorise and takes
# three times as long. GCC 12 sees uninitialised values in its own AVX-512 header.
set(RKDG_KERNEL_FLAGS "$<$<CONFIG:Release>:-O2>")
if(RKDG_CPU_ARCH)
  list(APPEND RKDG_KERNEL_FLAGS "-march=${RKDG_CPU_ARCH}")
endif()
list(APPEND RKDG_KERNEL_FLAGS -ffp-contract=fast -fno-math-errno -fno-trapping-math)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND RKDG_KERNEL_FLAGS -Wno-maybe-uninitialized -Wno-uninitialized)
endif()

# CMake 3.25 does not know the flag of CUDA C++20.
if(CMAKE_CUDA_COMPILER AND NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
endif()

# rkdg_add_solver(target EQUATIONS name HEADER file [DEGREES 1 2 ...] [CUDA_DEGREES 1 ...] [EXACT_PRODUCTS 1 ...] [PRECISIONS double float]) compiles the kernels of a
# set of equations (libdg/equations/equations.hpp) into a target, for the CPU and, where rkdg was built with CUDA and the
# project has that language, for devices: one translation unit for each backend, degree and precision, and one of kernels that
# are not unrolled. `name` is a class template over the number type;
# `file` declares it, as an #include finds it. The target can then use EquationSolver<name<double>>. EXACT_PRODUCTS: degrees
# whose kernels are compiled for dual numbers, too, on the CPU in double precision; the equations' boundary_states() must take them.
function(rkdg_add_solver target)
  cmake_parse_arguments(ARG "" "EQUATIONS;HEADER" "DEGREES;CUDA_DEGREES;EXACT_PRODUCTS;PRECISIONS" ${ARGN})
  if(NOT ARG_EQUATIONS OR NOT ARG_HEADER)
    message(FATAL_ERROR "rkdg_add_solver(${target}): name the equations and their header, as in EQUATIONS Burgers HEADER burgers.hpp")
  endif()
  # DEGREES without any builds none.
  if(NOT DEFINED ARG_DEGREES AND NOT DEGREES IN_LIST ARG_KEYWORDS_MISSING_VALUES)
    set(ARG_DEGREES ${RKDG_DEGREES})
  endif()
  if(NOT DEFINED ARG_PRECISIONS)
    set(ARG_PRECISIONS ${RKDG_PRECISIONS})
  endif()
  # Those of DEGREES that devices get kernels for.
  if(NOT DEFINED ARG_CUDA_DEGREES AND NOT CUDA_DEGREES IN_LIST ARG_KEYWORDS_MISSING_VALUES)
    set(ARG_CUDA_DEGREES ${ARG_DEGREES})
  endif()
  set(with_cuda FALSE)
  if(RKDG_HAVE_CUDA AND CMAKE_CUDA_COMPILER)
    set(with_cuda TRUE)
  elseif(RKDG_HAVE_CUDA)
    message(STATUS "rkdg_add_solver(${target}): kernels for the CPU alone; for a GPU, add CUDA to the languages of project()")
  endif()
  string(MAKE_C_IDENTIFIER "${ARG_EQUATIONS}" name)
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/generated/${target}/${name}")

  set(cpu_kernels "")
  set(cuda_kernels "")
  set(rolled_kernels "")
  set(refused "")
  foreach(real IN LISTS ARG_PRECISIONS)
    foreach(degree IN LISTS ARG_DEGREES)
      foreach(backend IN ITEMS cpu cuda)
        set(ending "cpp")
        if(backend STREQUAL "cuda")
          set(ending "cu")
        endif()
        set(file "${generated}_${backend}_${real}_p${degree}.${ending}")
        # Functions of lanes come before the equations, which may name them with their namespace.
        set(lanes "")
        if(backend STREQUAL "cpu")
          set(lanes "#include \"libdg/backend/simd.hpp\"\n")
        endif()
        file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[
@lanes@#include "@ARG_HEADER@"
#include "libdg/kernels/launch/@backend@_operators.hpp"

namespace dg {

template std::unique_ptr<Operators<@ARG_EQUATIONS@<@real@>>> make_@backend@_operators<@ARG_EQUATIONS@<@real@>, @degree@>(
    Backend&, const Scheme<@ARG_EQUATIONS@<@real@>>&, const AssemblyPlan&);

}  // namespace dg
]])
        if(backend STREQUAL "cpu" OR degree IN_LIST ARG_CUDA_DEGREES)
          list(APPEND ${backend}_kernels "${file}")
          if(backend STREQUAL "cuda")
            string(CONFIGURE [[
template std::unique_ptr<RolledKernels<@ARG_EQUATIONS@<@real@>>> make_rolled_kernels<@ARG_EQUATIONS@<@real@>, @degree@>(
    Backend&, const Scheme<@ARG_EQUATIONS@<@real@>>&, const AssemblyPlan&);
]] kernels @ONLY)
            string(APPEND rolled_kernels "${kernels}")
          endif()
        elseif(with_cuda)
          string(CONFIGURE [[
template <>
std::unique_ptr<Operators<@ARG_EQUATIONS@<@real@>>> make_cuda_operators<@ARG_EQUATIONS@<@real@>, @degree@>(
    Backend&, const Scheme<@ARG_EQUATIONS@<@real@>>&, const AssemblyPlan&) {
  throw InputError("degree @degree@ of these equations has no CUDA kernels in this build; give it to CUDA_DEGREES of rkdg_add_solver (in 3-D -DRKDG_SOLID_CUDA_DEGREES=...), or take --backend cpu");
}
]] refusal @ONLY)
          string(APPEND refused "${refusal}")
        endif()
      endforeach()
    endforeach()
  endforeach()

  if(with_cuda AND rolled_kernels)
    file(CONFIGURE OUTPUT "${generated}_cuda_rolled.cu" @ONLY CONTENT [[
#define RKDG_ROLLED
#include "@ARG_HEADER@"
#include "libdg/kernels/launch/make_rolled_kernels.hpp"

namespace dg {

@rolled_kernels@
}  // namespace dg
]])
    list(APPEND cuda_kernels "${generated}_cuda_rolled.cu")
  endif()

  set(with_products "")
  foreach(degree IN LISTS ARG_EXACT_PRODUCTS)
    if(NOT degree IN_LIST ARG_DEGREES OR NOT "double" IN_LIST ARG_PRECISIONS)
      continue()
    endif()
    list(APPEND with_products ${degree})
    set(file "${generated}_exact_products_p${degree}.cpp")
    file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[
#include "libdg/backend/simd.hpp"
#include "libdg/backend/dual.hpp"
#include "@ARG_HEADER@"
#include "libdg/kernels/launch/cpu_exact_products.hpp"

namespace dg {

template std::unique_ptr<ExactProducts<@ARG_EQUATIONS@<double>>> make_cpu_exact_products<@ARG_EQUATIONS@<double>, @degree@>(Backend&);

}  // namespace dg
]])
    list(APPEND cpu_kernels "${file}")
  endforeach()
  list(JOIN with_products ", " products)
  set(sequence_of_products "")
  if(with_products)
    set(sequence_of_products ", ${products}")
  endif()

  string(REPLACE ";" ", " degrees "${ARG_DEGREES}")
  set(no_cuda "")
  if(NOT with_cuda)
    set(no_cuda "#include \"libdg/kernels/launch/cuda_operators_none.hpp\"")
  endif()
  foreach(real IN ITEMS double float)
    set(built_${real} "")
    if(real IN_LIST ARG_PRECISIONS AND ARG_DEGREES)
      set(built_${real} ", ${degrees}")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT "${generated}_operators.cpp" @ONLY CONTENT [[
#include "@ARG_HEADER@"
#include "libdg/kernels/launch/make_exact_products.hpp"
#include "libdg/kernels/launch/make_operators.hpp"
@no_cuda@

namespace dg {
@refused@
template <>
std::unique_ptr<Operators<@ARG_EQUATIONS@<double>>> make_operators(
    Backend& backend, const Scheme<@ARG_EQUATIONS@<double>>& scheme, int degree, const AssemblyPlan& plan) {
  return make_built_operators(backend, scheme, degree, plan, std::integer_sequence<int@built_double@>{}, "@degrees@");
}

template <>
std::unique_ptr<Operators<@ARG_EQUATIONS@<float>>> make_operators(
    Backend& backend, const Scheme<@ARG_EQUATIONS@<float>>& scheme, int degree, const AssemblyPlan& plan) {
  return make_built_operators(backend, scheme, degree, plan, std::integer_sequence<int@built_float@>{}, "@degrees@");
}

template <>
std::unique_ptr<ExactProducts<@ARG_EQUATIONS@<double>>> make_exact_products(Backend& backend, int degree) {
  return make_built_exact_products<@ARG_EQUATIONS@<double>>(
      backend, degree, std::integer_sequence<int@sequence_of_products@>{}, "@products@");
}

template <>
std::unique_ptr<ExactProducts<@ARG_EQUATIONS@<float>>> make_exact_products(Backend& backend, int degree) {
  return make_built_exact_products<@ARG_EQUATIONS@<float>>(backend, degree, std::integer_sequence<int>{}, "");
}

}  // namespace dg
]])

  set_source_files_properties(${cpu_kernels} PROPERTIES COMPILE_OPTIONS "${RKDG_KERNEL_FLAGS}")
  target_sources(${target} PRIVATE ${cpu_kernels} "${generated}_operators.cpp")
  target_link_libraries(${target} PRIVATE OpenMP::OpenMP_CXX fmt::fmt)
  if(with_cuda)
    target_sources(${target} PRIVATE ${cuda_kernels})
    target_link_libraries(${target} PRIVATE CUDA::cudart_static)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr;--extended-lambda;--default-stream=per-thread>")
  endif()
endfunction()
