"""PyOpenCL's scans and the functions built on them give NumPy's results."""

import unittest

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.algorithm import RadixSort, copy_if, partition, unique
from pyopencl.scan import ExclusiveScanKernel, GenericScanKernel, InclusiveScanKernel

SIZES = (1, 2, 10, 63, 64, 65, 1000, 12345, 1 << 18)


class ScanTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = cl.create_some_context(interactive=False)
        cls.queue = cl.CommandQueue(cls.context)
        cls.random = np.random.default_rng(99)

    def device(self, array):
        return cl_array.to_device(self.queue, array)

    def test_inclusive_and_exclusive(self):
        inclusive = InclusiveScanKernel(self.context, np.int32, "a+b", "0")
        exclusive = ExclusiveScanKernel(self.context, np.int32, "a+b", "0")
        for size in SIZES:
            a = self.random.integers(-10, 10, size).astype(np.int32)
            x = self.device(a)
            inclusive(x)
            np.testing.assert_array_equal(x.get(), np.cumsum(a))
            x = self.device(a)
            exclusive(x)
            np.testing.assert_array_equal(x.get(), np.cumsum(a) - a)

    def test_generic_scan(self):
        scan = GenericScanKernel(self.context, np.int32, arguments="__global int *ary",
                                 input_expr="ary[i]", scan_expr="max(a, b)", neutral="INT_MIN",
                                 output_statement="ary[i] = item;")
        for size in SIZES:
            a = self.random.integers(-(1 << 30), 1 << 30, size).astype(np.int32)
            x = self.device(a)
            scan(x)
            np.testing.assert_array_equal(x.get(), np.maximum.accumulate(a))

    def test_segmented_scan(self):
        scan = GenericScanKernel(self.context, np.int32,
                                 arguments="__global int *ary, __global char *flags, __global int *out",
                                 input_expr="ary[i]", scan_expr="across_seg_boundary ? b : (a+b)",
                                 neutral="0", is_segment_start_expr="flags[i]",
                                 output_statement="out[i] = item;")
        a = self.random.integers(0, 9, 20000).astype(np.int32)
        flags = (self.random.random(20000) < 0.01).astype(np.int8)
        out = cl_array.empty(self.queue, 20000, np.int32)
        scan(self.device(a), self.device(flags), out)
        expected, running = np.empty_like(a), 0
        for i in range(20000):
            running = a[i] if flags[i] else running + a[i]
            expected[i] = running
        np.testing.assert_array_equal(out.get(), expected)

    def test_algorithms(self):
        a = self.random.integers(0, 1000, 50000).astype(np.int32)
        x = self.device(a)
        picked, count, event = copy_if(x, "ary[i] > 500")
        event.wait()
        np.testing.assert_array_equal(picked.get()[:count.get()], a[a > 500])
        true, false, count, event = partition(x, "ary[i] > 300")
        event.wait()
        np.testing.assert_array_equal(true.get()[:count.get()], a[a > 300])
        np.testing.assert_array_equal(false.get()[:len(a) - count.get()], a[a <= 300])
        values, count, event = unique(self.device(np.sort(a)))
        event.wait()
        np.testing.assert_array_equal(values.get()[:count.get()], np.unique(a))

    def test_radix_sort(self):
        sort = RadixSort(self.context, "int *ary", key_expr="ary[i]", sort_arg_names=["ary"])
        a = self.random.integers(0, 1 << 16, 30000).astype(np.int32)
        (ordered,), event = sort(self.device(a), key_bits=16)
        event.wait()
        np.testing.assert_array_equal(ordered.get(), np.sort(a))


if __name__ == "__main__":
    unittest.main()
