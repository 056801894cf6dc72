"""The results of the functions of specification.py for scalars, by numpy and Python's numbers.

Integer functions and conversions are exact. Real functions with an exact definition in OpenCL are
compared bit by bit, the others within the specification's error, in units in the last place
(accuracy_test measures them closer). A few have no reference here: their widths are compared with
each other only.
"""
import math
import operator
from fractions import Fraction

import numpy as np

from ocl_types import BITS, INTEGERS, MANTISSA, is_signed, wider

NUMPY = {"char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16,
         "int": np.int32, "uint": np.uint32, "long": np.int64, "ulong": np.uint64,
         "half": np.float16, "float": np.float32, "double": np.float64}
REALS = ("half", "float", "double")


def limits(t):
    bits = BITS[t]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if is_signed(t) else (0, (1 << bits) - 1)


def wrap(value, t):
    value &= (1 << BITS[t]) - 1
    return value - (1 << BITS[t]) if is_signed(t) and value >> (BITS[t] - 1) else value


def saturate(value, t):
    low, high = limits(t)
    return min(max(value, low), high)


def zeros(x, t, leading):
    bits = format(x & ((1 << BITS[t]) - 1), f"0{BITS[t]}b")
    if "1" not in bits:
        return BITS[t]
    return bits.index("1") if leading else len(bits) - 1 - bits.rindex("1")


def rotate(t, x, n):
    bits = BITS[t]
    n %= bits
    x &= (1 << bits) - 1
    return wrap(x << n | x >> (bits - n), t)


# Of Python's integers, with the type first; results are wrapped to the result's type.
INTEGER = {
    "abs": lambda t, x: abs(x),
    "abs_diff": lambda t, x, y: abs(x - y),
    "add_sat": lambda t, x, y: saturate(x + y, t),
    "sub_sat": lambda t, x, y: saturate(x - y, t),
    "hadd": lambda t, x, y: (x + y) >> 1,
    "rhadd": lambda t, x, y: (x + y + 1) >> 1,
    "rotate": rotate,
    "mul_hi": lambda t, x, y: (x * y) >> BITS[t],
    "mad_hi": lambda t, x, y, z: ((x * y) >> BITS[t]) + z,
    "mad_sat": lambda t, x, y, z: saturate(x * y + z, t),
    "max": lambda t, x, y: max(x, y),
    "min": lambda t, x, y: min(x, y),
    "clamp": lambda t, x, low, high: min(max(x, low), high),
    "clz": lambda t, x: zeros(x, t, True),
    "ctz": lambda t, x: zeros(x, t, False),
    "popcount": lambda t, x: bin(x & ((1 << BITS[t]) - 1)).count("1"),
    "upsample": lambda t, x, y: (x << BITS[t]) | y,
    "mul24": lambda t, x, y: x * y,
    "mad24": lambda t, x, y, z: x * y + z,
    "bitselect": lambda t, a, b, c: (a & ~c) | (b & c),
}


def select(width, a, b, c):
    """A scalar condition is any value but zero, of a vector's the highest bit counts."""
    chosen = c != 0 if width == 1 else c.view(c.dtype.str.replace("u", "i")) < 0
    return np.where(chosen, b, a)


def integer(name, t, result, arguments):
    rows = zip(*(argument.tolist() for argument in arguments))
    return np.array([wrap(int(INTEGER[name](t, *row)), result) for row in rows], NUMPY[result])


def bitselect(t, arguments):
    """Of reals, as of the integers of their size."""
    u = NUMPY["u" + {16: "short", 32: "int", 64: "long"}[BITS[t]]]
    a, b, c = (each.view(u) for each in arguments)
    return ((a & ~c) | (b & c)).view(NUMPY[t])


def is_subnormal(x):
    return (x != 0) & (np.abs(x) < np.finfo(x.dtype).tiny)


COMPARISONS = {
    "isequal": operator.eq, "isnotequal": operator.ne, "isgreater": operator.gt,
    "isgreaterequal": operator.ge, "isless": operator.lt, "islessequal": operator.le,
    "islessgreater": lambda x, y: (x < y) | (x > y),
    "isordered": lambda x, y: (x == x) & (y == y),
    "isunordered": lambda x, y: (x != x) | (y != y),
    "isfinite": np.isfinite, "isinf": np.isinf, "isnan": np.isnan, "signbit": np.signbit,
    "isnormal": lambda x: np.isfinite(x) & (x != 0) & ~is_subnormal(x),
}


def nextafter(x, y):
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.nextafter(x, y)).astype(x.dtype)


