/// Finds the name that a user most likely meant (edit distance).
#pragma once

#include <string>
#include <vector>

namespace dg::app {

/// `; did you mean 'degree'?` if one of `known` is close to `name`, otherwise ` (known: a, b, c)`, or nothing
/// if that would be a long list.
std::string suggestion(const std::string& name, const std::vector<std::string>& known);

/// True if one may be a misspelling of the other.
bool resemble(const std::string& a, const std::string& b);

/// The names in a row, separated by commas.
std::string join(const std::vector<std::string>& names);

}  // namespace dg::app
