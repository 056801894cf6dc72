"""Results fixed by the specification for special arguments ("Edge Case Behavior", with its
reference to C99's Annex F), for float and double: in kernels with and without vectorisation, and
for vectors."""
import math
import unittest

import numpy as np

from device import Device

DEVICE = Device()
INF, NAN = math.inf, math.nan
TYPES = {"float": np.float32, "double": np.float64}
# The first with code for one work-item, the second as the driver likes.
FORMS = [("-cl-kiln-vectorize=never", 1), ("-cl-kiln-vectorize=auto", 1), ("-cl-kiln-vectorize=never", 4)]
PADDED = 64  # work-items or more, so that there are full SIMD groups

BOTH = lambda rows: rows + [(tuple(-v for v in x), -y) for x, y in rows]  # of odd functions
EVEN = lambda rows: rows + [(tuple(-v for v in x), y) for x, y in rows]

# Arguments and result; a NaN is any NaN, a zero has its sign.
REAL = {
    "acos": [((1,), 0), ((1.5,), NAN), ((-2,), NAN), ((INF,), NAN)],
    "acosh": [((1,), 0), ((0.5,), NAN), ((-INF,), NAN), ((INF,), INF)],
    "acospi": [((1,), 0), ((-1,), 1), ((1.5,), NAN), ((-INF,), NAN), ((0,), 0.5)],
    "asin": BOTH([((0.0,), 0.0), ((1.5,), NAN)]),
    "asinh": BOTH([((0.0,), 0.0), ((INF,), INF)]),
    "asinpi": BOTH([((0.0,), 0.0), ((1,), 0.5), ((1.5,), NAN), ((INF,), NAN)]),
    "atan": BOTH([((0.0,), 0.0)]),
    "atanh": BOTH([((0.0,), 0.0), ((1,), INF), ((1.5,), NAN)]),
    "atanpi": BOTH([((0.0,), 0.0), ((INF,), 0.5)]),
    "cbrt": BOTH([((0.0,), 0.0), ((INF,), INF), ((27,), 3)]),
    "ceil": [((-0.5,), -0.0), ((0.0,), 0.0), ((-0.0,), -0.0), ((INF,), INF), ((-INF,), -INF)],
    "cos": EVEN([((0.0,), 1), ((INF,), NAN)]),
    "cosh": EVEN([((0.0,), 1), ((INF,), INF)]),
    "cospi": EVEN([((0.0,), 1), ((0.5,), 0.0), ((1.5,), 0.0), ((2.5,), 0.0), ((1,), -1), ((1000000,), 1),
                   ((8388607,), -1), ((4194303.5,), 0.0), ((1e30,), 1), ((INF,), NAN)]),
    "erf": BOTH([((0.0,), 0.0), ((INF,), 1)]),
    "erfc": [((INF,), 0), ((-INF,), 2), ((0,), 1)],
    "exp": EVEN([((0.0,), 1)]) + [((-INF,), 0.0), ((INF,), INF), ((1e6,), INF), ((-1e6,), 0.0)],
    "exp2": EVEN([((0.0,), 1)]) + [((-INF,), 0.0), ((INF,), INF), ((10,), 1024), ((-1e6,), 0.0)],
    "exp10": EVEN([((0.0,), 1)]) + [((-INF,), 0.0), ((INF,), INF), ((1e6,), INF)],
    "expm1": BOTH([((0.0,), 0.0)]) + [((-INF,), -1), ((INF,), INF)],
    "fabs": EVEN([((0.0,), 0.0), ((INF,), INF)]),
    "floor": [((-0.0,), -0.0), ((0.5,), 0.0), ((INF,), INF), ((-INF,), -INF)],
    "lgamma": [((1,), 0), ((2,), 0), ((0.0,), INF), ((-0.0,), INF), ((-1,), INF), ((-7,), INF),
               ((INF,), INF), ((-INF,), INF)],
    "log": [((0.0,), -INF), ((-0.0,), -INF), ((1,), 0), ((-1,), NAN), ((INF,), INF), ((-INF,), NAN)],
    "log2": [((0.0,), -INF), ((-0.0,), -INF), ((1,), 0), ((-1,), NAN), ((INF,), INF), ((1024,), 10)],
    "log10": [((0.0,), -INF), ((-0.0,), -INF), ((1,), 0), ((-1,), NAN), ((INF,), INF)],
    "log1p": [((0.0,), 0.0), ((-0.0,), -0.0), ((-1,), -INF), ((-1.5,), NAN), ((INF,), INF)],
    "logb": EVEN([((0.0,), -INF), ((INF,), INF), ((8,), 3), ((0.75,), -1)]),
    "rint": BOTH([((0.0,), 0.0), ((0.5,), 0.0), ((1.5,), 2), ((2.5,), 2), ((INF,), INF)]),
    "round": BOTH([((0.0,), 0.0), ((0.25,), 0.0), ((0.5,), 1), ((1.5,), 2), ((2.5,), 3), ((INF,), INF)]),
    "rsqrt": BOTH([((0.0,), INF)]) + [((INF,), 0), ((-1,), NAN), ((4,), 0.5)],
    "sin": BOTH([((0.0,), 0.0), ((INF,), NAN)]),
    "sinh": BOTH([((0.0,), 0.0), ((INF,), INF)]),
    "sinpi": BOTH([((0.0,), 0.0), ((1,), 0.0), ((2,), 0.0), ((3,), 0.0), ((8388607,), 0.0), ((1e30,), 0.0),
                   ((0.5,), 1), ((1.5,), -1), ((2.5,), 1), ((INF,), NAN)]),
    "sqrt": BOTH([((0.0,), 0.0)]) + [((INF,), INF), ((-1,), NAN), ((9,), 3)],
    "tan": BOTH([((0.0,), 0.0), ((INF,), NAN)]),
    "tanh": BOTH([((0.0,), 0.0), ((INF,), 1)]),
    "tanpi": BOTH([((0.0,), 0.0), ((1,), -0.0), ((2,), 0.0), ((3,), -0.0), ((0.5,), INF), ((1.5,), -INF),
                   ((2.5,), INF), ((0.25,), 1), ((0.75,), -1), ((1e30,), 0.0), ((INF,), NAN)]),
    "tgamma": BOTH([((0.0,), INF)]) + [((-1,), NAN), ((-8,), NAN), ((-INF,), NAN), ((INF,), INF), ((5,), 24)],
    "trunc": BOTH([((0.0,), 0.0), ((0.5,), 0.0), ((INF,), INF)]),
    "atan2": [((0.0, -0.0), math.pi), ((-0.0, -0.0), -math.pi), ((0.0, 0.0), 0.0), ((-0.0, 0.0), -0.0),
              ((0.0, 3), 0.0), ((-0.0, 3), -0.0), ((1, INF), 0.0), ((-1, INF), -0.0), ((3, NAN), NAN)],
    "atan2pi": [((0.0, -0.0), 1), ((-0.0, -0.0), -1), ((0.0, 0.0), 0.0), ((-0.0, 0.0), -0.0), ((0.0, -2), 1),
                ((-0.0, -2), -1), ((0.0, 2), 0.0), ((-0.0, 2), -0.0), ((-1, 0.0), -0.5), ((-1, -0.0), -0.5),
                ((1, 0.0), 0.5), ((1, -0.0), 0.5), ((2, -INF), 1), ((-2, -INF), -1), ((2, INF), 0.0),
                ((-2, INF), -0.0), ((INF, 3), 0.5), ((-INF, -3), -0.5), ((INF, -INF), 0.75),
                ((-INF, -INF), -0.75), ((INF, INF), 0.25), ((-INF, INF), -0.25)],
    "copysign": [((1, -0.0), -1), ((INF, -1), -INF), ((-0.0, 1), 0.0)],
    "fdim": [((NAN, 1), NAN), ((1, NAN), NAN), ((1, 2), 0.0), ((INF, INF), 0.0), ((INF, 1), INF),
             ((-INF, INF), 0.0)],
    "fmax": [((NAN, 1), 1), ((1, NAN), 1), ((NAN, NAN), NAN), ((-INF, 2), 2), ((INF, NAN), INF)],
    "fmin": [((NAN, 1), 1), ((1, NAN), 1), ((NAN, NAN), NAN), ((INF, 2), 2), ((-INF, NAN), -INF)],
    "maxmag": [((-3, 2), -3), ((2, -3), -3), ((-3, 3), 3), ((NAN, 1), 1), ((1, NAN), 1), ((NAN, NAN), NAN)],
    "minmag": [((-3, 2), 2), ((2, -3), 2), ((-3, 3), -3), ((NAN, 1), 1), ((1, NAN), 1), ((NAN, NAN), NAN)],
    "fmod": [((0.0, 3), 0.0), ((-0.0, 3), -0.0), ((0.0, NAN), NAN), ((-0.0, NAN), NAN), ((INF, 3), NAN),
             ((3, 0.0), NAN), ((3, INF), 3), ((-3, -INF), -3), ((-6, 3), -0.0), ((5.5, -2), 1.5)],
    "remainder": [((0.0, 3), 0.0), ((-0.0, 3), -0.0), ((INF, 3), NAN), ((3, 0.0), NAN), ((3, INF), 3),
                  ((5, 2), 1), ((7, 2), -1), ((-6, 3), -0.0), ((NAN, 1), NAN), ((1, NAN), NAN)],
    "hypot": [((INF, NAN), INF), ((NAN, -INF), INF), ((3, NAN), NAN), ((0.0, -0.0), 0.0), ((3, -4), 5)],
    "nextafter": [((2, NAN), NAN), ((NAN, 2), NAN), ((0.0, -0.0), -0.0), ((-0.0, 0.0), 0.0), ((1, 1), 1),
                  ((INF, INF), INF)],
    "pow": [((0.0, -3), INF), ((-0.0, -3), -INF), ((0.0, -2), INF), ((-0.0, -2.5), INF), ((0.0, -INF), INF),
            ((-0.0, -INF), INF), ((-0.0, 3), -0.0), ((-0.0, 2), 0.0), ((-1, INF), 1), ((-1, -INF), 1),
            ((1, NAN), 1), ((NAN, 0.0), 1), ((INF, -0.0), 1), ((-8, 0.5), NAN), ((0.5, -INF), INF),
            ((2, -INF), 0.0), ((0.5, INF), 0.0), ((2, INF), INF), ((-INF, -3), -0.0), ((-INF, -2), 0.0),
            ((-INF, 3), -INF), ((-INF, 2.5), INF), ((INF, -1), 0.0), ((INF, 0.5), INF), ((NAN, 1), NAN)],
    "powr": [((2, 0.0), 1), ((2, -0.0), 1), ((0.0, -2), INF), ((-0.0, -2), INF), ((0.0, -INF), INF),
             ((0.0, 3), 0.0), ((-0.0, 3), 0.0), ((1, 3), 1), ((-2, 2), NAN), ((0.0, 0.0), NAN),
             ((-0.0, -0.0), NAN), ((INF, 0.0), NAN), ((1, INF), NAN), ((1, -INF), NAN), ((2, NAN), NAN),
             ((0.0, NAN), NAN), ((NAN, 2), NAN), ((NAN, 0.0), NAN)],
}
# With an int as the second argument.
WITH_INTEGER = {
    "ldexp": [((0.0, 5), 0.0), ((-0.0, -5), -0.0), ((INF, -2147483648), INF), ((-INF, 3), -INF),
              ((1, 2147483647), INF), ((-1, -2147483648), -0.0), ((1.5, 4), 24), ((NAN, 2), NAN)],
    "pown": [((0.0, 0), 1), ((INF, 0), 1), ((NAN, 0), 1), ((0.0, -3), INF), ((-0.0, -3), -INF), ((-0.0, -2), INF),
             ((-0.0, 2), 0.0), ((-0.0, 3), -0.0), ((-INF, 3), -INF), ((-INF, -3), -0.0), ((-2, 3), -8),
             ((-1, 2147483647), -1), ((-1, -2147483648), 1), ((NAN, 1), NAN)],
    "rootn": [((0.0, -3), INF), ((-0.0, -3), -INF), ((0.0, -2), INF), ((-0.0, -2), INF), ((-0.0, 2), 0.0),
              ((0.0, 2), 0.0), ((-0.0, 3), -0.0), ((-4, 2), NAN), ((-4, -2), NAN), ((4, 0), NAN), ((0.0, 0), NAN),
              ((-27, 3), -3), ((INF, -3), 0.0), ((-INF, 3), -INF)],
}
# Results, and stored values: of the function's own type, or an int.
STORES_REAL = {
    "fract": [((0.0,), 0.0, 0.0), ((-0.0,), -0.0, -0.0), ((INF,), 0.0, INF), ((-INF,), -0.0, -INF),
              ((NAN,), NAN, NAN), ((2.25,), 0.25, 2), ((-0.25,), 0.75, -1)],
    "modf": [((0.0,), 0.0, 0.0), ((-0.0,), -0.0, -0.0), ((INF,), 0.0, INF), ((-INF,), -0.0, -INF),
             ((NAN,), NAN, NAN), ((-2.25,), -0.25, -2)],
    "sincos": [((0.0,), 0.0, 1), ((-0.0,), -0.0, 1), ((INF,), NAN, NAN), ((NAN,), NAN, NAN)],
}
INT_MIN, INT_MAX = -2147483648, 2147483647
STORES_INT = {
    "frexp": [((0.0,), 0.0, 0), ((-0.0,), -0.0, 0), ((INF,), INF, 0), ((-INF,), -INF, 0), ((NAN,), NAN, 0),
              ((-8,), -0.5, 4)],
    "lgamma_r": [((0.0,), INF, 0), ((-0.0,), INF, 0), ((-1,), INF, 0), ((-4,), INF, 0), ((1,), 0, 1), ((2,), 0, 1),
                 ((INF,), INF, 1)],
}
REMQUO = [((INF, 3), NAN, 0), ((3, 0.0), NAN, 0), ((NAN, 3), NAN, 0), ((3, NAN), NAN, 0), ((3, INF), 3, 0),
          ((-3, -INF), -3, 0), ((7, 2), -1, 4), ((-7, 2), 1, -4), ((5, 2), 1, 2), ((254, 2), 0.0, 127),
          ((255, 2), -1, 0), ((-254, 2), -0.0, -127), ((1027, 2), -1, 2), ((0.0, 2), 0.0, 0)]
