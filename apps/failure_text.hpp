/// What is said of a failure.
#pragma once

#include <exception>
#include <new>

namespace dg::app {

inline constexpr const char* out_of_memory = "not enough memory";

/// The words of an exception; those of the library for a lack of memory name its type alone.
inline const char* failure_text(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? out_of_memory : error.what();
}

}  // namespace dg::app
