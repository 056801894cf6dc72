"""A driver with one target of another architecture holds nothing of the host's, and works.

  vendor_test.py DRIVER_FOLDER FOLDER_OF_THE_WHOLE_DRIVER LLVM_NM
"""
import os
import pathlib
import subprocess
import sys
import unittest

DRIVER, WHOLE = (pathlib.Path(path) for path in sys.argv[1:3])
NM = sys.argv[3]
PROGRAM = """
import numpy as np, pyopencl as cl
devices = [d for p in cl.get_platforms() for d in p.get_devices()]
assert len(devices) == 1, devices
context = cl.Context(devices)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''
kernel void add(global float *out, global const float *a, global const float *b) {
  size_t i = get_global_id(0);
  out[i] = a[i] + b[i];
}''').build()
a = np.arange(1000, dtype=np.float32)
b = np.full_like(a, 0.5)
buffers = [cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=x) for x in (np.zeros_like(a), a, b)]
program.add(queue, (1000,), None, *buffers)
out = np.empty_like(a)
cl.enqueue_copy(queue, out, buffers[0])
assert (out == a + b).all(), out
"""


def symbols(library):
    """What the library defines, by demangled names; empty if it is stripped."""
    return subprocess.run([NM, "--defined-only", "--demangle", library], check=True,
                          capture_output=True, text=True).stdout


def environment():
    return dict(os.environ, OCL_ICD_VENDORS=str(DRIVER / "etc/OpenCL/vendors"), PYOPENCL_NO_CACHE="1")


class Vendor(unittest.TestCase):
    def test_has_no_runtime_half_of_the_host(self):
        self.assert_only_in_the_whole("libkiln-cl.so", "host::")

    def test_has_no_compiler_half_of_the_host(self):
        self.assert_only_in_the_whole("libkiln-compiler.so", "kiln_host_compiler_info")

    def test_has_no_code_generation_for_the_host(self):
        back_end = {"x86_64": "llvm::X86TargetMachine::", "aarch64": "llvm::AArch64TargetMachine::"}
        self.assert_only_in_the_whole("libkiln-compiler.so", back_end[os.uname().machine])

    def assert_only_in_the_whole(self, library, name):
        if not symbols(WHOLE / "lib" / library):
            self.skipTest(f"{library} is stripped in this build")
        self.assertIn(name, symbols(WHOLE / "lib" / library))
        self.assertNotIn(name, symbols(DRIVER / "lib" / library))

    def test_has_what_lies_beside_its_libraries(self):
        whole = {path.name for path in (WHOLE / "lib").iterdir()}
        self.assertIn("libkiln-riscv-plugin.so", whole)
        self.assertEqual({path.name for path in (DRIVER / "lib").iterdir()}, whole)

    def test_knows_no_other_target(self):
        result = subprocess.run([DRIVER / "bin/muxc", "--target=host", "/dev/null"],
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("there is no target 'host'; there are: riscv\n", result.stderr)

    def test_builds_and_runs_a_program(self):
        subprocess.run(["/usr/bin/python3", "-c", PROGRAM], env=environment(), check=True)

    def test_builds_in_its_own_helper_process(self):
        subprocess.run(["/usr/bin/python3", "-c", PROGRAM],
                       env=dict(environment(), KILN_ISOLATE="1"), check=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
