"""Block reads and writes of images by sub-groups, of one element type: each work-item has an element
of each of so many rows, beside its neighbour's (block.h)."""
import sys

from ocl_types import vector

SUFFIXES = {"uchar": ("_uc",), "ushort": ("_us",), "uint": ("", "_ui"), "ulong": ("_ul",)}


def main():
    t = sys.argv[1]
    print('#include "image/block.h"\n#include "sub_group/sub_group.h"\n'
          f"BLOCKS_OF({t})")
    for access in ("read_only", "write_only", "read_write"):
        print(f"image_t __mux_image_data({access} image2d_t) BUILTIN __attribute__((const));")
    here = ("const image_t data = __mux_image_data(image); "
            f"const int x = at.x + (int)(__mux_get_sub_group_local_id() * sizeof({t})); ")
    for n in (1, 2, 4, 8) + ((16,) if t != "uint" else ()):
        v, number = vector(t, n), "" if n == 1 else n
        rows = ", ".join(f"read_{t}(data, x, at.y + {i})" for i in range(n))
        writes = " ".join(f"write_{t}(data, x, at.y + {i}, {'v' if n == 1 else f'v[{i}]'});"
                          for i in range(n))
        for suffix in SUFFIXES[t]:
            for access in ("read_only", "read_write"):
                print(f"BUILTIN {v} intel_sub_group_block_read{suffix}{number}({access} image2d_t "
                      f"image, int2 at) {{ {here}return ({v})({rows}); }}")
            for access in ("write_only", "read_write"):
                print(f"BUILTIN void intel_sub_group_block_write{suffix}{number}({access} "
                      f"image2d_t image, int2 at, {v} v) {{ {here}{writes} }}")


main()
