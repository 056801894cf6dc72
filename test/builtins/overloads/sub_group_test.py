"""Every overload of the functions of sub-groups and work-groups that move values, on groups whose
last sub-group is partial: the sub-groups' extensions, half and small types, and
cl_intel_subgroups."""
import unittest

import numpy as np

from device import Device
from element_wise_test import HEADER
from ocl_types import BITS, INTEGERS, WIDTHS, unsigned_of, vector
from reference import NUMPY, REALS, wrap

DEVICE = Device()
REAL = tuple(t for t in REALS if t != "half" or "cl_khr_fp16" in DEVICE.extensions)
ALL = INTEGERS + REAL
GROUP, GROUPS = 52, 2
ITEMS = GROUP * GROUPS
MARK = 99  # of what is undefined


class Groups:
    """The device's sub-groups: positions of the work-items of each."""

    def __init__(self):
        program = DEVICE.build("kernel void k(global uint *out) { "
                               "out[get_global_id(0)] = get_max_sub_group_size(); "
                               "sub_group_barrier(CLK_LOCAL_MEM_FENCE); }")
        out = DEVICE.upload(np.zeros(ITEMS, np.uint32))
        DEVICE.run(program.k, ITEMS, out, local=GROUP)
        self.size = int(DEVICE.download(out, np.uint32)[0])
        self.parts = [np.arange(start, min(start + self.size, (start // GROUP + 1) * GROUP))
                      for group in range(GROUPS)
                      for start in range(group * GROUP, (group + 1) * GROUP, self.size)]

    def apply(self, function, array):
        """function(values of a sub-group) for each, put together."""
        return np.concatenate([function(array[part]) for part in self.parts])


SUB_GROUPS = Groups()


def small(t):
    """Values whose sums and products are exact."""
    return (np.arange(ITEMS) * 7 % 5 + 1 - (t not in ("uchar", "ushort", "uint", "ulong"))
            * 2).astype(NUMPY[t])


def run(body, t, rows):
    return run_all([(body, rows)], t)[0]


def run_all(bodies, t):
    """A kernel for each (body, rows), all in one program. Its work-items hold `x` of type t; the
    body puts results into out[0] to out[rows - 1] of each."""
    program = DEVICE.build(HEADER + "".join(kernel_of(n, body, t, rows)
                                            for n, (body, rows) in enumerate(bodies)))
    results = []
    for number, (_, rows) in enumerate(bodies):
        everything = DEVICE.upload(np.zeros(rows * ITEMS, NUMPY[t]))
        DEVICE.run(getattr(program, f"k{number}"), ITEMS, DEVICE.upload(small(t)), everything,
                   local=GROUP)
        results.append(DEVICE.download(everything, NUMPY[t]).reshape(rows, ITEMS))
    return results


def kernel_of(number, body, t, rows):
    return f"""
      kernel void k{number}(const global {t} *in, global {t} *all) {{
        size_t i = get_global_id(0);
        {t} x = in[i];
        uint lane = get_sub_group_local_id(), count = get_sub_group_size();
        {t} out[{rows}];
        {body}
        for (int r = 0; r < {rows}; ++r) all[r * {ITEMS} + i] = out[r];
      }}"""


OPERATIONS = {"add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum,
              "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


def fold(operation, array):
    result = array[0]
    with np.errstate(all="ignore"):
        for value in array[1:]:
            result = OPERATIONS[operation](result, value)
    return result


def scan(operation, array, inclusive):
    """Exclusive scans begin with a value that is not compared: the operation's identity."""
    result = array.copy()
    for i in range(len(array)):
        if inclusive or i:
            result[i] = fold(operation, array[:i + inclusive])
    return result


class Arithmetic(unittest.TestCase):
    def check(self, prefix, names, apply, starts):
        for t in ALL:
            body, expected = "", []
            for name in names(t):
                for kind in ("reduce", "scan_inclusive", "scan_exclusive"):
                    body += f"out[{len(expected)}] = {prefix}_{kind}_{name}(x);\n"
                    function = {"reduce": lambda a: np.full_like(a, fold(name, a)),
                                "scan_inclusive": lambda a: scan(name, a, 1),
                                "scan_exclusive": lambda a: scan(name, a, 0)}[kind]
                    expected.append((kind, apply(function, small(t))))
            got = run(body, t, len(expected))
            for row, (kind, wanted) in zip(got, expected):
                defined = np.ones(ITEMS, bool)
                if kind == "scan_exclusive":
                    defined[starts] = False
                np.testing.assert_array_equal(row[defined], wanted[defined], f"{prefix} {t} {kind}")

    def test_sub_groups(self):
        starts = [part[0] for part in SUB_GROUPS.parts]
        self.check("sub_group", lambda t: ("add", "min", "max"), SUB_GROUPS.apply, starts)
        self.check("sub_group_non_uniform",
                   lambda t: [o for o in OPERATIONS if t in INTEGERS or o not in ("and", "or", "xor")],
                   SUB_GROUPS.apply, starts)

    def test_work_groups(self):
        def apply(function, array):
            return np.concatenate([function(part) for part in np.split(array, GROUPS)])
        global ALL
        every, ALL = ALL, ("int", "uint", "long", "ulong") + REAL
        try:
            self.check("work_group", lambda t: ("add", "min", "max"), apply,
                       [group * GROUP for group in range(GROUPS)])
        finally:
            ALL = every

    def test_clusters(self):
        for t in ALL:
            names = [o for o in OPERATIONS if t in INTEGERS or o not in ("and", "or", "xor")]
            possible = [size for size in (4, 2, 8, 1) if size <= SUB_GROUPS.size]
            body, expected = "", []
            for name in names:  # each in a size, all sizes by some
                for size in [possible[(len(expected) + len(t)) % len(possible)]]:
                    body += f"out[{len(expected)}] = sub_group_clustered_reduce_{name}(x, {size}u);\n"
                    expected.append(SUB_GROUPS.apply(lambda a: np.concatenate(
                        [np.full_like(a[s:s + size], fold(name, a[s:s + size]))
                         for s in range(0, len(a), size)]), small(t)))
            for row, wanted in zip(run(body, t, len(expected)), expected):
                np.testing.assert_array_equal(row, wanted, t)

    def test_clusters_of_those_that_are_there(self):
        if SUB_GROUPS.size < 2:
            self.skipTest("sub-groups of one work-item")
        got = run("out[0] = 0; if (x > 2) out[0] = sub_group_clustered_reduce_add(x, 2u); "
                  "out[1] = sub_group_clustered_reduce_logical_and(x > 1, 2u); "
                  "out[2] = sub_group_clustered_reduce_logical_or(x > 3, 2u); "
                  "out[3] = sub_group_clustered_reduce_logical_xor(x > 1, 2u);", "int", 4)
        def pairs(function):
            return SUB_GROUPS.apply(lambda a: np.concatenate(
                [np.full_like(a[s:s + 2], function(a[s:s + 2])) for s in range(0, len(a), 2)]),
                small("int"))
        x = small("int")
        np.testing.assert_array_equal(got[0], np.where(x > 2, pairs(lambda p: p[p > 2].sum()), 0))
        np.testing.assert_array_equal(got[1], pairs(lambda p: (p > 1).all()))
        np.testing.assert_array_equal(got[2], pairs(lambda p: (p > 3).any()))
        np.testing.assert_array_equal(got[3], pairs(lambda p: (p > 1).sum() & 1))


def vectors(t, width, call):
    """Statements that store the elements of `call`, of vectors v and w: of multiples of x."""
    v = vector(t, width)
    def filled(factor):
        if width == 1:
            return f"({t})(x * ({t}){factor})"
        return f"({v})(" + ", ".join(f"({t})(x * ({t}){factor} + ({t}){i})"
                                     for i in range(width)) + ")"
    return (f"{{ {v} v = {filled(1)}, w = {filled(3)}, r = {call}; "
            + " ".join(f"out[{i}] = {'r' if width == 1 else f'r[{i}]'};" for i in range(width))
            + " }")


def moved(t, width, index, second=None):
    """What vectors() gives if lane `l` gets the value of lane index(l) in a sub-group of n lanes;
    from n on it is the second vector's. Rows by elements; and which lanes are defined."""
    x = small(t)
    rows = np.full((width, ITEMS), MARK, NUMPY[t])
    defined = np.zeros(ITEMS, bool)
    for part in SUB_GROUPS.parts:
        for lane, item in enumerate(part):
            at, factor = index(lane), 1
            if second is not None:
                factor = second(lane)
            if 0 <= at < len(part):
                defined[item] = True
                for i in range(width):
                    value = x[part[at]].astype(object if t in INTEGERS else NUMPY[t])
                    value = value * factor + (i if width > 1 else 0)
                    rows[i, item] = wrap(int(value), t) if t in INTEGERS else value
    return rows, defined


class Moves(unittest.TestCase):
    def check(self, calls, index, second=None, widths=WIDTHS, types=ALL):
        """calls: text with v, w; the same result for each."""
        for t in types:
            cases = [(call, width) for call in calls for width in widths]
            results = run_all([(vectors(t, width, call), width) for call, width in cases], t)
            for (call, width), got in zip(cases, results):
                wanted, defined = moved(t, width, index, second)
                np.testing.assert_array_equal(got[:, defined], wanted[:, defined],
                                              f"{call} {vector(t, width)}")

    def test_broadcasts(self):
        self.check(["sub_group_broadcast(v, 1u)", "sub_group_non_uniform_broadcast(v, 1u)"],
                   lambda lane: 1, widths=(1, 3, 16))
        self.check(["sub_group_broadcast(v, 1u)"], lambda lane: 1, types=(ALL[-1], "uchar"))

    def test_scalar_shuffles(self):
        size = SUB_GROUPS.size
        self.check(["sub_group_shuffle(v, lane ^ 1)", "sub_group_shuffle_xor(v, 1u)"],
                   lambda lane: lane ^ 1, widths=(1,))
        self.check(["sub_group_shuffle_up(v, 1u)"], lambda lane: lane - 1, widths=(1,))
        self.check(["sub_group_shuffle_down(v, 1u)"], lambda lane: lane + 1, widths=(1,))
        self.check(["sub_group_rotate(v, 3)"], lambda lane: (lane + 3) % size, widths=(1,))
        self.check(["sub_group_broadcast_first(v)"], lambda lane: 0, widths=(1,))

    def test_intel_shuffles(self):
        self.check(["intel_sub_group_shuffle(v, lane ^ 1)", "intel_sub_group_shuffle_xor(v, 1u)"],
                   lambda lane: lane ^ 1, widths=(1, 3, 16))
        self.check(["intel_sub_group_shuffle(v, 0u)"], lambda lane: 0, types=("float", "ushort"))

    def test_intel_shuffles_of_two(self):
        size = SUB_GROUPS.size
        self.check(["intel_sub_group_shuffle_down(v, w, 1u)"], lambda lane: (lane + 1) % size,
                   lambda lane: 1 if lane + 1 < size else 3, widths=(1, 4))
        self.check(["intel_sub_group_shuffle_up(v, w, 1u)"], lambda lane: (lane - 1) % size,
                   lambda lane: 1 if lane < 1 else 3, widths=(1, 4))


class Blocks(unittest.TestCase):
    """Whole sub-groups: blocks are as large as the largest."""

    NAMES = (("uint", "", (1, 2, 4, 8)), ("uint", "_ui", (1, 2, 4, 8)),
             ("ulong", "_ul", (1, 2, 4, 8)), ("ushort", "_us", (1, 2, 4, 8, 16)),
             ("uchar", "_uc", (1, 2, 4, 8, 16)))

    def test_read_and_write(self):
        size = SUB_GROUPS.size
        cases = [(t, suffix + ("" if width == 1 else str(width)), width)
                 for t, suffix, widths in self.NAMES for width in widths]
        program = DEVICE.build("".join(f"""
                  kernel void k{name}(const global {t} *in, global {t} *out, global {t} *seen) {{
                    size_t block = (get_global_id(0) / {size}) * {size * width};
                    {vector(t, width)} v = intel_sub_group_block_read{name}(in + block);
                    {'seen[get_global_id(0)] = v;' if width == 1 else
                     f'vstore{width}(v, get_global_id(0), seen);'}
                    intel_sub_group_block_write{name}(out + block, v + ({t})1);
                  }}""" for t, name, width in cases))
        for t, name, width in cases:
            items = 4 * size
            source = np.random.default_rng(width).integers(0, 200, items * width, NUMPY[t])
            out, seen = (DEVICE.upload(np.zeros(items * width, NUMPY[t])) for _ in range(2))
            DEVICE.run(getattr(program, "k" + name), items, DEVICE.upload(source), out, seen,
                       local=2 * size)
            np.testing.assert_array_equal(DEVICE.download(out, NUMPY[t]), source + 1, name)
            wanted = source.reshape(-1, width, size).transpose(0, 2, 1).ravel()
            np.testing.assert_array_equal(DEVICE.download(seen, NUMPY[t]), wanted, name)


if __name__ == "__main__":
    unittest.main()
