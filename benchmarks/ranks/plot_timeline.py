#!/usr/bin/env python3
"""Draws a timeline of ranks_speed: which passes run beside which, on each rank.

    plot_timeline.py TIMELINE.json -o PICTURE.svg [--begin US] [--end US]
"""
import argparse
import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

COLOURS = {"store faces": "#4878a8", "gather stage": "#8fb4d9", "fused stage": "#8fb4d9", "pack": "#e0b050",
           "exchange": "#c04030", "unpack": "#e08040", "reduce step": "#70508f"}


def passes(events):
    """{(rank, line): [(begin, length, name)]} of the complete events."""
    lines = {}
    for e in events:
        if e["ph"] == "X":
            lines.setdefault((e["pid"], e["tid"]), []).append((e["ts"], e["dur"], e["name"]))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("timeline")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--begin", type=float, default=0.0, help="microseconds")
    parser.add_argument("--end", type=float, default=float("inf"), help="microseconds")
    arguments = parser.parse_args()
    with open(arguments.timeline) as file:
        lines = passes(json.load(file)["traceEvents"])
    if not lines:
        raise SystemExit(f"error: {arguments.timeline}: there is no pass in it; is it a timeline of ranks_speed?")
    end = min(arguments.end, max(b + d for rows in lines.values() for b, d, _ in rows))
    figure, axes = plt.subplots(figsize=(11, 0.8 + 0.55 * len(lines)))
    named = set()
    for row, key in enumerate(sorted(lines)):
        for begin, length, name in lines[key]:
            if begin + length < arguments.begin or begin > end:
                continue
            axes.barh(row, length, left=begin, height=0.75, color=COLOURS.get(name, "#808080"), edgecolor="white",
                      linewidth=0.4, label=None if name in named else name)
            named.add(name)
    axes.set_yticks(range(len(lines)), [f"rank {rank}: {line}" for rank, line in sorted(lines)])
    axes.invert_yaxis()
    axes.set_xlim(arguments.begin, end)
    axes.set_xlabel("microseconds")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.25), ncol=len(named), frameon=False)
    figure.savefig(arguments.output, bbox_inches="tight")


if __name__ == "__main__":
    main()