ILOGB = [(0.0, INT_MIN), (-0.0, INT_MIN), (INF, INT_MAX), (-INF, INT_MAX), (NAN, INT_MAX), (8, 3), (0.75, -1)]


def same(got, wanted):
    """The same numbers, signs of zeros included."""
    both_nan = np.isnan(got) & np.isnan(wanted)
    return both_nan | ((got == wanted) & (np.signbit(got) == np.signbit(wanted)))


def padded(values, dtype):
    copies = -(-PADDED // len(values))
    array = np.array(list(values) * copies)
    array = array[:len(array) // 4 * 4]
    return array.astype(dtype)


def each_form(function, t, columns, stored=None, result=None):
    """The results of function(columns…[, &stored]) in each form: (form, results, stored)."""
    kinds = {np.float32: "float", np.float64: "double", np.int32: "int"}
    for option, width in FORMS:
        n = str(width) if width > 1 else ""
        types = [kinds[c.dtype.type] + n for c in columns]
        inputs = "".join(f"const global {v} *in{i}, " for i, v in enumerate(types))
        call = ", ".join([f"in{i}[g]" for i in range(len(types))] + (["&s"] if stored else []))
        result_type = kinds[(result or TYPES[t])]
        second = kinds[stored] if stored else "int"
        source = (f"kernel void k({inputs}global {result_type}{n} *out, global {second}{n} *seen) {{\n"
                  f"  size_t g = get_global_id(0);\n  {second}{n} s = 0;\n"
                  f"  out[g] = {function}({call});\n  seen[g] = s;\n}}\n")
        program = DEVICE.build(source, (option,))
        count = len(columns[0])
        out = DEVICE.upload(np.zeros(count, result or TYPES[t]))
        seen = DEVICE.upload(np.zeros(count, stored or np.int32))
        DEVICE.run(program.k, count // width, *map(DEVICE.upload, columns), out, seen)
        yield ((t, option, width), DEVICE.download(out, result or TYPES[t]),
               DEVICE.download(seen, stored or np.int32))


class EdgeCases(unittest.TestCase):
    def check(self, function, t, rows, dtypes, stored=None):
        dtype = TYPES[t]
        columns = [padded([row[0][i] for row in rows], d) for i, d in enumerate(dtypes)]
        wanted = padded([row[1] for row in rows], dtype)
        second = padded([row[2] for row in rows], stored) if stored else None
        for form, got, seen in each_form(function, t, columns, stored):
            right = same(got, wanted)
            # Some results are no numbers of the type.
            with np.errstate(all="ignore"):
                right |= (np.abs(got - wanted) <= 2 * np.spacing(np.abs(wanted))) & (wanted != 0)
            if stored:
                right &= same(seen, second)
            wrong = [(tuple(c[i] for c in columns), got[i], seen[i], wanted[i]) for i in np.flatnonzero(~right)]
            self.assertFalse(wrong, (function, form, wrong[:4]))

    def test_real_functions(self):
        for t, dtype in TYPES.items():
            for function, rows in REAL.items():
                self.check(function, t, rows, [dtype] * len(rows[0][0]))

    def test_nan_gives_nan(self):
        for t, dtype in TYPES.items():
            for function in (name for name, rows in REAL.items() if len(rows[0][0]) == 1):
                self.check(function, t, [((NAN,), NAN)], [dtype])

    def test_with_an_integer(self):
        for t, dtype in TYPES.items():
            for function, rows in WITH_INTEGER.items():
                self.check(function, t, rows, [dtype, np.int32])

    def test_results_through_pointers(self):
        for t, dtype in TYPES.items():
            for function, rows in STORES_REAL.items():
                self.check(function, t, rows, [dtype], stored=dtype)
            for function, rows in STORES_INT.items():
                self.check(function, t, rows, [dtype], stored=np.int32)

    def test_low_bits_of_quotients(self):
        """Seven bits and the sign of the quotient."""
        for t, dtype in TYPES.items():
            self.check("remquo", t, REMQUO, [dtype, dtype], stored=np.int32)

    def test_exponents(self):
        for t, dtype in TYPES.items():
            x, wanted = padded([x for x, _ in ILOGB], dtype), padded([y for _, y in ILOGB], np.int32)
            for form, got, _ in each_form("ilogb", t, [x], result=np.int32):
                np.testing.assert_array_equal(got, wanted, str(form))

    def test_neighbours_of_zero_and_of_one(self):
        for t, dtype in TYPES.items():
            info = np.finfo(dtype)
            least, largest = float(info.smallest_subnormal), float(info.max)
            self.check("nextafter", t, [((-0.0, 1), least), ((0.0, -1), -least), ((least, 0.0), 0.0),
                                        ((-least, 0.0), -0.0), ((largest, INF), INF), ((INF, 0), largest)],
                       [dtype, dtype])
            below = float(np.nextafter(dtype(1), dtype(0)))
            self.check("fract", t, [((-least,), below, -1), ((-float(info.tiny),), below, -1)], [dtype],
                       stored=dtype)

    def test_extreme_exponents(self):
        for t, dtype in TYPES.items():
            info = np.finfo(dtype)
            least, largest, low = float(info.smallest_subnormal), float(info.max), int(info.minexp) - info.nmant
            self.check("ldexp", t, [((1, low), least), ((1, low - 1), 0.0), ((1.5, low - 1), least),
                                    ((least, -low), 1), ((least, info.maxexp - 1 - low), 2.0**(info.maxexp - 1)),
                                    ((largest, low - info.maxexp - 2), 0.0), ((-largest, 1), -INF)],
                       [dtype, np.int32])

    def test_half_functions(self):
        """The edge cases of the functions without the prefix."""
        for name in ("cos", "exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sin", "sqrt", "tan"):
            self.check("half_" + name, "float", REAL[name], [np.float32])
        self.check("half_powr", "float", REAL["powr"], [np.float32] * 2)


if __name__ == "__main__":
    unittest.main()
