"""vloadn and vstoren (OpenCL C, "Vector Data Load and Store Functions") of one element type.

The address is aligned to the element only; a vector of three must not touch a fourth."""
import sys

from ocl_types import vector

SPACES = ("private", "global", "local", "constant", "generic")


def main():
    t = sys.argv[1]
    print('#include "base.h"')
    for n in (2, 3, 4, 8, 16):
        v = vector(t, n)
        print(f"typedef {v} __attribute__((aligned(sizeof({t})))) unaligned{n};")
        for space in SPACES:
            if n == 3:
                load = f"p += offset * 3; return ({v})(p[0], p[1], p[2]);"
                store = "p += offset * 3; p[0] = data.x; p[1] = data.y; p[2] = data.z;"
            else:
                load = f"return *(const __{space} unaligned{n} *)(p + offset * {n});"
                store = f"*(__{space} unaligned{n} *)(p + offset * {n}) = data;"
            print(f"BUILTIN {v} vload{n}(size_t offset, const __{space} {t} *p) {{ {load} }}")
            if space != "constant":
                print(f"BUILTIN void vstore{n}({v} data, size_t offset, __{space} {t} *p) "
                      f"{{ {store} }}")


main()
