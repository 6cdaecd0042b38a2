"""Spack package of rkdg, from the checkout that this file lies in: its branch main, or with `spack develop` its work tree."""

from pathlib import Path

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Rkdg(CMakePackage, CudaPackage):
    """Discontinuous Galerkin solver for the compressible Navier-Stokes equations, on CPUs and NVIDIA GPUs."""

    git = Path(__file__).resolve().parents[7].as_uri()

    license("BSD-3-Clause", checked_by="rkdg")

    version("main", branch="main")

    variant("mpi", default=True, description="Runs on several ranks")
    variant("gmsh", default=False, description="Unstructured study meshes, by Gmsh; makes the binary GPL")
    variant("cgns", default=False, description="Reading of CGNS files")
    variant("python", default=False, description="The Python package")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("eigen@3.4:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("boost@1.74: +program_options")
    depends_on("fmt@9:")
    depends_on("hdf5@1.10: ~mpi")
    depends_on("zlib-api")
    depends_on("metis@5.1:")
    depends_on("mpi", when="+mpi")
    depends_on("gmsh@4.8:", when="+gmsh")
    depends_on("cgns", when="+cgns")
    depends_on("cuda@12:", when="+cuda")
    depends_on("nccl", when="+cuda+mpi", type="run")
    extends("python@3.9:", when="+python", type=("build", "run"))
    depends_on("py-numpy@1.24:", when="+python", type=("build", "run"))
    depends_on("py-nanobind@2.4:", when="+python", type="build")

    requires("%gcc@12:", "%clang@15:", policy="one_of")

    generator("ninja")

    def cmake_args(self):
        """Kernels for GPUs are compiled when a run needs them, so that the build itself knows no cuda_arch."""
        arguments = [
            self.define_from_variant("RKDG_CUDA", "cuda"),
            self.define_from_variant("RKDG_MPI", "mpi"),
            self.define_from_variant("RKDG_GMSH", "gmsh"),
            self.define_from_variant("RKDG_CGNS", "cgns"),
            self.define_from_variant("RKDG_PYTHON", "python"),
            self.define("RKDG_CATALYST", False),
            self.define("RKDG_TESTS", False),
            self.define("RKDG_CPU_ARCH", str(self.spec.target.generic).replace("x86_64", "x86-64").replace("_v", "-v")),
        ]
        if self.spec.satisfies("+python"):
            arguments.append(self.define("Python_EXECUTABLE", self.spec["python"].command.path))
        return arguments

    @run_after("install")
    def install_python(self):
        if self.spec.satisfies("+python"):
            install_tree(join_path(self.build_directory, "apps", "python", "rkdg"), self.prefix.join(python_purelib).rkdg)

    def setup_run_environment(self, env):
        if self.spec.satisfies("+cuda+mpi"):
            env.set("RKDG_NCCL", join_path(self.spec["nccl"].prefix.lib, "libnccl.so.2"))
