"""The target kiln-demo makes a complete driver, and a driver without a part names the part.

    demo_test.py copy <build folder>     a copy of the target's files in this build
    demo_test.py build <source folder>   built in a fresh folder, as scripts/demo.sh does
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

USE_DRIVER = pathlib.Path(__file__).with_name("use_driver.py")
CLANG = "/usr/lib/llvm-22/bin/clang"
DEVICES = 2 if shutil.which("qemu-riscv64") else 1


def inputs_of(build, names):
    """The inputs of Ninja's edges for these files or targets."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "query", *names], check=True, capture_output=True, text=True)
    inputs, is_input = set(), False
    for line in listed.stdout.splitlines():
        if line.startswith("    "):
            inputs |= {line.strip().lstrip("| ")} if is_input else set()
        else:
            is_input = line.startswith("  input:")
    return inputs


def copy_target(build, folder):
    """Copies the libraries, programs and modules below kiln-demo."""
    known, new = set(), {"kiln-demo"}
    while new:
        known |= new
        new = {name for name in inputs_of(build, sorted(new)) - known
               if not name.startswith("/") and pathlib.PurePath(name).suffix in ("", ".so")}
    for name in known:
        file = pathlib.PurePath(name)
        if file.parts[0] in ("bin", "lib", "libexec"):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(build / file, folder / file)


def build_target(source, folder):
    subprocess.run(["cmake", "--preset", "release", "-DKILN_TESTS=OFF", "-B", folder], cwd=source, check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "kiln-demo"], check=True)


class Demo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        root = tempfile.TemporaryDirectory(prefix="kiln-demo-")
        cls.addClassCleanup(root.cleanup)
        cls.root = pathlib.Path(root.name)
        cls.driver = cls.root / "driver"
        cls.driver.mkdir()
        mode, given = sys.argv[1], pathlib.Path(sys.argv[2])
        if mode == "copy":
            copy_target(given, cls.driver)
            vendors = cls.driver / "etc/OpenCL/vendors"
            vendors.mkdir(parents=True)
            (vendors / "kiln.icd").write_text(f"{cls.driver}/lib/libkiln-cl.so\n")
        else:
            build_target(given, cls.driver)
        cls.spir = cls.root / "module.bc"
        source = cls.root / "module.cl"
        source.write_text("kernel void run(global int *a) { int i = get_global_id(0); a[i] = a[i] + a[i]; }\n")
        subprocess.run([CLANG, "-target", "spir64-unknown-unknown", "-cl-std=CL1.2", "-x", "cl", "-c", "-emit-llvm",
                        "-Xclang", "-finclude-default-header", source, "-o", cls.spir], check=True)

    def setUp(self):
        self.cache = pathlib.Path(tempfile.mkdtemp(dir=self.root))

    def environment(self, **more):
        names = {name: value for name, value in os.environ.items() if not name.startswith("KILN_")}
        return dict(names, OCL_ICD_VENDORS=str(self.driver / "etc/OpenCL/vendors"), KILN_DEVICES="all",
                    KILN_CACHE_DIR=str(self.cache), PYOPENCL_NO_CACHE="1",
                    PATH=f"{self.driver}/bin:{os.environ['PATH']}", **more)

    def run_in(self, *command, **more):
        return subprocess.run(command, env=self.environment(**more), cwd=self.root, capture_output=True, text=True)

    def use(self, *arguments, **more):
        return self.run_in("/usr/bin/python3", "-W", "ignore", USE_DRIVER, *arguments, **more)

    def expect_right(self, done, count):
        self.assertEqual(done.stdout, "right\n" * count * DEVICES, done.stderr)

    def expect_reason(self, done, *parts):
        """In the build log of every device, and once on standard error."""
        self.assertNotIn("right", done.stdout)
        reasons = [line for line in done.stderr.splitlines() if line.startswith("kiln: ")]
        self.assertEqual(len(reasons), 1, done.stderr)
        for part in parts:
            self.assertIn(part, reasons[0])
            self.assertEqual(done.stdout.count(part), DEVICES, done.stdout)


