/// What implicit steps cost.
#pragma once

namespace dg {

struct ImplicitWork {
  long newton_steps = 0;  ///< linear systems that were solved for a better state
  long krylov_steps = 0;  ///< products with matrices
  long right_hand_sides =
      0;                    ///< evaluations of the equations, those of products and of blocks of the Jacobian included
  long rejected_steps = 0;  ///< steps in time that were tried again with a smaller size

  ImplicitWork& operator+=(const ImplicitWork& other) {
    newton_steps += other.newton_steps;
    krylov_steps += other.krylov_steps;
    right_hand_sides += other.right_hand_sides;
    rejected_steps += other.rejected_steps;
    return *this;
  }
  ImplicitWork& operator-=(const ImplicitWork& other) {
    newton_steps -= other.newton_steps;
    krylov_steps -= other.krylov_steps;
    right_hand_sides -= other.right_hand_sides;
    rejected_steps -= other.rejected_steps;
    return *this;
  }
};

}  // namespace dg
