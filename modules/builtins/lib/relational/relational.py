"""Relational builtins (OpenCL C, "Relational Functions"): prints the unit of one function.
A scalar result is an int, 0 or 1; a vector result has the operand's element size, 0 or -1."""
import sys
from functools import reduce

from ocl_types import REALS, SIGNED, WIDTHS, WITH_HALF, signed_of, unsigned_of, vector

COMPARISONS = {
    "isequal": "x == y", "isnotequal": "x != y", "isgreater": "x > y",
    "isgreaterequal": "x >= y", "isless": "x < y", "islessequal": "x <= y",
    "islessgreater": "(x < y) | (x > y)", "isordered": "(x == x) & (y == y)",
    "isunordered": "(x != x) | (y != y)",
}

# Of the bits without the sign, m; `infinity` and `least` (the least normal number) likewise.
CLASSES = {
    "isfinite": "m < infinity", "isinf": "m == infinity", "isnan": "m > infinity",
    "isnormal": "(m >= least) & (m < infinity)",
}
# What each is where no number is an infinity or NaN.
OF_FINITE = {"isfinite": "m >= zero", "isinf": "m < zero", "isnan": "m < zero", "isnormal": "m >= least"}


# Type, the integer of its size, infinity, the least normal number, all bits but the sign.
FORMATS = (("half", "short", "0x7c00", "0x0400", "0x7fff"),
           ("float", "int", "0x7f800000", "0x00800000", "0x7fffffff"),
           ("double", "long", "0x7ff0000000000000L", "0x0010000000000000L",
            "0x7fffffffffffffffL"))


def comparison(name):
    for t in REALS:
        for n in WIDTHS:
            result = "int" if n == 1 else vector(signed_of(t), n)
            print(f"BUILTIN {result} {name}({vector(t, n)} x, {vector(t, n)} y) "
                  f"{{ return {COMPARISONS[name]}; }}")


def classification(name):
    for t, i, infinity, least, all_but_sign in FORMATS:
        for n in WIDTHS:
            v, result = vector(i, n), "int" if n == 1 else vector(i, n)
            head = f"BUILTIN {result} {name}({vector(t, n)} x) {{ "
            bits = f"__builtin_astype(x, {v})"
            if name == "signbit":
                print(f"{head}return {bits} < ({v})0; }}")
                continue
            words = {"infinity": f"({v}){infinity}", "least": f"({v}){least}", "zero": f"({v})0"}
            of_all, of_finite = (reduce(lambda text, word: text.replace(word, words[word]), words, table[name])
                                 for table in (CLASSES, OF_FINITE))
            print(f"{head}const {v} m = {bits} & ({v}){all_but_sign}; const {result} r = {of_all};"
                  f" return __mux_finite_math() ? {of_finite} : r; }}")


def reduction(name):
    builtin = "__builtin_reduce_or" if name == "any" else "__builtin_reduce_and"
    for t in SIGNED:
        print(f"BUILTIN int {name}({t} x) {{ return x < 0; }}")
        for n in WIDTHS[1:]:
            print(f"BUILTIN int {name}({vector(t, n)} x) {{ return {builtin}(x) < 0; }}")


def bitselect(_):
    for t in WITH_HALF:
        for n in WIDTHS:
            v, u = vector(t, n), vector(unsigned_of(t), n)
            a, b, c = (f"__builtin_astype({name}, {u})" for name in "abc")
            print(f"BUILTIN {v} bitselect({v} a, {v} b, {v} c) "
                  f"{{ return __builtin_astype(({u})(({a} & ~{c}) | ({b} & {c})), {v}); }}")


def select(_):
    for t in WITH_HALF:
        for n in WIDTHS:
            v, i = vector(t, n), vector(signed_of(t), n)
            for c in (signed_of(t), unsigned_of(t)):
                test = "c" if n == 1 else f"(__builtin_astype(c, {i}) < ({i})0)"
                print(f"BUILTIN {v} select({v} a, {v} b, {vector(c, n)} c) "
                      f"{{ return {test} ? b : a; }}")


def main():
    name = sys.argv[1]
    print('#include "base.h"')
    if name in COMPARISONS:
        comparison(name)
    elif name in CLASSES or name == "signbit":
        classification(name)
    else:
        {"any": reduction, "all": reduction, "bitselect": bitselect, "select": select}[name](name)


main()
