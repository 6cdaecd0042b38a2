# Flags of kernels on the CPU. Lanes are SIMD registers of the machine's width, so -O3 has nothing left to vectorise and takes
# three times as long. GCC 12 sees uninitialised values in its own AVX-512 header.
set(RKDG_KERNEL_FLAGS "$<$<CONFIG:Release>:-O2>")
if(RKDG_CPU_ARCH)
  list(APPEND RKDG_KERNEL_FLAGS "-march=${RKDG_CPU_ARCH}")
endif()
set(math_flags -ffp-contract=fast -fno-math-errno -fno-trapping-math)
list(APPEND RKDG_KERNEL_FLAGS ${math_flags})
# Of those that a run compiles (libdg/backend/host_compiler.hpp), for the machine that it is on.
set(RKDG_RUN_TIME_KERNEL_FLAGS -O2 ${math_flags})
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND RKDG_KERNEL_FLAGS -Wno-maybe-uninitialized -Wno-uninitialized)
endif()

# Flags for what launches kernels: their bodies, which the compiler of the host reads and does not compile, hold pragmas and
# assembly of devices. There is little to optimise.
set(RKDG_DEVICE_BODY_FLAGS -Wno-unknown-pragmas -Wno-unused-parameter "$<$<CONFIG:Release>:-O1>")

# rkdg_kernel_header(variable target HEADER) sets C++ that makes a header of a target's own known to the compiler that a run
# starts, with all that it includes of the same project; nothing for headers of rkdg itself.
function(rkdg_kernel_header variable target header)
  get_target_property(folders ${target} INCLUDE_DIRECTORIES)
  list(APPEND folders "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}")
  set(waiting "${header}")
  set(known "")
  set(code "")
  while(waiting)
    list(POP_FRONT waiting name)
    if(name IN_LIST known OR name MATCHES "^libdg/(backend|core|element|equations|finite_volume|implicit|kernels|lattice_boltzmann|space|time)/"
        OR name MATCHES "^(meshes|quadrature)/")
      continue()
    endif()
    list(APPEND known "${name}")
    foreach(folder IN LISTS folders)
      if(EXISTS "${folder}/${name}")
        file(READ "${folder}/${name}" text)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/${name}")
        string(APPEND code "    add_kernel_header({\"${name}\", R\"rkdg(${text})rkdg\"});\n")
        string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
        list(TRANSFORM includes REPLACE "#include \"(.*)\"" "\\1")
        list(APPEND waiting ${includes})
        break()
      endif()
    endforeach()
  endwhile()
  set(${variable} "${code}" PARENT_SCOPE)
endfunction()

# rkdg_instantiate_operators(file backend EQUATIONS HEADER degree ...) writes a translation unit with the operators of these
# degrees.
function(rkdg_instantiate_operators file backend equations header)
  # Functions of lanes come before the equations, which may name them with their namespace.
  set(first "libdg/backend/simd.hpp")
  if(backend STREQUAL "cuda")
    set(first "libdg/backend/device_names.hpp")
  endif()
  set(instances "")
  foreach(degree IN LISTS ARGN)
    string(APPEND instances "template std::unique_ptr<Operators<${equations}>> make_${backend}_operators<${equations}, ${degree}>(\n"
      "    Backend&, const KernelContext<${equations}>&, const AssemblyPlan&);\n")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[
#include "@first@"
#include "@header@"
#include "libdg/kernels/operators/@backend@_operators.hpp"

namespace dg {

@instances@
}  // namespace dg
]])
endfunction()

# rkdg_library_kernels(file EQUATIONS HEADER name degree) writes a translation unit of a library of kernels, with the operators of
# one degree behind a function of that name, as a run would compile them (libdg/kernels/operators/host_kernels.hpp).
function(rkdg_library_kernels file equations header name degree)
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[
#include "libdg/backend/simd.hpp"
#include "@header@"
#include "libdg/kernels/operators/cpu_operators.hpp"

using Equations = @equations@;

extern "C" dg::Operators<Equations>* @name@(dg::Backend&, const dg::KernelContext<Equations>&, const dg::AssemblyPlan&);

dg::Operators<Equations>* @name@(dg::Backend& backend, const dg::KernelContext<Equations>& context, const dg::AssemblyPlan& plan) {
  return dg::make_cpu_operators<Equations, @degree@>(backend, context, plan).release();
}
]])
endfunction()

# rkdg_library_products(file EQUATIONS HEADER name degree): the same for exact products.
function(rkdg_library_products file equations header name degree)
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[
#include "libdg/backend/simd.hpp"
#include "libdg/backend/dual.hpp"
#include "@header@"
#include "libdg/kernels/operators/cpu_exact_products.hpp"

using Equations = @equations@;

extern "C" dg::ExactProducts<Equations>* @name@(dg::Backend&);

dg::ExactProducts<Equations>* @name@(dg::Backend& backend) {
  return dg::make_cpu_exact_products<Equations, @degree@>(backend).release();
}
]])
endfunction()

