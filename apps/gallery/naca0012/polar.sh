#!/bin/sh
# A polar: each angle of attack in a folder of its own.
for alpha in 0 1 2; do
  rkdg run naca0012.ini --set reference.alpha=$alpha --output out-$alpha --quiet || exit
done
rkdg plot out-0 out-1 out-2
