"""Half on the device, exhaustively for functions of 2^16 cases: conversions in all modes,
arithmetic and comparisons beside numpy's (computed in float and rounded), memory, groups, atomics,
in vectors and one by one."""
import unittest

import numpy as np

from device import Device
from element_wise_test import HEADER
from ocl_types import BITS, INTEGERS, vector
from reference import NUMPY, limits

DEVICE = Device()
EVERY = np.arange(65536, dtype=np.uint16).view(np.float16)
MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")
WIDTHS = (1, 8)


def get(width, pointer):
    return f"{pointer}[i]" if width == 1 else f"vload{width}(i, {pointer})"


def put(value, width, section, out="out"):
    if width == 1:
        return f"({out} + {section})[i] = {value};"
    return f"vstore{width}({value}, i, {out} + {section});"


def same_halves(got, wanted, text):
    """By bits; every NaN is one."""
    got, wanted = (np.where(np.isnan(a), np.float16(np.nan), a).astype(np.float16).view(np.uint16)
                   for a in (got, wanted))
    wrong = np.flatnonzero(got != wanted)
    if len(wrong):
        i = wrong[0]
        raise AssertionError(f"{text}: [{i}] gave {got[i]:#x}, not {wanted[i]:#x}; "
                             f"{len(wrong)} are wrong")


