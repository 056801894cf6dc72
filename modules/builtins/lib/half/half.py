"""The half forms (cl_khr_fp16) of the math, common and geometric functions: prints the unit of one
function, in all widths.

They compute as the functions of float do and round once to half. A float has more than twice the
bits of a half and two more. So rounding twice is the same as rounding once for sums, products,
quotients and roots; fma needs double instead (its product has 22 bits). Functions about the format
itself, nextafter, nan and the largest value of fract, work on the bits of the half.
"""
import sys

from ocl_types import WIDTHS, convert, vector

POINTERS = ("__private", "__global", "__local", "__generic")

# Parameters by letters: h a half, s a scalar half where the others are vectors, i an int.
UNARY = """acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erfc erf
exp exp2 exp10 expm1 fabs floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi
sqrt tan tanh tanpi tgamma trunc degrees radians sign""".split()
BINARY = """atan2 atan2pi copysign fdim fmod hypot maxmag minmag pow powr remainder max min
step""".split()
FORMS = {name: ["h"] for name in UNARY}
FORMS.update({name: ["hh"] for name in BINARY})
FORMS.update({"mad": ["hhh"], "mix": ["hhh", "hhs"],
              "smoothstep": ["hhh", "ssh"], "pown": ["hi"], "rootn": ["hi"],
              "ldexp": ["hi", "hj"]})
for mixed in ("max", "min"):
    FORMS[mixed] = ["hh", "hs"]
FORMS["step"] = ["hh", "sh"]

# Functions with a second result: the letters of the parameters before the pointer, and the type
# behind it.
WRITERS = {"frexp": ("h", "int"), "lgamma_r": ("h", "int"), "modf": ("h", "half"),
           "sincos": ("h", "half"), "remquo": ("hh", "int")}

# Geometric functions: widths, parameters, and whether the result is a vector.
GEOMETRIC = {"dot": ((1, 2, 3, 4), 2, False), "length": ((1, 2, 3, 4), 1, False),
             "distance": ((1, 2, 3, 4), 2, False), "normalize": ((1, 2, 3, 4), 1, True),
             "cross": ((3, 4), 2, True)}


def parameter_type(letter, n, real):
    """`real` is half for the function itself, float for the function it calls."""
    return {"h": vector(real, n), "s": real, "i": vector("int", n), "j": "int"}[letter]


def parameters(letters, n, real):
    return [f"{parameter_type(letter, n, real)} {name}" for letter, name in zip(letters, "xyz")]


def arguments(letters, n):
    """In float. Scalars beside vectors are repeated, as the functions of float do themselves."""
    texts = []
    for letter, name in zip(letters, "xyz"):
        widths = {"h": n, "s": 1}
        text = convert(name, "float", widths[letter]) if letter in widths else name
        texts.append(f"({vector('float', n)}){text}" if letter == "s" else text)
        if letter == "j":
            texts[-1] = f"({vector('int', n)}){name}"
    return texts


def plain(name):
    for n in WIDTHS:
        full = FORMS[name][0]
        print(f"BUILTIN {vector('float', n)} {name}({', '.join(parameters(full, n, 'float'))});")
        for letters in FORMS[name] if n > 1 else [full]:
            call = f"{name}({', '.join(arguments(letters, n))})"
            print(f"BUILTIN {vector('half', n)} {name}({', '.join(parameters(letters, n, 'half'))}) "
                  f"{{ return {convert(call, 'half', n)}; }}")


def writer(name):
    letters, written = WRITERS[name]
    for n in WIDTHS:
        inner = "float" if written == "half" else written
        wide, v = vector(inner, n), vector("half", n)
        heads = parameters(letters, n, "float") + [f"__private {wide} *p"]
        print(f"BUILTIN {vector('float', n)} {name}({', '.join(heads)});")
        value = convert("second", "half", n) if written == "half" else "second"
        for space in POINTERS:
            heads = parameters(letters, n, "half") + [f"{space} {vector(written, n)} *p"]
            call = f"{name}({', '.join(arguments(letters, n))}, &second)"
            print(f"BUILTIN {v} {name}({', '.join(heads)}) {{ {wide} second; "
                  f"const {v} first = {convert(call, 'half', n)}; *p = {value}; return first; }}")


