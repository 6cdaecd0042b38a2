"""Shock tubes that are hard for schemes of high order: strong shocks, near vacuum, waves behind a shock, blast waves."""

from pathlib import Path

from plot import Curve, chart
from study import run, shock_capturing, table

here = Path(__file__).resolve().parent
KINDS = ("quads", "triangles")
CONTACT, SHOCK = 6.731, 7.975  # of Leblanc's tube at t = 6; waves are too fast on such meshes, so that they are shown, not judged
KEPT = 0.92  # of the amplitude of waves
# Between the waves from each end, before walls or the other end disturb them: time, places of pressure and velocity and of the density
# behind the shock, and the exact values (Toro, Riemann Solvers, 3rd ed., tests 3 and 4 of chapter 4).
BLAST = {
    "left": (0.005, 0.16, 0.2078, {"p": 460.894, "u": 19.5975, "rho": 5.99924}),
    "right": (0.02, 0.79, 0.7637, {"p": 46.0950, "u": -6.19633, "rho": 5.99242}),
}
FINER = 0.03  # relative L1 difference from four times the cells


def tube(rkdg, judge, name, kind, degree, cells, box, *settings):
    """The last state along the middle of a tube with so many cells along it: {column: numbers}."""
    xmin, xmax = box
    height = 2 * (xmax - xmin) / cells
    folder = judge.output / f"{name}-{kind}-p{degree}-{cells}"
    run(rkdg, here / f"{name}.ini", folder, f"space.degree={degree}",
        f"mesh.parameters=kind={kind}, nx={cells}, ny=2, xmin={xmin}, xmax={xmax}, ymin=0, ymax={height}",
        f"output.line={xmin + 1e-9}, {0.3 * height}, {xmax - 1e-9}, {0.3 * height}, {8 * cells + 1}", *settings)
    rows = table(folder / "probes.csv")
    last = max(row["time"] for row in rows)
    rows = [row for row in rows if row["time"] == last]
    return {column: [row[column] for row in rows] for column in ("x", "rho", "u", "p")}


def last_place(x, values, level):
    """The largest x at which the values are above a level."""
    return max(place for place, value in zip(x, values) if value > level)


