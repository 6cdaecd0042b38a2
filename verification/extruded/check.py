"""2-D cases as one layer of prisms and hexahedra: the errors and the forces in 2-D."""

import math
from pathlib import Path

from study import converge, finest, run, table

here = Path(__file__).resolve().parent
SPAN = 0.5
SAME = 1e-3  # of the drag
SAME_ERROR = 0.01
# eta by number of faces is another scheme in a layer: 4 or 3 in 2-D, 6 or 5 there.
ETA = "space.eta=6"
# What the default rules leave of the curved cells of such coarse meshes differs between the plane and its layer: 0.3 % of the drag, 5 % of the lift.
EXACT = "space.extra_quadrature=4"
AIRFOIL = {"quick": "ni=32 nj=8 order=3", "default": "ni=56 nj=16 order=3"}
# Not `layers`: with `extrude` that is the number of cells along z.
CYLINDER = "order=2 radius=20 around=24 wake=6 cells=1200"
DEGREES = {"quick": (1, 2), "default": (1, 2, 3)}
PERIODIC = ("boundary.front.type=periodic", "boundary.front.partner=back")


def mesh_of_layer(generator, parameters):
    return [
        "mesh.generate=extrude", f"mesh.parameters=of={generator} {parameters} span={SPAN}", *PERIODIC,
    ]  # fmt: skip


def case_of_layer(case, folder):
    """A copy of a 2-D case without the key that belongs to 2-D; hexahedra have the space of the quadrilaterals."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"{case.stem}-layer.ini"
    copy.write_text(case.read_text().replace("quads = ", "hexahedra = "))
    return copy


def compare_errors(rkdg, degrees, judge, name, case, generator, parameters, *settings):
    """Errors of the layer over those of the plane, and the order of the layer's, on two meshes."""
    plane = converge(rkdg, case, degrees, 2, f"mesh.parameters={parameters}", "mesh.level=1", *settings)
    layer = converge(rkdg, case_of_layer(case, judge.output), degrees, 2, *mesh_of_layer(generator, parameters), "mesh.level=1", "exact.w=0",
                     *settings)  # fmt: skip
    for degree in degrees:
        # Norms are integrals over the domain: those of the layer go with the root of its span.
        errors = [row["errors"]["l2"]["rho"] / math.sqrt(SPAN) for row in layer if row["degree"] == degree]
        ratio = errors[-1] / finest(plane, degree)["errors"]["l2"]["rho"]
        judge.near(f"{name}, degree {degree}, error of the layer over that of the plane", ratio, 1, SAME_ERROR, "the plane")
        judge.show(f"{name}, degree {degree}, order of the layer", math.log2(errors[0] / errors[-1]),
                   f"the plane: {finest(plane, degree)['order']['rho']:.5g}")  # fmt: skip


def compare_forces(judge, name, plane, layer):
    """Coefficients of drag and lift, each within a thousandth of the drag."""
    for key in ("cd", "cl"):
        judge.near(f"{name}, {key} of the layer", layer[key], plane[key], SAME * abs(plane["cd"]), "the plane")
    judge.near(f"{name}, force across the layer", layer["cz"], 0, SAME * abs(plane["cd"]), "exact")


def both(rkdg, judge, name, ini, generator, parameters, *of_layer):
    """Runs a case in 2-D and in a layer, with coefficients in 2-D: folders of the results."""
    layer = [*mesh_of_layer(generator, parameters), f"reference.area={SPAN}", *of_layer]
    for kind, mesh in {"plane": [f"mesh.parameters={parameters}"], "layer": layer}.items():
        folder = judge.output / f"extruded-{name}-{kind}"
        run(rkdg, ini, folder, ETA, EXACT, "output.format=none", *mesh)
        yield folder


def check(rkdg, effort, judge):
    effort = "quick" if effort == "quick" else "default"
    cases, degrees = here.parent, DEGREES[effort]
    compare_errors(rkdg, degrees, judge, "vortex", cases / "vortex" / "vortex.ini", "square", "kind=hybrid distortion=0.15")
    couette = cases / "couette"
    compare_errors(rkdg, degrees, judge, "Couette flow, squares", couette / "couette-quad.ini", "couette", "kind=quads", ETA)
    compare_errors(rkdg, degrees, judge, "Couette flow, triangles", couette / "couette-tri.ini", "couette", "kind=triangles", ETA)

    plane, layer = (table(folder / "forces.csv")[-1]
                    for folder in both(rkdg, judge, "naca0012", cases / "naca0012" / "naca0012.ini", "naca0012", AIRFOIL[effort]))  # fmt: skip
    compare_forces(judge, "NACA 0012, steady", plane, layer)

    if effort == "quick":  # the cylinder's mesh needs Gmsh
        return
    histories = [table(folder / "forces.csv") for folder in both(
        rkdg, judge, "cylinder", here / "cylinder.ini", "cylinder", CYLINDER, "initial.w=0")]  # fmt: skip
    for plane, layer in zip(*histories):
        if max(abs(plane[key] - layer[key]) for key in ("cd", "cl")) > SAME * abs(plane["cd"]):
            judge.note(f"cylinder: the forces differ from time {plane['time']:.4g} on")
            break
    compare_forces(judge, f"cylinder at time {histories[0][-1]['time']:.4g}", histories[0][-1], histories[1][-1])