class CompleteTest(Demo):
    def test_runs_programs_of_source_objects_and_spir(self):
        for _ in range(2):  # the second time from the cache of builds
            self.expect_right(self.use("all", self.spir), 3)

    def test_links_objects_of_the_cache_and_new_ones(self):
        self.expect_right(self.use("link", KILN_CACHE="0"), 1)
        self.expect_right(self.use("link"), 1)

    def test_has_the_tools(self):
        (self.root / "scale.cl").write_text(
            "kernel void scale(global float *a, float by) { a[get_global_id(0)] *= by; }\n")
        done = self.run_in("clc", "scale.cl", "-o", "scale.kbin")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.run_in("clrun", "scale.kbin", "-g", "4", "float[4]=iota", "2.5", "--print=0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("0 2.5 5 7.5", " ".join(done.stdout.split()))
        for tool in ("kiln-cache", "muxc", "veczc", "spirv-ll-tool"):
            done = self.run_in(tool, "--help")
            self.assertEqual(done.returncode, 0, tool)
            self.assertIn(tool, done.stdout)
        self.assertEqual(self.run_in("kiln-cache", "list").returncode, 0)


class IncompleteTest(Demo):
    """Each takes a part away and puts it back."""

    def take(self, name):
        file, aside = self.driver / name, self.root / "aside"
        file.rename(aside)
        self.addCleanup(aside.replace, file)
        return file

    def test_missing_helper(self):
        self.expect_right(self.use("link"), 1)  # fills the cache
        helper = self.take("libexec/kiln-compile")
        self.expect_reason(self.use("spir", self.spir), "the helper program kiln-compile is missing: ", str(helper))

    def test_missing_helper_is_not_needed_for_own_objects(self):
        self.expect_right(self.use("link"), 1)
        self.take("libexec/kiln-compile")
        self.expect_right(self.use("link_anew"), 1)
        self.expect_right(self.use("source", KILN_CACHE="0"), 1)

    def test_missing_helper_is_needed_for_given_objects(self):
        self.expect_right(self.use("link_given"), 1)
        helper = self.take("libexec/kiln-compile")
        self.expect_right(self.use("link_given"), 1)  # code, from the cache
        self.expect_reason(self.use("link_given_anew"), str(helper))  # intermediate code, from the cache

    def test_helper_that_cannot_be_executed(self):
        helper = self.take("libexec/kiln-compile")
        helper.write_text("")
        helper.chmod(0o644)
        self.expect_reason(self.use("spir", self.spir), str(helper), "Permission denied")

    def test_helper_that_does_not_start(self):
        helper = self.take("libexec/kiln-compile")
        helper.write_text("#!/bin/sh\nexit 127\n")
        helper.chmod(0o755)
        self.expect_reason(self.use("spir", self.spir), str(helper), "it ended before it was ready")

    def test_helper_of_another_build(self):
        helper = self.take("libexec/kiln-compile")
        helper.write_text("#!/bin/sh\nprintf 'KNHP\\005\\0\\0\\0\\0\\0\\0\\0other'\nexec cat\n")
        helper.chmod(0o755)
        self.expect_reason(self.use("spir", self.spir), str(helper), "of another build of the driver")

    def test_missing_compiler(self):
        library = self.take("lib/libkiln-compiler.so")
        self.expect_reason(self.use("source", KILN_CACHE="0"), "installed without its compiler", str(library))

    def test_damaged_compiler(self):
        library = self.take("lib/libkiln-compiler.so")
        library.write_bytes(b"not a library")
        self.expect_reason(self.use("source", KILN_CACHE="0"), "the compiler cannot be loaded", str(library))

    def test_compiler_of_another_build(self):
        library = self.take("lib/libkiln-compiler.so")
        subprocess.run([CLANG, "-shared", "-fPIC", "-x", "c", "-", "-o", library], check=True,
                       input=b"void *kiln_compiler_get_library(unsigned v) { (void)v; return 0; }\n")
        self.expect_reason(self.use("source", KILN_CACHE="0"), str(library), "of another build of Kiln")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
