"""The operations of OpenCL C, in plain Python: the oracle of the random kernels.

Values are Python integers in the type's range, Python floats (rounded to single precision for
`float`), and tuples of these for vectors. No two operations share code with the driver.
"""
import math
import struct
from fractions import Fraction

WIDTH = {"char": 8, "uchar": 8, "short": 16, "ushort": 16,
         "int": 32, "uint": 32, "long": 64, "ulong": 64}
INTS = list(WIDTH)
FLOATS = ["float", "double"]
SIGNED = {"char": "uchar", "short": "ushort", "int": "uint", "long": "ulong"}
UNSIGNED = {u: s for s, u in SIGNED.items()}
SIZE = {**{t: w // 8 for t, w in WIDTH.items()}, "float": 4, "double": 8}
FORMAT = dict(zip(INTS + FLOATS, "bBhHiIqQfd"))


def limits(t):
    w = WIDTH[t]
    return (-(1 << (w - 1)), (1 << (w - 1)) - 1) if t in SIGNED else (0, (1 << w) - 1)


def wrap(t, x):
    w = WIDTH[t]
    x &= (1 << w) - 1
    return x - (1 << w) if t in SIGNED and x >> (w - 1) else x


def clamp_to(t, x):
    low, high = limits(t)
    return min(max(x, low), high)


def single(x):
    """The nearest single-precision number (overflow goes to infinity)."""
    if x != x or math.isinf(x):
        return x
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def rounded(t, x):
    return single(x) if t == "float" else x


def bits(t, x):
    return struct.pack("=" + FORMAT[t], x)


def reinterpret(to, from_, values):
    data = b"".join(bits(from_, v) for v in values)
    return struct.unpack("=%d%s" % (len(data) // SIZE[to], FORMAT[to]), data)


def truncate(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def divide(t, a, b):
    """Guarded in the kernels: divisors 0 and -1 give the dividend."""
    return a if b == 0 or b == -1 else truncate(a, b)


def modulo(t, a, b):
    return a if b == 0 or b == -1 else a - b * truncate(a, b)


def double_divide(a, b):
    if a != a or b != b:
        return math.nan
    if b == 0:
        return math.nan if a == 0 else math.copysign(math.inf, a) * math.copysign(1, b)
    if math.isinf(a) and math.isinf(b):
        return math.nan
    return a / b


def fraction_to(t, q, rounding):
    """A rational number to the nearest (ties to even), toward zero, up or down."""
    if q == 0:
        return 0.0
    sign = 1.0 if q > 0 else -1.0  # the number itself may be too large for copysign
    precision, least, most = (24, -149, 128) if t == "float" else (53, -1074, 1024)
    magnitude = abs(q)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    unit = max(exponent - precision + 1, least)
    scaled = q / Fraction(2) ** unit
    count = {"rte": round, "rtz": math.trunc, "rtp": math.ceil, "rtn": math.floor}[rounding](scaled)
    if abs(count) * Fraction(2) ** unit >= Fraction(2) ** most:
        toward = rounding == "rte" or rounding == ("rtp" if q > 0 else "rtn")
        largest = (2 - Fraction(2) ** (1 - precision)) * Fraction(2) ** (most - 1)
        return sign * (math.inf if toward else float(largest))
    result = float(count * Fraction(2) ** unit)
    return result if count else sign * 0.0


def fused(t, a, b, c):
    if not all(map(math.isfinite, (a, b, c))):
        if not math.isfinite(a) or not math.isfinite(b):
            return a * b + c
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    return fraction_to(t, exact, "rte") if exact else a * b + c if a * b == 0 else 0.0


def to_integer(t, x, rounding="rtz"):
    """A saturating conversion; not-a-number becomes zero."""
    if isinstance(x, int):
        return clamp_to(t, x)
    if x != x:
        return 0
    if math.isinf(x):
        return limits(t)[x > 0]
    x = Fraction(x)
    count = {"rte": round, "rtz": math.trunc, "rtp": math.ceil, "rtn": math.floor}[rounding](x)
    return clamp_to(t, count)


def to_float(t, x, rounding="rte"):
    if isinstance(x, int):
        return fraction_to(t, Fraction(x), rounding)
    return rounded(t, x) if x != x or math.isinf(x) or x == 0 or rounding == "rte" \
        else fraction_to(t, Fraction(x), rounding)


def shift_left(t, a, n):
    return wrap(t, a << (n & (WIDTH[t] - 1)))


def shift_right(t, a, n):
    return a >> (n & (WIDTH[t] - 1))


def rotate(t, a, n):
    w = WIDTH[t]
    n %= w
    a &= (1 << w) - 1
    return wrap(t, a << n | a >> (w - n))


INTEGER_BUILTINS = {
    # name: (number of operands, meaning)
    "min": (2, lambda t, a, b: min(a, b)),
    "max": (2, lambda t, a, b: max(a, b)),
    "add_sat": (2, lambda t, a, b: clamp_to(t, a + b)),
    "sub_sat": (2, lambda t, a, b: clamp_to(t, a - b)),
    "hadd": (2, lambda t, a, b: (a + b) >> 1),
    "rhadd": (2, lambda t, a, b: (a + b + 1) >> 1),
    "mul_hi": (2, lambda t, a, b: (a * b) >> WIDTH[t]),
    "mad_hi": (3, lambda t, a, b, c: wrap(t, ((a * b) >> WIDTH[t]) + c)),
    "mad_sat": (3, lambda t, a, b, c: clamp_to(t, a * b + c)),
    "rotate": (2, rotate),
    "clz": (1, lambda t, a: WIDTH[t] - (a & ((1 << WIDTH[t]) - 1)).bit_length()),
    "popcount": (1, lambda t, a: bin(a & ((1 << WIDTH[t]) - 1)).count("1")),
    "bitselect": (3, lambda t, a, b, c: wrap(t, (a & ~c) | (b & c))),
}


def round_half_away(x):
    return math.copysign(math.floor(abs(Fraction(x)) + Fraction(1, 2)), x)


def integral(function):
    return lambda t, x: x if x != x or math.isinf(x) else math.copysign(float(function(x)), x)


FLOAT_BUILTINS = {
    "floor": (1, integral(math.floor)),
    "ceil": (1, integral(math.ceil)),
    "trunc": (1, integral(math.trunc)),
    "rint": (1, integral(round)),
    "round": (1, integral(round_half_away)),
    "fabs": (1, lambda t, x: abs(x)),
    "fma": (3, fused),
}


def lanes(f, *operands):
    """`f` for each component; scalars stand for all of them."""
    count = max(len(o) for o in operands if isinstance(o, tuple))
    return tuple(f(*(o[i] if isinstance(o, tuple) else o for o in operands)) for i in range(count))


def ev(f, *operands):
    return lanes(f, *operands) if any(isinstance(o, tuple) for o in operands) else f(*operands)


def pick(vector, indices):
    return tuple(vector[i] for i in indices)


def put(vector, indices, values):
    out = list(vector)
    for i, v in zip(indices, values):
        out[i] = v
    return tuple(out)


def flat(*parts):
    out = []
    for p in parts:
        out.extend(p if isinstance(p, tuple) else (p,))
    return tuple(out)


def binary(name, t):
    """The meaning of an operator on scalars of the type."""
    if t in WIDTH:
        return {"+": lambda a, b: wrap(t, a + b), "-": lambda a, b: wrap(t, a - b),
                "*": lambda a, b: wrap(t, a * b), "&": lambda a, b: a & b,
                "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
                "/": lambda a, b: divide(t, a, b), "%": lambda a, b: modulo(t, a, b),
                "<<": lambda a, b: shift_left(t, a, b),
                ">>": lambda a, b: shift_right(t, a, b)}[name]
    return {"+": lambda a, b: rounded(t, a + b), "-": lambda a, b: rounded(t, a - b),
            "*": lambda a, b: rounded(t, a * b), "/": double_divide}[name]


COMPARE = {"==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b),
           "<": lambda a, b: int(a < b), "<=": lambda a, b: int(a <= b),
           ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b)}

MASK64 = (1 << 64) - 1


def fold(h, t, value):
    """One step of a work-item's checksum."""
    for x in value if isinstance(value, tuple) else (value,):
        if t in FLOATS:
            code = 7 if x != x else 0 if x == 0 else \
                int.from_bytes(bits(t, x), "little", signed=True)
        else:
            code = x
        h = (h * 0x9E3779B97F4A7C15 + code) & MASK64
        h ^= h >> 29
    return h
