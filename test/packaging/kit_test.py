"""Files installed by `cmake --install` for builders on Kiln, used by projects outside of its tree.

  kit_test.py BUILD_FOLDER CMAKE VERSION
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD, CMAKE, VERSION = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
HERE = pathlib.Path(__file__).resolve().parent
COMPILERS = ["-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_BUILD_TYPE=Release"]


def run(*command, **environment):
    command = [str(word) for word in command]
    result = subprocess.run(command, env=dict(os.environ, **{name: str(value) for name, value in environment.items()}),
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: {result.returncode}\n{result.stdout}")
    return result.stdout


class Kit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.prefix = cls.folder / "prefix"
        run(CMAKE, "--install", BUILD, "--prefix", cls.prefix)

    def configure(self, source, build, *options):
        return run(CMAKE, "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
                   *COMPILERS, *options)

    def build_application(self):
        build = self.folder / "application"
        if not (build / "kernels.kbin").exists():
            self.configure(HERE / "application", build)
            run(CMAKE, "--build", build)
        return build / "application", build / "kernels.kbin"

    def check_run(self, program, container, vendors, expected):
        self.assertIn(expected, run(program, container, OCL_ICD_VENDORS=vendors, KILN_CACHE="0"))

    def test_an_application_finds_the_package(self):
        program, container = self.build_application()
        self.check_run(program, container, self.prefix / "etc/OpenCL/vendors", "right on ")

    def test_kernels_are_compiled_again_when_their_header_changes(self):
        source, build = self.folder / "source", self.folder / "changed"
        run("cp", "-r", HERE / "application", source)
        self.configure(source, build)
        run(CMAKE, "--build", build)
        before = (build / "kernels.kbin").stat().st_mtime_ns
        self.assertIn("no work to do", run(CMAKE, "--build", build))
        (source / "include/term.h").write_text("#define TERM 2\n")
        run(CMAKE, "--build", build)
        self.assertGreater((build / "kernels.kbin").stat().st_mtime_ns, before)

    def test_pkg_config_finds_it(self):
        _, container = self.build_application()
        path = self.prefix / "lib/pkgconfig"
        tell = lambda *what: run("pkg-config", *what, "kiln", PKG_CONFIG_PATH=path).split()
        self.assertEqual(tell("--modversion"), [VERSION])
        program = self.folder / "by-pkg-config"
        run("clang-22", HERE / "application/application.c", "-DCL_TARGET_OPENCL_VERSION=300", "-o", program,
            *tell("--cflags", "--libs"))
        self.check_run(program, container, self.prefix / "etc/OpenCL/vendors", "right on ")
        clc, = tell("--variable=clc")
        self.assertIn("clc of Kiln ", run(clc, "--version"))
        kit, = tell("--variable=kitdir")
        self.assertTrue((pathlib.Path(kit) / "cmake/KilnKit.cmake").exists())

    def test_another_version_is_refused(self):
        source = self.folder / "newer"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES C)\nfind_package(Kiln 99 REQUIRED)\n")
        with self.assertRaisesRegex(AssertionError, "version"):
            self.configure(source, self.folder / "newer-build")

    def test_a_component_that_is_not_there_is_an_error(self):
        source = self.folder / "wrong"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES C)\nfind_package(Kiln REQUIRED COMPONENTS Kat)\n")
        with self.assertRaisesRegex(AssertionError, "no component Kat"):
            self.configure(source, self.folder / "wrong-build")

    def test_a_port_is_built_without_the_tree(self):
        """A driver with one new target, from archives; it runs a program compiled by the kit's
        clc."""
        target, build = self.folder / "gadget", self.folder / "port"
        script = self.prefix / "share/kiln/scripts/new_target.py"
        with self.assertRaisesRegex(AssertionError, "--dir says where"):
            run(sys.executable, script, "gadget")
        self.assertIn("find_package(Kiln REQUIRED COMPONENTS Kit)",
                      run(sys.executable, script, "gadget", "--dir", self.folder))
        self.configure(HERE / "port", build, f"-DGADGET={target}")
        run(CMAKE, "--build", build, "--target", "gadget-driver")
        for file in build.rglob("build.ninja"):
            self.assertNotIn(f"{HERE.parents[1]}/modules", file.read_text())
        vendors = build / "etc/OpenCL/vendors"
        self.assertEqual(run("clinfo", "-l", OCL_ICD_VENDORS=vendors).count("Device #"), 1)
        program, _ = self.build_application()
        container = self.folder / "gadget.kbin"
        run(build / "bin/clc", "-DFACTOR=3", "-I", HERE / "application/include", HERE / "application/scale.cl",
            "-o", container)
        self.check_run(program, container, vendors, "right on Gadget device")
        prefix = self.folder / "port-prefix"
        run(CMAKE, "--install", build, "--prefix", prefix)
        self.check_run(program, container, prefix / "etc/OpenCL/vendors", "right on Gadget device")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
