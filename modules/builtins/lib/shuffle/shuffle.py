"""shuffle and shuffle2 (OpenCL C, "Miscellaneous Vector Functions") for one element type.

The mask is a value, so a lane is picked by a dynamic index; the code generator turns that into
a permutation where the mask is constant after inlining. Only the low bits of a mask element
count: log2 of the number of elements to choose from."""
import sys

from ocl_types import WITH_HALF, unsigned_of, vector

WIDTHS = (2, 4, 8, 16)


def main():
    t = sys.argv[1]
    assert t in WITH_HALF
    mask = unsigned_of(t)
    print('#include "base.h"')
    for m in WIDTHS:
        source = vector(t, m)
        for n in WIDTHS:
            result, indices = vector(t, n), vector(mask, n)
            one = ", ".join(f"x[(uint)mask[{i}] & {m - 1}]" for i in range(n))
            print(f"BUILTIN {result} shuffle({source} x, {indices} mask) "
                  f"{{ return ({result})({one}); }}")
            if m < 16:
                double = vector(t, 2 * m)
                two = ", ".join(f"both[(uint)mask[{i}] & {2 * m - 1}]" for i in range(n))
                body = f"const {double} both = ({double})(x, y); return ({result})({two});"
            else:
                picks = ", ".join(f"mask[{i}] & 16 ? y[(uint)mask[{i}] & 15] : "
                                  f"x[(uint)mask[{i}] & 15]" for i in range(n))
                body = f"return ({result})({picks});"
            print(f"BUILTIN {result} shuffle2({source} x, {source} y, {indices} mask) {{ {body} }}")


main()
