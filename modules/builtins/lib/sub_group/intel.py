"""cl_intel_subgroups and its relatives for small and large types, of one element type: shuffles of
scalars and vectors (element by element), block reads and writes of memory, and for the small types
broadcasts of vectors. Broadcasts of scalars, reductions and scans are the compiler's."""
import sys

from ocl_types import BITS, MUX_NAMES, WIDTHS, vector

# Of block reads and writes: the suffixes of their names.
BLOCKS = {"uchar": ("_uc",), "ushort": ("_us",), "uint": ("", "_ui"), "ulong": ("_ul",)}
BLOCK_WIDTHS = {"uchar": (1, 2, 4, 8, 16), "ushort": (1, 2, 4, 8, 16), "uint": (1, 2, 4, 8),
                "ulong": (1, 2, 4, 8)}


def shuffles(t):
    for n in WIDTHS:
        v = vector(t, n)

        def shuffled(value, lane):
            one = f"__mux_sub_group_shuffle_{MUX_NAMES[t]}"
            if n == 1:
                return f"{one}({value}, {lane})"
            return f"({v})(" + ", ".join(f"{one}({value}[{i}], {lane})" for i in range(n)) + ")"

        print(f"BUILTIN {v} intel_sub_group_shuffle({v} x, uint lane) "
              f"{{ return {shuffled('x', 'lane')}; }}")
        print(f"BUILTIN {v} intel_sub_group_shuffle_xor({v} x, uint mask) {{ const uint lane = "
              f"__mux_get_sub_group_local_id() ^ mask; return {shuffled('x', 'lane')}; }}")
        # Beyond the sub-group's end, or before its start, lies the other value.
        for name, first, second, lane in (
                ("down", "current", "next", "lane + delta"),
                ("up", "previous", "current", "size + lane - delta")):
            print(f"BUILTIN {v} intel_sub_group_shuffle_{name}({v} {first}, {v} {second}, "
                  "uint delta) { const uint size = __mux_get_max_sub_group_size(), "
                  f"lane = __mux_get_sub_group_local_id(), at = {lane}; "
                  f"const {v} a = {shuffled(first, 'at % size')}, "
                  f"b = {shuffled(second, 'at % size')}; return at < size ? a : b; }}")


def blocks(t, space):
    for n in BLOCK_WIDTHS[t]:
        v = vector(t, n)
        reads = ", ".join(f"p[at + {i} * size]" for i in range(n))
        writes = " ".join(f"p[at + {i} * size] = x[{i}];" for i in range(n))
        here = ("const size_t at = __mux_get_sub_group_local_id(), "
                "size = __mux_get_max_sub_group_size(); (void)size; ")
        for suffix in BLOCKS[t]:
            number = "" if n == 1 else n
            print(f"BUILTIN {v} intel_sub_group_block_read{suffix}{number}(const __{space} {t} *p) "
                  f"{{ {here}return ({v})({reads}); }}")
            print(f"BUILTIN void intel_sub_group_block_write{suffix}{number}(__{space} {t} *p, "
                  f"{v} x) {{ {here}{writes if n > 1 else 'p[at] = x;'} }}")


def broadcasts(t):
    for n in WIDTHS[1:]:
        v = vector(t, n)
        lanes = ", ".join(f"__mux_sub_group_broadcast_{MUX_NAMES[t]}(x[{i}], lane)"
                          for i in range(n))
        print(f"BUILTIN {v} intel_sub_group_broadcast({v} x, uint lane) {{ return ({v})({lanes}); }}")


def main():
    t = sys.argv[1]
    print('#include "sub_group/sub_group.h"')
    shuffles(t)
    if BITS[t] < 32 and t != "half":
        broadcasts(t)
    if t in BLOCKS:
        blocks(t, "global")
        blocks(t, "local")


main()
