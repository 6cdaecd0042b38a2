/// Texts in double quotes, as case files have them: a quote inside is written twice.
#pragma once

#include <cstddef>
#include <string>

namespace dg::app {

/// Behind the quote that closes the one at `begin`; npos if none does.
std::size_t end_of_quotes(const std::string& text, std::size_t begin);

/// What the quotes from `begin` to `end` hold.
std::string between_quotes(const std::string& text, std::size_t begin, std::size_t end);

}  // namespace dg::app