def exact_fma(x, y, z):
    """One rounding, by fractions; special values as the sum of the product."""
    out = np.empty_like(x)
    for i, (a, b, c) in enumerate(zip(x.tolist(), y.tolist(), z.tolist())):
        if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c)):
            out[i] = math.nan if math.isnan(a * b) else a * b + c
            continue
        value = Fraction(a) * Fraction(b) + Fraction(c)
        out[i] = nearest(value, x.dtype) if value else a * b + c
    return out


def nearest(value, dtype):
    """The number of a numpy type nearest to a fraction, ties to even."""
    kind = {2: "half", 4: "float", 8: "double"}[np.dtype(dtype).itemsize]
    return round_to(value, kind, "_rte")


def round_to(value, t, mode):
    """A fraction other than zero, rounded to a type in a mode; a float."""
    p, least = MANTISSA[t], {"half": -14, "float": -126, "double": -1022}[t]
    magnitude = abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2)**exponent:
        exponent -= 1
    unit = Fraction(2)**(max(exponent, least) - p + 1)
    steps = magnitude / unit
    whole = int(steps)
    rest = steps - whole
    up = {"_rte": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1), "_rtz": False,
          "_rtp": rest > 0 and value > 0, "_rtn": rest > 0 and value < 0}[mode]
    rounded = (whole + bool(up)) * unit
    largest = (2 - Fraction(2)**(1 - p)) * Fraction(2)**-(least - 1)
    if rounded > largest:
        outward = mode == "_rte" or (mode == "_rtp" and value > 0) or (mode == "_rtn" and value < 0)
        rounded = math.inf if outward else float(largest)
    return math.copysign(float(rounded), -1 if value < 0 else 1)


def round_half_away(x):
    return np.copysign(np.where(np.abs(x) < 2**60, np.floor(np.abs(x.astype(np.longdouble)) + 0.5),
                                np.abs(x)), x).astype(x.dtype)


def fract(x):
    whole = np.floor(x)
    largest = np.nextafter(x.dtype.type(1), x.dtype.type(0))
    rest = np.minimum(x - whole, largest)
    rest = np.where(np.isinf(x), np.copysign(0, x), np.where(x == 0, x, rest))
    return rest.astype(x.dtype), whole


def modf(x):
    rest, whole = np.modf(x)
    return rest, whole


def frexp(x):
    mantissa, exponent = np.frexp(x)
    return mantissa, np.where(np.isfinite(x), exponent, 0).astype(np.int32)


def remquo(x, y):
    """The quotient's low bits are compared where both are finite."""
    r = remainder(x, y)
    quotient = np.zeros(x.shape, np.int32)
    for i, (a, b) in enumerate(zip(x.tolist(), y.tolist())):
        if math.isfinite(a) and math.isfinite(b) and b:
            q = round(Fraction(a) / Fraction(b))
            quotient[i] = (abs(q) & 127) * (1 if q >= 0 else -1)
    return r, quotient


def remainder(x, y):
    return np.array([math.remainder(a, b) if math.isfinite(a) and b and not math.isnan(b)
                     else math.nan for a, b in zip(x.tolist(), y.tolist())], x.dtype)


def by_magnitude(larger):
    def function(x, y):
        ax, ay = np.abs(x), np.abs(y)
        same = np.fmax(x, y) if larger else np.fmin(x, y)
        first = ax > ay if larger else ax < ay
        second = ay > ax if larger else ay < ax
        return np.where(first, x, np.where(second, y, same)).astype(x.dtype)
    return function


def logb(x):
    exponent = np.frexp(x)[1] - 1
    special = np.where(x == 0, -np.inf, np.where(np.isnan(x), np.nan, np.inf))
    return np.where(np.isfinite(x) & (x != 0), exponent, special).astype(x.dtype)


def ilogb(x):
    exponent = np.frexp(x)[1] - 1
    special = np.where(np.isinf(x), 2**31 - 1, -2**31)
    special = np.where(np.isnan(x), 2**31 - 1, special)
    return np.where(np.isfinite(x) & (x != 0), exponent, special).astype(np.int32)


def fdim(x, y):
    nan = np.isnan(x) | np.isnan(y)
    return np.where(nan, np.nan, np.where(x > y, x - y, 0)).astype(x.dtype)


