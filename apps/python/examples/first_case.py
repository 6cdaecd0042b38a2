"""Steady flow past a circular cylinder: drag, and the length of the vortices behind it.

    python first_case.py [--short]
"""

# %%
import sys

import numpy as np

import rkdg

# %% The case: what a case file says, as a dict
short = "--short" in sys.argv
case = rkdg.Case({
    "mesh": {"generate": "cylinder", "parameters": "kind=quads, radius=30, around=32, layers=40"},
    "space": {"degree": 1 if short else 2, "quads": "Q", "riemann": "roe"},
    "reference": {"mach": 0.2, "reynolds": 40},
    "boundary.wall": {"type": "wall-adiabatic"},
    "boundary.farfield": {"type": "farfield"},
    "time": {"mode": "steady"},
})

# %% The steady flow, by Newton's method
with rkdg.Simulation(case, backend="cpu") as simulation:
    found = simulation.solve_steady(tolerance=1e-6 if short else 1e-10)
    print(f"{found.steps} steps of Newton's method, residual {found.residual:.1e}")

    forces = simulation.forces("wall")
    print(f"drag coefficient {forces.cd:.3f}, of it pressure {forces.cd_pressure:.3f}")  # published: 1.50 to 1.59

    # Behind the cylinder the flow runs backwards up to the end of the vortices.
    x = np.linspace(0.51, 5, 1000)
    u = simulation.sample(np.column_stack([x, 0 * x]), "u")
    print(f"vortices end {x[np.argmax(u > 0)] - 0.5:.2f} diameters behind it")  # published: 2.13 to 2.35
    simulation.write("first_case.vtu")

# %% tags=["active-ipynb"]
# import matplotlib.pyplot as plt
#
# plt.plot(x, u)
# plt.axhline(0, color="grey")
# plt.xlabel("x behind the cylinder")
# plt.ylabel("u")
