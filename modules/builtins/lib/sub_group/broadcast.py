"""Broadcasts of vectors (cl_khr_subgroup_extended_types, cl_khr_subgroup_ballot), of one element
type. Broadcasts of scalars are the compiler's or in ballot.cl."""
import sys

from ocl_types import MUX_NAMES, WIDTHS, vector


def main():
    t = sys.argv[1]
    print('#include "sub_group/sub_group.h"')
    for n in WIDTHS[1:]:
        v = vector(t, n)
        lanes = ", ".join(f"__mux_sub_group_broadcast_{MUX_NAMES[t]}(x[{i}], lane)"
                          for i in range(n))
        for name in ("sub_group_broadcast", "sub_group_non_uniform_broadcast"):
            print(f"BUILTIN {v} {name}({v} x, uint lane) {{ return ({v})({lanes}); }}")


main()
