"""What the cases of several airfoils share: meshes from the user's coordinates, and pressures at given points."""

import math

from study import call, run, table

# In chords. The free stream that is prescribed there has no circulation, which turns the flow at the airfoil by an angle of the
# order of CL / (4 pi radius): drag where there is none.
FAR_FIELD = "radius=1000"

def solve(rkdg, case, judge, coordinates, folder, mesh_parameters, settings=()):
    """Meshes the profiles of a file and runs the case on them; the summary, and the wall points of each profile."""
    folder.mkdir(parents=True, exist_ok=True)
    mesh = folder / "mesh.h5"
    call([rkdg, "mesh", "airfoils", f"coordinates={coordinates}", *mesh_parameters, "-o", mesh])
    summary = run(rkdg, case, folder, f"mesh.file={mesh}", *settings)
    judge.note(f"{summary['elements']} cells, P{summary['degree']}: {summary['iterations']} iterations in "
               f"{summary['wall_seconds']:.0f} s on {summary['device']}, residual {summary['residual']:.1e}")  # fmt: skip
    return summary, {name: table(folder / f"surface_{name}.csv") for name in summary["forces"]}


def far_field_with_circulation(boundary, mach, alpha, lift, chord=1.0, centre=(0.25, 0.0)):
    """Settings for the state of a far field: the free stream at `alpha` degrees and the vortex that a body with this lift
    coefficient leaves there, with the enthalpy and entropy of the stream; gamma is 1.4.

    Reference: Thomas, Salas, AIAA J. 24 (1986) 1074."""
    gamma, cosine, sine = 1.4, math.cos(math.radians(alpha)), math.sin(math.radians(alpha))
    dx, dy = f"(x - {centre[0]!r})", f"(y - {centre[1]!r})"
    r2 = f"({dx}^2 + {dy}^2)"
    strength = 0.5 * mach * lift * chord * math.sqrt(1 - mach * mach) / (2 * math.pi)
    # The speed around the centre over the distance r; the angle is that to the stream.
    swirl = f"({strength!r} / ({r2} - {mach * mach!r} * ({dy} * {cosine!r} - {dx} * {sine!r})^2))"
    u, v = f"({mach * cosine!r} + {swirl} * {dy})", f"({mach * sine!r} - {swirl} * {dx})"
    sound2 = f"(1 + {(gamma - 1) / 2!r} * ({mach * mach!r} - {u}^2 - {v}^2))"
    return (f"boundary.{boundary}.rho={sound2}^{1 / (gamma - 1)!r}", f"boundary.{boundary}.velocity={u}, {v}",
            f"boundary.{boundary}.pressure={sound2}^{gamma / (gamma - 1)!r} / {gamma!r}")  # fmt: skip


def total(summary, key):
    return sum(forces[key] for forces in summary["forces"].values())


def settled(judge, folder, summary):
    """Judges how far the lift of all profiles together still moves: in the last fifth of a march, in the last step of Newton's method, each of which
    leaves far less to do than it did."""
    by_step = {}
    for row in table(folder / "forces.csv"):
        by_step[row["step"]] = by_step.get(row["step"], 0.0) + row["cl"]
    values = list(by_step.values())
    newton = summary.get("newton_steps", 0) > 0
    last = values[-2:] if newton else values[-max(2, len(values) // 5) :]
    judge.within(f"range of CL over the last {'step' if newton else 'fifth'}", max(last) - min(last), 0, 0.01)
    return list(by_step), values


def pressure_at(wall, x, y):
    """cp between the two wall points nearest to (x, y)."""
    (d1, c1), (d2, c2) = sorted((math.hypot(p["x"] - x, p["y"] - y), p["cp"]) for p in wall)[:2]
    return (c1 * d2 + c2 * d1) / (d1 + d2)


def root_mean_square(wall, reference, column):
    """Of the difference of cp to the reference at its points, away from the trailing edge, where it jumps."""
    x = [row["x"] for row in reference]
    end = max(x) - 0.02 * (max(x) - min(x))
    differences = [pressure_at(wall, row["x"], row["y"]) - row[column] for row in reference if row["x"] < end]
    return math.sqrt(sum(d * d for d in differences) / len(differences))
