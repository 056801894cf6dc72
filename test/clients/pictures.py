"""Helpers of the tests of programs for pictures: a picture, and its comparison."""

import cv2
import numpy as np


def waves():
    """96 rows of 128 pixels of three colours, from 0 to 1."""
    y, x = np.mgrid[0:96, 0:128]
    return np.stack([np.sin(x / 9) * 0.5 + 0.5, np.cos(y / 7) * 0.5 + 0.5, (x + y) % 32 / 32], -1)


def read(path):
    return cv2.imread(str(path), -1).astype(int)


def launches(log):
    """The number of kernels counted by the layer writing the log; none without a log."""
    counts = dict(line.split() for line in log.read_text().splitlines()) if log.exists() else {}
    return int(counts.get("clEnqueueNDRangeKernel", 0))
