"""PyOpenCL's reductions (barriers, local memory, trees) give NumPy's results."""

import unittest

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.reduction import ReductionKernel


class ReductionTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = cl.create_some_context(interactive=False)
        cls.queue = cl.CommandQueue(cls.context)
        cls.random = np.random.default_rng(5)

    def test_sums_of_all_sizes(self):
        for size in (1, 2, 31, 64, 1000, 4097, 1 << 20):
            a = self.random.integers(-1000, 1000, size).astype(np.int64)
            self.assertEqual(cl_array.sum(cl_array.to_device(self.queue, a)).get(), a.sum(), size)

    def test_minimum_maximum_dot(self):
        a = self.random.standard_normal(100003).astype(np.float32)
        b = self.random.standard_normal(100003).astype(np.float32)
        x, y = cl_array.to_device(self.queue, a), cl_array.to_device(self.queue, b)
        self.assertEqual(cl_array.max(x).get(), a.max())
        self.assertEqual(cl_array.min(x).get(), a.min())
        np.testing.assert_allclose(cl_array.dot(x, y).get(), np.dot(a.astype(float), b), rtol=1e-3, atol=1e-2)

    def test_own_kernel(self):
        kernel = ReductionKernel(self.context, np.float64, neutral="0", reduce_expr="a+b",
                                 map_expr="x[i]*y[i]*y[i]",
                                 arguments="__global const double *x, __global const double *y")
        a, b = self.random.standard_normal((2, 54321))
        got = kernel(cl_array.to_device(self.queue, a), cl_array.to_device(self.queue, b)).get()
        np.testing.assert_allclose(got, (a * b * b).sum(), rtol=1e-11, atol=1e-9)

    def test_subset(self):
        a = self.random.standard_normal(5000)
        index = self.random.integers(0, 5000, 700).astype(np.int32)
        got = cl_array.subset_dot(cl_array.to_device(self.queue, index), cl_array.to_device(self.queue, a),
                                  cl_array.to_device(self.queue, a))
        np.testing.assert_allclose(got.get(), (a[index] ** 2).sum(), rtol=1e-10)


if __name__ == "__main__":
    unittest.main()
