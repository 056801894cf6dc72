"""The wavelet transform of python3-dtcwt: its OpenCL back end beside its NumPy one."""

import unittest

import dtcwt.numpy
import dtcwt.opencl
import numpy as np


class Wavelets(unittest.TestCase):
    def test_are_those_of_numpy(self):
        for shape in ((128, 128), (96, 160), (33, 47)):
            picture = np.random.default_rng(1).random(shape, dtype=np.float32)
            pyramid = dtcwt.opencl.Transform2d().forward(picture, nlevels=3)
            expected = dtcwt.numpy.Transform2d().forward(picture, nlevels=3)
            np.testing.assert_allclose(pyramid.lowpass, expected.lowpass, atol=1e-5)
            self.assertEqual(len(pyramid.highpasses), 3)
            for found, wanted in zip(pyramid.highpasses, expected.highpasses):
                np.testing.assert_allclose(found, wanted, atol=1e-5)


if __name__ == "__main__":
    unittest.main()
