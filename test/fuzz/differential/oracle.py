"""The fiber oracle from Python: Clang at -O0 makes a shared object of cases, fibers run them.

KILN_FIBERS names libkiln-fibers.so, KILN_TEST_CLANG the compiler.
"""
import ctypes
import os
import subprocess
import tempfile

import numpy

from case import DTYPES, Guarded, canonical, contents, elements

CLANG = os.environ.get("KILN_TEST_CLANG", "clang-22")
# Taken for granted by Clang in CL3.0, and not used by these kernels.
WITHOUT = ",".join("-__opencl_c_" + x for x in ("device_enqueue", "pipes"))
COMMAND = ["-x", "cl", "-cl-std=CL3.0", "-O0", "-w", "-fPIC", "-shared", "-nostdlib",
           "-fuse-ld=lld", "-Xclang", f"-cl-ext={WITHOUT}"]
# Undefined behaviour becomes a trap.
CHECKS = ["-fsanitize=undefined,bounds", "-fsanitize-trap=all"]
FORWARDS, BACKWARDS, SCATTERED = range(3)


class Refused(Exception):
    """Clang's message, or the kernel's forbidden operation."""


class Launched(ctypes.Structure):
    _fields_ = [("entry", ctypes.c_void_p), ("arguments", ctypes.POINTER(ctypes.c_uint64)),
                ("local_bytes", ctypes.POINTER(ctypes.c_size_t)),
                ("argument_count", ctypes.c_size_t), ("size", ctypes.c_size_t * 3),
                ("local", ctypes.c_size_t * 3), ("offset", ctypes.c_size_t * 3),
                ("dimensions", ctypes.c_uint), ("sub_group_size", ctypes.c_uint),
                ("order", ctypes.c_int),
                ("scribble", ctypes.c_uint8), ("may_end", ctypes.c_bool)]


def entry_text(case):
    """A function with a kernel's arguments as words."""
    take = []
    for i, a in enumerate(case.arguments):
        base = a.type
        if a.kind == "scalar":
            take.append(f"as_{base}((uint)a[{i}])")
        else:
            take.append(f"({'local' if a.kind == 'local' else 'global'} void *)a[{i}]")
    return f"void entry_{case.kernel}(const ulong *a) {{ {case.kernel}({', '.join(take)}); }}\n"


def scalar_bits(argument):
    dtype = {"int": "i4", "uint": "u4", "float": "f4"}[argument.type]
    value = float(argument.count) if argument.type == "float" else int(argument.count, 0)
    return numpy.array([value], dtype)


class Oracle:
    def __init__(self):
        path = os.environ.get("KILN_FIBERS", "libkiln-fibers.so")
        self.library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        self.library.fibers_run.restype = ctypes.c_char_p
        self.folder = tempfile.TemporaryDirectory(prefix="kiln-fibers-")
        self.number = 0

    def build(self, cases, flags=()):
        self.number += 1
        path = os.path.join(self.folder.name, f"{self.number}.so")
        text = "".join(c.text + entry_text(c) for c in cases)
        defines = [o for c in cases[:1] for o in c.options if o.startswith("-D")]
        done = subprocess.run([CLANG, *COMMAND, *flags, *defines, "-", "-o", path],
                              input=text.encode(), capture_output=True, check=False)
        if done.returncode:
            raise Refused(done.stderr.decode(errors="replace")[:3000])
        program = ctypes.CDLL(path, mode=os.RTLD_NOW)
        os.remove(path)
        return program

    def run(self, program, case, launch, at_end=True, order=FORWARDS, scribble=0x5a, may_end=False):
        """The bytes of each buffer after the launch."""
        n = len(case.arguments)
        words, sizes, buffers = (ctypes.c_uint64 * n)(), (ctypes.c_size_t * n)(), []
        for i, a in enumerate(case.arguments):
            if a.kind == "buffer":
                buffers.append(Guarded(contents(a, launch), at_end))
                words[i] = buffers[-1].address
            elif a.kind == "local":
                sizes[i] = elements(a, launch) * numpy.dtype(DTYPES[a.type]).itemsize
            else:
                words[i] = int(scalar_bits(a).view("u4")[0])
        entry = ctypes.cast(getattr(program, "entry_" + case.kernel), ctypes.c_void_p)
        triple = ctypes.c_size_t * 3
        launched = Launched(entry, words, sizes, n, triple(*launch.size), triple(*launch.local),
                            triple(*launch.offset), dimensions(launch), case.sub_group_size, order,
                            scribble, may_end)
        error = self.library.fibers_run(ctypes.byref(launched))
        if error:
            raise Refused(error.decode())
        return [canonical(b.array) for b in buffers]


def dimensions(launch):
    """How many the launch is enqueued with: trailing ones without effect are left out."""
    used = [d for d in range(3) if launch.size[d] > 1 or launch.local[d] > 1 or launch.offset[d]]
    return max(used, default=0) + 1
