"""Rows that a study has measured, picked by what they have in common, and how tables show their numbers."""

NAMES = {"none": "generator's", "tiled-layers": "tiled layers", "rcm": "RCM", "hilbert": "Hilbert", "metis": "METIS"}


def name_of(ordering):
    method, plus, turn = ordering.partition("+")
    return NAMES.get(method, method) + (", cells turned" if plus else "")


def seconds_text(value):
    if value is None:
        return ""
    for unit, scale in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if value * scale >= 1:
            break
    return f"{value * scale:.3g} {unit}"


def ratio(a, b, digits=3):
    return "" if not a or not b else f"{a / b:.{digits}f}"


def markdown(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(item) for item in row) + " |" for row in rows]) + "\n"


class Rows:
    """Rows of the study, picked by what they have in common."""

    def __init__(self, rows):
        self.rows = rows

    def where(self, **wanted):
        return Rows([r for r in self.rows if all(r.get(key) == value for key, value in wanted.items())])

    def values(self, key):
        return list(dict.fromkeys(r[key] for r in self.rows))

    def seconds(self, **wanted):
        """The least time of a step among the rows, or nothing."""
        return min((r["seconds_per_step"] for r in self.where(**wanted).rows), default=None)

    def best(self, **wanted):
        return min(self.where(**wanted).rows, key=lambda r: r["seconds_per_step"], default=None)


def devices_of(rows):
    """What a table is made for: the GPU, then one core of the CPU, if orderings were compared on them."""
    gpu = rows.where(backend="cuda")
    if gpu.rows:
        yield "GPU", gpu
    core = rows.where(backend="cpu", threads=1)
    if len(core.values("ordering")) > 1:
        yield "one core", core


def cpu_rows(rows, mesh, degree):
    """The fastest rows of the CPU in the generator's order, with one thread and with the most."""
    cpu = rows.where(backend="cpu", mesh=mesh, degree=degree, ordering="none")
    most = max(cpu.values("threads"), default=1)
    return cpu.best(threads=1), cpu.best(threads=most) if most > 1 else None


def rows_device(rows):
    return rows.rows[0]["device"]
