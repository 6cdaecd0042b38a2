#!/bin/sh
# A polar: each angle of attack in a folder of its own.
echo "alpha cl cd"
for alpha in 0 1 2; do
  rkdg run naca0012.ini --set reference.alpha=$alpha --output out-$alpha --quiet || exit
  python3 -c 'import json, sys
wall = json.load(open(f"out-{sys.argv[1]}/summary.json"))["forces"]["wall"]
print(sys.argv[1], "%.5f %.5f" % (wall["cl"], wall["cd"]))' $alpha
done
rkdg plot out-0 out-1 out-2
