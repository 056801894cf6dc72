"""vload_half, vloada_half, vstore_half and vstorea_half of one direction and address space:
half.py load|store <space>. Exact conversions, and float to the nearest half, use the type half:
processors have instructions for them, and lower-half replaces them elsewhere. The others are in
half.h. The a-forms give vectors of three the room of four. Their addresses should be aligned to the
whole vector, but nothing here leans on it: programs pass private arrays of halves, and it would buy
no speed."""
import sys

from ocl_types import WIDTHS, convert, vector

MODES = {"": 0, "_rte": 0, "_rtz": 1, "_rtp": 2, "_rtn": 3}


def forms():
    """(name part, width, stride in halves)"""
    for n in WIDTHS:
        suffix = "" if n == 1 else str(n)
        yield f"_half{suffix}", n, n
        if n > 1:
            yield f"a_half{suffix}", n, 4 if n == 3 else n


def load(space):
    for name, n, stride in forms():
        v, bits = vector("float", n), vector("ushort", n)
        head = (f"BUILTIN {v} vload{name}(size_t offset, const __{space} half *p) {{ "
                f"const __{space} ushort *q = (const __{space} ushort *)p + offset * {stride}; ")
        if n == 3:
            value = f"({bits})(q[0], q[1], q[2])"
        else:
            value = f"*(const __{space} halves{n} *)q"
        halves = f"__builtin_astype({value}, {vector('half', n)})"
        print(f"{head}return {convert(halves, 'float', n)}; }}")


def store(space):
    for name, n, stride in forms():
        bits = vector("ushort", n)
        for t in ("float", "double"):
            for mode, number in MODES.items():
                value = convert(f"toHalf(data, {number})", "ushort", n)
                if t == "float" and number == MODES["_rte"]:
                    value = f"__builtin_astype({convert('data', 'half', n)}, {bits})"
                head = (f"BUILTIN void vstore{name}{mode}({vector(t, n)} data, size_t offset, "
                        f"__{space} half *p) {{ "
                        f"__{space} ushort *q = (__{space} ushort *)p + offset * {stride}; ")
                if n == 3:
                    body = (f"const {bits} h = {value}; "
                            "q[0] = h.x; q[1] = h.y; q[2] = h.z;")
                else:
                    body = f"*(__{space} halves{n} *)q = {value};"
                print(f"{head}{body} }}")


def main():
    direction, space = sys.argv[1:]
    if direction == "load":
        print("#define ONLY_FLOAT")
    print('#define BODY "memory/half.h"\n#include "widths.h"')
    for n in WIDTHS:
        print(f"typedef {vector('ushort', n)} __attribute__((aligned(2))) halves{n};")
    {"load": load, "store": store}[direction](space)


main()