def run_each(calls, result, sources, count):
    """Results of calls with a, b, c (of the sources' types) for each width, by (call, width)."""
    kernels, cases = "", [(call, width) for call in calls for width in WIDTHS]
    parameters = "".join(f"global const {t} *p{name}, " for name, (t, _) in sources.items())
    for number, (call, width) in enumerate(cases):
        loads = "".join(f"{vector(t, width)} {name} = {get(width, 'p' + name)}; "
                        for name, (t, _) in sources.items())
        text = call.format(n="" if width == 1 else width, mask="int" if width == 1 else
                           f"short{width}")
        kernels += (f"kernel void k{number}({parameters}global {result} *out) {{ "
                    f"size_t i = get_global_id(0); {loads} {put(text, width, 0)} }}\n")
    program = DEVICE.build(HEADER + kernels)
    buffers = [DEVICE.upload(array) for _, array in sources.values()]
    out = DEVICE.upload(np.zeros(count, NUMPY[result]))
    for number, (call, width) in enumerate(cases):
        DEVICE.run(getattr(program, f"k{number}"), count // width, *buffers, out)
        yield call, width, DEVICE.download(out, NUMPY[result])


def reals(kind):
    """Halves, values between them and next to these, and numbers of all sizes."""
    wide = EVERY[np.isfinite(EVERY)].astype(kind)
    with np.errstate(all="ignore"):
        above = np.nextafter(EVERY, np.float16(np.inf))[np.isfinite(EVERY)].astype(kind)
    above = np.where(np.isinf(above), kind(65536), above)
    ties = ((wide.astype(np.float64) + above) / 2).astype(kind)
    random = np.random.default_rng(3)
    bits = {np.float32: np.uint32, np.float64: np.uint64}[kind]
    anything = random.integers(0, 2**(8 * kind().itemsize), 40000, bits).view(kind)
    rest = [0.0, -0.0, np.inf, -np.inf, np.nan, np.finfo(kind).max, np.finfo(kind).tiny,
            float(np.finfo(kind).smallest_subnormal), 2.0**-25, -2.0**-25]
    near = [np.nextafter(ties, kind(direction)) for direction in (-np.inf, np.inf)]
    array = np.concatenate([wide, ties, *near, anything, np.array(rest, kind)])
    return np.append(array, np.zeros(-len(array) % 8, kind))


def rounded(values, mode):
    """To half: the nearest, or its neighbour if it lies on the wrong side."""
    with np.errstate(all="ignore"):
        nearest = values.astype(np.float16)
        back = nearest.astype(np.float64)
        exact = values.astype(np.float64)
        down, up = (np.nextafter(nearest, np.float16(d)) for d in (-np.inf, np.inf))
        # numpy's zeros have no neighbours of the other sign's zero.
        result = nearest
        if mode in ("_rtz", "_rtn"):
            result = np.where((back > exact) & ((mode == "_rtn") | (exact > 0)), down, result)
        if mode in ("_rtz", "_rtp"):
            result = np.where((back < exact) & ((mode == "_rtp") | (exact < 0)), up, result)
    result = np.where(np.isinf(exact), nearest, result)
    return np.where(result == 0, np.copysign(np.float16(0), exact), result)


class Conversions(unittest.TestCase):
    def test_to_real(self):
        for t in ("float", "double"):
            with np.errstate(all="ignore"):
                wanted = EVERY.astype(NUMPY[t])
            for call, width, got in run_each([f"convert_{t}{{n}}(a)"], t, {"a": ("half", EVERY)},
                                             65536):
                np.testing.assert_array_equal(got, wanted, f"{call} {width}")
                np.testing.assert_array_equal(np.signbit(got)[wanted == 0],
                                              np.signbit(wanted)[wanted == 0])

    def test_from_real(self):
        for t in ("float", "double"):
            source = reals(NUMPY[t])
            calls = [f"convert_half{{n}}{mode}(a)" for mode in MODES]
            for call, width, got in run_each(calls, "half", {"a": (t, source)}, len(source)):
                mode = call[len("convert_half{n}"):-len("(a)")]
                same_halves(got, rounded(source, mode), f"{call} {width} of {t}")

    def test_from_real_by_cast(self):
        for t in ("float", "double"):
            source = reals(NUMPY[t])
            for call, width, got in run_each(["convert_half{n}(-a)"], "half", {"a": (t, source)},
                                             len(source)):
                same_halves(got, rounded(-source, ""), f"{call} {width} of {t}")

    def test_to_integer(self):
        with np.errstate(all="ignore"):
            exact = EVERY.astype(np.float64)
        steps = {"": np.trunc, "_rtz": np.trunc, "_rte": np.rint, "_rtp": np.ceil,
                 "_rtn": np.floor}
        for t in INTEGERS:
            low, high = limits(t)
            calls = [f"convert_{t}{{n}}{saturate}{mode}(a)" for saturate in ("", "_sat")
                     for mode in MODES]
            for call, width, got in run_each(calls, t, {"a": ("half", EVERY)}, 65536):
                mode = call.split("}")[1].removeprefix("_sat")[:-len("(a)")]
                whole = steps[mode](np.nan_to_num(exact, nan=0.0, posinf=2.0**70, neginf=-2.0**70))
                inside = (whole >= low) & (whole <= high) & np.isfinite(exact)
                wanted = np.where(inside, whole, 0).astype(NUMPY[t])
                if "_sat" in call:
                    wanted = np.where(inside | np.isnan(exact), wanted,
                                      np.where(whole > 0, NUMPY[t](high), NUMPY[t](low)))
                    inside[:] = True
                np.testing.assert_array_equal(got[inside], wanted[inside], f"{call} {width}")

    def test_from_integer(self):
        random = np.random.default_rng(9)
        for t in INTEGERS:
            low, high = limits(t)
            values = [int(v) for v in range(-70000, 70000) if low <= v <= high]
            values += [low, high] + [int(random.integers(0, 2**63)) >> int(random.integers(0, 62))
                                     for _ in range(2000)]
            values = [v for v in values if low <= v <= high]
            values += [0] * (-len(values) % 8)
            source = np.array(values, NUMPY[t])
            # Rounding to double changes only integers beyond all halves.
            exact = source.astype(np.float64)
            calls = [f"convert_half{{n}}{mode}(a)" for mode in MODES]
            for call, width, got in run_each(calls, "half", {"a": (t, source)}, len(source)):
                mode = call[len("convert_half{n}"):-len("(a)")]
                same_halves(got, rounded(exact, mode), f"{call} {width} of {t}")

    def test_loads_and_stores(self):
        source = reals(np.float32)
        calls = "".join(f"""
          kernel void k{mode}(global const float *x, global half *out) {{
            size_t i = get_global_id(0);
            vstorea_half8{mode}(vload8(i, x), i, out);
          }}
          kernel void s{mode}(global const float *x, global half *out) {{
            size_t i = get_global_id(0);
            vstore_half{mode}(x[i], i, out);
          }}""" for mode in MODES)
        program = DEVICE.build(HEADER + calls)
        for mode in MODES:
            for prefix, width in (("k", 8), ("s", 1)):
                out = DEVICE.upload(np.zeros(len(source), np.float16))
                DEVICE.run(getattr(program, prefix + mode), len(source) // width,
                           DEVICE.upload(source), out)
                same_halves(DEVICE.download(out, np.float16), rounded(source, mode), mode)


def pairs():
    """All special values with each other, and random bits."""
    special = np.array([0, 1, 2, 0x3ff, 0x400, 0x401, 0x1400, 0x3555, 0x3800, 0x3bff, 0x3c00,
                        0x3c01, 0x4200, 0x4248, 0x6400, 0x7bfe, 0x7bff, 0x7c00, 0x7e00], np.uint16)
    special = np.concatenate([special, special | 0x8000])
    a, b = (array.ravel() for array in np.meshgrid(special, special))
    random = np.random.default_rng(11).integers(0, 65536, (2, 200000 + -len(a) % 8), np.uint16)
    return (np.concatenate([first, second]).view(np.float16)
            for first, second in zip((a, b), random))


class Arithmetic(unittest.TestCase):
    def test_operations(self):
        a, b = pairs()
        sources = {"a": ("half", a), "b": ("half", b)}
        with np.errstate(all="ignore"):
            wanted = {"a + b": a + b, "a - b": a - b, "a * b": a * b, "a / b": a / b, "-a": -a,
                      "fabs(a)": np.abs(a), "copysign(a, b)": np.copysign(a, b),
                      "sqrt(a)": np.sqrt(a), "rint(a)": np.rint(a), "trunc(a)": np.trunc(a),
                      "floor(a)": np.floor(a), "ceil(a)": np.ceil(a),
                      "fmax(a, b)": np.fmax(a, b), "fmin(a, b)": np.fmin(a, b)}
        for call, width, got in run_each(list(wanted), "half", sources, len(a)):
            result = wanted[call]
            if call.startswith("fm"):  # zeros of either sign
                got, result = (np.where(array == 0, np.float16(0), array) for array in (got, result))
            same_halves(got, result, f"{call} {width}")

    def test_fma(self):
        a, b = pairs()
        c = np.random.default_rng(4).permutation(a)
        with np.errstate(all="ignore"):
            exact = a.astype(np.longdouble) * b.astype(np.longdouble) + c
            wanted = exact.astype(np.float64).astype(np.float16)
        sources = {name: ("half", array) for name, array in zip("abc", (a, b, c))}
        for call, width, got in run_each(["fma(a, b, c)"], "half", sources, len(a)):
            same_halves(got, wanted, f"{call} {width}")

    def test_comparisons(self):
        a, b = pairs()
        sources = {"a": ("half", a), "b": ("half", b)}
        with np.errstate(all="ignore"):
            wanted = {"a == b": a == b, "a != b": a != b, "a < b": a < b, "a <= b": a <= b,
                      "a > b": a > b, "a >= b": a >= b, "isnan(a)": np.isnan(a),
                      "isinf(a)": np.isinf(a), "isfinite(a)": np.isfinite(a),
                      "signbit(a)": np.signbit(a), "isnormal(a)": np.isfinite(a) & (
                          np.abs(a) >= np.float16(2.0**-14)), "isless(a, b)": a < b,
                      "isordered(a, b)": ~(np.isnan(a) | np.isnan(b))}
        calls = {f"convert_short{{n}}({call})": result for call, result in wanted.items()}
        for call, width, got in run_each(list(calls), "short", sources, len(a)):
            result = calls[call].astype(np.int16)
            np.testing.assert_array_equal(got, result if width == 1 else -result, call)


class Memory(unittest.TestCase):
    COPY = """
      kernel void k{n}(global const half *in, global half *out) {{
        local half{n} room[40];
        global const half{n} *from = (global const half{n} *)in;
        global half{n} *to = (global half{n} *)out;
        prefetch(from, 40);
        event_t e = async_work_group_copy(room, from, 20, 0);
        e = async_work_group_strided_copy(room + 20, from + 1, 10, 3, e);
        wait_group_events(1, &e);
        e = async_work_group_copy(to, (local const half{n} *)room, 30, 0);
        e = async_work_group_strided_copy(to + 30, (local const half{n} *)room, 5, 2, e);
        wait_group_events(1, &e);
      }}"""

    def test_asynchronous_copies(self):
        widths = (1, 2, 3, 4, 8, 16)
        program = DEVICE.build(HEADER + "".join(
            self.COPY.format(n="" if n == 1 else n) for n in widths))
        for n in widths:
            place = 4 if n == 3 else n
            source = np.arange(40 * place).astype(np.float16).reshape(40, place)
            out = DEVICE.upload(np.zeros(40 * place, np.float16))
            DEVICE.run(getattr(program, f"k{'' if n == 1 else n}"), 16, DEVICE.upload(source), out,
                       local=8)
            got = DEVICE.download(out, np.float16).reshape(40, place)[:, :n]
            room = np.concatenate([source[:20], source[1:29:3]])[:, :n]
            np.testing.assert_array_equal(got[:30], room, f"half{n}")
            np.testing.assert_array_equal(got[30:39:2], room[:5], f"half{n}")
            np.testing.assert_array_equal(got[31:40:2], 0, f"half{n}")


@unittest.skipUnless("cl_ext_float_atomics" in DEVICE.extensions, "no atomics of half")
class Atomics(unittest.TestCase):
    """Sums of integers up to 2048 are exact in any order."""

    FORMS = (("", ""), ("_explicit", ", memory_order_relaxed"),
             ("_explicit", ", memory_order_acq_rel, memory_scope_device"))

    def test_all(self):
        lines = "".join(
            f"atomic_fetch_{operation}{form}({space} + {number}, x{extra});\n"
            for number, operation in enumerate(("add", "sub", "min", "max"))
            for form, extra in self.FORMS for space in ("all", "mine"))
        program = DEVICE.build(HEADER + f"""
          kernel void k(volatile global atomic_half *all, global half *out) {{
            local atomic_half mine[4];
            size_t i = get_local_id(0);
            if (i < 4) atomic_store(mine + i, 0.0h);
            barrier(CLK_LOCAL_MEM_FENCE);
            half x = (half)((int)(get_global_id(0) % 7) - 2);
            if (i % 3 != 1) {{ {lines} }}
            barrier(CLK_LOCAL_MEM_FENCE);
            if (i < 4) out[4 * get_group_id(0) + i] = atomic_load(mine + i);
          }}
          kernel void exchange(volatile global atomic_half *p, global half *out) {{
            atomic_store_explicit(p + 1, 5.0h, memory_order_release);
            out[0] = atomic_exchange(p, 2.5h);
            out[1] = atomic_exchange_explicit(p, -1.0h, memory_order_relaxed);
            out[2] = atomic_load_explicit(p + 1, memory_order_acquire, memory_scope_device);
            out[3] = atomic_fetch_add(p + 1, 0.5h);
            out[4] = atomic_fetch_max_explicit(p + 1, NAN, memory_order_relaxed);
          }}""")
        group, groups = 30, 6
        everything = DEVICE.upload(np.zeros(4, np.float16))
        out = DEVICE.upload(np.zeros(4 * groups, np.float16))
        DEVICE.run(program.k, group * groups, everything, out, local=group)
        item = np.arange(group * groups)
        x = np.where(item % group % 3 != 1, item % 7 - 2.0, 0).reshape(groups, group)

        def results(array):
            total = 3 * array.sum(axis=-1)
            return np.stack([total, -total, np.minimum(array.min(axis=-1), 0),
                             np.maximum(array.max(axis=-1), 0)], axis=-1)
        np.testing.assert_array_equal(DEVICE.download(out, np.float16), results(x).ravel())
        np.testing.assert_array_equal(DEVICE.download(everything, np.float16), results(x.ravel()))
        memory = DEVICE.upload(np.array([1.5, 0], np.float16))
        out = DEVICE.upload(np.zeros(5, np.float16))
        DEVICE.run(program.exchange, 1, memory, out)
        np.testing.assert_array_equal(DEVICE.download(out, np.float16), [1.5, 2.5, 5, 5, 5.5])
        np.testing.assert_array_equal(DEVICE.download(memory, np.float16), [-1, 5.5])


if __name__ == "__main__":
    unittest.main()
