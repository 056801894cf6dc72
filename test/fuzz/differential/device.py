"""The driver's way: cases through the ICD loader, on the platform's first device."""
import ctypes
import ctypes.util

import numpy
import pyopencl as cl

from case import DTYPES, Guarded, canonical, contents, elements
from oracle import dimensions, scalar_bits

VECTOR_WIDTH = 0x4B4C0002  # CL_KERNEL_VECTOR_WIDTH_KILN
LOADER = ctypes.CDLL(ctypes.util.find_library("OpenCL"))


class Device:
    def __init__(self):
        self.context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
        self.queue = cl.CommandQueue(self.context)
        # Where the device works in the host's own memory, forbidden accesses fault.
        self.is_cpu = bool(self.context.devices[0].type & cl.device_type.CPU)

    def build(self, cases, options):
        """A program of all cases and None, or None and a message."""
        text = "".join(c.text for c in cases)
        mine = cases[0].options if cases else []
        try:
            return cl.Program(self.context, text).build([*mine, *options]), None
        except cl.Error as error:
            lines = [x for x in str(error).splitlines() if "error" in x]
            return None, "; ".join(lines[:3]) or str(error)[:500]

    def run_all(self, program, case):
        """The launches' buffers, an error or None, and how wide the kernel's vectors are."""
        try:
            kernel = cl.Kernel(program, case.kernel)
            return [self.run(kernel, case, launch, i % 2 == 0)
                    for i, launch in enumerate(case.launches)], None, self.width(kernel)
        except cl.Error as error:
            return None, str(error)[:500], 0

    def width(self, kernel):
        """0 if the driver does not say; pyopencl does not know the query."""
        width = ctypes.c_uint(0)
        LOADER.clGetKernelWorkGroupInfo(
            ctypes.c_void_p(kernel.int_ptr), ctypes.c_void_p(self.context.devices[0].int_ptr),
            VECTOR_WIDTH, ctypes.c_size_t(4), ctypes.byref(width), None)
        return width.value

    def buffer(self, values, at_end):
        """The buffer, and a function for its contents later."""
        if self.is_cpu:
            memory = Guarded(values, at_end)
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR
            return cl.Buffer(self.context, flags, hostbuf=memory.array), memory
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        return cl.Buffer(self.context, flags, hostbuf=values), None

    def run(self, kernel, case, launch, at_end):
        arguments, buffers = [], []
        for a in case.arguments:
            if a.kind == "buffer":
                values = contents(a, launch)
                buffer, memory = self.buffer(values, at_end)
                buffers.append((buffer, values, memory))
                arguments.append(buffer)
            elif a.kind == "local":
                size = elements(a, launch) * numpy.dtype(DTYPES[a.type]).itemsize
                arguments.append(cl.LocalMemory(size))
            else:
                arguments.append(scalar_bits(a)[0])
        kernel.set_args(*arguments)
        n = dimensions(launch)
        cl.enqueue_nd_range_kernel(self.queue, kernel, launch.size[:n], launch.local[:n],
                                   global_work_offset=launch.offset[:n])
        results = []
        for buffer, values, _ in buffers:
            result = numpy.empty_like(values)
            cl.enqueue_copy(self.queue, result, buffer)
            results.append(canonical(result))
        for buffer, _, _ in buffers:
            buffer.release()
        return results
