"""Periodic hills at Re_h = 2800, without and with a subgrid model: separation, reattachment and profiles beside a direct simulation."""

import importlib
import math
from pathlib import Path

from channel_profile import between
from plot import Curve, chart
from separation import friction_along, turns
from study import run, table

mesh, sections = importlib.import_module("hill.mesh"), importlib.import_module("hill.sections")

here = Path(__file__).resolve().parent
SOURCE = "Breuer, Peller, Rapp and Manhart, Computers & Fluids 38 (2009) 433, DNS at 2808"
# A transient of eight periods at degree 2 costs a sixth of that at degree 3.
TRANSIENT_END = 360
MODELS = {"default": ("none",), "full": ("none", "wale")}
# In heights of the hill, and of velocities in bulk velocities over the crest: the requirement.
SEPARATION, REATTACHMENT, MEAN, LARGEST = 0.06, 0.25, 0.03, 0.08
AFTER_CREST = 0.05


def differences(rows, reference, name):
    """Of a profile from its reference: the root mean square over the rows of the reference, and the largest."""
    places, values = [row["y"] for row in rows], [row[name] for row in rows]
    found = [between(places, values, min(max(row["y"], places[0]), places[-1])) - row[name] for row in reference]
    return math.sqrt(sum(d * d for d in found) / len(found)), max(map(abs, found))


def at(rows, x):
    return [row for row in rows if abs(row["x"] - x) < 1e-9]


def judge_profiles(judge, title, rows, dns):
    for name, text in (("U", "mean velocity along x"), ("V", "mean velocity along y")):
        found = [differences(at(rows, x), at(dns, x), name) for x in sections.PLACES]
        judge.within(f"{title}: {text}, largest rms difference of the ten profiles", max(d for d, _ in found), 0, MEAN, SOURCE)
        judge.within(f"{title}: {text}, largest difference", max(d for _, d in found), 0, LARGEST, SOURCE)
    for name in ("uu", "vv", "uv"):
        scale = max(abs(row[name]) for row in dns)
        judge.show(f"{title}: <{name}>, largest rms difference of the ten profiles, over the maximum of all",
                   max(differences(at(rows, x), at(dns, x), name)[0] for x in sections.PLACES) / scale, "", SOURCE)  # fmt: skip


def profiles(rows, name, factor):
    """All profiles as one curve, with a gap after each."""
    places, heights = [], []
    for x in sections.PLACES:
        places += [*(x + factor * row[name] for row in at(rows, x)), math.nan]
        heights += [*(row["y"] for row in at(rows, x)), math.nan]
    return places, heights


def draw_profiles(judge, title, rows, dns):
    for name, factor in (("U", 0.8), ("uv", 6.0)):
        curves = [Curve("rkdg", *profiles(rows, name, factor)), Curve("DNS", *profiles(dns, name, factor), line=False, reference=True)]
        judge.draw(chart(f"{title}: {name}", f"x + {factor:g} {name}", "y", curves))


def judge_run(judge, title, surface, rows):
    """From the means on the hill, and the profiles of sections.py."""
    places, friction = friction_along(surface)
    wall, dns = table(here / "dns_wall.csv"), table(here / "dns.csv")
    wanted = turns([row["x"] for row in wall], [row["tau"] for row in wall], AFTER_CREST)
    found = turns(places, friction, AFTER_CREST)
    judge.near(f"{title}: separation", found[0], wanted[0], SEPARATION, SOURCE)
    judge.near(f"{title}: reattachment", found[1], wanted[1], REATTACHMENT, SOURCE)
    judge_profiles(judge, title, rows, dns)
    judge.draw(chart(f"{title}: friction of the hill", "x", "cf", [
        Curve("rkdg", places, friction), Curve("DNS", [row["x"] for row in wall], [2 * row["tau"] for row in wall], reference=True)]))  # fmt: skip
    draw_profiles(judge, title, rows, dns)


def check_model(rkdg, model, file, judge):
    name = "hill" if model == "none" else f"hill-{model}"
    settings = (f"mesh.parameters=file={file} span={mesh.SPAN} layers=18", f"turbulence.model={model}")
    before, folder = judge.output / f"{name}-transient", judge.output / name
    run(rkdg, here / "hill.ini", before, *settings, "space.degree=2", f"time.end={TRANSIENT_END}", "output.format=none")
    summary = run(rkdg, here / "hill.ini", folder, *settings, restart=before / "checkpoint.h5")
    title = "P3, no model" if model == "none" else f"P3, {model}"
    judge_run(judge, title, table(folder / "surface_hill_mean.csv"), sections.sections(folder / "mean.vtu"))
    judge.note(f"{title}: {summary['wall_seconds']:.0f} s at degree 3.")


def check_quick(rkdg, judge):
    """Few cells: the volume, a free stream through the curved walls, and the mass flow over some steps."""
    file = judge.output / "hill-quick.msh"
    file.parent.mkdir(parents=True, exist_ok=True)
    mesh.write(file, 12, 5)
    few = f"mesh.parameters=file={file} span={mesh.SPAN} layers=2"
    free = judge.output / "hill-quick-free-stream"
    stream = [f"{section}.{key}={value}" for section in ("initial", "exact") for key, value in
              {"rho": "1", "u": "0.2", "v": "0.1", "w": "0.05", "p": "1 / gamma"}.items()]  # fmt: skip
    run(rkdg, here / "hill.ini", free, few, "space.degree=2", "time.end=", "time.steps=100", "forcing.mass_flow=", "forcing.pressure_gradient=0",
        "output.format=none", "boundary.hill.type=exact", "boundary.top.type=exact", *stream)  # fmt: skip
    last = table(free / "errors.csv")[-1]
    judge.within("few cells: error of a free stream through the curved walls", max(v for k, v in last.items() if k.startswith("linf")), 0, 1e-10, "exact")
    folder = judge.output / "hill-quick"
    run(rkdg, here / "hill.ini", folder, few, "space.degree=2", "time.end=", "time.steps=500", "average.from=0", "output.format=none", "output.monitor=10")
    history = table(folder / "history.csv")
    volume = mesh.area() * mesh.SPAN
    judge.near("few cells: volume, by the mass of the start", history[0]["mass"], volume, 1e-4 * volume, "integral of the polynomials")
    judge.near("few cells: mass after 500 steps", history[-1]["mass"], history[0]["mass"], 1e-11 * volume, "exact")
    wanted = 0.2 * 2.035 * mesh.LENGTH / mesh.area()
    # Off by what the resistance of the first, coarse flow changes within 50 steps.
    judge.near("few cells: mass flow", history[-1]["mass_flow"], wanted, 3e-3 * wanted, "as asked for")


def check(rkdg, effort, judge):
    if effort == "quick":
        return check_quick(rkdg, judge)
    judge.output.mkdir(parents=True, exist_ok=True)
    file = judge.output / "hill.msh"
    mesh.write(file, 36, 16)
    for model in MODELS[effort]:
        check_model(rkdg, model, file, judge)
