"""Programs under a layer of the loader (OPENCL_LAYERS) counting their calls, and under two of them.

  layer_test.py LAYER CL_TEST VECTOR_ADD CL_UNLOAD
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

LAYER, CL_TEST, VECTOR_ADD, CL_UNLOAD = sys.argv[1:5]
# Callbacks, events, objects of all kinds, builds, and the driver's work on threads of its own.
FILTER = "Buffer.*:Callback.*:Context.*:Event.*:Image.*:Kernel.*:Launch.*:Printf.*:Program.*:Queue.*:Svm.*:SubDevices.*"


class Layer(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_under(self, layers, *command):
        """The program's output, and the number of each of its calls, for each layer."""
        log = self.folder / "log"
        log.unlink(missing_ok=True)
        result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder,
                                env=dict(os.environ, OPENCL_LAYERS=":".join(layers), KILN_LAYER_LOG=str(log)))
        self.assertEqual(result.returncode, 0, result.stdout[-5000:])
        counts = {}
        for line in log.read_text().splitlines():
            call, count = line.split()
            counts.setdefault(call, []).append(int(count))
        return result.stdout, counts

    def test_sees_the_calls_of_the_application_and_no_others(self):
        _, counts = self.run_under([LAYER], VECTOR_ADD)
        once = ("clBuildProgram", "clCreateKernel", "clEnqueueReadBuffer")
        self.assertEqual({call: counts.get(call) for call in once}, {call: [1] for call in once})
        self.assertEqual(counts["clEnqueueNDRangeKernel"], [3])
        # All objects are released: the driver makes none of its calls through the table.
        for kind in ("Program", "Kernel", "CommandQueue"):
            made = sum(sum(count) for call, count in counts.items() if call.startswith(f"clCreate{kind}"))
            retained, released = (sum(counts.get(f"cl{verb}{kind}", [0])) for verb in ("Retain", "Release"))
            self.assertEqual(made + retained, released, kind)

    def test_programs_compute_the_same(self):
        output, counts = self.run_under([LAYER], CL_TEST, f"--gtest_filter={FILTER}")
        self.assertNotIn("[  FAILED  ]", output)
        self.assertIn("[  PASSED  ]", output)
        self.assertGreater(len(counts), 75)
        for call in ("clSetEventCallback", "clEnqueueSVMMap", "clEnqueueFillImage", "clCreateSubDevices"):
            self.assertGreater(counts.get(call, [0])[0], 0, call)

    def test_layers_lie_on_each_other(self):
        other = shutil.copy(LAYER, self.folder / "libother.so")
        _, counts = self.run_under([LAYER, str(other)], VECTOR_ADD)
        self.assertEqual(counts["clEnqueueNDRangeKernel"], [3, 3])
        self.assertTrue(all(len(set(count)) == 1 for count in counts.values()), counts)

    def test_goes_with_the_loader(self):
        self.run_under([LAYER], CL_UNLOAD, "libOpenCL.so.1")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
