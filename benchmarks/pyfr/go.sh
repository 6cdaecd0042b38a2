#!/usr/bin/env bash
# Runs cases of PyFR on a GPU: OUT=FOLDER go.sh CASES SECONDS PROCESSES, in a folder whose .whl/ holds the wheels named below.
set -u
export PYTHONUNBUFFERED=1
S=$SECONDS
W=(); for n in pyfr gimmik h5py mako mpi4py mpich platformdirs pytools rtree markupsafe siphash24 typing_extensions; do W+=(.whl/$n-*.whl); done
if [ ! -d /tmp/site/pyfr ]; then
python3 -m pip install -q --no-index --no-deps --no-compile --no-cache-dir --upgrade --target /tmp/site "${W[@]}" || exit 3
python3 - <<'P'
import zipfile, glob
z = zipfile.ZipFile(glob.glob('.whl/mpich-*.whl')[0])
for n in z.namelist():
    if '/data/lib/' in n and not n.endswith('/'): z.extract(n, '/tmp/mpi')
P
fi
export PYTHONPATH=/tmp/site
MPI=$(dirname "$(find /tmp/mpi -name libmpi.so.12 | head -1)")
find1() { find -L "${@:2}" -name "$1" 2>/dev/null | head -1; }
V=$(python3 -c 'import sys;print(sys.prefix)')
C=$(ldconfig -p | awk '/libcuda\.so\.1/{print $NF; exit}'); [ -n "$C" ] || C=$(find1 'libcuda.so.1' /usr/local/nvidia /usr/lib/x86_64-linux-gnu /usr/lib64)
N=$(find1 'libnvrtc.so.1[0-9]' /usr/local/cuda/lib64 "$V"/lib/python3*/site-packages/nvidia)
B=$(find1 'libcublasLt.so.1[0-9]' /usr/local/cuda/lib64 "$V"/lib/python3*/site-packages/nvidia)
export PYFR_CUDA_LIBRARY_PATH=$C PYFR_NVRTC_LIBRARY_PATH=$N PYFR_CUBLASLT_LIBRARY_PATH=$B
export LD_LIBRARY_PATH=$MPI:$(dirname "$N"):$(dirname "$B"):${LD_LIBRARY_PATH:-}
export OMP_NUM_THREADS=2 OPENBLAS_NUM_THREADS=2 PYFR_CUDA_CACHE_DIR=/tmp/pyfrcache MPI4PY_MPIABI=mpich HOME=${HOME:-/root}
echo "libs: $C | $N | $B | $MPI"; [ -n "$C" ] && [ -n "$N" ] && [ -n "$B" ] || { find / -name 'libnvrtc*' -o -name 'libcublasLt*' -o -name 'libcuda.so*' 2>/dev/null | grep -v ^/proc | head -20; exit 4; }
nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.mem,power.limit --format=csv,noheader; uname -r; nproc; free -g | sed -n 2p
python3 -c "
import numpy, gimmik, pyfr, h5py, mako, mpi4py, sys
from importlib.metadata import version as v
print('python', sys.version.split()[0], 'numpy', numpy.__version__, 'pyfr', v('pyfr'), 'gimmik', v('gimmik'), 'mpi4py', v('mpi4py'), 'mako', v('mako'), 'h5py', v('h5py'))" || exit 5
echo "set up in $((SECONDS-S)) s"
python3 "$(dirname "$0")/master.py" "$@"; rc=$?
cp /tmp/pb/log*.txt "$OUT"/ 2>/dev/null; (cd "$OUT" && tar czf logs.tgz log*.txt 2>/dev/null; rm -f log*.txt)
echo "total $((SECONDS-S)) s rc $rc"; exit $rc
