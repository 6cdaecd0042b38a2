/// The name of a type as C++ text that names it again, from any namespace: for kernels that are compiled at run time.
#pragma once

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

/// Precondition: the type has such a name; it depends on no lambda, local type or unnamed namespace.
template <class T>
std::string type_name() {
  const std::string_view text = dg_type_name::function_of_type<T>();
  const std::size_t begin = text.find("T = ") + 4;
  return std::string(text.substr(begin, text.rfind(']') - begin));
}

}  // namespace dg
