"""Every overload of the functions of sub-groups and work-groups for moving values, on groups whose
last sub-group is partial: the sub-groups' extensions, half and small types, and
cl_intel_subgroups."""
import unittest

import numpy as np

from device import Device
from element_wise_test import HEADER, SHARE, SHARES
from ocl_types import BITS, INTEGERS, WIDTHS, unsigned_of, vector
from reference import NUMPY, REALS, wrap

DEVICE = Device()
REAL = tuple(t for t in REALS if t != "half" or "cl_khr_fp16" in DEVICE.extensions)
ALL = (INTEGERS + REAL)[SHARE::SHARES]
SMALL = tuple(t for t in INTEGERS if BITS[t] < 32)
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
    """Exclusive scans begin with an uncompared value: the operation's identity."""
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

    @unittest.skipUnless("cl_intel_subgroups_char" in DEVICE.extensions, "no small types")
    def test_intel_small_types(self):
        global ALL
        every, ALL = ALL, SMALL
        try:
            self.check("intel_sub_group", lambda t: ("add", "min", "max"), SUB_GROUPS.apply,
                       [part[0] for part in SUB_GROUPS.parts])
        finally:
            ALL = every

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

    def test_logical_results_are_0_or_1(self):
        names = ("and", "or", "xor")
        got = run("".join(f"out[{i}] = sub_group_clustered_reduce_logical_{name}(x, 1u);\n"
                          f"out[{i} + 3] = sub_group_non_uniform_scan_exclusive_logical_{name}(x);\n"
                          for i, name in enumerate(names)), "int", 6)
        truth = (small("int") != 0).astype(np.int32)
        exclusive = {"and": lambda a: np.minimum.accumulate(np.append(1, a))[:-1],
                     "or": lambda a: np.maximum.accumulate(np.append(0, a))[:-1],
                     "xor": lambda a: np.append(0, a).cumsum()[:-1] & 1}
        for i, name in enumerate(names):
            np.testing.assert_array_equal(got[i], truth, name)
            np.testing.assert_array_equal(got[i + 3], SUB_GROUPS.apply(exclusive[name], truth), name)


def vectors(t, width, call):
    """Statements to store the elements of `call`, of vectors v and w: of multiples of x."""
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
    """The result of vectors() if lane `l` gets the value of lane index(l) in a sub-group of n
    lanes. From n on it is the second vector's. Rows by elements; and the defined lanes."""
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

    @unittest.skipUnless("cl_intel_subgroups_char" in DEVICE.extensions, "no small types")
    def test_intel_broadcasts(self):
        self.check(["intel_sub_group_broadcast(v, 1u)"], lambda lane: 1, types=SMALL)

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

    def cases(self, in_images=False):
        return [(t, suffix + ("" if width == 1 else str(width)), width)
                for t, suffix, widths in self.NAMES
                for width in widths + ((16,) if in_images and t == "ulong" else ())]

    def check(self, source):
        """source(type, name, width): a kernel for copying blocks, and one more to `out`."""
        size, cases = SUB_GROUPS.size, self.cases()
        program = DEVICE.build("".join(source(*case) for case in cases))
        for t, name, width in cases:
            items = 4 * size
            data = np.random.default_rng(width).integers(0, 200, items * width, NUMPY[t])
            out, seen = (DEVICE.upload(np.zeros(items * width, NUMPY[t])) for _ in range(2))
            DEVICE.run(getattr(program, "k" + name), items, DEVICE.upload(data), out, seen,
                       local=2 * size)
            np.testing.assert_array_equal(DEVICE.download(out, NUMPY[t]), data + 1, name)
            wanted = data.reshape(-1, width, size).transpose(0, 2, 1).ravel()
            np.testing.assert_array_equal(DEVICE.download(seen, NUMPY[t]), wanted, name)

    @staticmethod
    def see(width):
        return ("seen[get_global_id(0)] = v;" if width == 1 else
                f"vstore{width}(v, get_global_id(0), seen);")

    def test_read_and_write(self):
        size = SUB_GROUPS.size
        self.check(lambda t, name, width: f"""
                  kernel void k{name}(const global {t} *in, global {t} *out, global {t} *seen) {{
                    size_t block = (get_global_id(0) / {size}) * {size * width};
                    {vector(t, width)} v = intel_sub_group_block_read{name}(in + block);
                    {self.see(width)}
                    intel_sub_group_block_write{name}(out + block, v + ({t})1);
                  }}""")

    @unittest.skipUnless("cl_intel_subgroup_local_block_io" in DEVICE.extensions, "not of local")
    def test_read_and_write_local(self):
        size = SUB_GROUPS.size
        self.check(lambda t, name, width: f"""
                  kernel void k{name}(const global {t} *in, global {t} *out, global {t} *seen) {{
                    local {t} room[{4 * size * width}];
                    const size_t all = {2 * size * width}, first = get_group_id(0) * all;
                    for (size_t i = get_local_id(0); i < all; i += {2 * size})
                      room[i] = in[first + i];
                    barrier(CLK_LOCAL_MEM_FENCE);
                    size_t block = (get_local_id(0) / {size}) * {size * width};
                    {vector(t, width)} v = intel_sub_group_block_read{name}(
                        (const local {t} *)room + block);
                    {self.see(width)}
                    intel_sub_group_block_write{name}(room + all + block, v + ({t})1);
                    barrier(CLK_LOCAL_MEM_FENCE);
                    for (size_t i = get_local_id(0); i < all; i += {2 * size})
                      out[first + i] = room[all + i];
                  }}""")