def check_leblanc(rkdg, effort, judge):
    """The contact lies where the internal energy is half of that behind the shock, the shock where the velocity falls."""
    curves = []
    for kind in KINDS:
        for degree in (3,) if effort == "quick" else (1, 2, 3):
            line = tube(rkdg, judge, "leblanc", kind, degree, 1200 // (degree + 1), (0, 9))
            energy = [1.5 * p / rho for p, rho in zip(line["p"], line["rho"])]
            right = [(x, e) for x, e in zip(line["x"], energy) if x > 5]
            contact = min(x for x, e in right if e > 0.5 * max(e for _, e in right))
            shock = last_place(line["x"], line["u"], 0.5 * max(line["u"]))
            for name, found, exact in (("contact", contact, CONTACT), ("shock", shock, SHOCK)):
                judge.show(f"Leblanc, P{degree}, {kind}: {name}", found, f"exact {exact}, {100 * (found / exact - 1):+.1f} %")
            judge.within(f"Leblanc, P{degree}, {kind}: least pressure along the line", min(line["p"]), 1e-12, 1e-10)
        curves.append(Curve(kind, line["x"], energy))
    judge.draw(chart("Leblanc's shock tube, P3, t = 6", "x", "internal energy", curves))


def check_vacuum(rkdg, effort, judge):
    curves = []
    for kind in KINDS:
        for degree in (4,) if effort == "quick" else (1, 2, 3, 4):
            line = tube(rkdg, judge, "vacuum", kind, degree, 400 // (degree + 1), (0, 1))
            judge.within(f"near vacuum, P{degree}, {kind}: least pressure along the line", min(line["p"]), 0, 0.01, "exact 0.001894")
        curves.append(Curve(kind, line["x"], line["rho"]))
    judge.draw(chart("Two rarefactions, P4, t = 0.15", "x", "density", curves))


HALF_WAVE = 0.08  # windows in which waves of density behind the shock have one extreme; they are about 0.33 long


def extremes(line, sign):
    """Places of the largest (sign 1) or least (-1) densities between x = 0.8 and 2.12."""
    inside = [(x, sign * rho) for x, rho in zip(line["x"], line["rho"]) if 0.8 - HALF_WAVE < x < 2.12 + HALF_WAVE]
    return [x for x, rho in inside if 0.8 < x < 2.12 and rho == max(r for place, r in inside if abs(place - x) < HALF_WAVE)]


def amplitude(line, reference):
    """Mean height of the waves that a reference has: the maxima near its own less the minima near its own."""
    def mean(sign):
        near = [max(sign * rho for x, rho in zip(line["x"], line["rho"]) if abs(x - place) < HALF_WAVE) for place in extremes(reference, sign)]
        return sign * sum(near) / len(near)

    return mean(1) - mean(-1)


def check_shu_osher(rkdg, effort, judge):
    curves = []
    fine = tube(rkdg, judge, "shu-osher", "quads", 3, 800, (-5, 5))
    for kind in KINDS:
        coarse = tube(rkdg, judge, "shu-osher", kind, 3, 200, (-5, 5), *shock_capturing(kind))
        judge.within(f"Shu and Osher, P3, {kind}: amplitude on 200 cells by that on 800 squares",
                     amplitude(coarse, fine) / amplitude(fine, fine), KEPT, 1.05)
        curves.append(Curve(f"200 {kind}", coarse["x"], coarse["rho"]))
    curves.append(Curve("800 squares", fine["x"], fine["rho"], reference=True))
    judge.draw(chart("Shock and density waves (Shu and Osher), P3, t = 1.8", "x", "density", curves))


def at(line, column, x):
    return min(zip(line["x"], line[column]), key=lambda pair: abs(pair[0] - x))[1]


def check_blast(rkdg, effort, judge):
    """The states between the waves of each end, and the density at the end beside that on four times the cells."""
    early_cells, cells, curves = 400, 400 if effort == "full" else 200, []
    for kind in KINDS:
        for degree in (1, 2, 3, 4) if effort == "full" else (3,):
            waves = f"blast waves, P{degree}"
            for side, (time, place, behind, exact) in BLAST.items():
                early = tube(rkdg, judge, "blast", kind, degree, early_cells, (0, 1), f"time.end={time}", *shock_capturing(kind))
                for column, value in exact.items():
                    found = at(early, column, behind if column == "rho" else place)
                    judge.near(f"{waves}, {early_cells} {kind}: {column} between the waves from the {side}, t = {time}",
                               found, value, 0.01 * abs(value), "exact")
            coarse = tube(rkdg, judge, "blast", kind, degree, cells, (0, 1), *shock_capturing(kind))
            curves.append(Curve(f"P{degree}, {cells} {kind}", coarse["x"], coarse["rho"]))
            if effort == "quick":
                continue
            fine = tube(rkdg, judge, "blast", kind, degree, 4 * cells, (0, 1), *shock_capturing(kind))
            fine_rho = fine["rho"][::4]
            difference = sum(abs(a - b) for a, b in zip(coarse["rho"], fine_rho)) / sum(fine_rho)
            judge.within(f"{waves}, {cells} {kind}: L1 difference of the density from {4 * cells} cells", difference, 0, FINER)
    if effort != "quick":
        curves.append(Curve(f"P{degree}, {4 * cells} {kind}", fine["x"], fine["rho"], reference=True))
    judge.draw(chart("Two blast waves (Woodward and Colella), t = 0.038", "x", "density", curves))


def check(rkdg, effort, judge):
    check_leblanc(rkdg, effort, judge)
    check_vacuum(rkdg, effort, judge)
    check_shu_osher(rkdg, effort, judge)
    check_blast(rkdg, effort, judge)
