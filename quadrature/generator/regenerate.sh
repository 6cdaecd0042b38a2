#!/bin/sh
# Recomputes every data file: `quadrature/generator/regenerate.sh BUILD_DIRECTORY`, from the root of the repository.
set -eu
build=${1:?usage: quadrature/generator/regenerate.sh BUILD_DIRECTORY}
cmake --build "$build" --target triangle_rules tetrahedron_rules
seed=1
while read -r shape degree points; do
  file=quadrature/data/${shape}_$degree.txt
  "$build/quadrature/${shape}_rules" "$degree" "$points" "$seed" >"$file.new"
  mv "$file.new" "$file"
done <<END
triangle 1 1
triangle 2 3
triangle 4 6
triangle 5 7
triangle 6 12
triangle 7 15
triangle 8 16
triangle 9 19
triangle 10 25
triangle 11 28
triangle 12 33
triangle 13 37
triangle 14 42
triangle 15 49
tetrahedron 1 1
tetrahedron 2 4
tetrahedron 3 8
tetrahedron 5 14
tetrahedron 6 24
tetrahedron 7 35
tetrahedron 8 46
tetrahedron 9 61
tetrahedron 10 81
END