@unittest.skipUnless(DEVICE.has_images and "cl_intel_subgroups_char" in DEVICE.extensions,
                     "no blocks of images")
class ImageBlocks(unittest.TestCase):
    """Rows as bytes, inside of images and over each of their edges."""

    HEIGHT = 21
    PLACES = ((0, 0), (16, 3), (-8, -2), (24, 18))  # bytes and rows

    def expected(self, rows, pixel, x, y, t, width):
        """The values read by each work-item from an array of bytes."""
        length, size = rows.shape[1], np.dtype(NUMPY[t]).itemsize
        at = x + np.arange(SUB_GROUPS.size * size)
        inside = at % pixel
        at = np.where(at < 0, inside, np.where(at >= length, length - pixel + inside, at))
        lines = np.clip(y + np.arange(width), 0, len(rows) - 1)
        return rows[lines][:, at].copy().view(NUMPY[t]).T

    def written(self, rows, x, y, values):
        """The array with the work-items' values written."""
        lines = np.ascontiguousarray(values.T).view(np.uint8)
        result = rows.copy()
        for row, line in enumerate(lines):
            for i, value in enumerate(line):
                if 0 <= y + row < len(rows) and 0 <= x + i < rows.shape[1]:
                    result[y + row, x + i] = value
        return result

    def run_case(self, program, case, pixels, form):
        import pyopencl as cl
        (t, name, width), size = case, SUB_GROUPS.size
        rows, flags = pixels.shape[1] * pixels.dtype.itemsize, cl.mem_flags
        data = pixels.view(np.uint8).reshape(self.HEIGHT, rows)
        shape = (pixels.shape[1], self.HEIGHT)
        for access in ("", "_rw"):
            for x, y in self.PLACES:
                source = cl.Image(DEVICE.context, flags.READ_WRITE | flags.COPY_HOST_PTR, form,
                                  shape=shape, hostbuf=pixels)
                target = cl.Image(DEVICE.context, flags.READ_WRITE | flags.COPY_HOST_PTR, form,
                                  shape=shape, hostbuf=np.zeros_like(pixels))
                seen = DEVICE.upload(np.zeros(size * width, NUMPY[t]))
                DEVICE.run(getattr(program, f"k{name}{access}"), size, source, target,
                           np.array([x, y], np.int32), seen, local=size)
                text = f"{name}{access} at {x}, {y} of {form}"
                wanted = self.expected(data, pixels.dtype.itemsize, x, y, t, width)
                got = DEVICE.download(seen, NUMPY[t]).reshape(size, width)
                np.testing.assert_array_equal(got, wanted, text)
                back = np.empty_like(pixels)
                cl.enqueue_copy(DEVICE.queue, back, target, origin=(0, 0), region=shape)
                np.testing.assert_array_equal(
                    back.view(np.uint8).reshape(self.HEIGHT, rows),
                    self.written(np.zeros_like(data), x, y, wanted + NUMPY[t](1)), text)

    def test_some(self):
        """The selection for a slow device."""
        self.check([("uint", "", 1), ("ushort", "_us2", 2)])

    def test_all(self):
        self.check(Blocks().cases(in_images=True)[SHARE::SHARES])

    def check(self, cases):
        import pyopencl as cl
        program = DEVICE.build("".join(f"""
            kernel void k{name}{access}({first} image2d_t in, {second} image2d_t out, int2 at,
                                        global {t} *seen) {{
              {vector(t, width)} v = intel_sub_group_block_read{name}(in, at);
              {Blocks.see(width)}
              intel_sub_group_block_write{name}(out, at, v + ({t})1);
            }}""" for t, name, width in cases
            for access, first, second in (("", "read_only", "write_only"),
                                          ("_rw", "read_write", "read_write"))))
        order, kind = cl.channel_order, cl.channel_type
        random = np.random.default_rng(2)
        for form, dtype, columns in (
                (cl.ImageFormat(order.R, kind.UNSIGNED_INT8), np.uint8, 37),
                (cl.ImageFormat(order.RGBA, kind.UNORM_INT8), np.uint32, 24)):
            pixels = random.integers(0, 256, (self.HEIGHT, columns * dtype().itemsize),
                                     np.uint8).view(dtype)
            for case in cases:
                self.run_case(program, case, pixels, form)


if __name__ == "__main__":
    unittest.main()
