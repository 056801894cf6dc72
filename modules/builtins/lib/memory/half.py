"""vload_half, vloada_half, vstore_half and vstorea_half of one direction and address space:
half.py load|store <space>. The conversions are in half.h. The a-forms take addresses that are
aligned to the whole vector, and give vectors of three the room of four."""
import sys

from ocl_types import WIDTHS, convert, vector

MODES = {"": 0, "_rte": 0, "_rtz": 1, "_rtp": 2, "_rtn": 3}


def forms():
    """(name part, width, stride in halves, alignment in halves)"""
    for n in WIDTHS:
        suffix = "" if n == 1 else str(n)
        yield f"_half{suffix}", n, n, 1
        if n > 1:
            stride = 4 if n == 3 else n
            yield f"a_half{suffix}", n, stride, stride


def load(space):
    for name, n, stride, alignment in forms():
        v, bits = vector("float", n), vector("ushort", n)
        head = (f"BUILTIN {v} vload{name}(size_t offset, const __{space} half *p) {{ "
                f"const __{space} ushort *q = (const __{space} ushort *)p + offset * {stride}; ")
        if n == 3:
            value = f"({bits})(q[0], q[1], q[2])"
        else:
            value = f"*(const __{space} halves{n}_{alignment} *)q"
        print(f"{head}return fromHalf({convert(value, 'uint', n)}); }}")


def store(space):
    for name, n, stride, alignment in forms():
        bits = vector("ushort", n)
        for t in ("float", "double"):
            for mode, number in MODES.items():
                value = convert(f"toHalf(data, {number})", "ushort", n)
                head = (f"BUILTIN void vstore{name}{mode}({vector(t, n)} data, size_t offset, "
                        f"__{space} half *p) {{ "
                        f"__{space} ushort *q = (__{space} ushort *)p + offset * {stride}; ")
                if n == 3:
                    body = (f"const {bits} h = {value}; "
                            "q[0] = h.x; q[1] = h.y; q[2] = h.z;")
                else:
                    body = f"*(__{space} halves{n}_{alignment} *)q = {value};"
                print(f"{head}{body} }}")


def main():
    direction, space = sys.argv[1:]
    if direction == "load":
        print("#define ONLY_FLOAT")
    print('#define BODY "memory/half.h"\n#include "widths.h"')
    for _, n, _, alignment in forms():
        print(f"typedef {vector('ushort', n)} __attribute__((aligned({2 * alignment}))) "
              f"halves{n}_{alignment};")
    {"load": load, "store": store}[direction](space)


main()
