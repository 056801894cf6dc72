"""Compiles parts of a program with an embedded header, links them to a library and the library to a
program, and runs its kernel `k`. Prints, as JSON, the result and the steps after which the compiler
was loaded. Arguments: a folder with `k.cl`, `other.cl` and `value.h`, and compiler options."""

import json
import pathlib
import sys
import warnings

import numpy
import pyopencl as cl


def has_compiler():
    return "libkiln-compiler" in pathlib.Path("/proc/self/maps").read_text()


def main():
    folder, options = pathlib.Path(sys.argv[1]), sys.argv[2:]
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    queue = cl.CommandQueue(context)
    device = context.devices[0]

    def part(name):
        return cl.Program(context, (folder / name).read_text())

    header = part("value.h")
    loaded, logs = {}, []
    warnings.simplefilter("ignore")  # of pyopencl, which shows logs by them
    parts = [part("k.cl"), part("other.cl")]
    for each in parts:
        headers = [("value.h", header)] if "value.h" in each.source else None
        each.compile(options=options, headers=headers)
        logs.append(each.get_build_info(device, cl.program_build_info.LOG))
    loaded["compile"] = has_compiler()
    library = cl.link_program(context, parts[1:], options=["-create-library"])
    loaded["library"] = has_compiler()
    program = cl.link_program(context, [parts[0], library])
    loaded["program"] = has_compiler()
    values = numpy.arange(64, dtype=numpy.int32)
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
    cl.Kernel(program, "k")(queue, values.shape, None, buffer)
    cl.enqueue_copy(queue, values, buffer)
    print(json.dumps({"values": values.tolist(), "compiler": loaded, "logs": logs,
                      "binaries": [each.get_info(cl.program_info.BINARIES)[0].hex()
                                   for each in (*parts, library, program)]}))


if __name__ == "__main__":
    main()
