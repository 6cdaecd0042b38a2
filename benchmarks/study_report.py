"""Tables and plots of the reordering study from the rows that were measured."""

import csv
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "verification"))

import study_plan as plan  # noqa: E402: needs the path above
from plot import MISSING, Curve, chart  # noqa: E402
from study_rows import Rows, cpu_rows, devices_of, markdown, name_of, ratio, rows_device, seconds_text  # noqa: E402

HEAD = """# Reordering study

Times are the median of five samples, per time step (three right-hand sides); DOF = modes x 4, per right-hand side.
Gains are ratios of times: over the generator's order of cells, and over a random one. *Spread* is the largest of
(slowest - fastest) / median among the samples behind a line, *spread, CPU* that of its times on a CPU.
"""


def ordering_table(table, rows):
    """One line for each mesh and degree, one column for each ordering."""
    text = ""
    for device, timed in devices_of(rows):
        orderings = timed.values("ordering")
        better = [o for o in orderings if o not in ("random", "none")]
        head = ["mesh", "cells", "p", *(f"T {name_of(o)}" for o in orderings)]
        head += [f"{name_of(o)}: over generator's, random" for o in better]
        head += ["GDOF/s", "of copy", "spread"]
        if device == "GPU":
            head += ["T CPU, 1 core", "T CPU, all", "spread, CPU", "1 core/GPU", "all/GPU"]
        lines = []
        for mesh in timed.values("mesh"):
            for degree in timed.where(mesh=mesh).values("degree"):
                here = timed.where(mesh=mesh, degree=degree)
                times = {o: here.seconds(ordering=o) for o in orderings}
                best = here.best()
                line = [mesh, best["cells"], degree, *(seconds_text(times[o]) for o in orderings)]
                line += [f"{ratio(times.get('none'), times[o])}, {ratio(times.get('random'), times[o])}" for o in better]
                line += [f"{1e-9 * best['dof_per_second']:.3f}"]
                line += [f"{100 * best['copy_fraction']:.0f} %" if best["copy_fraction"] else ""]
                line += [f"{100 * max(r['spread'] for r in here.rows):.0f} %"]
                if device == "GPU":
                    cpu = cpu_rows(rows, mesh, degree)
                    spreads = [100 * row["spread"] for row in cpu if row]
                    on_cpu = [row["seconds_per_step"] if row else None for row in cpu]
                    line += [*map(seconds_text, on_cpu), f"{max(spreads):.0f} %" if spreads else ""]
                    line += [ratio(seconds, times.get("none"), 1) for seconds in on_cpu]
                lines.append(line)
        text += f"\nOn {rows_device(timed)} ({device}); GDOF/s of the fastest ordering\n\n" + markdown(head, lines)
    return text


def start_table(table, rows):
    text = ""
    for device, timed in devices_of(rows):
        head, lines = ["mesh", "cells", "layers from", "T", "over generator's", "segments a warp", "spread"], []
        for mesh in timed.values("mesh"):
            here = timed.where(mesh=mesh)
            for row in here.rows:
                start = row["start"] or name_of(row["ordering"])
                lines.append([mesh, row["cells"], start, seconds_text(row["seconds_per_step"]),
                              ratio(here.seconds(ordering="none"), row["seconds_per_step"]),
                              f"{row['metrics']['segments_per_warp']:.2f}", f"{100 * row['spread']:.0f} %"])
        text += f"\nOn {rows_device(timed)} ({device})\n\n" + markdown(head, lines)
    return text


def best_orderings_table(table, rows):
    text = ""
    for device, timed in devices_of(rows):
        head = ["ordering", "p", "T", "over generator's", "over random", "GDOF/s", "segments a warp", "gather segments",
                "reuse", "bandwidth", "spread"]
        lines = []
        for degree in timed.values("degree"):
            here = timed.where(degree=degree)
            for row in here.rows:
                t, m = row["seconds_per_step"], row["metrics"]
                lines.append([name_of(row["ordering"]), degree, seconds_text(t), ratio(here.seconds(ordering="none"), t),
                              ratio(here.seconds(ordering="random"), t), f"{1e-9 * row['dof_per_second']:.3f}",
                              f"{m['segments_per_warp']:.2f}", f"{m['gather_segments']:.1f}", f"{m['reuse_1024']:.2f}",
                              m["bandwidth"], f"{100 * row['spread']:.0f} %"])
        text += f"\nOn {rows_device(timed)} ({device})\n\n" + markdown(head, lines)
    return text


