"""darktable's export of a picture, by its OpenCL kernels and by its own code for the CPU."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import cv2
import numpy as np

import pictures


class Darktable(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        cv2.imwrite(str(self.folder / "in.ppm"), (pictures.waves() * 255).astype(np.uint8))

    def export(self, name):
        """The picture, how many kernels were launched, and darktable's messages about OpenCL."""
        output, log = self.folder / name, self.folder / (name + ".log")
        environment = dict(os.environ, HOME=str(self.folder), OPENCL_LAYERS=os.environ["KILN_CALL_LAYER"],
                           KILN_LAYER_LOG=str(log), KILN_DEVICES="host")
        done = subprocess.run(["darktable-cli", self.folder / "in.ppm", output, "--core", "--configdir",
                               self.folder / "config", "--cachedir", self.folder / "cache", "--conf",
                               "opencl=TRUE", "-d", "opencl"],
                              check=True, env=environment, capture_output=True, text=True, timeout=500)
        self.assertTrue(log.exists())
        return pictures.read(output), pictures.launches(log), done.stdout

    def test_pictures_are_those_of_the_cpu(self):
        # CPU devices are left out until the user says otherwise, in the line of the device.
        expected, none, text = self.export("cpu.png")
        self.assertIn("emulated by CPU", text)
        self.assertEqual(none, 0)
        settings = self.folder / "config/darktablerc"
        line = re.compile(r"^(cldevice_v4_\w+=(?:\S+ ){7})1 ", re.MULTILINE)
        changed, count = line.subn(r"\g<1>0 ", settings.read_text())
        self.assertEqual(count, 1)
        settings.write_text(changed)

        picture, launches, text = self.export("opencl.png")
        self.assertIn("opencl is AVAILABLE", text)
        self.assertGreater(launches, 0)
        self.assertEqual(picture.shape, expected.shape)
        self.assertLessEqual(np.abs(picture - expected).max(), 1)


if __name__ == "__main__":
    unittest.main()
