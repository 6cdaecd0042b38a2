#!/bin/sh
# Recomputes every data file: `quadrature/generator/regenerate.sh BUILD_DIRECTORY`, from the root of the repository.
set -eu
build=${1:?usage: quadrature/generator/regenerate.sh BUILD_DIRECTORY}
cmake --build "$build" --target triangle_rules
seed=1
while read -r degree points; do
  file=quadrature/data/triangle_$degree.txt
  "$build/quadrature/triangle_rules" "$degree" "$points" "$seed" >"$file.new"
  mv "$file.new" "$file"
done <<END
1 1
2 3
4 6
5 7
6 12
7 15
8 16
9 19
10 25
11 28
12 33
13 37
14 42
15 49
END
