/// Directions of the derivatives on a face.
#pragma once

namespace dg {

/// x and y, or the unit normal n of the face and its tangent (-n_y, n_x): of all derivatives, a viscous flux along n
/// needs fewer of the latter, and the lifting of a straight face has but the first.
enum class Frame { cartesian, face };

}  // namespace dg
