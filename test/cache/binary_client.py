"""Builds a program of a file's bytes, runs its kernel `k` and prints, as JSON, the result and a
flag for a loaded compiler. Arguments: the file."""

import json
import pathlib
import sys

import numpy
import pyopencl as cl

from link_client import has_compiler


def main():
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, context.devices, [pathlib.Path(sys.argv[1]).read_bytes()])
    program.build()
    values = numpy.arange(64, dtype=numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
    cl.Kernel(program, "k")(queue, values.shape, None, buffer)
    cl.enqueue_copy(queue, values, buffer)
    print(json.dumps({"values": values.tolist(), "compiler": has_compiler()}))


if __name__ == "__main__":
    main()