def assembly_table(table, rows):
    text = ""
    for device, timed in devices_of(rows):
        orderings = timed.values("ordering")
        head = ["p", "assembly", *(f"GDOF/s, {name_of(o)}" for o in orderings)]
        head += [f"{name_of(o)} over random" for o in orderings if o != "random"]
        lines = []
        for degree in timed.values("degree"):
            for strategy in timed.where(degree=degree).values("assembly"):
                here = timed.where(degree=degree, assembly=strategy)
                line = [degree, strategy]
                for o in orderings:
                    best = here.best(ordering=o)
                    line.append(f"{1e-9 * best['dof_per_second']:.3f}" if best else "")
                line += [ratio(here.seconds(ordering="random"), here.seconds(ordering=o)) for o in orderings if o != "random"]
                lines.append(line)
        text += f"\nOn {rows_device(timed)} ({device})\n\n" + markdown(head, lines)
    return text


def hybrid_against_structured(rows):
    """Speed per DOF of the hybrid cylinder meshes beside structured meshes of the same size and of the same cells.

    No structured mesh has both triangles and curved quadrilaterals: the speed of one that had them in the same shares is the
    harmonic mean of the speeds of structured triangles and of structured curved quadrilaterals, weighted by DOF.
    """
    text = ""
    for device, timed in devices_of(rows):
        lines = []
        for mesh in timed.where(table="7").values("mesh"):
            for degree in timed.where(table="7", mesh=mesh).values("degree"):
                hybrid = timed.best(table="7", mesh=mesh, degree=degree)
                triangles = timed.best(table="7s", mesh=mesh.replace("cylinder", "structured"), degree=degree)
                quads = timed.best(table="5", mesh=mesh.replace("cylinder", "naca0012"), degree=degree)
                if not (triangles and quads):
                    continue
                share = plan.CYLINDER_QUADRILATERALS[int(mesh[-1])] / hybrid["cells"]
                of_triangles, of_quads, of_hybrid = (1e-9 * row["dof_per_second"] for row in (triangles, quads, hybrid))
                same_cells = 1 / ((1 - share) / of_triangles + share / of_quads)
                lines.append([mesh, degree, name_of(hybrid["ordering"]), f"{of_hybrid:.2f}", f"{of_triangles:.2f}", f"{of_quads:.2f}",
                              f"{100 * share:.1f} %", f"{100 * of_hybrid / of_triangles:.0f} %", f"{100 * of_hybrid / same_cells:.0f} %"])
        if lines:
            head = ["mesh", "p", "its best order", "GDOF/s", "structured triangles", "structured curved quadrilaterals", "share of these in it",
                    "hybrid over structured triangles", "over structured meshes of the same cells"]
            text += f"\nOn {rows_device(timed)} ({device})\n\n" + markdown(head, lines)
    return text


def metrics_table(metrics):
    keys = ["bandwidth", "mean_distance", "segments_per_warp", "gather_segments", "face_gather_segments", "l1_hit", "reuse_1024", "soa_lines",
            "find_seconds"]
    lines = [[name_of(o), *(f"{m[k]:.3g}" if isinstance(m[k], float) else m[k] for k in keys)] for o, m in metrics.items()]
    return markdown(["ordering", *keys], lines)


def growth_table(growth):
    head = ["method", "cells numbered", "cells", "cells ordered in", "cells and faces in", "ns a cell"]
    lines = [[name_of(g["method"]), g["numbering"], g["cells"], seconds_text(float(g["seconds_cells"])),
              seconds_text(float(g["seconds_cells_and_faces"])),
              f"{1e9 * float(g['seconds_cells']) / int(g['cells']):.0f}"] for g in growth]
    return markdown(head, lines)


