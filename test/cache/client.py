"""Builds a program, runs its kernel `k` and prints the result as JSON. Arguments: a file with the
source, and build options. With DIE_AT_FILE_SIZE it is killed when a file it writes gets so long."""

import json
import os
import pathlib
import resource
import signal
import sys

import numpy
import pyopencl as cl


def main():
    if size := os.environ.get("DIE_AT_FILE_SIZE"):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), int(size)))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    source, options = pathlib.Path(sys.argv[1]).read_text(), sys.argv[2:]
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, source)
    try:
        program.build(options=options, cache_dir=False)
    except cl.RuntimeError as error:
        print(json.dumps({"error": str(error)}))
        return
    values = numpy.arange(64, dtype=numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
    kernel = cl.Kernel(program, "k")
    kernel(queue, values.shape, None, buffer)
    cl.enqueue_copy(queue, values, buffer)
    device = context.devices[0]
    print(json.dumps({
        "values": values.tolist(),
        "log": program.get_build_info(device, cl.program_build_info.LOG),
        "options": program.get_build_info(device, cl.program_build_info.OPTIONS),
        "kernels": program.get_info(cl.program_info.KERNEL_NAMES),
        "argument": kernel.get_arg_info(0, cl.kernel_arg_info.NAME) if "-cl-kernel-arg-info" in options else "",
        "binary": program.get_info(cl.program_info.BINARIES)[0].hex(),
        "version": device.driver_version,
        "compiler": "libkiln-compiler" in pathlib.Path("/proc/self/maps").read_text(),
    }))


if __name__ == "__main__":
    main()
