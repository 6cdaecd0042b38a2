"""Line plots with two logarithmic or linear axes, written as SVG with nothing but the standard library."""

import math
from pathlib import Path
from xml.sax.saxutils import escape

COLOURS = ("#3b1c6b", "#1f77a4", "#1c9a75", "#8bbf3f", "#c2571a", "#a01f4f", "#555555")
LEFT, TOP, WIDTH, HEIGHT, RIGHT, BOTTOM = 64, 34, 420, 300, 150, 50


def ticks(low, high, logarithmic):
    """Round numbers from low to high."""
    if logarithmic:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        factors = (1, 2, 5) if high / low < 1000 else (1,)
        return [f * 10.0**k for k in powers for f in factors if low * 0.999 <= f * 10.0**k <= high * 1.001]
    step = 10.0 ** math.floor(math.log10((high - low) / 3))
    step = next(f * step for f in (1, 2, 5, 10) if (high - low) / (f * step) <= 6)
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def limits(values, logarithmic):
    low, high = min(values), max(values)
    if logarithmic:
        return low / 1.15, high * 1.15
    pad = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
    return low - pad, high + pad


def write_line_plot(path, title, x_label, y_label, series, log_x=True, log_y=False):
    """Draws `series`, {name: [(x, y), ...]}, into an SVG file."""
    series = {name: sorted(points) for name, points in series.items() if points}
    if not series:
        return False
    x_low, x_high = limits([x for points in series.values() for x, _ in points], log_x)
    y_low, y_high = limits([y for points in series.values() for _, y in points], log_y)

    def place(value, low, high, logarithmic):
        if logarithmic:
            value, low, high = math.log(value), math.log(low), math.log(high)
        return (value - low) / (high - low)

    def to_page(x, y):
        return LEFT + WIDTH * place(x, x_low, x_high, log_x), TOP + HEIGHT * (1 - place(y, y_low, y_high, log_y))

    def text(x, y, words, anchor="middle", size=11, turn=""):
        return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{turn}>{escape(words)}</text>'

    width, height = LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica, Arial, sans-serif">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="black"/>',
        text(LEFT + WIDTH / 2, TOP - 12, title, size=13),
        text(LEFT + WIDTH / 2, height - 12, x_label),
        text(16, TOP + HEIGHT / 2, y_label, turn=f' transform="rotate(-90 16 {TOP + HEIGHT / 2})"'),
    ]
    for tick in ticks(x_low, x_high, log_x):
        x, _ = to_page(tick, y_low)
        parts.append(f'<path d="M{x:.1f} {TOP}v{HEIGHT}" stroke="#dddddd"/>')
        parts.append(text(x, TOP + HEIGHT + 15, f"{tick:g}", size=10))
    for tick in ticks(y_low, y_high, log_y):
        _, y = to_page(x_low, tick)
        parts.append(f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#dddddd"/>')
        parts.append(text(LEFT - 6, y + 3.5, f"{tick:g}", "end", 10))
    for i, (name, points) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        dash = ' stroke-dasharray="7 4"' if i >= len(COLOURS) else ""
        places = [to_page(x, y) for x, y in points]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="1.6"{dash}/>')
        parts.extend(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.8" fill="{colour}"/>' for x, y in places)
        y = TOP + 10 + 18 * i
        parts.append(f'<path d="M{LEFT + WIDTH + 12} {y}h20" stroke="{colour}" stroke-width="2.4"{dash}/>')
        parts.append(text(LEFT + WIDTH + 38, y + 4, name, "start", 10))
    Path(path).write_text("\n".join(parts) + "\n</svg>\n", encoding="utf-8")
    return True
