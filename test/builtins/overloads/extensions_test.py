"""Functions of extensions, each overload called and compared: the ones declared by Clang itself
(bit operations, dot products, clocks, float atomics, clustered reductions, types of sub-group
functions) and the ones declared only by this driver (builtins/declarations.def)."""
import unittest

import numpy as np

from device import COUNT, Device, values
from element_wise_test import HEADER
from ocl_types import BITS, INTEGERS, WIDTHS, is_signed, signed_of, unsigned_of, vector
from reference import NUMPY, saturate, wrap

REALS = ("half", "float", "double")
DEVICE = Device()


def put(value, width, section, out="out", index="i"):
    if width == 1:
        return f"{out}[{section} + {index}] = {value};"
    return f"vstore{width}({value}, {index}, {out} + {section});"


def get(width, pointer):
    return f"{pointer}[i]" if width == 1 else f"vload{width}(i, {pointer})"


class BitOperations(unittest.TestCase):
    FIELDS = [(0, 1), (0, 0), (3, 4), (5, 3), (0, "all"), (7, 1), ("all", 0)]

    def fields(self, t):
        return [tuple(BITS[t] if v == "all" else v for v in field) for field in self.FIELDS]

    def source(self, number, t):
        calls = [("bit_reverse(a)", t)]
        for offset, count in self.fields(t):
            place = f"{offset}u, {count}u"
            calls += [(f"bitfield_insert(a, b, {place})", t),
                      (f"bitfield_extract_signed(a, {place})", signed_of(t)),
                      (f"bitfield_extract_unsigned(a, {place})", unsigned_of(t))]
        lines, section = [], 0
        for width in WIDTHS:
            v = vector(t, width)
            lines.append(f"  if (i < {COUNT // width}) {{ {v} a = {get(width, 'x')}, "
                         f"b = {get(width, 'y')};")
            for call, result in calls:
                # The result's own type, lest a wrong one is converted.
                lines.append(f"    {{ {vector(result, width)} r = {call}; "
                             f"{put(f'as_{v}(r)', width, section)} }}")
                section += COUNT
            lines.append("  }")
        self.calls = len(calls)
        return (f"kernel void k{number}(const global {t} *x, const global {t} *y, "
                f"global {t} *out) {{\n  size_t i = get_global_id(0);\n" + "\n".join(lines) + "\n}\n")

    def expected(self, t, x, y):
        bits = BITS[t]
        rows = [[wrap(int(format(a & ((1 << bits) - 1), f"0{bits}b")[::-1], 2), t) for a in x]]
        for offset, count in self.fields(t):
            field = ((1 << count) - 1) << offset
            rows.append([wrap((a & ~field) | ((b << offset) & field), t) for a, b in zip(x, y)])
            parts = [(a & field) >> offset for a in x]
            top = 1 << (count - 1) if count else 0
            rows.append([wrap(p - 2 * top if p & top else p, t) for p in parts])
            rows.append([wrap(p, t) for p in parts])
        return rows

    def test_all(self):
        program = DEVICE.build("".join(self.source(n, t) for n, t in enumerate(INTEGERS)))
        for number, t in enumerate(INTEGERS):
            x, y = values(t), values(t, 1)
            out = DEVICE.upload(np.zeros(self.calls * len(WIDTHS) * COUNT, NUMPY[t]))
            DEVICE.run(getattr(program, f"k{number}"), COUNT, DEVICE.upload(x), DEVICE.upload(y),
                       out)
            got = DEVICE.download(out, NUMPY[t]).reshape(len(WIDTHS), self.calls, COUNT)
            expected = np.array(self.expected(t, x.tolist(), y.tolist()), NUMPY[t])
            for width, rows in zip(WIDTHS, got):
                np.testing.assert_array_equal(rows, expected, f"{t}{width}")


