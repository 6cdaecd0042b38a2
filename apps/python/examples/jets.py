"""Two jets lower the drag of a cylinder: one sucks in what the other blows out, in response to the lift.

    python jets.py [--short]

The velocity crosses the wall near the top and the bottom of the cylinder: `jet` times a bell of x. At regular intervals the
jets are set in proportion to the lift and its rate of growth.
"""

# %%
import sys

import numpy as np

import rkdg

# %% The case, whose velocity crosses the wall at the jets
short = "--short" in sys.argv
mach = 0.3
case = rkdg.Case({
    "mesh": {"generate": "cylinder", "parameters": "radius=20, cells=900, around=16, layers=3"},
    "space": {"degree": 1 if short else 2, "quads": "Q", "riemann": "roe"},
    "reference": {"mach": mach, "reynolds": 100},
    "parameters": {"jet": 0},
    # A push to one side, so that vortices are shed soon.
    "initial": {"rho": 1, "u": "mach", "v": "0.5 * mach * exp(-(x - 1)^2 - y^2)", "p": "1 / gamma"},
    "boundary.wall": {"type": "wall-adiabatic", "velocity": "0, jet * exp(-(x / 0.1)^2)"},
    "boundary.farfield": {"type": "farfield"},
    "time": {"end": 1000},
})
# %% The control: called between steps, it sets the parameter of the formula
turnover = 1 / mach  # the time in which the stream passes one diameter
shed, controlled = (0.4, 0.4) if short else (80, 60)  # in turnovers
strongest = 0.2 * mach
proportional, derivative = -0.5 * mach, -0.3 * mach

history = []
with rkdg.Simulation(case) as simulation:

    @simulation.every(time=0.1 * turnover)
    def watch(s):
        forces = s.forces("wall")
        history.append((s.time / turnover, forces.cd, forces.cl, s.parameters["jet"]))
        if s.time > shed * turnover and len(history) > 1:
            growth = (history[-1][2] - history[-2][2]) / (history[-1][0] - history[-2][0])
            jet = proportional * forces.cl + derivative * growth
            s.parameters["jet"] = float(np.clip(jet, -strongest, strongest))

    simulation.advance(time=(shed + controlled) * turnover)

# %% The effect of the jets
time, drag, lift, jet = np.array(history).T
before, after = (time > 0.7 * shed) & (time <= shed), time > shed + 0.7 * controlled
print(f"drag {drag[before].mean():.4f} without, {drag[after].mean():.4f} with jets")
print(f"lift {np.std(lift[before]):.4f} without, {np.std(lift[after]):.4f} with jets (standard deviation)")
print(f"speed of the jets at most {np.abs(jet).max() / mach:.3f} of the stream's")

# %% tags=["active-ipynb"]
# import matplotlib.pyplot as plt
#
# plt.plot(time, lift, label="lift coefficient")
# plt.plot(time, jet / mach, label="speed of the jets over that of the stream")
# plt.xlabel("turnovers")
# plt.legend()
