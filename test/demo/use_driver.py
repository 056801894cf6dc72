"""Compiles, links and runs programs with every device of the selected driver.

    use_driver.py all <SPIR module> | link | link_anew | link_given | link_given_anew | source | spir <SPIR module>

Prints "right" after each program with the right results, else the error and the build log.
"""

import ctypes
import pathlib
import sys

import numpy as np
import pyopencl as cl

PART = "int twice(int x) { return x + x; }"
MAIN = """
int twice(int x);
kernel void run(global int *a) { a[get_global_id(0)] = twice(a[get_global_id(0)]); }
"""


def check(context, program):
    values = np.arange(100, dtype=np.int32)
    buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
    queue = cl.CommandQueue(context)
    cl.Kernel(program, "run")(queue, values.shape, None, buffer)
    result = np.empty_like(values)
    cl.enqueue_copy(queue, result, buffer)
    assert (result == 2 * values).all(), result
    print("right")


def source(context, _):
    return cl.Program(context, PART + MAIN).build()


def linked(context, objects, options=()):
    """cl.link_program; after a failure PyOpenCL has released the program, and the log with it."""
    try:
        return cl.link_program(context, objects, list(options))
    except cl.Error:
        library = ctypes.CDLL("libOpenCL.so.1")
        library.clLinkProgram.restype = ctypes.c_void_p
        handles = (ctypes.c_void_p * len(objects))(*(each.int_ptr for each in objects))
        program = library.clLinkProgram(ctypes.c_void_p(context.int_ptr), 0, None, " ".join(options).encode(),
                                        len(objects), handles, None, None, None)
        log = ctypes.create_string_buffer(10000)
        library.clGetProgramBuildInfo(ctypes.c_void_p(program), ctypes.c_void_p(context.devices[0].int_ptr),
                                      int(cl.program_build_info.LOG), len(log), log, None)
        print(log.value.decode())
        raise


def objects_of(context, texts):
    objects = [cl.Program(context, text) for text in texts]
    for each in objects:
        each.compile()
    return objects


def link(context, _, options=()):
    return linked(context, objects_of(context, (PART, MAIN)), options)


def link_anew(context, _):
    """The same objects, which may be kept, to a program that is not."""
    return link(context, _, ["-cl-no-signed-zeros"])


def link_given(context, _, options=()):
    """A library of this driver, kept by the application and handed in as a binary, linked once more."""
    library = objects_of(context, [PART])[0]
    library = linked(context, [library], ["-create-library"])
    given = cl.Program(context, context.devices, library.get_info(cl.program_info.BINARIES))
    given = linked(context, [given], ["-create-library"])
    return linked(context, [given, *objects_of(context, [MAIN])], options)


def link_given_anew(context, _):
    return link_given(context, _, ["-cl-no-signed-zeros"])


def spir(context, module):
    return cl.Program(context, context.devices, [pathlib.Path(module).read_bytes()]).build("-x spir")


def main():
    steps = [source, link, spir] if sys.argv[1] == "all" else [globals()[sys.argv[1]]]
    for device in cl.get_platforms()[0].get_devices():
        context = cl.Context([device])
        for step in steps:
            try:
                check(context, step(context, sys.argv[-1]))
            except cl.Error as error:
                print(error)


if __name__ == "__main__":
    main()
