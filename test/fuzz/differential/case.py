"""A case: a kernel, its arguments and its launches, in one OpenCL C file.

Comments in the file have all the data for a run:

    //@ kernel NAME
    //@ options OPTION...                 for every build
    //@ arg NAME TYPE COUNT FILL SEED     a buffer; COUNT is an expression of N, L and G
    //@ arg NAME TYPE = VALUE             a scalar (int, uint, float)
    //@ arg NAME local TYPE COUNT         local memory
    //@ subgroups SIZE                  which the kernel requires by an attribute
    //@ run GLOBAL LOCAL OFFSET           one launch, such as 37,2,1 8,2,1 0,0,0
    //@ vary OPTION...                    what showed a difference when the case was kept

N is the number of work-items of a launch, L that of a full group, G the number of groups. FILL is zero, random (any
values), small (-8 to 7) or positive (0 to 7). All buffers of a launch are compared afterwards.
"""
import ctypes
import mmap
import re
from collections import namedtuple

import numpy

Argument = namedtuple("Argument", "name kind type count fill seed")
Launch = namedtuple("Launch", "size local offset")

DTYPES = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4",
          "long": "i8", "ulong": "u8", "half": "f2", "float": "f4", "double": "f8"}


class Case:
    def __init__(self, text, name="?"):
        self.text, self.name = text, name
        self.kernel, self.options, self.arguments, self.launches, self.vary = "", [], [], [], []
        self.sub_group_size = 0
        for line in re.findall(r"^//@ (.*)$", text, re.M):
            try:
                self.read(line.split())
            except (IndexError, TypeError, ValueError):
                raise ValueError(f"{name} is no case: //@ {line}") from None
        if not self.kernel or not self.launches:
            raise ValueError(f"{name} is no case: it needs //@ kernel and //@ run")

    def read(self, words):
        key, rest = words[0], words[1:]
        if key == "kernel":
            self.kernel = rest[0]
        elif key == "options":
            self.options = rest
        elif key == "subgroups":
            self.sub_group_size = int(rest[0])
        elif key == "vary":
            self.vary = rest
        elif key == "run":
            self.launches.append(Launch(*(tuple(map(int, w.split(","))) for w in rest)))
        elif key == "arg" and rest[1] == "local":
            self.arguments.append(Argument(rest[0], "local", rest[2], rest[3], "", 0))
        elif key == "arg" and rest[2] == "=":
            self.arguments.append(Argument(rest[0], "scalar", rest[1], rest[3], "", 0))
        elif key == "arg":
            self.arguments.append(Argument(rest[0], "buffer", *rest[1:4], int(rest[4])))
        else:
            raise ValueError(f"{self.name}: {' '.join(words)}?")

    def with_launches(self, launches):
        lines = [x for x in self.text.splitlines() if not x.startswith("//@ run")]
        runs = ["//@ run " + " ".join(",".join(map(str, part)) for part in x) for x in launches]
        return Case("\n".join(runs + lines) + "\n", self.name)


def volume(size):
    return size[0] * size[1] * size[2]


def elements(argument, launch):
    groups = [-(-s // l) for s, l in zip(launch.size, launch.local)]
    space = {"N": volume(launch.size), "L": volume(launch.local), "G": volume(groups)}
    return int(eval(argument.count, {"__builtins__": {}}, space))  # pylint: disable=eval-used


def noise(count, seed):
    """splitmix64: the same numbers on every machine."""
    with numpy.errstate(over="ignore"):
        x = (numpy.arange(1, count + 1, dtype="u8") + numpy.uint64(seed * 1000003)) * \
            numpy.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return x ^ (x >> numpy.uint64(31))


def contents(argument, launch):
    count, dtype = elements(argument, launch), DTYPES[argument.type]
    if argument.fill == "zero":
        return numpy.zeros(count, dtype)
    if argument.fill == "given":
        return numpy.array(argument.seed, dtype)
    bits = noise(count, argument.seed)
    little = ((bits >> numpy.uint64(8)) & numpy.uint64(15)).astype("i8") - 8
    if argument.fill == "positive":
        return (little & 7).astype(dtype)
    if argument.fill == "small":
        return little.astype(dtype)
    kind = bits & numpy.uint64(7)
    if dtype[0] == "f":
        wide = (bits >> numpy.uint64(16)).astype("f8") / 2.0 ** 40 - 128.0
        special = numpy.array([0.0, -0.0, 1.0, numpy.inf, -numpy.inf, numpy.nan, 2.0 ** 100,
                               -2.0 ** -100, 65504.0, 0.5, -1.5, 3.0, 16777216.0, -2.0, 7.0, 1e-3])
        chosen = special[((bits >> numpy.uint64(4)) & numpy.uint64(15)).astype("i8")]
        with numpy.errstate(over="ignore"):
            return numpy.where(kind < 4, little * 0.25, numpy.where(kind < 7, wide, chosen)).astype(dtype)
    wide = (bits >> numpy.uint64(16)).astype(dtype)
    return numpy.where(kind < 4, little.astype(dtype), wide)


class Guarded:
    """Memory with a fault right after its end, or right before its start."""
    protect = ctypes.CDLL(None, use_errno=True).mprotect
    protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]

    def __init__(self, values, at_end):
        page = mmap.PAGESIZE
        room = (max(values.nbytes, 1) + page - 1) // page * page
        self.map = mmap.mmap(-1, room + 2 * page)
        base = ctypes.addressof(ctypes.c_char.from_buffer(self.map))
        start = page + (room - values.nbytes if at_end else 0)
        self.array = numpy.frombuffer(self.map, values.dtype, values.size, start)
        self.array[:] = values
        for guard in (base, base + page + room):
            if self.protect(guard, page, 0):
                raise OSError(ctypes.get_errno(), "mprotect")
        self.address = base + start


def canonical(array):
    """Bytes with the same pattern for every not-a-number."""
    if array.dtype.kind == "f":
        array = numpy.where(array != array, array.dtype.type(numpy.nan), array)
    return array.tobytes()


def read_case(path):
    with open(path, encoding="utf-8") as file:
        return Case(file.read(), str(path))
