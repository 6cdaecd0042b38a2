"""The report of a verification: report.html with pictures, and its tables as report.md."""

from html import escape

COLUMNS = ("quantity", "value", "reference", "tolerance", "source", "verdict")

STYLE = """body { font-family: sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0 } th, td { border: 1px solid #ccc; padding: .25em .6em; text-align: left }
.FAIL { background: #fbd5d0; font-weight: bold } .ok { background: #dff2e1 } svg { margin: .4em }"""


def rows_of(section):
    for verdict in section.verdicts:
        value = f"{verdict.value:.5g}"
        yield (verdict.what, value, verdict.reference, verdict.tolerance, verdict.source, verdict.text())


def markdown(sections, remarks):
    lines = ["# Verification", "", *(line for remark in remarks for line in (remark, ""))]
    for section in sections:
        lines += [f"## {section.name}", ""]
        if section.verdicts:
            lines += ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
            lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows_of(section)]
            lines.append("")
        lines += [f"- {note}" for note in section.notes] + [""] * bool(section.notes)
    return "\n".join(lines)


def html(sections, remarks):
    parts = ["<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8"><title>rkdg: verification</title>']
    parts += [f"<style>{STYLE}</style></head><body>", "<h1>Verification</h1>"]
    parts += [f"<p>{escape(remark)}</p>" for remark in remarks]
    for section in sections:
        parts.append(f"<h2>{escape(section.name)}</h2>")
        if section.verdicts:
            parts.append("<table><tr>" + "".join(f"<th>{column}</th>" for column in COLUMNS) + "</tr>")
            for row in rows_of(section):
                cells = "".join(f"<td>{escape(cell)}</td>" for cell in row[:-1])
                parts.append(f'<tr>{cells}<td class="{row[-1]}">{row[-1]}</td></tr>')
            parts.append("</table>")
        parts += [f"<p>{escape(note)}</p>" for note in section.notes]
        parts += section.charts
    return "\n".join(parts + ["</body></html>\n"])


def write(folder, sections, remarks):
    """Writes report.html and report.md into `folder`; `remarks` open them, as paragraphs."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.html").write_text(html(sections, remarks))
    (folder / "report.md").write_text(markdown(sections, remarks))
