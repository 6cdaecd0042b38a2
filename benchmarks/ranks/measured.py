"""What was measured on one and two NVIDIA H200, and how METIS cuts meshes, for model.py."""

import bisect
import csv
import dataclasses
import functools
import pathlib
import statistics

HERE = pathlib.Path(__file__).resolve().parent
H200 = HERE.parent / "h200"


@dataclasses.dataclass(frozen=True)
class Family:
    """A kind of mesh: its dimension, bytes of a cell's modes, and (cells, microseconds) of one card in ascending order."""

    name: str
    dim: int
    bytes: int
    curve: tuple
    cuts: str

    def one_card(self, cells):
        """Linear between measured sizes. The last rate holds above the largest, and no higher rate than the first below the least."""
        points = self.curve
        if cells >= points[-1][0]:
            return points[-1][1] * cells / points[-1][0]
        i = max(1, bisect.bisect_left([n for n, _ in points], cells))
        (n0, t0), (n1, t1) = points[i - 1 : i + 1]
        line = t0 + (t1 - t0) * (cells - n0) / (n1 - n0)
        return max(line, t0 * cells / n0) if cells < n0 else line


@dataclasses.dataclass(frozen=True)
class Pair:
    """One and two cards measured beside each other; `cells` are those of the one and of both cards."""

    family: str
    cells: tuple
    one: float
    two: float


@functools.cache
def rows(name):
    """Of a CSV file."""
    with open(name, newline="") as file:
        return list(csv.DictReader(file))


def families():
    """Meshes of P3 in double precision with `tiles` on one H200, by name."""
    def selected(file, **wanted):
        wanted = {"degree": "3", "assembly": "tiles", **wanted}
        return [r for r in rows(H200 / file) if all(r.get(k) == v for k, v in wanted.items())]

    def seconds(table):
        return [(int(r["cells"]), 1e6 * float(r["seconds_per_step"])) for r in table]

    ranks = {r["run"]: (int(r["cells"]), float(r["us_per_step"])) for r in rows(H200 / "ranks.csv") if r["ranks"] == "1"}
    layers = {"ordering": "layers", "precision": "double"}
    study = [r for r in selected("study.csv", **layers) if r["table"] in ("7", "7s")]
    triangles = seconds(r for r in study if r["mesh"].startswith("structured"))
    triangles += [ranks["weak fourth: card 0 alone, before"], ranks["strong fourth"]]
    cylinder = seconds(r for r in study if r["mesh"].startswith("cylinder"))
    cylinder += [ranks["curved hybrid cylinder weak"], ranks["curved hybrid cylinder"]]
    tetrahedra = seconds(selected("orderings-3d.csv", mesh="tetrahedra", ordering="none")) + [ranks["tetrahedra P3"]]
    hexahedra = seconds(r for r in selected("long-samples-3d.csv", seconds="1", ordering="none") if "hexahedra" in r["mesh"])
    return {f.name: f for f in (Family("triangles", 2, 10 * 4 * 8, tuple(sorted(triangles)), "triangles"),
                                Family("cylinder", 2, 10 * 4 * 8, tuple(sorted(cylinder)), "triangles"),
                                Family("tetrahedra", 3, 20 * 5 * 8, tuple(sorted(tetrahedra)), "tetrahedra"),
                                Family("hexahedra-Q", 3, 64 * 5 * 8, tuple(sorted(hexahedra)), "hexahedra-Q"))}  # fmt: skip


def pairs():
    """One and two cards of P3, NCCL, `tiles`, everything as a run does it; of repetitions on one day, the mean."""
    table = [r for r in rows(H200 / "ranks.csv") if r["backend"] == "cuda" and r["degree"] == "3" and r["assembly"] == "tiles"
             and r["overlap"] == "on" and r["rank_order"] == "mesh" and r["exchange"] in ("self", "nccl")]  # fmt: skip

    def mean(name, ranks):
        found = [r for r in table if r["run"] == name and r["ranks"] == str(ranks)]
        return int(found[0]["cells"]), statistics.fmean(float(r["us_per_step"]) for r in found)

    made = []
    for family, one, two in (
        *(("triangles", name, name) for name in ("strong", "strong earlier build", "strong again", "strong fourth")),
        *(("triangles", name, name) for name in ("weak", "weak earlier build")),
        ("triangles", "weak again: card 0 alone", "weak again"),
        ("triangles", "weak third: card 0 alone", "weak third"),
        ("triangles", "weak fourth: card 0 alone, after", "weak fourth"),
        *(("cylinder", name, name) for name in ("hybrid cylinder", "curved hybrid cylinder", "curved hybrid cylinder weak")),
        *(("tetrahedra", "tetrahedra P3", name) for name in ("tetrahedra P3", "tetrahedra P3 weak")),
        *(("hexahedra-Q", "hexahedra Q", name) for name in ("hexahedra Q", "hexahedra Q weak")),
    ):
        (cells, time), (both, pair) = mean(one, 1), mean(two, 2)
        made.append(Pair(family, (cells, both), time, pair))
    return made


def cut(family, cards, cells):
    """(largest part over the mean, border cells of the largest part, its neighbours): the worst cut into so many parts or fewer."""
    table = [r for r in rows(HERE / "cuts.csv") if r["mesh"] == family.cuts and int(r["parts"]) <= cards]
    power = (family.dim - 1) / family.dim
    surface = max(float(r["sent_largest"]) / (int(r["cells"]) / int(r["parts"])) ** power for r in table)
    border = min(surface * cells**power, cells)
    return max(float(r["largest_over_mean"]) for r in table), border, max(int(r["neighbours_largest"]) for r in table)
