/// The name of a type as C++ text that names it again, from any namespace: for kernels that are compiled at run time.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

/// Compilers leave out the namespace that they are in: this one holds no other name.
namespace dg_type_name {

template <class T>
constexpr const char* function_of_type() {
  return __PRETTY_FUNCTION__;
}

}  // namespace dg_type_name

namespace dg {

/// The type in what function_of_type() returns.
inline std::string type_in(std::string_view function_of_type) {
  const std::size_t begin = function_of_type.find("T = ") + 4;
  return std::string(function_of_type.substr(begin, function_of_type.rfind(']') - begin));
}

/// Precondition: the type has such a name; it depends on no lambda, local type or unnamed namespace.
template <class T>
std::string type_name() {
  return type_in(dg_type_name::function_of_type<T>());
}

/// "function<type, ...>" with such types.
std::string template_name(const char* function, std::initializer_list<const char*> functions_of_types);
template <class... T>
std::string template_name(const char* function) {
  return template_name(function, {dg_type_name::function_of_type<T>()...});
}

}  // namespace dg
