/// In which order a tile of 3-D cells takes what its faces have left, and where in shared memory each piece waits.
///
/// First come the fluxes of all faces, then jumps. Jumps of a face that counts for several directions come first, then
/// those of the faces for direction r = 0, 1, 2. After these the derivative q_r takes place r. Several faces may count
/// so, as two of a pyramid, or a warp may have no space for the sum over the former. Then they come with the latter,
/// once for each direction. Where a place has space for both, the flux of a face comes with its first jump. A piece is
/// asked for as soon as its place is free.
#pragma once

#include "libdg/element/fragments_3d.hpp"

namespace dg {

struct PiecePlan {
  static constexpr int places = 3, most = 2 * most_faces, unused = -1;

  int fluxes = 0;            ///< the first steps, of fluxes alone
  int slanted = unused;      ///< the step of the jump that counts for several directions
  int end[3] = {};           ///< where the steps for a direction end
  int face[most] = {};       ///< of each step: local face
  bool flux[most] = {};      ///< whether it takes the flux of the face
  bool jump[most] = {};      ///< whether it takes the jump
  int place[most] = {};      ///< where it waits
  int following[most] = {};  ///< the step that is asked for next in this place
  int pending[most] = {};    ///< groups of copies that may be missing when the step's turn comes

  constexpr int steps() const { return end[2]; }
  /// The direction of a step beyond the fluxes and the jump that counts for several.
  constexpr int direction(int step) const { return step < end[0] ? 0 : step < end[1] ? 1 : 2; }
  /// First step for a direction.
  constexpr int begin(int r) const { return r > 0 ? end[r - 1] : slanted == unused ? fluxes : slanted + 1; }
};

/// The plan for a shape. Inviscid flows end with the fluxes. Of viscous ones, a jump that counts for several directions
/// comes once, or for each of them. Fluxes come Together with jumps or before all of them.
constexpr PiecePlan piece_plan(CellShape shape, bool viscous, bool once = true, bool together = false) {
  if (slanted_faces(shape) > 1) once = false;
  PiecePlan plan;
  int steps = 0, last[PiecePlan::places] = {-1, -1, -1}, before[PiecePlan::most] = {};
  bool taken[most_faces] = {};  // fluxes
  const auto add = [&](int face, int first_place, bool jump) {
    int place = first_place;
    for (int p = first_place; p < PiecePlan::places; ++p)
      if (last[p] < last[place]) place = p;
    plan.face[steps] = face;
    plan.flux[steps] = !taken[face];
    plan.jump[steps] = jump;
    taken[face] = true;
    plan.place[steps] = place;
    plan.following[steps] = PiecePlan::unused;
    before[steps] = last[place];
    if (last[place] >= 0) plan.following[last[place]] = steps;
    last[place] = steps++;
  };
  const int faces = face_count(shape);
  if (!viscous || !together)
    for (int f = 0; f < faces; ++f) add(f, 0, false);
  plan.fluxes = steps;
  for (int r = 0; r < 3; ++r) plan.end[r] = steps;
  if (viscous) {
    for (int f = 0; f < faces; ++f)
      if (once && is_slanted(shape, f)) {
        plan.slanted = steps;
        add(f, together ? PiecePlan::places - 1 : 0, true);  // the last place is the first that is free again
      }
    for (int r = 0; r < 3; ++r) {
      for (int f = 0; f < faces; ++f)
        if (!(once && is_slanted(shape, f)) && reference_normal(shape, f, r) != 0) add(f, r, true);
      plan.end[r] = steps;
    }
  }
  // The first in each place are asked for before all others; the others as the steps before them end.
  for (int s = 0; s < steps; ++s) {
    int missing = 0;
    for (int t = 0; t < s; ++t) missing += plan.following[t] != PiecePlan::unused && t > before[s];
    if (before[s] < 0) missing += PiecePlan::places - 1 - s;
    plan.pending[s] = missing;
  }
  return plan;
}

}  // namespace dg
