"""The profile of the best lift over drag at a low Reynolds number, found by SciPy.

    python profile.py [--short]

Profiles are images of a circle under Joukowski's map, with a rounded trailing edge. Their camber and their angle to the stream
are free. Each mesh is an image of the same rings, so that a flow starts from that of the profile before.
"""

# %%
import sys

import numpy as np
from scipy.optimize import minimize

import rkdg

# %% Meshes around profiles
short = "--short" in sys.argv
around, rings = (24, 8) if short else (48, 16)


def profile_mesh(camber, thickness=0.12):
    """Curved quadrilaterals around a profile of chord 1; camber is the height of the arc."""
    angle = np.linspace(0, 2 * np.pi, 2 * around, endpoint=False)
    centre = complex(-thickness / 1.3, 2 * camber)
    radius = 1.03 * abs(1 - centre)  # 1 is the edge of Joukowski's profile: a larger circle rounds it
    # From the circle outwards, rings grow by a constant factor up to 20 chords.
    growth = np.linspace(0, 1, 2 * rings + 1)
    circles = centre + radius * np.exp(np.outer(growth * np.log(80), np.ones(2 * around)) + 1j * angle)
    places = (circles + 1 / circles) / 4
    number = np.arange(places.size).reshape(places.shape)
    number = np.concatenate([number, number[:, :1]], axis=1)
    a, m, b = number[:-2:2], number[1:-1:2], number[2::2]  # inner points, those between, outer points of each ring
    cells = np.stack([a[:, :-1:2], b[:, :-1:2], b[:, 2::2], a[:, 2::2], m[:, :-1:2], b[:, 1::2], m[:, 2::2], a[:, 1::2], m[:, 1::2]], axis=-1)
    ring = lambda row: np.stack([number[row, :-1:2], number[row, 2::2], number[row, 1::2]], axis=-1)  # noqa: E731
    points = np.column_stack([places.real.reshape(-1), places.imag.reshape(-1)])
    return rkdg.Mesh.from_arrays(points, {"quad9": cells.reshape(-1, 9)}, {"wall": ring(0), "farfield": ring(-1)})


# %% The case, and what is to be small
case = rkdg.Case({
    "mesh": {"file": "none"},
    "space": {"degree": 1 if short else 2, "riemann": "roe"},
    "reference": {"mach": 0.2, "reynolds": 200},
    "boundary.wall": {"type": "wall-adiabatic"},
    "boundary.farfield": {"type": "farfield"},
    "time": {"mode": "steady"},
    "output": {"format": "none"},
})
state, tried = None, {}


def drag_over_lift(design):
    global state
    camber, alpha = design
    case["reference.alpha"] = float(alpha)
    with rkdg.Simulation(case, mesh=profile_mesh(camber), backend="cpu") as simulation:
        if state is not None:
            simulation.coefficients = state
        simulation.solve_steady(tolerance=1e-6 if short else 1e-8)
        state = simulation.coefficients
        cd, cl = simulation.forces("wall")[:2]
    tried[camber, alpha] = cd / cl
    print(f"camber {camber:.4f}, angle {alpha:6.3f}: CD {cd:.4f}, CL {cl:.4f}, lift over drag {cl / cd:.4f}")
    return cd / cl


# %% The search
start = np.array([0.02, 4.0])
simplex = start + np.array([[0, 0], [0.02, 0], [0, 3.0]])
minimize(drag_over_lift, start, method="Nelder-Mead", bounds=[(0, 0.3), (1, 30)],
         options={"initial_simplex": simplex, "maxfev": 8 if short else 40, "xatol": 0.05, "fatol": 1e-4})  # fmt: skip
camber, alpha = best = min(tried, key=lambda design: tried[design])
print(f"best: camber {camber:.4f}, angle {alpha:.3f}, lift over drag {1 / tried[best]:.4f}; "
      f"at the start {1 / tried[tuple(start)]:.4f}, {len(tried)} profiles")  # fmt: skip

# %% tags=["active-ipynb"]
# import matplotlib.pyplot as plt
#
# plt.plot([1 / ratio for ratio in tried.values()], "o-")
# plt.xlabel("profile")
# plt.ylabel("lift over drag")
