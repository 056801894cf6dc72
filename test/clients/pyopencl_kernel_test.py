"""Hand-written kernels through PyOpenCL: sizes, structures, errors, element-wise kernels."""

import unittest

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.elementwise import ElementwiseKernel


class KernelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.context = cl.create_some_context(interactive=False)
        cls.queue = cl.CommandQueue(cls.context)

    def test_ids_of_three_dimensions(self):
        program = cl.Program(self.context, """
            kernel void ids(global int *out) {
              size_t i = get_global_linear_id();
              out[i] = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2);
            }""").build(["-cl-std=CL3.0"])
        shape = (8, 6, 10)
        out = cl_array.empty(self.queue, shape[0] * shape[1] * shape[2], np.int32)
        program.ids(self.queue, shape, (4, 3, 5), out.data)
        z, y, x = np.meshgrid(range(10), range(6), range(8), indexing="ij")
        np.testing.assert_array_equal(out.get(), (x + 100 * y + 10000 * z).ravel())

    def test_structure_argument(self):
        kind = np.dtype([("scale", np.float32), ("offset", np.int32)], align=True)
        program = cl.Program(self.context, """
            struct pair { float scale; int offset; };
            kernel void apply(struct pair p, global float *x) {
              size_t i = get_global_id(0);
              x[i] = x[i] * p.scale + p.offset;
            }""").build()
        x = cl_array.to_device(self.queue, np.arange(100, dtype=np.float32))
        program.apply(self.queue, (100,), None, np.array((2.5, 7), kind), x.data)
        np.testing.assert_array_equal(x.get(), np.arange(100) * np.float32(2.5) + 7)

    def test_local_memory_transpose(self):
        program = cl.Program(self.context, """
            kernel void transpose(global const float *in, global float *out, local float *tile) {
              size_t x = get_local_id(0), y = get_local_id(1), n = get_global_size(0);
              tile[y * 17 + x] = in[get_global_id(1) * n + get_global_id(0)];
              barrier(CLK_LOCAL_MEM_FENCE);
              out[(get_group_id(0) * 16 + y) * n + get_group_id(1) * 16 + x] = tile[x * 17 + y];
            }""").build()
        a = np.random.default_rng(3).standard_normal((256, 256)).astype(np.float32)
        out = cl_array.empty(self.queue, a.shape, np.float32)
        program.transpose(self.queue, a.shape, (16, 16), cl_array.to_device(self.queue, a).data,
                          out.data, cl.LocalMemory(17 * 16 * 4))
        np.testing.assert_array_equal(out.get(), a.T)

    def test_elementwise(self):
        kernel = ElementwiseKernel(self.context, "float a, float *x, float *y, float *z",
                                   "z[i] = a * x[i] + y[i]")
        x, y = np.random.default_rng(4).standard_normal((2, 10001)).astype(np.float32)
        z = cl_array.empty(self.queue, 10001, np.float32)
        kernel(np.float32(3), cl_array.to_device(self.queue, x), cl_array.to_device(self.queue, y), z)
        np.testing.assert_allclose(z.get(), 3 * x + y, rtol=1e-5, atol=1e-5)

    def test_build_error_has_a_log(self):
        with self.assertRaises(cl.RuntimeError) as caught:
            cl.Program(self.context, "kernel void broken(global int *a) { a[0] = nothing; }").build()
        self.assertIn("nothing", str(caught.exception))

    def test_binary_round_trip(self):
        source = "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }"
        binaries = cl.Program(self.context, source).build().get_info(cl.program_info.BINARIES)
        program = cl.Program(self.context, self.context.devices, binaries).build()
        a = cl_array.to_device(self.queue, np.arange(1000, dtype=np.int32))
        program.twice(self.queue, (1000,), None, a.data)
        np.testing.assert_array_equal(a.get(), 2 * np.arange(1000))


if __name__ == "__main__":
    unittest.main()
