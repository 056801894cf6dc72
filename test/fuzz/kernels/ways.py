"""The ways of an OpenCL C source into a program: as it is, or compiled by clang before.

    source  clCreateProgramWithSource
    spirv   clang --target=spirv64, clCreateProgramWithIL
    spir    clang --target=spir64 -emit-llvm, clCreateProgramWithBinary and -x spir
    typed   the same by clang 15 with typed pointers, as in SPIR 1.2
    khronos clang 15 and llvm-spirv-15, clCreateProgramWithIL
KILN_TEST_CLANG and KILN_TEST_CLANG_15 name the compilers. With KILN_TEST_SPIRV_OPT=<seed> spirv-opt
changes SPIR-V at random.
"""
import os
import subprocess
import zlib

import pyopencl as cl

import spirv_opt

CLANG, OLD_CLANG = ("KILN_TEST_CLANG", "clang-22"), ("KILN_TEST_CLANG_15", "clang-15")
COMMANDS = {
    # Without integers of any width, the 2-bit integers of Clang's optimizer become 8-bit ones, with
    # other values.
    "spirv": (CLANG, ["--target=spirv64", "-mllvm",
                      "-spirv-ext=+SPV_ALTERA_arbitrary_precision_integers"]),
    "spir": (CLANG, ["--target=spir64", "-emit-llvm"]),
    "typed": (OLD_CLANG, ["--target=spir64", "-emit-llvm", "-Xclang", "-no-opaque-pointers"]),
    "khronos": (OLD_CLANG, ["--target=spir64", "-emit-llvm", "-Xclang", "-no-opaque-pointers"]),
}
TRANSLATOR = ["llvm-spirv-15", "--spirv-max-version=1.4", "--spirv-ext=+all", "-", "-o", "-"]
# Errors of clang 22 on the way: the module means something else than its source.
# conversion: convert_… of integers to integers is written by the result's signedness alone:
# widening an unsigned vector to an unsigned one extends its sign, saturating reads the operand as
# one of the other signedness. async: a local array, only copied to, becomes a variable of one
# element.
AVOIDED = {"spirv": ("conversion", "async")}
# And its output of invalid SPIR-V: operands of different sizes, and as the Khronos translator
# vectors of one component. The driver has to refuse it.
ONE_COMPONENT = "Illegal number of components (1) for TypeVector"
REFUSED = {"spirv": ("Expected operands to have the same bit width as Result Type", ONE_COMPONENT),
           "khronos": (ONE_COMPONENT,)}
# It ends with an assertion on switches of optimised code, and has no instruction for freeze.
HIGHEST_LEVEL = {"khronos": 0}
WAYS = ["source", *COMMANDS]
# Taken for granted by clang in CL3.0, and not used by these kernels.
WITHOUT = ",".join("-__opencl_c_" + x for x in ("generic_address_space", "device_enqueue", "pipes"))
FOR_CLANG = ("-D", "-cl-std=", "-cl-kernel-arg-info")


class NotCompiled(Exception):
    """Clang's messages about the source."""


def compile_offline(source, way, options, level):
    """The bytes made of `source` by clang."""
    (variable, default), target = COMMANDS[way]
    command = [os.environ.get(variable, default), *target, "-c", f"-O{level}", "-w", *options,
               "-Xclang", f"-cl-ext={WITHOUT}", "-x", "cl", "-", "-o", "-"]
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=False)
    if done.returncode:
        raise NotCompiled(f"{' '.join(command)}: {done.stderr.decode()[:2000]}")
    if way != "khronos":
        return done.stdout
    translated = subprocess.run(TRANSLATOR, input=done.stdout, capture_output=True, check=False)
    if translated.returncode:
        raise NotCompiled(f"{' '.join(TRANSLATOR)}: {translated.stderr.decode()[:2000]}")
    return translated.stdout


def build(context, source, way, options, level=0):
    """A built program for the context's devices. `level` is clang's -O; options are a list."""
    if way == "source":
        return cl.Program(context, source).build(options)
    il = compile_offline(source, way, [x for x in options if x.startswith(FOR_CLANG)], level)
    seed = os.environ.get("KILN_TEST_SPIRV_OPT")
    if seed and way in ("spirv", "khronos"):
        il, passes = spirv_opt.transform(il, int(seed) + zlib.crc32(il))
        if "KILN_TEST_KEEP" in os.environ:
            with open(os.environ["KILN_TEST_KEEP"], "wb") as file:
                file.write(il)
            print(*passes, flush=True)
    rest = [x for x in options if not x.startswith(FOR_CLANG)]
    if way in ("spirv", "khronos"):
        return cl.Program(context, il).build(rest)
    program = cl.Program(context, context.devices, [il] * len(context.devices))
    return program.build(["-x", "spir", "-spir-std=1.2", *rest])