# Bit by bit, but for the sign of a zero left open by the specification (ZEROS).
EXACT = {
    "ceil": np.ceil, "floor": np.floor, "trunc": np.trunc, "rint": np.rint, "fabs": np.abs,
    "round": round_half_away, "copysign": np.copysign, "nextafter": nextafter, "logb": logb,
    "ilogb": ilogb, "fmax": np.fmax, "fmin": np.fmin, "fdim": fdim, "fmod": np.fmod,
    "remainder": remainder, "maxmag": by_magnitude(True), "minmag": by_magnitude(False),
    "fma": exact_fma, "fract": fract, "modf": modf, "frexp": frexp, "remquo": remquo,
    "max": lambda x, y: np.where(x < y, y, x), "min": lambda x, y: np.where(y < x, y, x),
    "step": lambda edge, x: np.where(x < edge, 0, 1).astype(x.dtype),
    "sign": lambda x: np.where(np.isnan(x), 0, np.where(x == 0, x, np.sign(x))).astype(x.dtype),
    "ldexp": lambda x, k: np.array([ldexp(a, int(n), x.dtype) for a, n in zip(x, k)], x.dtype),
    "sqrt": np.sqrt,
}
ZEROS = ("fmax", "fmin", "maxmag", "minmag", "max", "min", "fma")


def ldexp(x, n, dtype):
    value = float(x)
    if not math.isfinite(value) or value == 0:
        return x
    n = min(max(n, -5000), 5000)
    return nearest(Fraction(value) * Fraction(2)**n, dtype)


def gamma(function):
    def safe(x):
        try:
            return function(float(x))
        except (ValueError, OverflowError):
            return math.nan if x < 0 or x != x or x == 0 else math.inf
    return lambda x: np.array([safe(v) for v in x], np.longdouble)


PI = np.arctan2(np.longdouble(0), np.longdouble(-1))
# Of wider numbers, with the largest error (half, float, double) in units in the last place.
NEAR = {
    "acos": (np.arccos, 4), "acosh": (np.arccosh, 4), "asin": (np.arcsin, 4),
    "asinh": (np.arcsinh, 4), "atan": (np.arctan, 5), "atanh": (np.arctanh, 5),
    "acospi": (lambda x: np.arccos(x) / PI, 5), "asinpi": (lambda x: np.arcsin(x) / PI, 5),
    "atanpi": (lambda x: np.arctan(x) / PI, 5), "cbrt": (np.cbrt, 2), "cos": (np.cos, 4),
    "cosh": (np.cosh, 4), "exp": (np.exp, 3), "exp2": (np.exp2, 3),
    "exp10": (lambda x: np.longdouble(10)**x, 3), "expm1": (np.expm1, 3), "log": (np.log, 3),
    "log10": (np.log10, 3), "log1p": (np.log1p, 2), "log2": (np.log2, 3),
    "rsqrt": (lambda x: 1 / np.sqrt(x), 2), "sin": (np.sin, 4), "sinh": (np.sinh, 4),
    "tan": (np.tan, 5), "tanh": (np.tanh, 5), "atan2": (np.arctan2, 6), "hypot": (np.hypot, 4),
    "atan2pi": (lambda y, x: np.arctan2(y, x) / PI, 6), "pow": (np.power, 16),
    "degrees": (lambda x: x * 180 / PI, 2), "radians": (lambda x: x * PI / 180, 2),
    "erf": (gamma(math.erf), 16), "erfc": (gamma(math.erfc), 16),
    "half_recip": (lambda x: 1 / x, 8192), "native_recip": (lambda x: 1 / x, 8192),
    "half_divide": (lambda x, y: x / y, 8192), "native_divide": (lambda x, y: x / y, 8192),
}
for _name in ("cos", "exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sin", "tan"):
    NEAR["half_" + _name] = (NEAR[_name][0], 8192)
NEAR["half_sqrt"] = (np.sqrt, 8192)
# Angles of these are reduced modulo multiples of numbers only roughly known to numpy's functions.
MODERATE = ("sin", "cos", "tan", "half_sin", "half_cos", "half_tan")


def conversion(source, d, s, saturating, mode):
    """convert_<d>[_sat][mode] of an array of s; None for cases left open by the specification."""
    out = []
    for value in source.tolist():
        if d in INTEGERS:
            out.append(to_integer(value, d, s, saturating, mode))
        else:
            out.append(to_real(value, d, mode))
    return out


ROUND = {"": math.trunc, "_rtz": math.trunc, "_rte": round, "_rtp": math.ceil, "_rtn": math.floor}


def to_integer(value, d, s, saturating, mode):
    low, high = limits(d)
    if s in REALS:
        if not math.isfinite(value):
            if not saturating:
                return None
            return 0 if math.isnan(value) else high if value > 0 else low
        value = ROUND[mode](value)
        if not saturating and not low <= value <= high:
            return None
    return saturate(value, d) if saturating else wrap(value, d)


def to_real(value, d, mode):
    if value == 0 or (isinstance(value, float) and not math.isfinite(value)):
        return float(value)
    return round_to(Fraction(value), d, mode or "_rte")
