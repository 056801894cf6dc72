"""async_work_group_copy, async_work_group_strided_copy and prefetch of one element type.

Each work-item copies its share, every n-th element; wait_group_events (wait.cl) is a barrier,
which makes all shares visible to the group. A copy belongs to the event that it is given."""
import sys

from ocl_types import vector


def main():
    t = sys.argv[1]
    print('#include "async/group.h"')
    for n in (1, 2, 3, 4, 8, 16):
        v = vector(t, n)
        for to, source in (("local", "global"), ("global", "local")):
            head = f"(__{to} {v} *to, const __{source} {v} *from, size_t count"
            print(f"BUILTIN event_t async_work_group_copy{head}, event_t event) {{ "
                  "EACH_SHARE(i, count) to[i] = from[i]; return event; }")
            # The stride is of the global side.
            copy = "to[i] = from[i * stride]" if to == "local" else "to[i * stride] = from[i]"
            print(f"BUILTIN event_t async_work_group_strided_copy{head}, size_t stride, "
                  f"event_t event) {{ EACH_SHARE(i, count) {copy}; return event; }}")
        print(f"BUILTIN void prefetch(const __global {v} *p, size_t count) {{ (void)p; "
              "(void)count; }")


main()
