"""pyopencl.array gives NumPy's results."""

import unittest

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pyopencl.clmath as clmath


class ArrayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = cl.create_some_context(interactive=False)
        cls.queue = cl.CommandQueue(cls.context)
        cls.random = np.random.default_rng(17)

    def device(self, array):
        return cl_array.to_device(self.queue, array)

    def test_arithmetic(self):
        for kind in (np.float32, np.float64, np.int32, np.int64, np.uint8, np.int16):
            a = self.random.integers(1, 100, 10007).astype(kind)
            b = self.random.integers(1, 100, 10007).astype(kind)
            x, y = self.device(a), self.device(b)
            np.testing.assert_array_equal((x + y).get(), a + b)
            np.testing.assert_array_equal((x - y).get(), a - b)
            np.testing.assert_array_equal((x * y).get(), a * b)
            np.testing.assert_array_equal((3 * x + 1).get(), (3 * a + 1).astype(kind))

    def test_division_and_power(self):
        a = self.random.uniform(0.5, 4, 5000)
        b = self.random.uniform(0.5, 4, 5000)
        for kind in (np.float32, np.float64):
            x, y = self.device(a.astype(kind)), self.device(b.astype(kind))
            tolerance = 1e-5 if kind == np.float32 else 1e-13
            np.testing.assert_allclose((x / y).get(), a.astype(kind) / b.astype(kind), rtol=tolerance)
            np.testing.assert_allclose((x ** y).get(), a.astype(kind) ** b.astype(kind), rtol=tolerance)

    def test_complex(self):
        a = (self.random.standard_normal(999) + 1j * self.random.standard_normal(999)).astype(np.complex64)
        b = (self.random.standard_normal(999) + 1j * self.random.standard_normal(999)).astype(np.complex64)
        x, y = self.device(a), self.device(b)
        np.testing.assert_allclose((x * y).get(), a * b, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose((x / y).get(), a / b, rtol=1e-4, atol=1e-5)

    def test_comparison_and_where(self):
        a = self.random.standard_normal(4096).astype(np.float32)
        b = self.random.standard_normal(4096).astype(np.float32)
        x, y = self.device(a), self.device(b)
        np.testing.assert_array_equal((x < y).get().astype(bool), a < b)
        np.testing.assert_array_equal(cl_array.if_positive(x, x, y).get(), np.where(a > 0, a, b))
        np.testing.assert_array_equal(cl_array.maximum(x, y).get(), np.maximum(a, b))

    def test_math_functions(self):
        a = self.random.uniform(0.1, 3, 10000).astype(np.float32)
        x = self.device(a)
        for name in ("sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "floor", "ceil", "fabs"):
            got = getattr(clmath, name)(x).get()
            np.testing.assert_allclose(got, getattr(np, name)(a), rtol=2e-5, atol=1e-6, err_msg=name)

    def test_slices_take_and_fill(self):
        a = np.arange(1000, dtype=np.int32)
        x = self.device(a)
        np.testing.assert_array_equal(x[10:500].get(), a[10:500])
        index = self.random.integers(0, 1000, 333).astype(np.int32)
        np.testing.assert_array_equal(cl_array.take(x, self.device(index)).get(), a[index])
        x.fill(7)
        np.testing.assert_array_equal(x.get(), np.full(1000, 7, np.int32))
        np.testing.assert_array_equal(cl_array.arange(self.queue, 3, 300, 7, dtype=np.int32).get(),
                                      np.arange(3, 300, 7, dtype=np.int32))


if __name__ == "__main__":
    unittest.main()
