"""scripts/bisect_kernel.py finds the wrong step of the target hooks (wrong_step_pass.h).

  bisect_test.py SCRIPT DRIVER_FOLDER FOLDER_WITH_CLRUN
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SCRIPT, DRIVER, TOOLS = (pathlib.Path(path) for path in sys.argv[1:4])
KERNEL = """
kernel void sum(global const float *a, global const float *b, global float *out) {
  size_t i = get_global_id(0);
  out[i] = a[i] + b[i];
}
"""
ARGUMENTS = ["-g", "256", "float[256]=iota", "float[256]=iota(1,3)", "float[256]"]


class Bisect(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.kernel = pathlib.Path(self.folder.name) / "sum.cl"
        self.kernel.write_text(KERNEL)

    def run_script(self, *words):
        path = os.pathsep.join([str(DRIVER / "bin"), str(TOOLS), os.environ["PATH"]])
        environment = dict(os.environ, OCL_ICD_VENDORS=str(DRIVER / "etc/OpenCL/vendors"), PATH=path)
        return subprocess.run(["/usr/bin/python3", "-B", SCRIPT, *words], env=environment, capture_output=True, text=True,
                              check=False)

    def test_finds_the_planted_step(self):
        file = pathlib.Path(self.folder.name) / "report.md"
        done = self.run_script("--report", file, self.kernel, *ARGUMENTS, "-hooks-wrong-step")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"step: hooks-wrong-step on sum\S* \(number \d+\)")
        self.assertRegex(done.stdout, r"right without: .*vectorize-kernels")
        self.assertIn("out[i] = a[i] + b[i];", done.stdout)
        self.assertEqual(file.read_text().strip(), done.stdout.strip())

    def test_its_command_lines_repeat_both_runs(self):
        done = self.run_script("--no-names", self.kernel, *ARGUMENTS, "-hooks-wrong-step")
        lines = re.findall(r"^    (\S*clrun .*opt-bisect-limit.*)$", done.stdout, re.MULTILINE)
        self.assertEqual(len(lines), 2, done.stdout + done.stderr)
        environment = dict(os.environ, OCL_ICD_VENDORS=str(DRIVER / "etc/OpenCL/vendors"))
        codes = [subprocess.run(["sh", "-c", line], env=environment, capture_output=True, check=False).returncode
                 for line in lines]
        self.assertEqual(codes, [1, 0])

    def test_says_that_a_kernel_is_right(self):
        done = self.run_script(self.kernel, *ARGUMENTS)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)

    def test_refuses_a_reference_that_cannot_be_run(self):
        done = self.run_script(self.kernel, "-g", "256")
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot be run", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
