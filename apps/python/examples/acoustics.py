"""Equations of your own: sound in a box, as a header that this program writes, with its order of accuracy.

    python acoustics.py [--short]
"""

# %%
import sys
import tempfile
from pathlib import Path

import numpy as np

import rkdg

# %% The equations, dp/dt + c^2 div u = 0 and du/dt + grad p = 0, as a struct of C++
header = Path(tempfile.mkdtemp()) / "acoustics.hpp"
header.write_text(r"""
#pragma once
#include "libdg/equations/case_names.hpp"
#include "libdg/equations/inviscid.hpp"

template <class Real>
struct Acoustics : dg::Inviscid<Real, 2, 3> {  // two dimensions, three variables
  enum class Flux { llf };
  enum class Condition { wall, open };
  static constexpr const char* variables[] = {"p", "u", "v"};
  static constexpr dg::BoundaryKind boundary_kinds[] = {{"wall"}, {"open"}};

  Real c = 1;
  template <class Visit>
  void visit_parameters(Visit&& visit) {
    visit("c", c);
  }

  template <class V>
  struct Point {};
  template <class V>
  RKDG_FN Point<V> point(const V (&)[3]) const {
    return {};
  }
  template <class V>
  RKDG_FN void convective_flux(const V (&w)[3], const Point<V>&, const V (&m)[2], V (&flux)[3]) const {
    flux[0] = V(c * c) * (w[1] * m[0] + w[2] * m[1]);
    flux[1] = w[0] * m[0];
    flux[2] = w[0] * m[1];
  }
  template <class V>
  RKDG_FN void riemann_flux(Flux, const V (&a)[3], const Point<V>& in_a, const V (&b)[3], const Point<V>& in_b,
                            const V (&n)[2], V (&flux)[3]) const {
    V fa[3], fb[3];
    convective_flux(a, in_a, n, fa);
    convective_flux(b, in_b, n, fb);
    for (int k = 0; k < 3; ++k) flux[k] = V(Real(0.5)) * (fa[k] + fb[k] - V(c) * (b[k] - a[k]));
  }
  template <class V>
  RKDG_FN V wave_speed(const Point<V>&) const {
    return V(c);
  }
  template <class V>
  RKDG_FN dg::MaskOf<V> admissible(const V (&w)[3], const Point<V>&) const {
    return w[0] - w[0] == Real(0);
  }
  RKDG_CALL void boundary_states(Condition kind, const Real (&w)[3], const Real (&n)[2], const Real*, Real (&ghost)[3],
                                 Real (&at_boundary)[3]) const {
    const Real through = w[1] * n[0] + w[2] * n[1];
    ghost[0] = kind == Condition::wall ? w[0] : Real(0);
    for (int d = 0; d < 2; ++d) ghost[1 + d] = kind == Condition::wall ? w[1 + d] - 2 * through * n[d] : Real(0);
    for (int k = 0; k < 3; ++k) at_boundary[k] = ghost[k];
  }
};
""", encoding="utf-8")

# %% The case: a box with four walls
case = rkdg.Case({
    "equations": {"header": str(header), "name": "Acoustics", "c": 2},
    "mesh": {"generate": "square", "parameters": "kind=triangles, n=4, xmin=0, xmax=1, ymin=0, ymax=1"},
    "space": {"degree": 3},
    # A standing wave, of one wavelength in each direction: p = cos cos cos(omega t).
    "initial": {"p": "cos(2 * pi * x) * cos(2 * pi * y)", "u": 0, "v": 0},
    **{f"boundary.{side}": {"type": "wall"} for side in ("left", "right", "bottom", "top")},
    "time": {"end": 1},
})

# %% After one period the wave is where it was
short = "--short" in sys.argv
period = 1 / (2 * np.sqrt(2))
places = np.random.default_rng(1).random((2000, 2))
exact = np.cos(2 * np.pi * places[:, 0]) * np.cos(2 * np.pi * places[:, 1])
last = None
for n in (4, 8) if short else (4, 8, 16):
    case["mesh.parameters"] = f"kind=triangles, n={n}, xmin=0, xmax=1, ymin=0, ymax=1"
    with rkdg.Simulation(case) as simulation:
        simulation.advance(time=period)
        error = np.sqrt(np.mean((simulation.sample(places, "p") - exact) ** 2))
        order = "" if last is None else f", order {np.log2(last / error):.2f}"
        print(f"{n} x {n} x 2 triangles: error {error:.2e}{order}")
        last = error

# %% A pulse, given by a function of arrays, among open sides
for side in ("left", "right", "bottom", "top"):
    case[f"boundary.{side}.type"] = "open"
with rkdg.Simulation(case) as simulation:
    simulation.set_state(lambda x, y: (np.exp(-100 * ((x - 0.5) ** 2 + (y - 0.5) ** 2)), 0, 0))
    before = simulation.totals()[0]
    simulation.advance(time=0.15)
    x = np.linspace(0, 1, 101)
    grid = np.stack(np.meshgrid(x, x), axis=-1)
    pressure = simulation.sample(grid, "p")
    simulation.advance(time=0.5)
    print(f"pressure in the box: {before:.4f}, after the pulse has left {simulation.totals()[0]:.4f}")
    simulation.write("acoustics.vtu")

# %% tags=["active-ipynb"]
# import matplotlib.pyplot as plt
#
# plt.contourf(grid[..., 0], grid[..., 1], pressure, 30)
# plt.gca().set_aspect("equal")
# plt.colorbar(label="pressure at t = 0.15")