def plot_gains(out, table, rows):
    """Gains over the random order against the number of cells; the names of the files that were written."""
    files = []
    for device, timed in devices_of(rows):
        series = {}
        for degree in timed.values("degree"):
            for ordering in timed.values("ordering"):
                if ordering == "random":
                    continue
                points = []
                for mesh in timed.values("mesh"):
                    base = timed.seconds(mesh=mesh, degree=degree, ordering="random")
                    time = timed.seconds(mesh=mesh, degree=degree, ordering=ordering)
                    if base and time:
                        cells = timed.where(mesh=mesh).rows[0]["cells"]
                        points.append((cells, base / time))
                if len(points) > 1:
                    series[f"p = {degree}", name_of(ordering)] = points
        file = f"gain-{table}-{device.replace(' ', '-').lower()}.svg"
        if write_plot(out / file, f"Gain over random order, {device}", "number of cells", "time in random order / time", series):
            files.append(file)
    return files


def write_plot(path, title, x_label, y_label, series, log_y=False):
    """Draws `series`, {(kind, variant): [(x, y), ...]}, into an SVG file: a colour for each kind, dashes for each variant.

    Whether there was anything to draw, and to draw it with.
    """
    kinds, variants = (list(dict.fromkeys(names)) for names in zip(*series)) if series else ([], [])
    curves = [
        Curve(f"{kind}, {variant}", *zip(*sorted(points)), marker="o", colour=kinds.index(kind), dashes=variants.index(variant))
        for (kind, variant), points in series.items()
    ]
    svg = chart(title, x_label, y_label, curves, log_x=True, log_y=log_y) if curves else None
    if svg is not None:
        path.write_text(svg, encoding="utf-8")
    return svg is not None


def write_csv(path, rows):
    metrics = ("segments_per_warp", "gather_segments", "reuse_1024", "soa_lines", "bandwidth", "mean_distance")
    with path.open("w", newline="", encoding="utf-8") as file:
        names = [key for key in rows[0] if key != "metrics"]
        writer = csv.writer(file)
        writer.writerow([*names, *metrics])
        for row in rows:
            writer.writerow([row.get(key) for key in names] + [row["metrics"].get(key) for key in metrics])


def write_report(out, tables):
    """Writes study.md, study.csv and the plots beside rows.json."""
    result = json.loads((out / "rows.json").read_text(encoding="utf-8"))
    rows, hardware = Rows(result["rows"]), result["hardware"]
    text = HEAD
    if hardware:
        text += f"\n- CPU: {hardware['cpu']}, {hardware['cores']} cores\n- GPU: {hardware['gpu'] or 'none'}\n"
        text += f"- Compilers: {hardware['compiler']}\n"
    if MISSING:
        text += f"\n{MISSING}.\n"
    if result["quick"]:
        text += "\nThe quick form: small meshes, few samples; it shows that the study runs, not what it finds.\n"
    kinds = {"8": start_table, "O": best_orderings_table, "A": assembly_table}
    for table in tables:
        mine = rows.where(table=table.key)
        if not mine.rows:
            continue
        text += f"\n## Table {table.key}: {table.title}\n"
        text += kinds.get(table.key, ordering_table)(table, mine)
        if table.key in ("7", "9", "5"):
            text += "".join(f"\n![gains]({file})\n" for file in plot_gains(out, table.key, mine))
    compared = hybrid_against_structured(rows)
    if compared:
        text += "\n## Hybrid against structured\n" + compared
    if result["metrics"]:
        cells = next(iter(result["metrics"].values()))["cells"]
        text += f"\n## Metrics of a graded mesh of {cells} cells\n\n" + metrics_table(result["metrics"])
    if result["growth"]:
        text += "\n## Time to find an order, one core\n\n" + growth_table(result["growth"])
        series = {}
        for g in result["growth"]:
            key = name_of(g["method"]), g["numbering"]
            series.setdefault(key, []).append((int(g["cells"]), float(g["seconds_cells"])))
        if write_plot(out / "growth.svg", "Time to order the cells", "number of cells", "time (s)", series, log_y=True):
            text += "\n![growth](growth.svg)\n"
    if result["skipped"]:
        text += "\n## Not measured\n\n" + "".join(f"- {what}: {why}\n" for what, why in result["skipped"])
    (out / "study.md").write_text(text, encoding="utf-8")
    if rows.rows:
        write_csv(out / "study.csv", rows.rows)
    print(f"wrote {out}/study.md, study.csv and " + (f"no plots ({MISSING})" if MISSING else "plots"))