def geometric(name):
    widths, count, is_vector = GEOMETRIC[name]
    for n in widths:
        letters = "h" * count
        result = vector("float", n) if is_vector else "float"
        print(f"BUILTIN {result} {name}({', '.join(parameters(letters, n, 'float'))});")
        call = f"{name}({', '.join(arguments(letters, n))})"
        print(f"BUILTIN {result.replace('float', 'half')} "
              f"{name}({', '.join(parameters(letters, n, 'half'))}) "
              f"{{ return {convert(call, 'half', n if is_vector else 1)}; }}")


def extreme(name):
    """A NaN gives the other operand. By comparisons, since few targets have instructions for it."""
    order = "<" if name == "fmin" else ">"
    for n in WIDTHS:
        v = vector("half", n)
        print(f"BUILTIN {v} {name}({v} x, {v} y) {{ return (y != y) | (x {order} y) ? x : y; }}")
        if n > 1:
            print(f"BUILTIN {v} {name}({v} x, half y) {{ return {name}(x, ({v})y); }}")


def clamp(name):
    for n in WIDTHS:
        v = vector("half", n)
        print(f"BUILTIN {v} {name}({v} x, {v} low, {v} high) {{ "
              f"const {v} above = (x != x) | (x < low) ? low : x; "
              "return above > high ? high : above; }")
        if n > 1:
            print(f"BUILTIN {v} {name}({v} x, half low, half high) "
                  f"{{ return {name}(x, ({v})low, ({v})high); }}")


def ilogb(name):
    for n in WIDTHS:
        i = vector("int", n)
        print(f"BUILTIN {i} {name}({vector('float', n)} x);\n"
              f"BUILTIN {i} {name}({vector('half', n)} x) "
              f"{{ return {name}({convert('x', 'float', n)}); }}")


def fma(name):
    for n in WIDTHS:
        v, d = vector("half", n), vector("double", n)
        a, b, c = (convert(each, "double", n) for each in "abc")
        print(f"BUILTIN {v} convert_{v}({d} x);\n"
              f"BUILTIN {v} {name}({v} a, {v} b, {v} c) {{ return convert_{v}({a} * {b} + {c}); }}")


def fract(name):
    """Below 1 in float may be 1 in half."""
    for n in WIDTHS:
        v, f = vector("half", n), vector("float", n)
        print(f"BUILTIN {f} {name}({f} x, __private {f} *p);")
        for space in POINTERS:
            call = f"{name}({convert('x', 'float', n)}, &whole)"
            print(f"BUILTIN {v} {name}({v} x, {space} {v} *p) {{ {f} whole; "
                  f"const {v} r = {convert(call, 'half', n)}; *p = {convert('whole', 'half', n)}; "
                  f"return r == ({v})1.0h ? ({v})0x1.ffcp-1h : r; }}")


def nan(name):
    for n in WIDTHS:
        v, u = vector("half", n), vector("ushort", n)
        print(f"BUILTIN {v} {name}({u} payload) "
              f"{{ return __builtin_astype(({u})((payload & ({u})0x1ff) | ({u})0x7e00), {v}); }}")


def nextafter(name):
    """Numbers in their order: the bits, with the negative numbers mirrored."""
    for n in WIDTHS:
        v, i, u = vector("half", n), vector("short", n), vector("ushort", n)
        mask = "int" if n == 1 else i
        print(f"BUILTIN {v} {name}({v} x, {v} y) {{ "
              f"const {i} bits = __builtin_astype(x, {i}); const {mask} up = x < y; "
              f"const {u} least = (up ? ({u})1 : ({u})0x8001); "
              f"const {i} away = up == (bits >= ({i})0) ? ({i})(bits + ({i})1) : "
              f"({i})(bits - ({i})1); "
              f"const {v} zero = 0.0h, r = x == zero ? __builtin_astype(least, {v}) : "
              f"__builtin_astype(away, {v}); "
              "return (x != x) | (y != y) ? x + y : x == y ? y : r; }")


def main():
    name = sys.argv[1]
    print('#include "base.h"')
    own = {"clamp": clamp, "fma": fma, "fmax": extreme, "fmin": extreme, "fract": fract,
           "ilogb": ilogb, "nan": nan, "nextafter": nextafter}
    families = ((FORMS, plain), (WRITERS, writer), (GEOMETRIC, geometric))
    if name in own:
        own[name](name)
    for names, family in families:
        if name in names:
            family(name)


main()
