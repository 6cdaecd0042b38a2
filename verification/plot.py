"""Line charts as SVG text, with nothing but the standard library."""

import math
from html import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 150, 34, 46
COLOURS = ("#1f5fa8", "#c8421f", "#2f8f4e", "#7b4fa3", "#b8860b", "#444444")


class Curve:
    """Points (x, y) joined by a line, or drawn as dots with line=False."""

    def __init__(self, label, x, y, line=True):
        self.label, self.line = label, line
        self.points = [(a, b) for a, b in zip(x, y) if math.isfinite(a) and math.isfinite(b)]


class Axis:
    """Maps values to positions from `begin` to `end`, linearly or by their logarithm."""

    def __init__(self, values, begin, end, log, flip=False):
        self.log = log
        values = [value for value in values if not log or value > 0] or [1.0]
        low, high = min(values), max(values)
        if log:
            low, high = math.floor(math.log10(low)), math.ceil(math.log10(high))
        if high - low < 1e-12 * max(abs(high), 1e-30):
            low, high = low - 0.5, high + 0.5
        margin = 0 if log else 0.03 * (high - low)
        self.low, self.high = low - margin, high + margin
        self.begin, self.end = (end, begin) if flip else (begin, end)

    def place(self, value):
        if self.log:
            value = math.log10(value) if value > 0 else self.low
        return self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self):
        """Pairs (value, label)."""
        if self.log:
            step = max(1, round((self.high - self.low) / 8))
            return [(10.0**k, f"1e{k}") for k in range(int(self.low), int(self.high) + 1, step)]
        raw = (self.high - self.low) / 6
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw)
        first = math.ceil(self.low / step)
        return [(k * step, f"{k * step:.6g}") for k in range(first, math.floor(self.high / step) + 1)]


def chart(title, x_label, y_label, curves, log_x=False, log_y=False, flip_y=False):
    """An <svg> element."""
    x_values = [x for curve in curves for x, _ in curve.points]
    y_values = [y for curve in curves for _, y in curve.points]
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    x_axis, y_axis = Axis(x_values, LEFT, right, log_x), Axis(y_values, bottom, TOP, log_y, flip_y)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>',
    ]
    for value, label in x_axis.ticks():
        x = x_axis.place(value)
        parts.append(f'<path d="M{x:.1f} {TOP}V{bottom}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{label}</text>')
    for value, label in y_axis.ticks():
        y = y_axis.place(value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    parts.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}V{TOP}Z" fill="none" stroke="#666"/>')
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x_label)}</text>')
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">{escape(y_label)}</text>'
    )
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        places = [f"{x_axis.place(x):.1f} {y_axis.place(y):.1f}" for x, y in curve.points]
        legend = TOP + 12 + 18 * number
        if curve.line:
            parts.append(f'<polyline points="{" ".join(places)}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
            parts.append(f'<path d="M{right + 8} {legend - 4}h18" stroke="{colour}" stroke-width="2"/>')
        else:
            dots = "".join(f"M{place}h0" for place in places + [f"{right + 17} {legend - 4}"])
            parts.append(f'<path d="{dots}" stroke="{colour}" stroke-width="3.5" stroke-linecap="round"/>')
        parts.append(f'<text x="{right + 30}" y="{legend}">{escape(curve.label)}</text>')
    return "\n".join(parts + ["</svg>"])
