"""One rank of mpi_test.py: sums its part of a vector on a sub-device of its own."""

import sys

import numpy as np
import pyopencl as cl
from mpi4py import MPI

SOURCE = """
kernel void squares(global const double *in, global double *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] * in[i];
}"""


def main():
    world = MPI.COMM_WORLD
    device = cl.get_platforms()[0].get_devices()[0]
    if device.max_compute_units > 1:
        parts = device.create_sub_devices([cl.device_partition_property.EQUALLY, 1])
        device = parts[world.rank % len(parts)]
        assert device.max_compute_units == 1
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, SOURCE).build(cache_dir=False)
    count = 1 << 16
    part = np.arange(world.rank * count, (world.rank + 1) * count, dtype=np.float64)
    flags = cl.mem_flags
    source = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=part)
    target = cl.Buffer(context, flags.WRITE_ONLY, part.nbytes)
    total = 0.0
    for _ in range(20):
        program.squares(queue, (count,), None, source, target)
        result = np.empty_like(part)
        cl.enqueue_copy(queue, result, target)
        total = world.allreduce(float(result.sum()), op=MPI.SUM)
    everything = np.arange(world.size * count, dtype=np.float64)
    assert total == float((everything * everything).sum()), total
    print(f"rank {world.rank} of {world.size}: {total}")


if __name__ == "__main__":
    sys.exit(main())
