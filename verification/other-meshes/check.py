"""Meshes of other programs: a straight one of SU2 becomes curved, and the flow has the order that curved walls give it."""

import math
import subprocess
from pathlib import Path

from study import run

case = Path(__file__).resolve().parent / "other-meshes.ini"
thin_layers = case.with_name("thin-layers.ini")

RADIUS, FAR = 0.5, 20.0


def ring(around):
    """Places of an O-grid whose cells are about as high as wide, by layer."""
    growth = 1 + 2 * math.pi / around
    layers = math.ceil(math.log(FAR / RADIUS) / math.log(growth))
    radii = [RADIUS * (FAR / RADIUS) ** (k / layers) for k in range(layers + 1)]
    angles = [2 * math.pi * i / around for i in range(around)]
    return [[(r * math.cos(a), r * math.sin(a)) for a in angles] for r in radii]


def write_su2(path, layers):
    around = len(layers[0])

    def number(i, j):
        return j * around + i % around

    with open(path, "w", encoding="ascii") as file:
        cells = [(i, j) for j in range(len(layers) - 1) for i in range(around)]
        file.write(f"NDIME= 2\nNELEM= {len(cells)}\n")
        for i, j in cells:
            file.write(f"9 {number(i, j)} {number(i, j + 1)} {number(i + 1, j + 1)} {number(i + 1, j)}\n")
        file.write(f"NPOIN= {around * len(layers)}\n")
        file.writelines(f"{x:.17g} {y:.17g}\n" for layer in layers for x, y in layer)
        file.write("NMARK= 2\n")
        for name, j in (("wall", 0), ("farfield", len(layers) - 1)):
            file.write(f"MARKER_TAG= {name}\nMARKER_ELEMS= {around}\n")
            file.writelines(f"3 {number(i, j)} {number(i + 1, j)}\n" for i in range(around))


def curved_mesh(rkdg, folder, around, *options):
    folder.mkdir(parents=True, exist_ok=True)
    straight, curved = folder / f"cylinder-{around}.su2", folder / f"cylinder-{around}.h5"
    write_su2(straight, ring(around))
    subprocess.run([rkdg, "convert", straight, curved, *options], check=True, stdout=subprocess.DEVNULL)
    return curved


def free_stream_in_thin_layers(rkdg, effort, judge):
    """Layers of y+ 1 at a Reynolds number of some millions follow a wall that moves by hundreds of their heights."""
    airfoil = ("naca0012", "ni=140", "nj=64", "radius=50", "height=4e-6")
    sphere = ("sphere", "n=3", "radius=5", "wake=0", "first=1e-5", "growth=2")
    bodies = {"NACA 0012": airfoil, "sphere, prisms": (*sphere, "kind=prisms"),
              "sphere, hexahedra": (*sphere, "kind=hexahedra")}  # fmt: skip
    for body, arguments in bodies.items():
        folder = judge.output / f"other-meshes-thin-{body.replace(', ', '-').replace(' ', '-')}"
        folder.mkdir(parents=True, exist_ok=True)
        straight, curved = folder / "straight.h5", folder / "curved.h5"
        subprocess.run([rkdg, "mesh", *arguments, "order=1", "-o", straight], check=True, stdout=subprocess.DEVNULL)
        for order in (4,) if effort == "quick" else (2, 3, 4):
            subprocess.run([rkdg, "convert", straight, curved, "--curve", "wall", "--order", str(order)], check=True,
                           stdout=subprocess.DEVNULL)  # fmt: skip
            settings = [f"mesh.file={curved.resolve()}"]
            if body.startswith("sphere"):
                settings += ["space.degree=1", "exact.w=0"]
            errors = run(rkdg, thin_layers, folder / f"order-{order}", *settings)["errors"]["linf"]
            judge.within(f"{body}, cells of order {order}: largest error of the free stream", max(errors.values()), 0, 1e-11,
                         "exact")  # fmt: skip


def check(rkdg, effort, judge):
    edges = (24, 48)
    for wall in ("wall", f"wall=x^2 + y^2 - {RADIUS * RADIUS}"):
        through = "a formula" if "=" in wall else "its vertices"
        for degree in (1, 2) if effort == "quick" else (1, 2, 3):
            errors = []
            for around in edges:
                folder = judge.output / f"other-meshes-Q{degree}-{around}-{'formula' if '=' in wall else 'smooth'}"
                mesh = curved_mesh(rkdg, folder.with_name(folder.name + "-mesh"), around, "--curve", wall, "--order", "4")
                summary = run(rkdg, case, folder, f"space.degree={degree}", f"mesh.file={mesh.resolve()}")
                errors.append(summary["entropy_error"])
            rate = math.log(errors[0] / errors[1]) / math.log(edges[1] / edges[0])
            what = f"Q{degree}, SU2 mesh curved through {through}: order of the entropy error"
            if degree < 3:
                judge.at_least(what, rate, degree + 0.8, "theory")
            else:
                judge.show(what, rate)  # README.md
            judge.show(f"Q{degree}, entropy error with {edges[1]} edges", errors[1])
    mesh = curved_mesh(rkdg, judge.output / "other-meshes-free-stream-mesh", 24, "--curve", "wall", "--order", "4")
    summary = run(rkdg, case, judge.output / "other-meshes-free-stream", "space.degree=3", f"mesh.file={mesh.resolve()}",
                  "boundary.wall.type=farfield", "time.mode=unsteady", "time.solver=", "time.tolerance=", "time.steps=50")  # fmt: skip
    judge.within("free stream through the curved wall: entropy error after 50 steps", summary["entropy_error"], 0, 1e-11,
                 "exact")  # fmt: skip
    free_stream_in_thin_layers(rkdg, effort, judge)
