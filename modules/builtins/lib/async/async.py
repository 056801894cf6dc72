"""async_work_group_copy, async_work_group_strided_copy and prefetch of one element type: calls of
the transfers of dma.h, with the element's size in bytes."""
import sys

from ocl_types import vector


def main():
    t = sys.argv[1]
    print('#include "async/events.h"')
    for n in (1, 2, 3, 4, 8, 16):
        v = vector(t, n)
        for to, source, transfer in (("local", "global", "read"), ("global", "local", "write")):
            head = f"(__{to} {v} *to, const __{source} {v} *from, size_t count"
            print(f"BUILTIN event_t async_work_group_copy{head}, event_t event) {{ "
                  f"return eventOf(__mux_dma_{transfer}_1d(to, from, count * sizeof({v}), "
                  "tokenOf(event))); }")
            # The stride is of the global side.
            strides = f"sizeof({v}), stride * sizeof({v})"
            if transfer == "write":
                strides = f"stride * sizeof({v}), sizeof({v})"
            print(f"BUILTIN event_t async_work_group_strided_copy{head}, size_t stride, "
                  f"event_t event) {{ return eventOf(__mux_dma_{transfer}_2d(to, from, "
                  f"sizeof({v}), {strides}, count, tokenOf(event))); }}")
        print(f"BUILTIN void prefetch(const __global {v} *p, size_t count) {{ (void)p; "
              "(void)count; }")


main()
