/// A text with one change, for tests of what files say.
#pragma once

#include <catch2/catch.hpp>
#include <string>

namespace dg::samples {

/// `text` with the first `piece` of it, which must be there, replaced.
inline std::string replaced(std::string text, const std::string& piece, const std::string& by) {
  const auto at = text.find(piece);
  REQUIRE(at != std::string::npos);
  return text.replace(at, piece.size(), by);
}

}  // namespace dg::samples