class DotProducts(unittest.TestCase):
    def test_all(self):
        source, kinds = "", []
        for left, right, letters in (("uchar", "uchar", "uu_uint"), ("char", "char", "ss_int"),
                                     ("uchar", "char", "us_int"), ("char", "uchar", "su_int")):
            result = letters[3:]
            kinds.append((left, right, result))
            source += f"""
              kernel void {letters}(const global uint *x, const global uint *y,
                                    const global {result} *sum, global {result} *out) {{
                size_t i = get_global_id(0);
                out[4 * i] = dot(as_{left}4(x[i]), as_{right}4(y[i]));
                out[4 * i + 1] = dot_acc_sat(as_{left}4(x[i]), as_{right}4(y[i]), sum[i]);
                out[4 * i + 2] = dot_4x8packed_{letters}(x[i], y[i]);
                out[4 * i + 3] = dot_acc_sat_4x8packed_{letters}(x[i], y[i], sum[i]);
              }}"""
        program = DEVICE.build(source)
        random = np.random.default_rng(3)
        x, y = (random.integers(0, 2**32, 500, np.uint32) for _ in range(2))
        x[:4] = y[:4] = (0xffffffff, 0x80808080, 0x7f7f7f7f, 0)
        for (left, right, result), kernel in zip(kinds, program.all_kernels()):
            sums = random.permutation(np.resize(values(result), 500))
            out = DEVICE.upload(np.zeros(2000, NUMPY[result]))
            DEVICE.run(getattr(program, kernel.function_name), 500, DEVICE.upload(x),
                       DEVICE.upload(y), DEVICE.upload(sums), out)
            a = x.view(NUMPY[left]).astype(np.int64).reshape(-1, 4)
            b = y.view(NUMPY[right]).astype(np.int64).reshape(-1, 4)
            dots = (a * b).sum(axis=1)
            sat = [saturate(int(d) + int(s), result) for d, s in zip(dots, sums)]
            expected = np.stack([dots, sat, dots, sat], axis=1).ravel()
            np.testing.assert_array_equal(DEVICE.download(out, NUMPY[result]), expected)


class Clocks(unittest.TestCase):
    def test_go_forward(self):
        scopes = ("device", "work_group", "sub_group")
        reads = "".join(f"""
            ulong a{n} = clock_read_{s}(); ulong b{n} = as_ulong(clock_read_hilo_{s}());
            ok &= a{n} != 0 && b{n} >= a{n};""" for n, s in enumerate(scopes))
        program = DEVICE.build(f"kernel void k(global int *out) {{ int ok = 1; {reads} "
                               "out[get_global_id(0)] = ok; }")
        out = DEVICE.upload(np.zeros(8, np.int32))
        DEVICE.run(program.k, 8, out, local=4)
        np.testing.assert_array_equal(DEVICE.download(out, np.int32), 1)


class ExpectAssume(unittest.TestCase):
    def test_do_nothing(self):
        program = DEVICE.build("""
            #ifndef cl_khr_expect_assume
            #error no cl_khr_expect_assume
            #endif
            kernel void k(global int *out) {
              int i = get_global_id(0);
              __builtin_assume(i >= 0);
              out[i] = __builtin_expect(i & 1, 0) ? 2 * i : 3 * i;
            }""")
        out = DEVICE.upload(np.zeros(50, np.int32))
        DEVICE.run(program.k, 50, out)
        i = np.arange(50)
        np.testing.assert_array_equal(DEVICE.download(out, np.int32), np.where(i & 1, 2 * i, 3 * i))


class SplitBarriers(unittest.TestCase):
    def test_order_memory(self):
        program = DEVICE.build("""
            kernel void k(global int *out) {
              local int room[64];
              size_t i = get_local_id(0);
              for (int round = 0; round < 3; ++round) {
                room[i] = (int)i * (round + 1);
                intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
                int own = round * 1000;
                intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
                out[get_global_id(0)] += own + room[63 - i];
                intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
                intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
              }
            }""")
        out = DEVICE.upload(np.zeros(128, np.int32))
        DEVICE.run(program.k, 128, out, local=64)
        expected = np.tile(3000 + 6 * (63 - np.arange(64)), 2)
        np.testing.assert_array_equal(DEVICE.download(out, np.int32), expected)


class ExtendedCopies(unittest.TestCase):
    def test_boxes(self):
        """A box out of a volume into local memory and into another volume, in elements of all
        sizes, off the start and with different strides."""
        program = DEVICE.build("""
            kernel void two(const global uchar *from, global uchar *to, uint size, local uchar *room) {
              event_t e = async_work_group_copy_2D2D(room, 2, from, 5, size, 3, 4, 11, 7, 0);
              wait_group_events(1, &e);
              e = async_work_group_copy_2D2D(to, 1, room, 2, size, 3, 4, 7, 9, 0);
              wait_group_events(1, &e);
            }
            kernel void three(const global uchar *from, global uchar *to, uint size,
                              local uchar *room) {
              event_t e = async_work_group_copy_3D3D(room, 2, from, 5, size, 3, 4, 2, 11, 50, 7, 30, 0);
              wait_group_events(1, &e);
              e = async_work_group_copy_3D3D(to, 1, room, 2, size, 3, 4, 2, 7, 30, 9, 40, 0);
              wait_group_events(1, &e);
            }""")
        import pyopencl as cl
        for size in (1, 2, 3, 4, 8, 12, 16):
            for planes, name in ((1, "two"), (2, "three")):
                source = np.random.default_rng(size).integers(0, 256, (200, size), np.uint8)
                to = DEVICE.upload(np.zeros((200, size), np.uint8))
                DEVICE.run(getattr(program, name), 20, DEVICE.upload(source), to,
                           np.uint32(size), cl.LocalMemory(100 * size), local=10)
                expected = np.zeros((200, size), np.uint8)
                for plane in range(planes):
                    for line in range(4):
                        start, end = 5 + plane * 50 + line * 11, 1 + plane * 40 + line * 9
                        expected[end:end + 3] = source[start:start + 3]
                got = DEVICE.download(to, np.uint8).reshape(200, size)
                np.testing.assert_array_equal(got, expected, f"{name}, {size} bytes")


