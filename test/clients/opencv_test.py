"""OpenCV's functions give the same on Kiln (its T-API, UMat) as on the CPU's own code."""

import os
import unittest

os.environ.update(OPENCV_OPENCL_DEVICE=":CPU:", OPENCV_OPENCL_CACHE_ENABLE="0")
import cv2  # noqa: E402: it reads the environment
import numpy as np  # noqa: E402

RANDOM = np.random.default_rng(1)
COLOUR = RANDOM.integers(0, 256, (240, 320, 3), dtype=np.uint8)
GREY = RANDOM.integers(0, 256, (240, 320), dtype=np.uint8)
FLOAT = RANDOM.random((240, 320)).astype(np.float32)
SMOOTH = cv2.GaussianBlur(GREY, (0, 0), 5)
SQUARE = np.ones((5, 5), np.uint8)
SHARPEN = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], np.float32)
ROTATION = cv2.getRotationMatrix2D((160, 120), 30, 1.2)
COLUMNS = np.tile(np.arange(320, dtype=np.float32), (240, 1)) + np.float32(3.3)
ROWS = np.tile(np.arange(240, dtype=np.float32)[:, None], (1, 320)) * np.float32(0.9)

# Bytes may be rounded to either side; of floats the largest error relative to the largest value.
FUNCTIONS = {
    "GaussianBlur": (COLOUR, lambda a: cv2.GaussianBlur(a, (7, 7), 1.5)),
    "blur": (COLOUR, lambda a: cv2.blur(a, (5, 5))),
    "medianBlur": (GREY, lambda a: cv2.medianBlur(a, 5)),
    "bilateralFilter": (GREY, lambda a: cv2.bilateralFilter(a, 7, 50, 50)),
    "erode": (COLOUR, lambda a: cv2.erode(a, SQUARE)),
    "dilate": (GREY, lambda a: cv2.dilate(a, SQUARE, iterations=2)),
    "Sobel": (GREY, lambda a: cv2.Sobel(a, cv2.CV_32F, 1, 0)),
    "Canny": (SMOOTH, lambda a: cv2.Canny(a, 50, 150)),
    "filter2D": (COLOUR, lambda a: cv2.filter2D(a, -1, SHARPEN)),
    "resize": (COLOUR, lambda a: cv2.resize(a, (161, 100))),
    "resize up": (FLOAT, lambda a: cv2.resize(a, (500, 450))),
    "warpAffine": (GREY, lambda a: cv2.warpAffine(a, ROTATION, (320, 240))),
    "remap": (FLOAT, lambda a: cv2.remap(a, COLUMNS, ROWS, cv2.INTER_LINEAR)),
    "cvtColor grey": (COLOUR, lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2GRAY)),
    "cvtColor HSV": (COLOUR, lambda a: cv2.cvtColor(a, cv2.COLOR_BGR2HSV)),
    "equalizeHist": (SMOOTH, lambda a: cv2.equalizeHist(a)),
    "calcHist": (GREY, lambda a: cv2.calcHist([a], [0], None, [256], [0, 256])),
    "integral": (GREY, lambda a: cv2.integral(a)),
    "pyrDown": (COLOUR, lambda a: cv2.pyrDown(a)),
    "dft": (FLOAT, lambda a: cv2.dft(a, flags=cv2.DFT_COMPLEX_OUTPUT)),
    "exp": (FLOAT, lambda a: cv2.exp(a)),
    "pow": (FLOAT, lambda a: cv2.pow(a, 2.5)),
    "normalize": (FLOAT, lambda a: cv2.normalize(a, None, 0, 1, cv2.NORM_MINMAX)),
    "cornerHarris": (SMOOTH, lambda a: cv2.cornerHarris(a, 2, 3, 0.04)),
    "gemm": (FLOAT, lambda a: cv2.gemm(a, a, 1, None, 0, flags=cv2.GEMM_2_T)),
    "LUT": (GREY, lambda a: cv2.LUT(a, np.arange(255, -1, -1, dtype=np.uint8))),
    "fastNlMeans": (SMOOTH[:64, :80].copy(), lambda a: cv2.fastNlMeansDenoising(a, None, 10, 3, 9)),
}


class OpenCvTest(unittest.TestCase):
    def test_functions(self):
        cv2.ocl.setUseOpenCL(True)
        self.assertTrue(cv2.ocl.useOpenCL(), "OpenCV does not take the device")
        for name, (source, function) in FUNCTIONS.items():
            with self.subTest(name):
                cv2.ocl.setUseOpenCL(True)
                ours = function(cv2.UMat(source)).get().astype(np.float64)
                cv2.ocl.setUseOpenCL(False)
                theirs = function(source)
                limit = 1 if theirs.dtype == np.uint8 else 1e-4 * np.abs(theirs).max()
                error = np.abs(ours.reshape(theirs.shape) - theirs)
                self.assertLess((error > limit).mean(), 1e-3)


if __name__ == "__main__":
    unittest.main()
