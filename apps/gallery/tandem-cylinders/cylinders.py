#!/usr/bin/env python3
"""Writes the coordinates of two cylinders in tandem, and prints the forces of potential flow: python3 cylinders.py FILE.csv.

The potential is that of the stream and of doublets in both cylinders. Each doublet of one cylinder has an image in the
other one, which makes the walls streamlines. Bernoulli's equation then gives the pressure.
"""

import cmath
import math
import sys

DIAMETER, DISTANCE = 1.0, 1.5  # of the centres, which lie on the x axis
CENTRES = {"front": -DISTANCE / 2, "rear": DISTANCE / 2}


def doublets():
    """Places and strengths (w = strength / (z - place)), from the cylinders alone to images of images."""
    radius = DIAMETER / 2
    found = []
    for own, other in ((CENTRES["front"], CENTRES["rear"]), (CENTRES["rear"], CENTRES["front"])):
        place, strength = own, radius**2
        while abs(strength) > 1e-16:
            found.append((place, strength))
            # The image in the cylinder that does not hold the doublet.
            strength *= -((radius / (place - other)) ** 2)
            place = other + radius**2 / (place - other)
            own, other = other, own
    return found


def drag(centre, points=400):
    """The drag coefficient of a cylinder in incompressible flow, by pressures at points of its wall."""
    parts, total = doublets(), 0.0
    for k in range(points):
        normal = cmath.exp(2j * math.pi * k / points)
        z = centre + DIAMETER / 2 * normal
        velocity = 1 - sum(strength / (z - place) ** 2 for place, strength in parts)
        total -= (1 - abs(velocity) ** 2) * normal.real
    return total * math.pi / points


def main():
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("element,x,y\n")
        for name, centre in CENTRES.items():
            for k in range(256):
                angle = 2 * math.pi * k / 256
                file.write(f"{name},{centre + DIAMETER / 2 * math.cos(angle):.15f},{DIAMETER / 2 * math.sin(angle):.15f}\n")
    for name, centre in CENTRES.items():
        print(f"drag of potential flow, {name}: {drag(centre):.4f}")


if __name__ == "__main__":
    main()
