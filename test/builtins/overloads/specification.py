"""The element-wise functions of OpenCL C 3.0 (section 6.15) and of extensions, and their overloads,
for the test of overloads.

A row is  result name(parameters), in letters:

    v  the type at hand, in the width at hand        s  its scalar, where the width is above 1
    i  int in the width at hand                      j  a scalar int, where the width is above 1
    S  the signed integer of the size                U  the unsigned one
    L  the low part of upsample: unsigned, of v's size   W  the integer of twice the size
    C  int for a scalar, else the signed integer of the size (the result of comparisons)
    *  after a letter: a pointer to it, to all address spaces
"""
from ocl_types import BITS, FLOATS, INTEGERS, SIGNED, UNSIGNED, WIDTHS

REALS = ("half",) + FLOATS

UNARY = """acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc
exp exp10 exp2 expm1 fabs floor lgamma log log10 log1p log2 logb rint round rsqrt sin sinh sinpi
sqrt tan tanh tanpi tgamma trunc degrees radians sign""".split()
BINARY = """atan2 atan2pi copysign fdim fmod hypot maxmag minmag nextafter pow powr
remainder""".split()
FAST_UNARY = "cos exp exp2 exp10 log log2 log10 recip rsqrt sin sqrt tan".split()
RELATIONAL = """isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater
isordered isunordered""".split()
CLASSES = "isfinite isinf isnan isnormal signbit".split()

# (types, result, name, parameter lists)
ROWS = []


def add(types, names, result, *forms):
    for name in names.split() if isinstance(names, str) else names:
        ROWS.append((tuple(types), result, name, forms))


add(REALS, UNARY, "v", "v")
add(REALS, BINARY, "v", "v v")
add(REALS, "fmax fmin max min", "v", "v v", "v s")
add(REALS, "fma mad", "v", "v v v")
add(REALS, "clamp", "v", "v v v", "v s s")
add(REALS, "mix", "v", "v v v", "v v s")
add(REALS, "step", "v", "v v", "s v")
add(REALS, "smoothstep", "v", "v v v", "s s v")
add(REALS, "ldexp", "v", "v i", "v j")
add(REALS, "pown rootn", "v", "v i")
add(REALS, "ilogb", "i", "v")
add(REALS, "nan", "v", "U")
add(REALS, "fract modf sincos", "v", "v v*")
add(REALS, "frexp lgamma_r", "v", "v i*")
add(REALS, "remquo", "v", "v v i*")
add(("float",), ["half_" + name for name in FAST_UNARY], "v", "v")
add(("float",), ["native_" + name for name in FAST_UNARY], "v", "v")
add(("float",), "half_divide half_powr native_divide native_powr", "v", "v v")
add(REALS, RELATIONAL, "C", "v v")
add(REALS, CLASSES, "C", "v")
add(REALS + INTEGERS, "bitselect", "v", "v v v")
add(REALS + INTEGERS, "select", "v", "v v S", "v v U")

add(INTEGERS, "abs", "U", "v")
add(INTEGERS, "abs_diff", "U", "v v")
add(INTEGERS, "add_sat sub_sat hadd rhadd rotate mul_hi", "v", "v v")
add(INTEGERS, "mad_hi mad_sat", "v", "v v v")
add(INTEGERS, "max min", "v", "v v", "v s")
add(INTEGERS, "clamp", "v", "v v v", "v s s")
add(INTEGERS, "clz ctz popcount", "v", "v")
add([t for t in INTEGERS if BITS[t] < 64], "upsample", "W", "v L")
add(("int", "uint"), "mul24", "v", "v v")
add(("int", "uint"), "mad24", "v", "v v v")

MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")


def element(letter, t):
    """The element type of a letter."""
    letter = letter[0]
    if letter in "vs":
        return t
    if letter in "ij":
        return "int"
    index = (8, 16, 32, 64).index(BITS[t])
    if letter in "SC":
        return SIGNED[index]
    if letter in "UL":
        return UNSIGNED[index]
    if letter == "W":
        return (SIGNED if t in SIGNED else UNSIGNED)[index + 1]
    raise ValueError(letter)


def forms_at(forms, width):
    """The different parameter lists at a width: at 1 only the first is."""
    first = forms[:1] if any("s" in form or "j" in form for form in forms[1:]) else forms
    return first if width == 1 else forms


def conversions():
    """(destination, source, [(suffix, name's tail)])"""
    for d in INTEGERS + REALS:
        for s in INTEGERS + REALS:
            tails = [saturate + mode for saturate in ("", "_sat") for mode in MODES
                     if not (saturate and d in REALS)]
            yield d, s, tails


def count():
    """Overloads of ROWS and of the conversions, pointers once for each address space."""
    spaces = 4
    total = 0
    for types, _, _, forms in ROWS:
        for width in WIDTHS:
            for form in forms_at(forms, width):
                total += len(types) * (spaces if "*" in form else 1)
    return total + sum(len(tails) * len(WIDTHS) for _, _, tails in conversions())
