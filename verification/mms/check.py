"""Manufactured Navier-Stokes solutions on distorted hybrid meshes.

In `shear` viscosity dominates in the cells, and the pressure loses order: see ../pressure/README.md.
"""

from pathlib import Path

from plot import convergence
from study import WIDTH_3D, WEIGHT_ADJUSTED, WIDTH, converge, errors_of, finest, judge_curved

here = Path(__file__).resolve().parent


def curved(rkdg, degrees, judge):
    """`wave` on meshes curved all over, with the exact and with the weight-adjusted mass inverse."""
    box = "kind=hybrid, distortion=0.15, xmin=0, xmax=3.141592653589793, ymin=0, ymax=3.141592653589793"
    for degree in degrees:
        # The pair of 384 and 1536 cells; at odd degree the order is there one pair earlier.
        level = 2 if degree % 2 == 0 else 1
        mesh = (f"mesh.parameters={box}, curved=0.04, order=3", f"mesh.level={level}")
        exact = finest(converge(rkdg, here / "wave.ini", [degree], 2, *mesh), degree)
        adjusted = finest(converge(rkdg, here / "wave.ini", [degree], 2, *mesh, WEIGHT_ADJUSTED), degree)
        judge_curved(judge, f"wave, curved cells, P{degree}", degree, exact, adjusted)


# The coarser of two levels, of 4 * 2^level cubes along an edge, from which on densities have their order.
LEVELS_3D = {
    "quick": {1: 0},
    "default": {1: 1, 2: 1},
    "full": {1: 3, 2: 2, 3: 2},
}


def in_3d(rkdg, effort, judge):
    """On tetrahedra, prisms and hexahedra, these with P and with Q; energies come to their order later than densities."""
    curves = {}
    for kind, space in (("tetrahedra", "P"), ("prisms", "P"), ("hexahedra", "P"), ("hexahedra", "Q")):
        name = f"{kind}, {space}"
        rows = []
        for degree, level in LEVELS_3D[effort].items():
            mesh = (f"mesh.parameters=kind={kind}", f"mesh.level={level}", f"space.hexahedra={space}")
            rows += converge(rkdg, here / "mms-3d.ini", [degree], 2, *mesh)
            order = finest(rows, degree)["order"]
            least = degree + (0.8 if degree % 2 == 0 else 0.9)
            for field in ("rho", "rhow"):
                judge.at_least(f"{name}{degree}, order of {field}", order[field], least, "theory")
            energy = f"{name}{degree}, order of rhoE"
            if effort == "full" and degree < 3:
                judge.at_least(energy, order["rhoE"], least, "theory")
            else:
                judge.show(energy, order["rhoE"], f"{degree + 1}, later than of rho: README.md")
        curves[name] = errors_of(rows)
    judge.draw(convergence("Manufactured solution, three dimensions", WIDTH_3D, "L2 error (units of the field)", curves))


# (shape, space, {degree: coarser of two levels}), spaces that hold all polynomials of degree p on cells distorted at
# random; what is `full` is for a GPU.
WAVE_3D = {
    "default": (("tetrahedra", "P", {2: 1}), ("hexahedra", "Q", {2: 1})),
    "full": (
        ("tetrahedra", "P", {1: 3, 2: 2, 3: 2, 4: 1}),
        ("prisms", "Q", {1: 3, 2: 2, 3: 1, 4: 1}),
        ("hexahedra", "Q", {1: 3, 2: 2, 3: 2, 4: 1}),
    ),
}


def wave_3d(rkdg, effort, judge):
    """`wave` in three dimensions, on boxes distorted at random."""
    length = 3.141592653589793
    box = ", ".join(f"{axis}min=0, {axis}max={length}" for axis in "xyz")
    curves = {}
    for kind, space, levels in WAVE_3D[effort]:
        name = f"wave, distorted {kind}, {space}"
        rows = []
        for degree, level in levels.items():
            mesh = (f"mesh.parameters=kind={kind}, distortion=0.15, {box}", f"mesh.level={level}")
            spaces = (f"space.prisms={space}", f"space.hexahedra={space}")
            rows += converge(rkdg, here / "wave-3d.ini", [degree], 2, *mesh, *spaces)
            order = finest(rows, degree)["order"]
            for field in ("rho", "rhou", "rhov", "rhow", "rhoE"):
                least = degree + (0.8 if degree % 2 == 0 else 0.9)
                judge.at_least(f"{name}{degree}, order of {field}", order[field], least, "theory")
        curves[name] = errors_of(rows, "rhoE")
    judge.draw(convergence("Manufactured solution, wave in three dimensions", WIDTH_3D, "L2 error of the energy", curves))


DISTORTED = (("tetrahedra", "P"), ("hexahedra", "Q"), ("hexahedra", "P"), ("prisms", "P"), ("pyramids", "P"))


def distorted(rkdg, degrees, level, judge):
    """On boxes distorted at random, from `level` to the next: judged where the space itself keeps its order there."""
    curves = {}
    for kind, space in DISTORTED:
        settings = (f"mesh.parameters=kind={kind}, distortion=0.15", f"mesh.level={level}", f"space.hexahedra={space}")
        # What pyramids lose shows at P1 and P2.
        rows = converge(rkdg, here / "mms-3d.ini", [p for p in degrees if kind != "pyramids" or p < 3], 2, *settings)
        name = f"distorted {kind}, {space}"
        curves[name] = errors_of(rows)
        for degree in sorted({row["degree"] for row in rows}):
            order, what = finest(rows, degree)["order"]["rho"], f"{name}{degree}, order of rho"
            if kind == "tetrahedra" or space == "Q":
                judge.at_least(what, order, degree + 0.8, "theory, less what random distortion costs")
            else:
                judge.show(what, order, "of the space: README.md")
    judge.draw(convergence("Manufactured solution, distorted boxes", WIDTH_3D, "L2 error of the density", curves))


def check(rkdg, effort, judge):
    degrees = (1, 2) if effort == "quick" else (1, 2, 3)
    for case in ("wave", "shear"):
        rows = converge(rkdg, here / f"{case}.ini", degrees, 3)
        for degree in degrees:
            order = finest(rows, degree)["order"]
            for field in ("rho", "rhoE"):
                what = f"{case}, P{degree}, order of {field}"
                if case == "shear" and degree % 2 == 0:
                    judge.show(what, order[field], f"{degree} to {degree + 1}", "../pressure/README.md")
                elif case == "shear":
                    judge.at_least(what, order[field], degree + 0.5, "theory: p for the pressure")
                else:
                    judge.at_least(what, order[field], degree + 0.7, "theory")
        curves = {"density": errors_of(rows), "total energy": errors_of(rows, "rhoE")}
        judge.draw(convergence(f"Manufactured solution, {case}", WIDTH, "L2 error (units of the field)", curves))
    if effort != "quick":
        curved(rkdg, degrees, judge)
        wave_3d(rkdg, effort, judge)
    in_3d(rkdg, effort, judge)
    if effort == "full":
        distorted(rkdg, degrees, 1, judge)
