"""The trust page: the latest results of all verification cases, each with its date and machine, and what is not verified.

results.json keeps them from one run of `verify` to the next, so that cases of several machines stand on one page.
"""

import json
import math
import re
from pathlib import Path

from cases import CASES

EFFORTS = ("quick", "default", "full")
COLUMNS = ("quantity", "value", "reference", "tolerance", "source", "verdict")
OPENING = """# Results of all verification cases

`./dev verify` writes this page: do not edit it. Each case has the numbers of its latest run with the
most effort: `--quick` has low degrees and coarse meshes, `--full` all of them. A number that is *not judged* has no
reference, or is there for comparison.
[Can you trust it?](../docs/trust.md) explains the cases, and has the numbers that need a GPU.
"""


def load(path):
    """What was kept, by the names of cases."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def record(section, effort, version, date, machine, seconds):
    """A case that was judged, as it is kept. Values are rounded as in the report; one that is no number is null."""
    rows = []
    for verdict in section.verdicts:
        value = f"{verdict.value:.5g}" if math.isfinite(verdict.value) else None
        rows.append([verdict.what, value, verdict.reference, verdict.tolerance, verdict.source, verdict.text()])
    return {"effort": effort, "version": version, "date": date, "machine": machine, "seconds": round(seconds), "rows": rows, "notes": list(section.notes)}


def keep(results, name, new):
    """Puts a record in the place of one of the same or less effort. One without numbers, of a case that was skipped, never
    replaces one with them."""
    old = results.get(name)
    if old is not None and (EFFORTS.index(new["effort"]) < EFFORTS.index(old["effort"]) or (old["rows"] and not new["rows"])):
        return
    results[name] = new


def cell(text):
    return (text or "-").replace("|", "\\|").replace("\n", " ")


def of_case(name, readme, result):
    title = f"[{name}]({readme})" if readme else name
    if result is None or not result["rows"]:
        return [f"## {name}", "", f"{title} has no result on this page: `./dev verify {name}` adds it.", ""]
    failed = sum(row[-1] == "FAIL" for row in result["rows"])
    verdict = f", **{failed} of {len(result['rows'])} verdicts fail**" if failed else ""
    lines = [f"## {name}", "", f"{title}: {result['date']}, {result['version']}, {result['effort']}, {result['seconds']} s, on {result['machine']}{verdict}.", ""]
    lines += ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    return lines + ["| " + " | ".join(map(cell, row)) + " |" for row in result["rows"]] + [""]


def not_shown(trust, folder):
    """The section of docs/trust.md that says what is not verified, with links as from `folder`."""
    text = trust.read_text(encoding="utf-8")
    heading = "## What has not been verified\n"
    section = text[text.index(heading) + len(heading) :].split("\n## ")[0].strip()

    def moved(link):
        target = link[1]
        if re.match(r"[a-z]+:", target):
            return link[0]
        path, mark, anchor = target.partition("#")
        place = (trust.parent / path if path else trust).resolve()
        return f"]({relative(place, folder)}{mark}{anchor})"

    return re.sub(r"\]\(([^)\s]+)\)", moved, section)


def relative(path, folder):
    """`path` as seen from `folder`, with slashes."""
    up = 0
    while not path.is_relative_to(folder):
        folder, up = folder.parent, up + 1
    return Path(*[".."] * up, path.relative_to(folder)).as_posix()


def page(results, cases, root):
    """The text, as of a page in the folder verification/ of the project at `root`."""
    here = root / "verification"
    lines = [OPENING]
    judged = [row for name in cases if name in results for row in results[name]["rows"] if row[-1] != "not judged"]
    failed = [row for row in judged if row[-1] == "FAIL"]
    missing = [name for name in cases if not results.get(name, {}).get("rows")]
    lines.append(f"{len(cases)} cases, {len(judged)} verdicts, {len(failed)} failed; {len(missing)} cases have no result here.\n")
    for name in cases:
        readme = next((f"{folder}{name}/README.md" for folder in ("", "turbulence/") if (here / folder / name / "README.md").exists()), None)
        lines += of_case(name, readme, results.get(name))
    lines += ["## What is not verified", "", not_shown(root / "docs/trust.md", here), ""]
    return "\n".join(lines)


def main():
    """Writes the page anew from results.json, as where docs/trust.md has changed."""
    here = Path(__file__).resolve().parent
    (here / "results.md").write_text(page(load(here / "results.json"), CASES, here.parent), encoding="utf-8")


if __name__ == "__main__":
    main()
