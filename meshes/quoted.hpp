/// What a user wrote, as messages show it: on one line, readable, and not longer than helps.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dg {

/// The beginning of `text`, followed by ... if that is not all, with ? for what is no printable UTF-8.
std::string shown(const std::string& text);

/// Likewise, in single quotes.
std::string in_quotes(const std::string& text);

/// Likewise, the part around `position` of a long text.
std::string in_quotes_around(const std::string& text, std::size_t position);

/// All of `text` in double quotes, those inside written twice.
std::string in_double_quotes(const std::string& text);

/// The beginning of a list of names, each written as lists in case files have it: some in quotes.
std::string name_list(const std::vector<std::string>& names);

}  // namespace dg
