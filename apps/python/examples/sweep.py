"""A polar of the NACA 0012 airfoil: each angle starts from the flow at the one before.

    python sweep.py [--short]
"""

# %%
import sys

import rkdg

# %% The case
short = "--short" in sys.argv
case = rkdg.Case({
    "mesh": {"generate": "naca0012", "parameters": "ni=28, nj=12" if short else "layout=70x32"},
    "space": {"degree": 1 if short else 2, "riemann": "roe"},
    "reference": {"mach": 0.5, "reynolds": 500 if short else 5000},
    "boundary.wall": {"type": "wall-adiabatic"},
    "boundary.farfield": {"type": "farfield"},
    "time": {"mode": "steady"},
})

# %% Each angle from the flow at the one before
print("alpha      CD      CL  steps")
state, polar = None, []
for alpha in (0.0, 0.5) if short else (0.0, 0.5, 1.0, 1.5, 2.0):
    case["reference.alpha"] = alpha
    with rkdg.Simulation(case, backend="cpu") as simulation:
        if state is not None:
            simulation.coefficients = state
        found = simulation.solve_steady(tolerance=1e-6 if short else 1e-9)
        state = simulation.coefficients
        forces = simulation.forces("wall")
        polar.append((alpha, forces.cd, forces.cl))
        print(f"{alpha:5.1f} {forces.cd:7.4f} {forces.cl:7.4f} {found.steps:6d}")

# %% tags=["active-ipynb"]
# import matplotlib.pyplot as plt
#
# alpha, drag, lift = zip(*polar)
# plt.plot(drag, lift, "o-")
# plt.xlabel("CD")
# plt.ylabel("CL")