# rkdg_add_solver(target EQUATIONS name HEADER file [DEGREES 1 2 ...] [CUDA_DEGREES 1 ...] [EXACT_PRODUCTS 1 ...]
# [PRECISIONS double float] [CUDA_PRECISIONS double float] [LIBRARY library]) adds a set of equations
# (libdg/equations/equations.hpp) to a target. It gets kernels for the CPU, one translation unit for each degree and precision,
# and, where rkdg was built with CUDA, what launches kernels for devices, one unit for each precision; a run compiles these
# kernels when it needs them. `name` is a class template over the number type; `file` declares it, as an #include finds it, and is read by the compilers of the host
# and of devices. The target can then use EquationSolver<name<double>>. EXACT_PRODUCTS: degrees whose kernels are compiled
# for dual numbers, too, on the CPU in double precision; the equations' boundary_states() must take them. LIBRARY: that library
# gets the kernels for the CPU instead of the target, and a run opens it if it is there.
function(rkdg_add_solver target)
  cmake_parse_arguments(ARG "" "EQUATIONS;HEADER;LIBRARY" "DEGREES;CUDA_DEGREES;EXACT_PRODUCTS;PRECISIONS;CUDA_PRECISIONS" ${ARGN})
  if(NOT ARG_EQUATIONS OR NOT ARG_HEADER)
    message(FATAL_ERROR "rkdg_add_solver(${target}): name the equations and their header, as in EQUATIONS Burgers HEADER burgers.hpp")
  endif()
  # DEGREES without any builds none.
  if(NOT DEFINED ARG_DEGREES AND NOT DEGREES IN_LIST ARG_KEYWORDS_MISSING_VALUES)
    set(ARG_DEGREES ${RKDG_DEGREES_2D})
  endif()
  if(NOT DEFINED ARG_PRECISIONS)
    set(ARG_PRECISIONS ${RKDG_PRECISIONS_2D})
  endif()
  if(NOT DEFINED ARG_CUDA_DEGREES AND NOT CUDA_DEGREES IN_LIST ARG_KEYWORDS_MISSING_VALUES)
    set(ARG_CUDA_DEGREES ${ARG_DEGREES})
  endif()
  if(NOT DEFINED ARG_CUDA_PRECISIONS)
    set(ARG_CUDA_PRECISIONS ${ARG_PRECISIONS})
  endif()
  if(NOT RKDG_HAVE_CUDA)
    set(ARG_CUDA_DEGREES "")
  endif()
  string(MAKE_C_IDENTIFIER "${ARG_EQUATIONS}" name)
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/generated/${target}/${name}")

  set(cpu_kernels "")
  foreach(real IN LISTS ARG_PRECISIONS)
    foreach(degree IN LISTS ARG_DEGREES)
      set(file "${generated}_cpu_${real}_p${degree}.cpp")
      if(ARG_LIBRARY)
        rkdg_library_kernels("${file}" "dg::${ARG_EQUATIONS}<${real}>" "${ARG_HEADER}" "rkdg_operators_${name}_${real}_p${degree}" ${degree})
      else()
        rkdg_instantiate_operators("${file}" cpu "${ARG_EQUATIONS}<${real}>" "${ARG_HEADER}" ${degree})
      endif()
      list(APPEND cpu_kernels "${file}")
    endforeach()
  endforeach()
  set(cuda_operators "")
  if(NOT "${ARG_CUDA_DEGREES}" STREQUAL "")  # degree 0 alone is a list, too, but false to if()
    foreach(real IN LISTS ARG_CUDA_PRECISIONS)
      set(file "${generated}_cuda_${real}.cpp")
      rkdg_instantiate_operators("${file}" cuda "${ARG_EQUATIONS}<${real}>" "${ARG_HEADER}" ${ARG_CUDA_DEGREES})
      list(APPEND cuda_operators "${file}")
    endforeach()
  endif()

  set(with_products "")
  foreach(degree IN LISTS ARG_EXACT_PRODUCTS)
    if(NOT degree IN_LIST ARG_DEGREES OR NOT "double" IN_LIST ARG_PRECISIONS)
      continue()
    endif()
    list(APPEND with_products ${degree})
    set(file "${generated}_exact_products_p${degree}.cpp")
    list(APPEND cpu_kernels "${file}")
    if(ARG_LIBRARY)
      rkdg_library_products("${file}" "dg::${ARG_EQUATIONS}<double>" "${ARG_HEADER}" "rkdg_exact_products_${name}_double_p${degree}" ${degree})
      continue()
    endif()
    file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT [[
#include "libdg/backend/simd.hpp"
#include "libdg/backend/dual.hpp"
#include "@ARG_HEADER@"
#include "libdg/kernels/operators/cpu_exact_products.hpp"

namespace dg {

template std::unique_ptr<ExactProducts<@ARG_EQUATIONS@<double>>> make_cpu_exact_products<@ARG_EQUATIONS@<double>, @degree@>(Backend&);

}  // namespace dg
]])
  endforeach()
  list(JOIN with_products ", " products)
  set(sequence_of_products "")
  if(NOT "${with_products}" STREQUAL "" AND NOT ARG_LIBRARY)
    set(sequence_of_products ", ${products}")
  endif()

  foreach(backend IN ITEMS cpu cuda)
    set(prefix ARG)
    if(backend STREQUAL "cuda")
      set(prefix ARG_CUDA)
    endif()
    list(JOIN ${prefix}_DEGREES ", " ${backend}_degrees)
    foreach(real IN ITEMS double float)
      set(${backend}_${real} "")
      if(real IN_LIST ${prefix}_PRECISIONS AND NOT "${${prefix}_DEGREES}" STREQUAL "" AND NOT (ARG_LIBRARY AND backend STREQUAL "cpu"))
        set(${backend}_${real} ", ${${backend}_degrees}")
      endif()
    endforeach()
  endforeach()
  set(header_functions "")
  rkdg_kernel_header(own_headers ${target} "${ARG_HEADER}")
  foreach(real IN ITEMS double float)
    string(CONFIGURE [[
template <>
const char* header_of_equations<@ARG_EQUATIONS@<@real@>>() {
  static const bool known = [] {
@own_headers@    return true;
  }();
  return known ? "@ARG_HEADER@" : "";
}
]] function @ONLY)
    string(APPEND header_functions "${function}")
  endforeach()
  set(library_name "")
  if(ARG_LIBRARY)
    set(library_name "${name}")
  endif()
  set(no_cuda "")
  if("${ARG_CUDA_DEGREES}" STREQUAL "")
    set(no_cuda "#include \"libdg/kernels/operators/cuda_operators_none.hpp\"")
  endif()
  file(CONFIGURE OUTPUT "${generated}_operators.cpp" @ONLY CONTENT [[
#include "libdg/backend/kernel_source.hpp"
#include "@ARG_HEADER@"
#include "libdg/kernels/operators/header_of_equations.hpp"
#include "libdg/kernels/operators/make_exact_products.hpp"
#include "libdg/kernels/operators/make_operators.hpp"
@no_cuda@

namespace dg {

@header_functions@
template <>
std::unique_ptr<Operators<@ARG_EQUATIONS@<double>>> make_operators(
    Backend& backend, const KernelContext<@ARG_EQUATIONS@<double>>& context, int degree, const AssemblyPlan& plan) {
  return make_built_operators(backend, context, degree, plan, "@library_name@", std::integer_sequence<int@cpu_double@>{}, "@cpu_degrees@",
                              std::integer_sequence<int@cuda_double@>{}, "@cuda_degrees@");
}

template <>
std::unique_ptr<Operators<@ARG_EQUATIONS@<float>>> make_operators(
    Backend& backend, const KernelContext<@ARG_EQUATIONS@<float>>& context, int degree, const AssemblyPlan& plan) {
  return make_built_operators(backend, context, degree, plan, "@library_name@", std::integer_sequence<int@cpu_float@>{}, "@cpu_degrees@",
                              std::integer_sequence<int@cuda_float@>{}, "@cuda_degrees@");
}

template <>
std::unique_ptr<ExactProducts<@ARG_EQUATIONS@<double>>> make_exact_products(Backend& backend, int degree, unsigned zone_kinds) {
  return make_built_exact_products<@ARG_EQUATIONS@<double>>(
      backend, degree, zone_kinds, "@library_name@", std::integer_sequence<int@sequence_of_products@>{}, "@products@");
}

template <>
std::unique_ptr<ExactProducts<@ARG_EQUATIONS@<float>>> make_exact_products(Backend& backend, int degree, unsigned zone_kinds) {
  return make_built_exact_products<@ARG_EQUATIONS@<float>>(backend, degree, zone_kinds, "@library_name@", std::integer_sequence<int>{}, "");
}

}  // namespace dg
]])

  set_source_files_properties(${cpu_kernels} PROPERTIES COMPILE_OPTIONS "${RKDG_KERNEL_FLAGS}")
  set_source_files_properties(${cuda_operators} PROPERTIES COMPILE_OPTIONS "${RKDG_DEVICE_BODY_FLAGS}")
  if(ARG_LIBRARY)
    target_sources(${ARG_LIBRARY} PRIVATE ${cpu_kernels})
  else()
    target_sources(${target} PRIVATE ${cpu_kernels})
  endif()
  target_sources(${target} PRIVATE ${cuda_operators} "${generated}_operators.cpp")
  target_link_libraries(${target} PRIVATE OpenMP::OpenMP_CXX fmt::fmt)
  if(cuda_operators)
    target_link_libraries(${target} PRIVATE CUDA::cudart_static)
  endif()
endfunction()
