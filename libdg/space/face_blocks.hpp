/// Blocks of faces for assembly `block-colour`. Blocks of one colour share no cell, and the faces of a block come in
/// groups that share none either.
#pragma once

#include "libdg/core/index.hpp"

namespace dg {

/// Arrays where kernels run.
struct FaceBlocks {
  const Index* begin = nullptr;        ///< group g holds the faces begin[g] up to (not including) begin[g + 1]
  const Index* block_begin = nullptr;  ///< block b takes the groups block_begin[b] ... one after the other
};

}  // namespace dg
