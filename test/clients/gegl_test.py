"""GEGL's OpenCL operations (GIMP's engine) beside its own code for the CPU."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import cv2
import numpy as np

import pictures

LAYER = os.environ["KILN_CALL_LAYER"]
# Each with its arguments; all have OpenCL kernels.
OPERATIONS = {
    "bilateral-filter": ["blur-radius=3"],
    "box-blur": ["radius=4"],
    "edge-laplace": [],
    "pixelize": ["size-x=7", "size-y=5"],
    "motion-blur-linear": ["length=9", "angle=30"],
    "levels": ["in-low=0.1", "in-high=0.8"],
}


class Gegl(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        picture = pictures.waves()
        picture += np.random.default_rng(3).normal(0, 0.05, picture.shape)
        cv2.imwrite(str(self.folder / "in.png"), (picture.clip(0, 1) * 255).astype(np.uint8))

    def apply(self, operation, arguments, mode):
        """The picture, and how many kernels were launched."""
        output, log = self.folder / f"{mode}.png", self.folder / "log"
        log.unlink(missing_ok=True)
        environment = dict(os.environ, GEGL_USE_OPENCL=mode, HOME=str(self.folder), OPENCL_LAYERS=LAYER,
                           KILN_LAYER_LOG=str(log), KILN_DEVICES="host")
        subprocess.run(["gegl", self.folder / "in.png", "-o", output, "--", operation, *arguments], check=True,
                       env=environment, capture_output=True, timeout=120)
        return pictures.read(output), pictures.launches(log)

    def test_pictures_are_those_of_the_cpu(self):
        for operation, arguments in OPERATIONS.items():
            with self.subTest(operation):
                expected, none = self.apply(operation, arguments, "no")
                picture, count = self.apply(operation, arguments, "cpu")
                self.assertEqual(none, 0)
                self.assertEqual(picture.shape, expected.shape)
                self.assertGreater(count, 0)
                self.assertLessEqual(np.abs(picture - expected).max(), 2)


if __name__ == "__main__":
    unittest.main()