class FloatAtomics(unittest.TestCase):
    """Sums of small integers are exact in any order."""

    FORMS = ("", "_explicit", "_explicit")
    EXTRAS = ("", ", memory_order_relaxed", ", memory_order_acq_rel, memory_scope_device")

    def source(self, t):
        lines = []
        for number, operation in enumerate(("add", "sub", "min", "max")):
            for form, extra in zip(self.FORMS, self.EXTRAS):
                lines += [f"    atomic_fetch_{operation}{form}({p} + {number}, x{extra});"
                          for p in ("mine", "all")]
        return f"""
          kernel void {t}_k(volatile global atomic_{t} *all, global {t} *out) {{
            local atomic_{t} mine[4];
            size_t i = get_local_id(0);
            if (i < 4) atomic_store(mine + i, ({t})0);
            barrier(CLK_LOCAL_MEM_FENCE);
            {t} x = ({t})get_global_id(0) - 500;
            if (i % 3 != 1) {{
          {chr(10).join(lines)}
            }}
            barrier(CLK_LOCAL_MEM_FENCE);
            if (i < 4) out[4 * get_group_id(0) + i] = atomic_load(mine + i);
          }}"""

    def test_all(self):
        program = DEVICE.build(HEADER + self.source("float") + self.source("double"))
        group, groups = 50, 20
        for t in ("float", "double"):
            everything = DEVICE.upload(np.zeros(4, NUMPY[t]))
            out = DEVICE.upload(np.zeros(4 * groups, NUMPY[t]))
            DEVICE.run(getattr(program, t + "_k"), group * groups, everything, out, local=group)
            x = np.arange(group * groups) - 500.0
            x = np.where(np.arange(group * groups) % group % 3 != 1, x, 0).reshape(groups, group)

            def results(array):
                total = 3 * array.sum(axis=-1)
                return np.stack([total, -total, np.minimum(array.min(axis=-1), 0),
                                 np.maximum(array.max(axis=-1), 0)], axis=-1)
            np.testing.assert_array_equal(DEVICE.download(out, NUMPY[t]), results(x).ravel(), t)
            np.testing.assert_array_equal(DEVICE.download(everything, NUMPY[t]),
                                          results(x.ravel()), t)


