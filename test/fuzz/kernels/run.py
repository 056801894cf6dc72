"""Runs random kernels on the OpenCL device and compares with the oracle.

    run.py [--seeds 0:100] [--statements 12] [--via source|spirv|spir|typed|khronos] [--keep DIR]

Differences, failed builds and the oracle's results go to the kept directory.
"""
import argparse
import os
import random
import sys
import time
import warnings
from collections import namedtuple

import numpy
import pyopencl as cl

import semantics
import ways
from generator import Generator, INPUT

Grid = namedtuple("Grid", "size local offset")
GRIDS = [Grid((12, 1, 1), (4, 1, 1), (0, 0, 0)), Grid((5, 1, 1), (1, 1, 1), (3, 0, 0)),
         Grid((6, 5, 7), (3, 5, 7), (0, 0, 0)), Grid((2, 64, 1), (1, 64, 1), (0, 7, 0)),
         Grid((33, 1, 1), (33, 1, 1), (0, 0, 0)), Grid((4, 6, 2), (2, 3, 1), (1, 2, 3)),
         Grid((16, 1, 1), (8, 1, 1), (0, 0, 0))]
PARTIAL = [Grid((13, 1, 1), (4, 1, 1), (0, 0, 0)), Grid((5, 7, 1), (3, 2, 1), (1, 0, 0))]
VARIANTS = ["", "-cl-opt-disable"]


def make_inputs(generator, r):
    return [[semantics.rounded(t.base, float(generator.number(t.base))) if t.base in
             semantics.FLOATS else generator.number(t.base) for _ in range(INPUT)]
            for t in generator.inputs]


def array(base, values):
    return numpy.frombuffer(b"".join(semantics.bits(base, v) for v in values),
                            dtype=semantics.FORMAT[base])


class Device:
    def __init__(self, way):
        self.way, self.refused = way, 0
        self.context = cl.Context(cl.get_platforms()[0].get_devices()[:1])
        self.queue = cl.CommandQueue(self.context)

    def run(self, source, options, level, grid, inputs, bounds, k):
        """`inputs` are pairs of a base type and values. Returns (out, mine, counters)."""
        lsize = grid.local[0] * grid.local[1] * grid.local[2]
        total = grid.size[0] * grid.size[1] * grid.size[2]
        program = ways.build(self.context, source, self.way,
                             options.split() + [f"-DLSIZE={lsize}"], level)
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        buffers = [cl.Buffer(self.context, flags, hostbuf=array(b, v)) for b, v in inputs]
        results = [numpy.zeros(total, "Q"), numpy.zeros(total * 8, "i"), numpy.zeros(16, "i")]
        outputs = [cl.Buffer(self.context, flags, hostbuf=x) for x in results]
        arguments = buffers + [cl.Buffer(self.context, flags, hostbuf=array("int", bounds))] + \
            outputs + [numpy.int32(k), cl.LocalMemory(4 * lsize)]
        kernel = cl.Kernel(program, "test")
        cl.enqueue_nd_range_kernel(self.queue, kernel.set_args(*arguments) or kernel, grid.size,
                                   grid.local, global_work_offset=grid.offset)
        for host, buffer in zip(results, outputs):
            cl.enqueue_copy(self.queue, host, buffer)
        return tuple(x.tolist() for x in results)


def difference(expected, actual):
    """The first place where results differ, or nothing."""
    for which, e, a in zip(("out", "mine", "counters"), expected, actual):
        for i, (x, y) in enumerate(zip(e, a)):
            if x != y:
                return f"{which}[{i}]: {x:#x} expected, {y:#x} computed"
    return None


def check(device, seed, statements, report):
    r = random.Random(seed * 7919 + 1)
    kernel = Generator(seed, ways.AVOIDED.get(device.way, ())).kernel(statements)
    grid = r.choice(GRIDS + PARTIAL)
    values = make_inputs(kernel.generator, r)
    bounds, k = [r.randrange(5) for _ in range(8)], r.randrange(8)
    expected = kernel.run(grid, values, bounds, k)
    inputs = [(t.base, v) for t, v in zip(kernel.generator.inputs, values)]
    standard = "-cl-std=CL3.0" if grid in PARTIAL or r.random() < 0.3 else ""
    failures = 0
    for number, variant in enumerate(VARIANTS):
        level = (seed + number) % (ways.HIGHEST_LEVEL.get(device.way, 2) + 1)
        if level > 0 and device.way != "source":
            variant += " -DCHECKED_DIVISIONS"
        try:
            found = difference(expected, device.run(kernel.source, f"{standard} {variant}", level,
                                                    grid, inputs, bounds, k))
        except (cl.Error, ways.NotCompiled) as error:
            found = next((line for line in str(error).splitlines() if "error:" in line),
                         str(error)[:500])
            if isinstance(error, ways.NotCompiled) or any(
                    text in found for text in ways.REFUSED.get(device.way, ())):
                device.refused += 1
                continue
        if found:
            failures += 1
            report(f"seed {seed}, '{standard} {variant}' (-O{level}), {grid}: {found}", seed, kernel)
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", default="0:40")
    parser.add_argument("--statements", type=int, default=8)
    parser.add_argument("--via", choices=ways.WAYS, default="source")
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    first, last = map(int, arguments.seeds.split(":"))

    def report(text, seed, kernel):
        print(text, flush=True)
        if arguments.keep:
            for ending, content in (("cl", kernel.source), ("py", kernel.oracle)):
                with open(os.path.join(arguments.keep, f"{seed}.{ending}"), "w") as file:
                    file.write(content)

    device, start = Device(arguments.via), time.time()
    failures = 0
    share, shares = map(int, os.environ.get("KILN_TEST_SHARE", "0/1").split("/"))
    seeds = range(first + share, last, shares)
    for seed in seeds:
        failures += check(device, seed, arguments.statements, report)
    print(f"{len(seeds)} kernels, {failures} failures, {device.refused} refused, "
          f"{time.time() - start:.1f} s")
    builds = len(seeds) * len(VARIANTS)
    most = builds / 3 if shares == 1 else builds - 1  # of a few kernels chance may refuse more
    return failures > 0 or device.refused > most  # else too little was run


if __name__ == "__main__":
    sys.exit(main())
