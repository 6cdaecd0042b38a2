"""Includes point downwards: each folder includes only what the table of docs/architecture.md says it stands on.

    python3 test_layers.py SOURCE_DIR

The third column names folders; what these stand on is allowed, too.
"""

import re
import sys
from pathlib import Path

TESTED_APART = {"tests", "generated"}


def folder_of(path):
    """The row of the table that a source belongs to, by its path inside the project; None: none."""
    parts = Path(path).parts
    if parts[:2] == ("libdg", "kernels"):
        return "/".join(parts[1:3] if len(parts) > 3 else parts[1:2])
    if parts[0] == "libdg":
        return parts[1] if len(parts) > 2 else None
    return parts[0] if len(parts) > 1 else None


def read_table(text):
    """{folder: folders it stands on}, as the table has them."""
    rows = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        found = re.fullmatch(r"`(?:libdg/)?([\w/]+)/`", cells[0])
        if not found or len(cells) != 3:
            continue
        rows[found[1]] = set(re.findall(r"`(?:libdg/)?([\w/]+)`", cells[2]))
    return rows


def closure(rows, folder, on_the_way=()):
    """All that a folder may include."""
    allowed = set()
    for below in rows.get(folder, ()):
        if below in on_the_way:
            raise SystemExit(f"docs/architecture.md: {folder} and {below} stand on each other")
        allowed |= {below} | closure(rows, below, (*on_the_way, folder))
    return allowed


def upward_includes(source, rows):
    """Lines that say which include points upwards."""
    wrong = []
    for path in sorted(p for p in source.glob("libdg/**/*") if p.suffix in {".hpp", ".cpp", ".cu", ".cuh"}):
        relative = path.relative_to(source)
        folder = folder_of(relative)
        if folder is None or TESTED_APART & set(relative.parts):
            continue
        if folder not in rows:
            wrong.append(f"{relative}: its folder is not in the table of docs/architecture.md")
            continue
        allowed = closure(rows, folder) | {folder}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'#include "((?:libdg|meshes|quadrature|reorder|apps)/[^"]+)"', line)
            if found and folder_of(found[1]) not in allowed:
                wrong.append(f"{relative}:{number}: includes {found[1]}, which {folder} does not stand on")
    return wrong


def main():
    source = Path(sys.argv[1])
    rows = read_table((source / "docs/architecture.md").read_text())
    if len(rows) < 15:
        raise SystemExit(f"docs/architecture.md: the table of folders has only {len(rows)} of them")
    wrong = upward_includes(source, rows)
    print("\n".join(wrong) or f"{len(rows)} folders: every include points downwards")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