@unittest.skipUnless("cl_intel_bfloat16_conversions" in DEVICE.extensions, "no bfloat16")
class Bfloat16(unittest.TestCase):
    """Both conversions, in every width: of all values of bfloat16, and of floats with all upper halves."""

    LOWER = (0, 1, 0x7fff, 0x8000, 0x8001, 0xffff, 0x1234, 0xfedc)
    OPTIONS = ("-cl-fast-relaxed-math", "-cl-denorms-are-zero", "-cl-kiln-vectorize=never")

    def source(self):
        lines = []
        for width in WIDTHS:
            digits = "" if width == 1 else width
            lines.append(f"""
              kernel void down{width}(const global float *x, global ushort *out) {{
                size_t i = get_global_id(0);
                {vector("ushort", width)} r = intel_convert_bfloat16{digits}_as_ushort{digits}({get(width, "x")});
                {put("r", width, 0)}
              }}
              kernel void up{width}(const global ushort *x, global float *out) {{
                size_t i = get_global_id(0);
                {vector("float", width)} r = intel_convert_as_bfloat16{digits}_float{digits}({get(width, "x")});
                {put("r", width, 0)}
              }}""")
        return "".join(lines)

    def expected(self, bits):
        """The nearest bfloat16, the even one of two; the upper bits of a NaN, made quiet."""
        lower, upper = bits & 0xffff, bits >> 16
        up = (lower > 0x8000) | ((lower == 0x8000) & (upper & 1 == 1))
        is_nan = bits & 0x7fffffff > 0x7f800000
        return np.where(is_nan, upper | 0x40, upper + up).astype(np.uint16)

    def test_all(self):
        upper = np.arange(1 << 16, dtype=np.uint32)
        every = np.concatenate([upper << 16 | lower for lower in self.LOWER])
        # Whole vectors of each width, three among them, and none left out.
        bits = np.resize(every, -(-len(every) // 48) * 48)
        small = np.resize(upper, -(-len(upper) // 48) * 48).astype(np.uint16)
        for option in ("", *self.OPTIONS):
            program = DEVICE.build(self.source(), [option])
            for width in WIDTHS:
                out = DEVICE.upload(np.zeros(len(bits), np.uint16))
                DEVICE.run(getattr(program, f"down{width}"), len(bits) // width,
                           DEVICE.upload(bits.view(np.float32)), out)
                np.testing.assert_array_equal(DEVICE.download(out, np.uint16), self.expected(bits),
                                              f"{width} {option}")
                out = DEVICE.upload(np.zeros(len(small), np.uint32))
                DEVICE.run(getattr(program, f"up{width}"), len(small) // width, DEVICE.upload(small),
                           out)
                np.testing.assert_array_equal(DEVICE.download(out, np.uint32),
                                              small.astype(np.uint32) << 16, f"{width} {option}")


@unittest.skipUnless("cl_khr_fp16" in DEVICE.extensions, "no half")
class HalfKernels(unittest.TestCase):
    """Arithmetic, arguments, constants, structures and vectors of half, in SIMD groups and one by one;
    without a pragma."""

    SOURCE = """
      constant half table[4] = {0.5h, 1.0h, -2.0h, 0x1p-24h};
      typedef struct { half scale; int n; half4 offsets; } settings;
      kernel void k(global const half *x, global half *y, half a, half4 b, settings s, int wide) {
        size_t i = get_global_id(0);
        half v = x[i] * a + b.y;
        v = v > 1.0h ? v / 3.0h : -v;
        v += table[i & 3] * (half)(int)i + s.scale * s.offsets.w;
        for (int r = 0; r < s.n; ++r) v = v * 0.5h - (half)r;
        half4 w = (half4)(v) * (half4)(1.0h, 2.0h, 4.0h, 8.0h);
        y[i] = wide ? w.x + w.z : v;
      }"""

    def expected(self, x, wide):
        h = np.float16
        i = np.arange(len(x))
        v = x * h(1.5) + h(0.25)
        v = np.where(v > 1, v / h(3), -v)
        v = v + (np.array([0.5, 1, -2, 2.0**-24], h)[i & 3] * i.astype(h) + h(3) * h(0.125))
        for r in range(2):
            v = v * h(0.5) - h(r)
        return v + v * h(4) if wide else v

    def test_all(self):
        kind = np.dtype([("scale", np.float16), ("n", np.int32), ("offsets", np.float16, 4)],
                        align=True)
        s = np.zeros(1, kind)
        s["scale"], s["n"], s["offsets"] = 3, 2, (0, 0, 0, 0.125)
        x = np.random.default_rng(8).uniform(-3, 3, 500).astype(np.float16)
        for language in ("-cl-std=CL1.2", "-cl-std=CL3.0"):
            for vectors in ("never", "always"):
                program = DEVICE.build(self.SOURCE, [language, "-cl-kiln-vectorize=" + vectors])
                for wide in (0, 1):
                    y = DEVICE.upload(np.zeros(500, np.float16))
                    DEVICE.run(program.k, 500, DEVICE.upload(x), y, np.float16(1.5),
                               np.array((0, 0.25, 0, 0), np.float16), s[0], np.int32(wide))
                    # Products may be fused with sums.
                    np.testing.assert_allclose(DEVICE.download(y, np.float16).astype(float),
                                               self.expected(x, wide).astype(float), rtol=4e-3,
                                               atol=4e-3)


@unittest.skipUnless("cl_khr_fp16" in DEVICE.extensions and DEVICE.has_images, "no half images")
class HalfImages(unittest.TestCase):
    """read_imageh with and without samplers and write_imageh, of images of two and three dimensions."""

    def test_all(self):
        for dimensions, place in ((2, "(int2)(i & 3, i >> 2)"),
                                  (3, "(int4)(i & 3, (i >> 2) & 1, i >> 3, 0)")):
            image = f"image{dimensions}d_t"
            real = {2: "convert_float2(at)", 3: "convert_float4(at)"}
            program = DEVICE.build(HEADER + f"""
              constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |
                                           CLK_FILTER_NEAREST;
              kernel void k(read_only {image} in, write_only {image} out, global half4 *seen) {{
                int i = get_global_id(0);
                int{2 * (dimensions - 1)} at = {place};
                seen[3 * i] = read_imageh(in, at);
                seen[3 * i + 1] = read_imageh(in, nearest, at);
                seen[3 * i + 2] = read_imageh(in, nearest, {real[dimensions]} + 0.5f);
                write_imageh(out, at, seen[3 * i] * 2.0h);
              }}""")
            shape = {2: (4, 4), 3: (4, 2, 2)}[dimensions]
            pixels = np.arange(64, dtype=np.float32).reshape(16, 4) / 8
            got, seen = DEVICE.run_on_image(program.k, shape, pixels, 3)
            np.testing.assert_array_equal(seen, np.repeat(pixels, 3, axis=0))
            np.testing.assert_array_equal(got, 2 * pixels)


if __name__ == "__main__":
    unittest.main()
