"""Dynamic mode decomposition of the wake of a cylinder, from samples in memory: frequency and shape of the vortex street.

    python wake_modes.py [--short]

P. J. Schmid, Dynamic mode decomposition of numerical and experimental data, J. Fluid Mech. 656 (2010) 5-28.
"""

# %%
import sys

import numpy as np

import rkdg

# %% The case
short = "--short" in sys.argv
mach = 0.4 if short else 0.3
# An eddy behind the cylinder, from which vortices are shed soon.
case = rkdg.Case({
    "mesh": {"generate": "cylinder", "parameters": "radius=20, cells=900, around=20, layers=4" if short else "radius=20, cells=1500, around=32, layers=8"},
    "space": {"degree": 1 if short else 2, "quads": "Q", "riemann": "roe"},
    "reference": {"mach": mach, "reynolds": 100},
    "initial": {"rho": 1, "u": "mach * (1 - y * exp(-((x - 2)^2 + y^2)))", "v": "mach * (x - 2) * exp(-((x - 2)^2 + y^2))",
                "p": "1 / gamma"},
    "boundary.wall": {"type": "wall-adiabatic"},
    "boundary.farfield": {"type": "farfield"},
    "time": {"end": 1000, "cfl": 0.9},
    "output": {"format": "none"},
})
# %% Samples of a street that has settled, kept in memory
turnover = 1 / mach  # the time in which the stream passes one diameter
settled, interval, count = (18, 0.5, 24) if short else (60, 0.25, 72)  # in turnovers; 2 and 3 periods

x, y = np.linspace(1, 8, 57), np.linspace(-2, 2, 33)
points = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1)
snapshots = []
with rkdg.Simulation(case) as simulation:
    simulation.advance(time=settled * turnover)

    @simulation.every(time=interval * turnover)
    def keep(s):
        snapshots.append(np.stack(s.sample(points, "u", "v"), axis=-1))

    simulation.advance(time=(settled + count * interval) * turnover)

# %% The decomposition
# One column for each time; the mean flow is no mode of interest.
columns = np.array(snapshots).reshape(len(snapshots), -1).T
columns -= columns.mean(axis=1, keepdims=True)
before, after = columns[:, :-1], columns[:, 1:]
left, strength, right = np.linalg.svd(before, full_matrices=False)
rank = min(int(np.sum(strength > 0.01 * strength[0])), 10)
left, strength, right = left[:, :rank], strength[:rank], right[:rank]
values, vectors = np.linalg.eig(left.T @ after @ right.T / strength)
modes = left @ vectors
amplitudes = np.linalg.lstsq(modes, before[:, 0], rcond=None)[0]

strouhal = np.angle(values) / (2 * np.pi * interval)
print("Strouhal  growth in a turnover  amplitude")
oscillating = [i for i in np.argsort(-np.abs(amplitudes)) if strouhal[i] > 0.01]
for i in oscillating[:4]:
    print(f"{strouhal[i]:8.4f}  {np.log(np.abs(values[i])) / interval:20.4f}  {np.abs(amplitudes[i]):9.4f}")
print(f"{rank} modes; the strongest has the Strouhal number {strouhal[oscillating[0]]:.4f}")  # published: 0.164 to 0.166

mode = modes[:, oscillating[0]].reshape(*points.shape)
rkdg.Sample(points, {"real": mode.real, "imaginary": mode.imag}).save("wake_mode.vtu")

# %% tags=["active-ipynb"]
# import matplotlib.pyplot as plt
#
# plt.contourf(x, y, mode.real[..., 1].T, 20)
# plt.gca().set_aspect("equal")
# plt.title("v of the strongest mode")
