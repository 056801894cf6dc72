"""The ways of an OpenCL C source into a program: as it is, or compiled by clang before.

    source  clCreateProgramWithSource
    spirv   clang --target=spirv64, clCreateProgramWithIL
    spir    clang --target=spir64 -emit-llvm, clCreateProgramWithBinary and -x spir
"""
import os
import subprocess

import pyopencl as cl

TARGETS = {"spirv": ["--target=spirv64"], "spir": ["--target=spir64", "-emit-llvm"]}
# What clang 22 gets wrong on the way, so that the module means something else than its source.
# conversion: convert_… of integers to integers is written by the result's signedness alone: what
# widens an unsigned vector to an unsigned one extends its sign, what saturates reads the operand
# as one of the other signedness.
AVOIDED = {"spirv": ("conversion",)}
WAYS = ["source", *TARGETS]
# What clang takes for granted in CL3.0 and the devices do not have.
WITHOUT = ",".join("-__opencl_c_" + x for x in ("generic_address_space", "device_enqueue", "pipes"))
FOR_CLANG = ("-D", "-cl-std=", "-cl-kernel-arg-info")


class NotCompiled(Exception):
    """What clang said of the source."""


def compile_offline(source, way, options, level):
    """The bytes that clang makes of `source`; KILN_TEST_CLANG names the program."""
    clang = os.environ.get("KILN_TEST_CLANG", "clang-22")
    command = [clang, *TARGETS[way], "-c", f"-O{level}", "-w", *options, "-Xclang",
               f"-cl-ext={WITHOUT}", "-x", "cl", "-", "-o", "-"]
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=False)
    if done.returncode:
        raise NotCompiled(f"{' '.join(command)}: {done.stderr.decode()[:2000]}")
    return done.stdout


def build(context, source, way, options, level=0):
    """A built program for the context's devices. `level` is clang's -O; options are a list."""
    if way == "source":
        return cl.Program(context, source).build(options)
    il = compile_offline(source, way, [x for x in options if x.startswith(FOR_CLANG)], level)
    rest = [x for x in options if not x.startswith(FOR_CLANG)]
    if way == "spirv":
        return cl.Program(context, il).build(rest)
    program = cl.Program(context, context.devices, [il] * len(context.devices))
    return program.build(["-x", "spir", "-spir-std=1.2", *rest])
